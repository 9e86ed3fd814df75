import type { Attendance, Bus, BusMessage, Glance, PresenceEntry } from '../../domains/calls/bus.ts'
import { createMemoryNotes } from './memory-notes.ts'

interface Standing {
  entry: PresenceEntry
  untilMs: number
}

/** One entry a person. */
type Room = Map<string, Standing>

/** The bus of a server that is one process. */
export function createMemoryBus(): Bus {
  const listeners = new Map<string, Set<(message: BusMessage) => void>>()
  const rooms = new Map<string, Room>()

  function standing(room: string): Room {
    const entries = rooms.get(room) ?? new Map<string, Standing>()
    const nowMs = performance.now()
    for (const [personId, { untilMs }] of entries) if (untilMs <= nowMs) entries.delete(personId)
    rooms.set(room, entries)
    return entries
  }

  function tidy(room: string): void {
    if (rooms.get(room)?.size === 0) rooms.delete(room)
  }

  return {
    ...createMemoryNotes(),
    reach: 'one-process',
    isWell: () => true,
    onReturn: () => undefined,
    async publish(channel, message) {
      // By way of text, as any other bus does it: what a listener gets is a copy.
      const text = JSON.stringify(message)
      for (const listener of [...(listeners.get(channel) ?? [])]) listener(JSON.parse(text) as BusMessage)
    },
    async subscribe(channel, listener) {
      const own = (message: BusMessage) => listener(message)
      const all = listeners.get(channel) ?? new Set()
      listeners.set(channel, all.add(own))
      return async () => {
        all.delete(own)
        if (all.size === 0 && listeners.get(channel) === all) listeners.delete(channel)
      }
    },
    async enter(room, entry, ttlMs) {
      const entries = standing(room)
      const before = entries.get(entry.personId)?.entry
      const untilMs = performance.now() + ttlMs
      if (!before || before.connectionId === entry.connectionId) {
        entries.set(entry.personId, { entry, untilMs })
        return []
      }
      entries.delete(entry.personId)
      // Clocks of two processes may differ: the one who enters is the newer.
      const sinceMs = Math.max(entry.sinceMs, before.sinceMs + 1)
      entries.set(entry.personId, { entry: { ...entry, sinceMs }, untilMs })
      return [before]
    },
    async renew(room, renewed, ttlMs) {
      const entries = standing(room)
      const untilMs = performance.now() + ttlMs
      return renewed.filter(entry => {
        const found = entries.get(entry.personId)
        const isOwn = found?.entry.connectionId === entry.connectionId
        if (found && !isOwn && found.entry.sinceMs >= entry.sinceMs) return true
        const standing = isOwn ? { ...found.entry, username: entry.username } : entry
        entries.set(entry.personId, { entry: standing, untilMs })
        return false
      })
    },
    async leave(room, { personId, connectionId }) {
      const entries = standing(room)
      if (entries.get(personId)?.entry.connectionId === connectionId) entries.delete(personId)
      tidy(room)
    },
    async present(room, glance) {
      const all = [...standing(room).values()].map(({ entry }) => entry).sort((a, b) => a.sinceMs - b.sinceMs)
      tidy(room)
      return glanceAt(all, glance)
    },
    async close() {
      listeners.clear()
      rooms.clear()
    },
  }
}

function glanceAt(all: readonly PresenceEntry[], glance: Glance | undefined): Attendance {
  const { atMost, always } = glance ?? { atMost: all.length, always: [] }
  const entries = all.filter((entry, i) => i < atMost || always.includes(entry.personId))
  return { total: all.length, entries }
}
