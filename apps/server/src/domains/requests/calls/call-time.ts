import type { CallAttendance, CallEvidence, Stretch } from '@parley/contract'
import type { DbOrTx, Tx } from '../../../db/client.ts'

/** What the calls domain saw of one room; requests decide about money by it but never measure time themselves. */
export interface Attendance extends Omit<CallEvidence, 'totalMs' | 'agreed'> {
  isLive: boolean
  together: readonly LiveStretch[]
}

export interface LiveStretch extends Stretch {
  /** Null while it continues. */
  endedBy?: CallAttendance['live'][number]['ended_by']
  isOpen?: boolean
}

/** What arrived of one side in a minute. */
export interface MediaMinute {
  side: 'buyer' | 'influencer'
  minute: Date
  packets: number
  bytes: number
}

/** The port through which requests read used time; the calls domain implements it. */
export interface CallTime {
  /**
   * For open calls: the displayed time, which never goes back; up to two seconds more than the used time after a
   * stall.
   */
  shownMs(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, number>>
  /** Proven time, which decides about money. */
  usedMs(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, number>>
  attendance(db: DbOrTx, requestId: string): Promise<Attendance>
  /** Stores that the buyer left the influencer, whose media flowed, at this moment: as their End Call. */
  noteEndCall(tx: Tx, requestId: string, at: Date): Promise<void>
  /** What the media side received of a call, or of an event's owner, minute by minute; it decides nothing. */
  mediaMinutes(db: DbOrTx, roomId: string): Promise<MediaMinute[]>
}
