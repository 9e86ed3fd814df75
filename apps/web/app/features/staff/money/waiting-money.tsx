import type { MoneyWait, StaffRequest } from '@parley/contract'
import { priceText } from '../../../language/prices.ts'
import { msg, t } from '../../../language/text.ts'
import { Card } from '../../../ui/card.tsx'
import css from '../staff.module.css'

/** The next step of an operator, for each kind of money that waits. */
const STEPS = {
  returned_to_leaver: msg(
    '{amount} came back from the bank of the buyer, who has left. Refund it once more in the payment provider’s dashboard; if it comes back again, keep it for them.',
  ),
  gift_of_leaver: msg(
    '{amount} that the influencer gave back was not earned before they left, so it does not go out by itself. To pay it from Parley’s money, refund exactly this sum in the payment provider’s dashboard. Check first that the two are no friends.',
  ),
  taken_back: msg(
    '{amount} of the payout was taken back by hand, and is owed to the influencer again. To pay it, make a transfer of exactly this sum to their account in the payment provider’s dashboard.',
  ),
} as const satisfies Record<MoneyWait, string>

/** Money that waits for an operator, with the next step; nothing where none does. */
export function WaitingMoney({ waits }: Pick<StaffRequest, 'waits'>) {
  if (waits.length === 0) return null
  return (
    <Card className={css.answer}>
      <h2>{t('This money waits for us')}</h2>
      <ul>
        {waits.map(({ kind, amount }) => (
          <li key={kind}>{t(STEPS[kind], { amount: priceText(amount) })}</li>
        ))}
      </ul>
    </Card>
  )
}
