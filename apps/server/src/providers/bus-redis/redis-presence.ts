import type { Attendance, Bus, PresenceEntry } from '../../domains/calls/bus.ts'
import { ENTER, LEAVE, PRESENT, RENEW } from './presence-scripts.ts'
import { keyOf, type RedisLink } from './redis-link.ts'

/** Redis does nothing else while a script runs: a full room is renewed in several. */
const RENEWED_AT_ONCE_MAX = 500

/** Who is present, kept in Redis; rejects while it is away. */
export function redisPresence(link: RedisLink): Pick<Bus, 'enter' | 'renew' | 'leave' | 'present'> {
  const run = (room: string, name: string, script: { lua: string; args: string[] }) =>
    link.run({ name, keys: ['people', 'until', 'came'].map(key => keyOf(key, room)), ...script })

  async function renewSome(room: string, entries: PresenceEntry[], ttlMs: number): Promise<PresenceEntry[]> {
    const args = [String(ttlMs), ...entries.map(entry => JSON.stringify(entry))]
    const replaced = (await run(room, 'RENEW', { lua: RENEW, args })) as number[]
    return replaced.flatMap(place => entries[place - 1] ?? [])
  }

  return {
    async enter(room, entry, ttlMs) {
      const args = [String(ttlMs), JSON.stringify(entry)]
      const replaced = (await run(room, 'ENTER', { lua: ENTER, args })) as string | null
      return replaced === null ? [] : [entryOf(replaced)]
    },
    async renew(room, entries, ttlMs) {
      const parts: Promise<PresenceEntry[]>[] = []
      // All are sent at once, so that a person who leaves during that time is not entered again.
      for (let i = 0; i < entries.length; i += RENEWED_AT_ONCE_MAX)
        parts.push(renewSome(room, entries.slice(i, i + RENEWED_AT_ONCE_MAX), ttlMs))
      return (await Promise.all(parts)).flat()
    },
    async leave(room, { personId, connectionId }) {
      await run(room, 'LEAVE', { lua: LEAVE, args: [personId, connectionId] })
    },
    async present(room, glance): Promise<Attendance> {
      const args = [String(glance?.atMost ?? -1), ...(glance?.always ?? [])]
      const [total, texts] = (await run(room, 'PRESENT', { lua: PRESENT, args })) as [number, string[]]
      return { total, entries: texts.map(entryOf) }
    },
  }
}

/** Only servers of one version write there, so it is taken as it is. */
function entryOf(text: string): PresenceEntry {
  return JSON.parse(text) as PresenceEntry
}
