import type { BlockPreview } from '@parley/contract'
import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'
import type { Tx } from '../../db/client.ts'

/** One person who blocks another. */
export interface BlockPair {
  blockerId: string
  blockedId: string
}

/** What is reported: whom it is about, and what was there to see. */
export interface Reportable {
  aboutId: string
  reportedId: string
  facts: Record<string, string | null>
  /** Of a call: the reporter is one of its two now, so that its chat is theirs to show. */
  isInCall?: boolean
  /** Of a call: what was paid for it is not released yet, so it waits for the decision. */
  moneyWaits?: boolean
}

/** One line of a chat, as a report keeps it. */
export interface SaidLine {
  authorId: string
  text: string
  saidAt: Date
}

/** What the operations of this domain use. */
export interface SafetyDeps extends Core {
  /** What a block would do to the open requests of the two, from the requests domain. */
  blockEffects(pair: BlockPair): Promise<BlockPreview['ends']>
  /** Whether two people have a request with each other, from the requests domain. */
  sharesRequest(oneId: string, otherId: string): Promise<boolean>
  /** Whether a person has a prepaid link that nobody has accepted, from the requests domain. */
  hasUnclaimedLink(userId: string): Promise<boolean>
  /**
   * The other side of a request of the reporter, by its id or slug; null where it is not theirs, or has no other side.
   */
  reportableRequest(idOrSlug: string, reporterId: string): Promise<Reportable | null>
  /** An event by its id or slug. */
  reportableEvent(idOrSlug: string): Promise<Reportable | null>
  /** A question at an event where the reporter was; null for any other. */
  reportableQuestion(id: string, reporterId: string): Promise<Reportable | null>
  /** A line of the chat of an event where the reporter was, as long as the chat has it; null for any other. */
  reportableLine(id: string, reporterId: string): Promise<Reportable | null>
  /** Something visitors see of a person changed, from the profiles domain: no cached page may show the old. */
  personChanged(tx: Tx, userId: string): Promise<void>
  /** Ends the calls of the two as if the blocker had pressed End Call, from the calls domain. */
  leaveCalls(pair: BlockPair): Promise<void>
  /**
   * Ends the calls of the two for both, and leaves their money to the desk, from the calls domain. The blocker is who
   * reported.
   */
  endReportedCalls(pair: BlockPair): Promise<void>
  /** The last lines of the chat of a call, from the calls domain; they are stored nowhere else. */
  chatLines(requestId: string): Promise<SaidLine[]>
}

/** Topics of work that this domain leaves for higher ones. */
export const SAFETY_TOPICS = {
  blocked: defineTopic(
    'safety.blocked',
    z.object({ blockerId: z.string(), blockedId: z.string(), at: z.string() }),
  ),
  suspended: defineTopic('safety.suspended', z.object({ userId: z.string() })),
} as const
