import type { Earnings } from '@parley/contract'
import { numberText } from '../../language/formats.ts'
import { plural, t } from '../../language/text.ts'
import { Ring } from '../../ui/ring.tsx'
import css from './earnings-figures.module.css'
import { isNothing, money, shareReceived } from './earnings-words.ts'

interface Figure {
  name: string
  amount: string
  hint: string
}

export interface EarningsFiguresProps {
  earnings: Pick<Earnings, 'held' | 'payable' | 'in_transit' | 'paid_out' | 'debt'>
  feePercent: number
  releaseAfterHours: number
}

/** The paid-out sum, in the ring, and where the rest of the money is. */
export function EarningsFigures({ earnings, feePercent, releaseAfterHours }: EarningsFiguresProps) {
  const { held, payable, in_transit, paid_out, debt } = earnings
  const figures: Figure[] = [
    {
      name: t('Held'),
      amount: held,
      hint: plural(releaseAfterHours, {
        one: 'Yours {count} hour after the call',
        other: 'Yours {count} hours after the call',
      }),
    },
    { name: t('Payable'), amount: payable, hint: t('Yours, and not sent yet') },
    { name: t('On its way'), amount: in_transit, hint: t('Being sent at this moment') },
  ]
  return (
    <section aria-label={t('Your money')} className={css.layout}>
      <Ring
        className={css.ring}
        fraction={shareReceived(paid_out, [held, payable, in_transit])}
        tone="ember"
        weight={5}
      >
        <div className={css.received}>
          <span className={css.label}>{t('Paid out')}</span>
          <strong className={css.sum}>{money(paid_out)}</strong>
        </div>
      </Ring>
      <div className={css.rest}>
        <dl className={css.figures}>
          {figures.map(({ name, amount, hint }) => (
            <div key={name} className={css.figure}>
              <dt>{name}</dt>
              <dd className={css.amount}>{money(amount)}</dd>
              <dd className={css.hint}>{hint}</dd>
            </div>
          ))}
          {!isNothing(debt) && (
            <div className={css.figure}>
              <dt>{t('You owe')}</dt>
              <dd className={css.owed}>{money(debt)}</dd>
              <dd className={css.hint}>
                {t('From a sale that went back to its buyer; it comes off your next payouts')}
              </dd>
            </div>
          )}
        </dl>
        <p className={css.fee}>
          {t("These are your shares: Parley's fee of {fee}% is off already.", {
            fee: numberText(feePercent),
          })}
        </p>
      </div>
    </section>
  )
}
