import { refuse } from '../../../core/refusal.ts'
import { holdAccount, refuseTooYoung } from '../../accounts/public.ts'
import { mayMeet } from '../../safety/public.ts'
import { notPaid } from '../calls/why-unpaid.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { claim, isPayable } from '../request.ts'
import type { RequestRow } from '../store.ts'

/**
 * Makes the claimant the influencer of a paid prepaid request: exactly one ever, also with rivals at the same moment.
 * 403 for the requester, 402 until paid, 409 afterwards, 404 where there is no prepaid request.
 */
export function claimPrepaid(
  deps: RequestsDeps,
  { requestId, claimantId }: { requestId: string; claimantId: string },
): Promise<RequestRow> {
  return changeRequest(deps, {
    requestId,
    action: 'claim',
    actorId: claimantId,
    decide: async (row, tx, now) => {
      // Attack: probing ids. Only its parties may learn that a private request or a place exists.
      if (row.requestType !== 'prepaid') throw refuse.notFound('There is no such request')
      if (row.buyerId === claimantId) throw refuse.forbidden('You cannot accept your own offer')
      if (row.attendeeId === claimantId)
        throw refuse.forbidden('You attend this call: you cannot accept it as well')
      for (const other of [row.buyerId, row.attendeeId]) {
        // As for a link that does not exist, so that nobody learns of a block.
        if (other && !(await mayMeet(tx, other, claimantId)))
          throw refuse.notFound('There is no such request')
      }
      await refuseTooYoung(deps, tx, claimantId)
      // Somebody who deletes their account in this moment would be its influencer for ever, and nobody could call.
      if (!(await holdAccount(tx, claimantId))) throw refuse.unauthenticated()
      if (isPayable(row)) throw refuse.unpaid(notPaid(row).notAllowed)
      return claim(row, { claimantId, now })
    },
  })
}
