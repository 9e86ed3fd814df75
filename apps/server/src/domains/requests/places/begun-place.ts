import type { DbOrTx } from '../../../db/client.ts'
import { type BlockFacts, endByBlock } from '../blocks/block-rules.ts'
import { type Decided, isCallPaid, isOpen, type RequestFacts } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { standingOf } from './follow-event.ts'

/**
 * A place as its event stands: of an event that has begun it has begun too, also while the work that tells it still
 * waits. Attack: a viewer has themselves removed in that moment, or blocks the owner, to get broadcast time back.
 */
export async function placeAsItsEvent<Row extends RequestFacts & Pick<RequestRow, 'liveEventId'>>(
  db: DbOrTx,
  row: Row,
  now: Date,
): Promise<Row> {
  if (row.liveEventId === null || row.begunAt || !isOpen(row) || !isCallPaid(row)) return row
  const event = await standingOf(db, row.liveEventId)
  // The turns of a queue begin one by one, and of an event that is off nothing was broadcast.
  const hasBegun = event.hasBegun && !event.isQueue
  return hasBegun ? { ...row, begunAt: now } : row
}

/** Ends a request by a block, a removal or a suspension, by how its event stands. */
export async function endAsItsEvent(db: DbOrTx, row: RequestRow, facts: BlockFacts): Promise<Decided> {
  const place = await placeAsItsEvent(db, row, facts.now)
  const decided = endByBlock(place, facts)
  if (place === row || !decided || 'notAllowed' in decided) return decided
  return { ...decided, patch: { begunAt: place.begunAt, ...decided.patch } }
}
