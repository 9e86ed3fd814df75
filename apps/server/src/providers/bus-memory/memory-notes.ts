import type { RoomNotes } from '../../domains/calls/bus.ts'

interface Note<T> {
  value: T
  untilMs: number
}

/** What ended is looked for at every so many writes, so that notes that nobody reads again do not stay in memory. */
const TIDIED_EVERY = 1_000

/** Notes of one kind, each with its end. */
class Notes<T> {
  #notes = new Map<string, Note<T>>()
  #writes = 0

  read(name: string): Note<T> | null {
    const note = this.#notes.get(name)
    if (note && note.untilMs > performance.now()) return note
    this.#notes.delete(name)
    return null
  }

  write(name: string, value: T, ttlMs: number): void {
    if (++this.#writes % TIDIED_EVERY === 0) for (const each of [...this.#notes.keys()]) this.read(each)
    this.#notes.set(name, { value, untilMs: performance.now() + ttlMs })
  }

  endIn(name: string, ttlMs: number): void {
    const note = this.read(name)
    if (note) note.untilMs = Math.min(note.untilMs, performance.now() + ttlMs)
  }
}

/** Notes of one process. */
export function createMemoryNotes(): RoomNotes {
  const lists = new Notes<string[]>()
  const claims = new Notes<true>()
  const records = new Notes<Map<string, string>>()
  const ends = new Notes<true>()
  /** As long as is asked, or to the end that the name was given. */
  const boundedMs = (name: string, ttlMs: number) =>
    Math.min(ttlMs, (ends.read(name)?.untilMs ?? Number.POSITIVE_INFINITY) - performance.now())
  return {
    async append(list, line, { atMost, ttlMs }) {
      lists.write(list, [...(lists.read(list)?.value ?? []), line].slice(-atMost), boundedMs(list, ttlMs))
    },
    lines: async (list, last) => (lists.read(list)?.value ?? []).slice(last === undefined ? 0 : -last),
    async removeLines(list, lines) {
      const note = lists.read(list)
      if (note) note.value = note.value.filter(line => !lines.includes(line))
    },
    async claim(thing, ttlMs) {
      const found = claims.read(thing)
      if (found) return Math.max(1, Math.ceil(found.untilMs - performance.now()))
      claims.write(thing, true, ttlMs)
      return 0
    },
    async setField(record, { name, value, ttlMs }) {
      const fields = new Map(records.read(record)?.value)
      if (value === null) fields.delete(name)
      else fields.set(name, value)
      records.write(record, fields, boundedMs(record, ttlMs))
    },
    fields: async record => Object.fromEntries(records.read(record)?.value ?? []),
    async endIn(name, ttlMs) {
      lists.endIn(name, ttlMs)
      records.endIn(name, ttlMs)
      if (ends.read(name)) ends.endIn(name, ttlMs)
      else ends.write(name, true, ttlMs)
    },
  }
}
