/** Who is on a room's presence channel, one entry a connection. */
export interface PresenceEntry {
  connectionId: string
  personId: string
  username: string
}

export type BusMessage = Readonly<Record<string, unknown>>

/** What tells the server's processes of each other's rooms: messages to whoever listens now, and who is present. */
export interface Bus {
  /** Whether other processes may share it; a process that is alone need not wait for a predecessor's lease. */
  readonly reach: 'one-process' | 'many-processes'
  /** Reaches everyone who is subscribed now, the publisher included, in the order of one publisher's calls. */
  publish(channel: string, message: BusMessage): Promise<void>
  /** Answers the way to stop listening. */
  subscribe(channel: string, listener: (message: BusMessage) => void): Promise<() => Promise<void>>
  /** Adds an entry for a while; the same person's older entries in the room are taken out and returned. */
  enter(room: string, entry: PresenceEntry, ttlMs: number): Promise<PresenceEntry[]>
  /** Prolongs an entry, also one that ran out; 'replaced' when a newer one of the same person stands. */
  renew(room: string, entry: PresenceEntry, ttlMs: number): Promise<'present' | 'replaced'>
  leave(room: string, connectionId: string): Promise<void>
  /** Everyone in a room whose entry has not run out, in order of arrival. */
  present(room: string): Promise<PresenceEntry[]>
  close(): Promise<void>
}
