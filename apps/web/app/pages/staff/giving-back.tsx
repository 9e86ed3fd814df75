import type { StaffGiveBackBody, StaffRequest } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { GiveBackForm } from '../../features/staff/give-back-form.tsx'
import css from '../../features/staff/staff.module.css'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { useDone } from './desk-pages.tsx'
import { useHasRole } from './staff-me.ts'

/** The refund form, for staff who decide about money. */
export function GivingBack({ request }: { request: StaffRequest }) {
  const client = useQueryClient()
  const mayGive = useHasRole('finance')
  const give = useMutation({
    mutationFn: (act: StaffGiveBackBody & { amount: string }) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for: string } | null>(`/api/staff/requests/${request.id}/give-back/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  const done = useDone()
  // A sale with an open problem is refunded by the settlement of the problem.
  if (request.problem?.state === 'open') return null
  if (!mayGive) return null
  return (
    <div className={css.act}>
      {done.place}
      <GiveBackForm
        // What was typed is for the request as it was: after a lost answer the same press would give twice.
        key={request.version}
        request={request}
        busy={give.isPending}
        waits={give.data?.waits_for !== undefined}
        problem={give.isError ? errorText(give.error) : null}
        onGive={act =>
          give.mutate(act, {
            onSuccess: answer =>
              answer?.waits_for ??
              done.say(
                t('{amount} goes back to @{buyer}.', {
                  amount: priceText(act.amount),
                  buyer: request.buyer.username,
                }),
              ),
          })
        }
      />
    </div>
  )
}
