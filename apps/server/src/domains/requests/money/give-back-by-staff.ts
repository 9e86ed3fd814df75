import type { Pence } from '@parley/contract'
import { and, eq, isNotNull, sum } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { refundedForPence } from '../../payments/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { findRequest, type RequestRow } from '../store.ts'
import { problems } from '../tables.ts'
import { giveBackIn, mailInfluencer } from './give-back.ts'
import {
  assertGivable,
  assertLeft,
  assertNoParty,
  assertUnchanged,
  hasSideIn,
  isTooMuchAlone,
} from './give-back-rules.ts'

export interface GivingByStaff {
  requestId: string
  /** The member of staff. */
  actorId: string
  amountPence: Pence
  /** The version of the request that the member of staff saw: a conflict if it has changed. */
  version: number
  /** `staff:` and an id of its own. */
  reason: string
  /** Writes the record of the act, or that it waits for a second one, in the same transaction. */
  mayCarryOut(tx: Tx, facts: { request: RequestRow; needsSecond: boolean }): Promise<'carry_out' | 'waits'>
}

/** Whether somebody has a side in a request. */
export async function isPartyOf(db: DbOrTx, requestId: string, userId: string): Promise<boolean> {
  const found = await findRequest(db, requestId)
  return found !== undefined && hasSideIn(found.row, userId)
}

/**
 * Whether a second member of staff is needed. Attack: a large refund in many small parts, so all refunds of this sale
 * by staff count.
 */
export async function needsSecond(tx: Tx, requestId: string, amountPence: Pence): Promise<boolean> {
  const [settled] = await tx
    .select({ pence: sum(problems.backPence).mapWith(Number) })
    .from(problems)
    .where(and(eq(problems.requestId, requestId), isNotNull(problems.settledBy)))
  const givenPence = await refundedForPence(tx, { requestId, reasonsBeginWith: 'staff:' })
  return isTooMuchAlone([amountPence, givenPence, settled?.pence ?? 0])
}

/** A member of staff refunds a part of a sale: never more than is left of it. */
export async function giveBackByStaff(deps: RequestsDeps, giving: GivingByStaff): Promise<'done' | 'waits'> {
  const { requestId, actorId, amountPence, version, reason } = giving
  let outcome: 'done' | 'waits' = 'done'
  await changeRequest(deps, {
    requestId,
    action: 'staff_give_back',
    actorId,
    decide: async (row, tx, now) => {
      assertNoParty(row, actorId)
      assertUnchanged(row, version)
      assertGivable(row)
      assertLeft(row, amountPence, 'amount')
      const facts = { request: row, needsSecond: await needsSecond(tx, requestId, amountPence) }
      if ((await giving.mayCarryOut(tx, facts)) === 'waits') {
        outcome = 'waits'
        return null
      }
      await mailInfluencer(deps, tx, { row, backPence: amountPence, by: 'staff' })
      return giveBackIn(deps, tx, { row, backPence: amountPence, reason, now })
    },
  })
  return outcome
}
