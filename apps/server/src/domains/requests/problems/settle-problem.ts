import { messages, type Pence } from '@parley/contract'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { wakePayouts } from '../../payouts/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { giveBackIn } from '../money/give-back.ts'
import { needsSecond } from '../money/give-back-by-staff.ts'
import { assertGivable, assertLeft, assertNoParty } from '../money/give-back-rules.ts'
import type { Decision } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { findProblem, type ProblemRow, settleProblemRow } from './problem-store.ts'

export interface Settling {
  id: string
  /** The member of staff. */
  actorId: string
  /** Why, for staff. */
  reason: string
  backPence: Pence
  /** The version that the member of staff saw: a conflict if it has changed. */
  version: number
  /** Writes the record of the act, or that it waits for a second one, in the same transaction. */
  mayCarryOut(
    tx: Tx,
    facts: { problem: ProblemRow; request: RequestRow; needsSecond: boolean },
  ): Promise<'carry_out' | 'waits'>
}

/** A member of staff settles a problem: the refund goes back, and the rest of the sale is earned like any other. */
export async function settleProblem(deps: RequestsDeps, settling: Settling): Promise<'done' | 'waits'> {
  const found = await findProblem(deps.db, settling.id)
  if (!found) throw refuse.notFound('There is no such request')
  let outcome: 'done' | 'waits' = 'done'
  await changeRequest(deps, {
    requestId: found.requestId,
    action: 'problem_settled',
    actorId: settling.actorId,
    decide: async (row, tx, now) => {
      const problem = await findProblem(tx, settling.id)
      assertNoParty(row, settling.actorId)
      if (problem?.state !== 'open' || problem.version !== settling.version)
        throw refuse.conflict(messages.staleCase)
      assertMay(row, settling.backPence)
      const isMuch = settling.backPence > 0 && (await needsSecond(tx, row.id, settling.backPence))
      if ((await settling.mayCarryOut(tx, { problem, request: row, needsSecond: isMuch })) === 'waits') {
        outcome = 'waits'
        return null
      }
      await settleProblemRow(tx, { ...settling, now })
      return carriedOut(deps, tx, { row, settling, now })
    },
  })
  return outcome
}

function assertMay(row: RequestRow, backPence: Pence): void {
  if (backPence === 0) return
  assertGivable(row)
  assertLeft(row, backPence, 'back')
}

async function carriedOut(
  deps: RequestsDeps,
  tx: Tx,
  { row, settling, now }: { row: RequestRow; settling: Settling; now: Date },
): Promise<Decision> {
  const { backPence, id } = settling
  const data = { requestId: row.id, pence: backPence }
  for (const userId of [row.buyerId, row.influencerId])
    if (userId) await deps.outbox.add(tx, MAIL_TOPIC, { template: 'problem-settled', userId, data })
  const patch = { problemOpen: false }
  // The payout of a released sale waited for this.
  if (row.releasedAt && row.influencerId) await wakePayouts(tx, row.influencerId, now)
  if (backPence === 0) return { patch, refund: null, cancelIntent: 'no', release: 'no' }
  const decision = await giveBackIn(deps, tx, { row, backPence, reason: `problem:${id}`, now })
  return { ...decision, patch: { ...decision.patch, ...patch } }
}
