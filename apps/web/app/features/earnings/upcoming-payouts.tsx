import type { UpcomingPayout } from '@parley/contract'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import css from './earnings-list.module.css'
import { money, whenText } from './earnings-words.ts'

/** The next payouts, the soonest first: how much, when, and why not now. */
export function UpcomingPayouts({ payouts }: { payouts: readonly UpcomingPayout[] }) {
  if (payouts.length === 0) return null
  return (
    <section aria-labelledby="upcoming">
      <h2 id="upcoming" className={css.title}>
        {t('Coming next')}
      </h2>
      <ul className={css.list}>
        {payouts.map(payout => (
          <li key={payout.request_slug} className={css.line}>
            <span className={css.what}>{whenText(payout)}</span>
            <span className={css.amount}>{money(payout.amount)}</span>
            <span className={css.detail}>
              {t(payout.reason.message)}{' '}
              <Link to={`/receipt/${payout.request_slug}`} className={css.link}>
                {t('Receipt')}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
