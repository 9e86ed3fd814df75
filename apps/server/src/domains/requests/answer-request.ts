import type { Pence } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import { changeRequest } from './change-request.ts'
import type { RequestsDeps } from './deps.ts'
import { reserveTimeOf } from './money/apply-payment.ts'
import { presentMoneyBack } from './money/present-money-back.ts'
import { placeAsItsEvent } from './places/begun-place.ts'
import { accept, begin, cancel, complete, type Decided, reject } from './request.ts'
import { keepWindowAccepted } from './slots/tight-window.ts'
import { findRequest, type RequestRow } from './store.ts'

interface Answer {
  requestId: string
  actorId: string
}

export function assertInfluencer(row: RequestRow, actorId: string): void {
  if (row.influencerId === actorId) return
  // Attack: probing ids. Only the two parties may learn that a request exists.
  throw [row.buyerId, row.attendeeId].includes(actorId)
    ? refuse.forbidden()
    : refuse.notFound('There is no such request')
}

function assertBuyer(row: RequestRow, actorId: string): void {
  if (row.buyerId === actorId) return
  throw [row.influencerId, row.attendeeId].includes(actorId)
    ? refuse.forbidden()
    : refuse.notFound('There is no such request')
}

/** The influencer accepts. */
export function acceptRequest(deps: RequestsDeps, { requestId, actorId }: Answer): Promise<RequestRow> {
  return reserveTimeOf(deps, checked =>
    changeRequest(deps, {
      requestId,
      action: 'accept',
      actorId,
      decide: async (row, tx, now) => {
        assertInfluencer(row, actorId)
        const decided = accept(row)
        if (decided && !('notAllowed' in decided)) await keepWindowAccepted(tx, row, { now, checked })
        return decided
      },
    }),
  )
}

/** The influencer rejects; the payment goes back in full, at once. */
export function rejectRequest(
  deps: RequestsDeps,
  input: Answer & { reason: string | null },
): Promise<RequestRow> {
  const { requestId, actorId, reason } = input
  return changeRequest(deps, {
    requestId,
    action: 'reject',
    actorId,
    decide: async (row, tx, now) => {
      assertInfluencer(row, actorId)
      return reject(await placeAsItsEvent(tx, row, now), { reason, now })
    },
  })
}

/** The buyer cancels before any time was used. */
export function cancelRequest(
  deps: RequestsDeps,
  { requestId, actorId, expect = null }: Answer & { expect?: Pence | null },
): Promise<RequestRow> {
  return changeRequest(deps, {
    requestId,
    action: 'cancel',
    actorId,
    decide: async (row, tx, now) => {
      assertBuyer(row, actorId)
      const decided = cancel(await placeAsItsEvent(tx, row, now), now)
      if (expect !== null && isOther(decided, expect)) {
        const found = await findRequest(tx, row.id)
        const sale = { row, influencerName: found?.influencerName ?? null, event: found?.event ?? null }
        throw refuse.conflict('What comes back has changed. Please look at it again', {
          money_back: presentMoneyBack(sale, now),
        })
      }
      return decided
    },
  })
}

/** Whether the refund differs from the one that the buyer saw. */
function isOther(decided: Decided, expect: Pence): boolean {
  if (!decided || 'notAllowed' in decided) return false
  return (decided.refund?.pence ?? 0) !== expect
}

/** Both are in the call for the first time; safe to repeat. */
export async function beginCall(deps: RequestsDeps, requestId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'begin',
    actorId: null,
    decide: (row, _tx, now) => begin(row, now),
  })
}

/** All paid time was used; safe to repeat. */
export async function completeCall(deps: RequestsDeps, requestId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'complete',
    actorId: null,
    decide: (row, _tx, now) => complete(row, now),
  })
}

export { assertBuyer }
