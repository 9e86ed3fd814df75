import type { DbOrTx } from '../../db/client.ts'

/** What the calls domain knows of one room; requests decide money by it but never measure time themselves. */
export interface Attendance {
  /** Paid time used so far, in ms; an open interval counts up to its last proven moment. */
  usedMs: number
  isLive: boolean
  lastEndedAt: Date | null
  lastEndedBy: 'buyer' | 'influencer' | 'platform' | 'time' | null
  buyerSeenAt: Date | null
  influencerSeenAt: Date | null
  /** How long the influencer waited alone for the buyer, in ms. */
  influencerWaitedMs: number
}

/** The port through which requests ask about used time; the calls domain stands behind it. */
export interface CallTime {
  /** Of calls that may go on: what both pages show, which never goes back; up to two seconds ahead of what is used after a stall. */
  shownMs(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, number>>
  /** What money is decided by. */
  usedMs(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, number>>
  attendance(db: DbOrTx, requestId: string): Promise<Attendance>
}
