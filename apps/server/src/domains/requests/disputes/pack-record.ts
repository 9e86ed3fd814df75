import type { AbsentRule, Seconds, TurnShown } from '@parley/contract'

/** How a place stood in the line of its queue; a part of it is null where the line did not exist. */
export interface TurnRecord {
  number: number | null
  state: TurnShown['state'] | null
  /** How often its holder was called and did not come. */
  missed: number
  why: 'absent' | 'not_their_doing' | null
}

/**
 * The record of a disputed sale, frozen when the dispute was opened. Names and addresses are not in it: the provider
 * has those in fields of their own.
 */
export interface PackFacts {
  madeAt: string
  sale: {
    reference: string
    kind: string
    what: string
    price: string
    durationSeconds: Seconds
    bookedAt: string
    paidAt: string | null
    agreed: { start: string; end: string } | null
  }
  /** Only of a turn in a queue; packs from before the server recorded turns apart from places have none. */
  turn?: TurnRecord & {
    absentRule: AbsentRule
    lineStartsAt: string | null
    /** How long the influencer's media arrived in the room of the turn without the buyer's. */
    waitedSeconds: number
  }
  /** The sentences that the buyer saw beside the button, and when they pressed it. */
  terms: { sentence: string; confirmed: string; confirmedAt: string | null }
  /** Of a place at an event: when the event was on air, and nobody's own times. */
  attendance: {
    buyer: { firstSeen: string | null; lastSeen: string | null }
    influencer: { firstSeen: string | null; lastSeen: string | null }
    together: { start: string; end: string | null; endedBy: string | null }[]
    usedSeconds: number
  }
  /** What arrived of each side, minute by minute; packs that were made before it was stored have none. */
  media?: { minute: string; side: 'buyer' | 'influencer'; packets: number; bytes: number }[]
  outcome: { state: string; outcome: string | null; rule: string | null; refunded: string }
  /** The mails to the buyer; `words` where what a mail said is known for certain, without names. */
  mails: { kind: string; at: string; words?: string }[]
}
