import type { StaffRequest } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { ProblemCard, type SettleProblem } from '../../features/staff/problem-card.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { useDone } from './desk-pages.tsx'
import { hasRole, useStaffMe } from './staff-me.ts'

/** The reported problem with a call, and for staff who decide about money the form that settles it. */
export function Settling({ request }: { request: StaffRequest }) {
  const client = useQueryClient()
  const me = useStaffMe()
  const settle = useMutation({
    mutationFn: ({ id, act }: { id: string; act: SettleProblem }) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for?: string }>(`/api/staff/problems/${id}/decide/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  const done = useDone()
  const { problem } = request
  if (!problem || !me.data) return null
  return (
    <div className={css.act}>
      {done.place}
      <ProblemCard
        key={problem.id}
        request={request}
        problem={problem}
        maySettle={hasRole(me.data, 'finance')}
        busy={settle.isPending}
        waits={settle.data?.waits_for !== undefined}
        refusal={settle.isError ? errorText(settle.error) : null}
        onSettle={act =>
          settle.mutate(
            { id: problem.id, act },
            { onSuccess: answer => answer?.waits_for ?? done.say(t('The problem is settled.')) },
          )
        }
      />
    </div>
  )
}
