import type { DbOrTx } from '../../../db/client.ts'
import { type BlockFacts, endByBlock } from '../blocks/block-rules.ts'
import { type Decided, isCallPaid, isOpen, type RequestFacts } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { standingOf } from './follow-event.ts'

/**
 * A place in the state of its event: when an event has begun its places have too, also while the outbox work that
 * marks them still waits. Attack: a viewer cancels in that moment, has themselves removed or blocks the owner, to get
 * money for broadcast time back.
 */
export async function placeAsItsEvent<Row extends RequestFacts & Pick<RequestRow, 'liveEventId'>>(
  db: DbOrTx,
  row: Row,
  now: Date,
): Promise<Row> {
  if (row.liveEventId === null || row.begunAt || !isOpen(row) || !isCallPaid(row)) return row
  const event = await standingOf(db, row.liveEventId)
  // The turns of a queue begin one by one, and a cancelled event broadcast nothing.
  const { begunAt, isQueue } = event
  if (!begunAt || isQueue) return row
  // A viewer who paid during the broadcast, a moment ago, saw nothing: their place begins before they get a ticket.
  const isLate = row.paidAt !== null && row.paidAt > begunAt
  return isLate ? row : { ...row, begunAt: now }
}

/** Ends a request by a block, a removal or a suspension, by how its event stands. */
export async function endAsItsEvent(db: DbOrTx, row: RequestRow, facts: BlockFacts): Promise<Decided> {
  const place = await placeAsItsEvent(db, row, facts.now)
  const decided = endByBlock(place, facts)
  if (place === row || !decided || 'notAllowed' in decided) return decided
  return { ...decided, patch: { begunAt: place.begunAt, ...decided.patch } }
}
