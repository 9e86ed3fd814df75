import type { StaffAct, StaffDispute } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { Dispute } from '../../features/staff/dispute.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, useDeskPages } from './desk-pages.tsx'

const STATES = ['open', 'closed'] as const

/** The disputes of banks: the open ones, the oldest first; or the closed ones. */
export function DisputeList() {
  const client = useQueryClient()
  const [state, setState] = useState<(typeof STATES)[number]>('open')
  const query = useDeskPages<StaffDispute>('disputes', `/api/staff/disputes/?state=${state}`)
  const send = useMutation({
    mutationFn: ({ id, act }: { id: string; act: StaffAct }) =>
      proofRequests.withProof(() => api.post(`/api/staff/disputes/${id}/send/`, act)),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <section aria-label={t('Disputes')} className={css.part}>
      <h2>{t('Disputes')}</h2>
      <div className={css.bar}>
        {STATES.map(each => (
          <Button
            key={each}
            className={css.tab ?? ''}
            aria-pressed={state === each}
            onClick={() => setState(each)}
          >
            {each === 'open' ? t('Still open') : t('Closed')}
          </Button>
        ))}
      </div>
      <Answered query={query} waiting={t('Looking for disputes')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{state === 'open' ? t('No bank asks for its money back.') : t('None has been closed yet.')}</p>
          ) : (
            <div className={css.grid}>
              {rowsOf(found).map(dispute => {
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
              <ShowMore query={query} />
            </div>
          )
        }
      </Answered>
    </section>
  )
}
