import type { StaffAct, StaffPending } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { PendingAct, type PendingWord } from '../../features/staff/pending.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { Answered } from './desk-frame.tsx'
import { rowsOf, ShowMore, useDeskPages, useDone } from './desk-pages.tsx'

/** The acts that wait for a second member of staff, the oldest first; renders nothing when there are none. */
export function PendingList() {
  const client = useQueryClient()
  const query = useDeskPages<StaffPending>('pending', '/api/staff/pending/')
  const done = useDone()
  const decide = useMutation({
    mutationFn: ({ id, word, act }: { id: string; word: PendingWord; act: StaffAct }) =>
      proofRequests.withProof(() => api.post(`/api/staff/pending/${id}/${word}/`, act)),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <>
      {done.place}
      <Answered query={query} waiting={t('Looking for what waits')}>
        {found =>
          rowsOf(found).length > 0 && (
            <section aria-label={t('Waits for a second member of staff')} className={css.grid}>
              <h2>{t('Waits for a second member of staff')}</h2>
              {rowsOf(found).map(pending => {
                const isThis = decide.variables?.id === pending.id
                return (
                  <PendingAct
                    key={pending.id}
                    pending={pending}
                    busy={isThis && decide.isPending}
                    problem={isThis && decide.isError ? errorText(decide.error) : null}
                    onDecide={(word, act) =>
                      decide.mutate(
                        { id: pending.id, word, act },
                        {
                          onSuccess: () =>
                            done.say(
                              word === 'confirm' ? t('It is carried out.') : t('It is not carried out.'),
                            ),
                        },
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
