import type { StaffPayout } from '@parley/contract'
import { PayoutQueue } from '../../features/staff/payout-queue.tsx'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { DeskCases } from './desk-cases.tsx'

/** Open payouts, the soonest first; or sent ones, the newest first. */
export function PayoutList() {
  return (
    <DeskCases<StaffPayout>
      name="payouts"
      title={t('Payouts')}
      waiting={t('Looking for payouts')}
      states={[
        { state: 'open', tab: t('To be paid'), none: t('Nothing waits to be paid out.') },
        { state: 'closed', tab: t('Paid out'), none: t('Nothing was paid out yet.') },
      ]}
    >
      {(payouts, more) => (
        <Card>
          <PayoutQueue payouts={payouts} />
          {more}
        </Card>
      )}
    </DeskCases>
  )
}
