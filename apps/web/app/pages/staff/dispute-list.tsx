import type { StaffAct, StaffDispute } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { Dispute, type DisputeAct, type Tried } from '../../features/staff/dispute.tsx'
import css from '../../features/staff/staff.module.css'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, StateTabs, useDeskPages, useDone } from './desk-pages.tsx'

const STATES = ['open', 'closed'] as const

interface Acting {
  id: string
  by: StaffAct
}

function useDisputeAct(act: DisputeAct) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, by }: Acting) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for: string } | null>(`/api/staff/disputes/${id}/${act}/`, by),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
}

function triedOf(mutation: ReturnType<typeof useDisputeAct>, id: string): Tried {
  if (mutation.variables?.id !== id) return { problem: null, busy: false, waits: false }
  return {
    problem: mutation.isError ? errorText(mutation.error) : null,
    busy: mutation.isPending,
    waits: mutation.data?.waits_for !== undefined,
  }
}

function doneText(act: DisputeAct, { amount }: StaffDispute): string {
  return act === 'send'
    ? t('{amount}: the answer goes to the bank.', { amount: priceText(amount) })
    : t('{amount}: the loss is accepted, and the bank is being told.', { amount: priceText(amount) })
}

/** The disputes of banks: the open ones, the oldest first; or the closed ones. */
export function DisputeList() {
  const [state, setState] = useState<(typeof STATES)[number]>('open')
  const query = useDeskPages<StaffDispute>('disputes', `/api/staff/disputes/?state=${state}`)
  const done = useDone()
  const tries = { send: useDisputeAct('send'), concede: useDisputeAct('concede') }
  return (
    <section aria-label={t('Disputes')} className={css.part}>
      <h2>{t('Disputes')}</h2>
      <StateTabs
        states={STATES}
        wordsOf={each => (each === 'open' ? t('Still open') : t('Closed'))}
        chosen={state}
        onChoose={setState}
      />
      {done.place}
      <Answered query={query} waiting={t('Looking for disputes')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>{state === 'open' ? t('No bank asks for its money back.') : t('None has been closed yet.')}</p>
          ) : (
            <div className={css.grid}>
              {rowsOf(found).map(dispute => (
                <Dispute
                  key={`${dispute.id} ${dispute.version}`}
                  dispute={dispute}
                  tries={{
                    send: triedOf(tries.send, dispute.id),
                    concede: triedOf(tries.concede, dispute.id),
                  }}
                  onAct={(act, by) =>
                    tries[act].mutate(
                      { id: dispute.id, by },
                      { onSuccess: answer => answer?.waits_for ?? done.say(doneText(act, dispute)) },
                    )
                  }
                />
              ))}
              <ShowMore query={query} />
            </div>
          )
        }
      </Answered>
    </section>
  )
}
