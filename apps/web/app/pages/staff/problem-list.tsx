import type { StaffProblem } from '@parley/contract'
import { ProblemQueue } from '../../features/staff/problem-queue.tsx'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { DeskCases } from './desk-cases.tsx'

/** The calls with a problem: the open ones, whose money waits, the oldest first; or the closed ones. */
export function ProblemList() {
  return (
    <DeskCases<StaffProblem>
      name="problems"
      title={t('Problems with calls')}
      waiting={t('Looking for problems')}
      states={[
        { state: 'open', tab: t('Not decided'), none: t('No call waits to be settled.') },
        { state: 'closed', tab: t('Decided'), none: t('No problem has been decided yet.') },
      ]}
    >
      {(problems, more) => (
        <Card>
          <ProblemQueue problems={problems} />
          {more}
        </Card>
      )}
    </DeskCases>
  )
}
