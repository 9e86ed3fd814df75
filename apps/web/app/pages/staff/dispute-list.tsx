import type { Page, StaffAct, StaffDispute } from '@parley/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { Dispute } from '../../features/staff/dispute.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Answered } from './desk-frame.tsx'

/** The disputes of banks, the newest first; nothing where there is none. */
export function DisputeList() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: ['staff', 'disputes'],
    queryFn: ({ signal }) => api.get<Page<StaffDispute>>('/api/staff/disputes/?page_size=50', { signal }),
  })
  const send = useMutation({
    mutationFn: ({ id, act }: { id: string; act: StaffAct }) =>
      proofRequests.withProof(() => api.post(`/api/staff/disputes/${id}/send/`, act)),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <Answered query={query} waiting={t('Looking for disputes')}>
      {page =>
        page.results.length > 0 && (
          <section aria-label={t('Disputes')} className={css.grid}>
            <h2>{t('Disputes')}</h2>
            {page.results.map(dispute => {
              const isThis = send.variables?.id === dispute.id
              return (
                <Dispute
                  key={`${dispute.id} ${dispute.version}`}
                  dispute={dispute}
                  busy={isThis && send.isPending}
                  problem={isThis && send.isError ? errorText(send.error) : null}
                  onSend={act => send.mutate({ id: dispute.id, act })}
                />
              )
            })}
          </section>
        )
      }
    </Answered>
  )
}
