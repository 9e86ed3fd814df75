import type { DecideAppeal, StaffAppeal } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { Appeal } from '../../features/staff/appeals.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, useDeskPages, useDone } from './desk-pages.tsx'

/** The open appeals, the oldest first; renders nothing when there are none. */
export function AppealList() {
  const client = useQueryClient()
  const query = useDeskPages<StaffAppeal>('appeals', '/api/staff/appeals/')
  const done = useDone()
  const decide = useMutation({
    mutationFn: ({ id, act }: { id: string; act: DecideAppeal }) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for?: string } | null>(`/api/staff/appeals/${id}/decide/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <>
      {done.place}
      <Answered query={query} waiting={t('Looking for appeals')}>
        {found =>
          rowsOf(found).length > 0 && (
            <section aria-label={t('Appeals')} className={css.grid}>
              <h2>{t('Appeals')}</h2>
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
            </section>
          )
        }
      </Answered>
    </>
  )
}
