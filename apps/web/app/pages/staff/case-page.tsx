import type { DecideReport, StaffCase } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { CaseFacts, Decision } from '../../features/staff/case-view.tsx'
import { t } from '../../language/text.ts'
import { Answered, DeskFrame } from './desk-frame.tsx'
import { RequestDetails } from './request-details.tsx'

function Case({ id }: { id: string }) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['staff', 'case', id],
    queryFn: ({ signal }) => api.get<StaffCase>(`/api/staff/reports/${id}/`, { signal }),
  })
  const decide = useMutation({
    mutationFn: (act: DecideReport) =>
      proofRequests.withProof(() => api.post(`/api/staff/reports/${id}/decide/`, act)),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <Answered query={query} waiting={t('Looking for the case')}>
      {it => (
        <>
          <CaseFacts case={it} />
          {it.request && <RequestDetails request={it.request} />}
          <Decision
            case={it}
            busy={decide.isPending}
            problem={decide.isError ? errorText(decide.error) : null}
            onDecide={act => decide.mutate(act)}
          />
        </>
      )}
    </Answered>
  )
}

/** One case of the desk. */
export function CasePage({ id }: { id: string }) {
  return (
    <DeskFrame title={t('A report')}>
      <Case key={id} id={id} />
    </DeskFrame>
  )
}
