import type { DecideAppeal, StaffAppeal } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { proofRequests } from '../../api/identity-proof.ts'
import { Appeal } from '../../features/staff/appeals.tsx'
import css from '../../features/staff/staff.module.css'
import { t } from '../../language/text.ts'
import { DeskCases } from './desk-cases.tsx'
import { useDone } from './desk-pages.tsx'

/** The open appeals, the oldest first; or the closed ones. */
export function AppealList() {
  const client = useQueryClient()
  const done = useDone()
  const decide = useMutation({
    mutationFn: ({ id, act }: { id: string; act: DecideAppeal }) =>
      proofRequests.withProof(() =>
        api.post<{ waits_for?: string } | null>(`/api/staff/appeals/${id}/decide/`, act),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <DeskCases<StaffAppeal>
      name="appeals"
      title={t('Appeals')}
      waiting={t('Looking for appeals')}
      states={[
        { state: 'open', tab: t('Not decided'), none: t('No appeal waits to be decided.') },
        { state: 'closed', tab: t('Decided'), none: t('No appeal has been decided yet.') },
      ]}
      message={done.place}
    >
      {(appeals, more) => (
        <div className={css.grid}>
          {appeals.map(appeal => {
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
          {more}
        </div>
      )}
    </DeskCases>
  )
}
