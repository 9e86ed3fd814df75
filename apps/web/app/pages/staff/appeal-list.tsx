import type { DecideAppeal, StaffAppeal } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { Appeal } from '../../features/staff/appeals.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, StateTabs, useDeskPages, useDone } from './desk-pages.tsx'

const STATES = ['open', 'closed'] as const

/** The open appeals, the oldest first; or the closed ones. */
export function AppealList() {
  const client = useQueryClient()
  const [state, setState] = useState<(typeof STATES)[number]>('open')
  const query = useDeskPages<StaffAppeal>('appeals', `/api/staff/appeals/?state=${state}`)
  const done = useDone()
  const decide = useMutation({
    mutationFn: ({ id, act }: { id: string; act: DecideAppeal }) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for?: string } | null>(`/api/staff/appeals/${id}/decide/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <section aria-label={t('Appeals')} className={css.part}>
      <h2>{t('Appeals')}</h2>
      <StateTabs
        states={STATES}
        wordsOf={each => (each === 'open' ? t('Not decided') : t('Decided'))}
        chosen={state}
        onChoose={setState}
      />
      {done.place}
      <Answered query={query} waiting={t('Looking for appeals')}>
        {found =>
          rowsOf(found).length === 0 ? (
            <p>
              {state === 'open' ? t('No appeal waits to be decided.') : t('No appeal has been decided yet.')}
            </p>
          ) : (
            <div className={css.grid}>
              {rowsOf(found).map(appeal => {
                const isThis = decide.variables?.id === appeal.id
                return (
                  <Appeal
                    key={appeal.id}
                    appeal={appeal}
                    busy={isThis && decide.isPending}
                    problem={isThis && decide.isError ? errorText(decide.error) : null}
                    onDecide={act =>
                      decide.mutate(
                        { id: appeal.id, act },
                        { onSuccess: answer => answer?.waits_for ?? done.say(t('The appeal is decided.')) },
                      )
                    }
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
