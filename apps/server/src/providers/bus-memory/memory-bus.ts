import type { Bus, BusMessage, PresenceEntry } from '../../domains/calls/bus.ts'

interface Standing {
  entry: PresenceEntry
  untilMs: number
}

/** The bus of a server that is one process. */
export function createMemoryBus(): Bus {
  const listeners = new Map<string, Set<(message: BusMessage) => void>>()
  const rooms = new Map<string, Map<string, Standing>>()

  function standing(room: string): Map<string, Standing> {
    const entries = rooms.get(room) ?? new Map<string, Standing>()
    const nowMs = performance.now()
    for (const [id, { untilMs }] of entries) if (untilMs <= nowMs) entries.delete(id)
    rooms.set(room, entries)
    return entries
  }

  function tidy(room: string): void {
    if (rooms.get(room)?.size === 0) rooms.delete(room)
  }

  const othersOf = (entries: Map<string, Standing>, entry: PresenceEntry) =>
    [...entries.values()]
      .map(each => each.entry)
      .filter(each => each.personId === entry.personId && each.connectionId !== entry.connectionId)

  return {
    reach: 'one-process',
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
      const replaced = othersOf(entries, entry)
      for (const { connectionId } of replaced) entries.delete(connectionId)
      entries.set(entry.connectionId, { entry, untilMs: performance.now() + ttlMs })
      return replaced
    },
    async renew(room, entry, ttlMs) {
      const entries = standing(room)
      if (!entries.has(entry.connectionId) && othersOf(entries, entry).length > 0) return 'replaced'
      entries.set(entry.connectionId, { entry, untilMs: performance.now() + ttlMs })
      return 'present'
    },
    async leave(room, connectionId) {
      standing(room).delete(connectionId)
      tidy(room)
    },
    async present(room) {
      const found = [...standing(room).values()].map(each => each.entry)
      tidy(room)
      return found
    },
    async close() {
      listeners.clear()
      rooms.clear()
    },
  }
}
