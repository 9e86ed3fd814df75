/** Who is on a room's presence channel, one entry a connection. */
export interface PresenceEntry {
  connectionId: string
  personId: string
  username: string
  /** When the connection came, by its process's clock: the order of arrival, and which of two tabs is the newer. */
  sinceMs: number
  /** The id that the connected page gave itself; absent when it sent none. */
  pageId?: string
}

export type BusMessage = Readonly<Record<string, unknown>>

/** How to present a room that may be too full to name everyone. */
export interface Glance {
  /** How many to name, the first to arrive first. */
  atMost: number
  /** People to name in any case, if they are there. */
  always: readonly string[]
}

export interface Attendance {
  /** How many people are there, named or not. */
  total: number
  /** In order of arrival. */
  entries: PresenceEntry[]
}

/** Short-lived facts about a room, which no database stores: each expires by itself. */
export interface RoomNotes {
  /**
   * Appends a line to a list and removes the oldest above `atMost`; the list expires after `ttlMs` without a line.
   */
  append(list: string, line: string, bounds: { atMost: number; ttlMs: number }): Promise<void>
  /** The lines of a list, the oldest first; only the `last` ones if a number is given. */
  lines(list: string, last?: number): Promise<string[]>
  /** Takes these lines out of a list. */
  removeLines(list: string, lines: readonly string[]): Promise<void>
  /** Claims something that only one holder may have for a while: 0, or the ms until the present claim ends. */
  claim(thing: string, ttlMs: number): Promise<number>
  /** Writes one field of a record, or removes it with null; the record expires after `ttlMs` without a write. */
  setField(record: string, field: { name: string; value: string | null; ttlMs: number }): Promise<void>
  fields(record: string): Promise<Record<string, string>>
  /**
   * Makes a list and a record of this name expire in `ttlMs` at the latest, also if somebody writes to them until
   * then.
   */
  endIn(name: string, ttlMs: number): Promise<void>
}

/** The bus between the server's processes: messages to current subscribers, who is present, and short-lived facts. */
export interface Bus extends RoomNotes {
  /** Whether other processes may share it; a process that is alone need not wait for a predecessor's lease. */
  readonly reach: 'one-process' | 'many-processes'
  /**
   * Whether other processes can be reached now. If not, everything continues for this process alone, and nothing
   * throws.
   */
  isWell(): boolean
  /**
   * Called each time other processes are reached again after they were not; entries of this process are to be renewed
   * then.
   */
  onReturn(listener: () => void): void
  /** Reaches everyone who is subscribed now, the publisher included, in the order of one publisher's calls. */
  publish(channel: string, message: BusMessage): Promise<void>
  /** Answers the way to stop listening. */
  subscribe(channel: string, listener: (message: BusMessage) => void): Promise<() => Promise<void>>
  /** Adds an entry for a while; the same person's older entries in the room are taken out and returned. */
  enter(room: string, entry: PresenceEntry, ttlMs: number): Promise<PresenceEntry[]>
  /**
   * Renews entries, also expired ones, under their present usernames; returns those that a newer entry of the same
   * person replaced.
   */
  renew(room: string, entries: readonly PresenceEntry[], ttlMs: number): Promise<PresenceEntry[]>
  leave(room: string, entry: PresenceEntry): Promise<void>
  /** The people with valid entries in a room; all of them unless `telling` limits the names. */
  present(room: string, glance?: Glance): Promise<Attendance>
  close(): Promise<void>
}
