import { formatAmount, penceOf } from '@parley/contract/money'
import { type DatedStep, partOf } from '@parley/contract/money-back'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { classes } from '../../../ui/classes.ts'
import css from './ladder-line.module.css'
import { momentText } from './money-back-words.ts'

export interface LadderLineProps {
  steps: readonly DatedStep[]
  /** The price that was or will be paid, in the API's format. */
  amount: string
  now: Date
  /** The zone in which the start of the call is shown; undefined for this device's. */
  zone: string | undefined
}

const TONES = { all: css.all, part: css.part, none: css.none }
const toneOf = (percent: number) => TONES[percent === 100 ? 'all' : percent === 0 ? 'none' : 'part']

/** The refund for a cancellation, as a timeline: each share with its end, and the present. */
export function LadderLine({ steps, amount, now, zone }: LadderLineProps) {
  const pence = penceOf(amount)
  const left = steps.filter(({ until }) => now < until)
  return (
    <ol className={css.line} aria-label={t('What comes back if you cancel')}>
      {left.map(({ until, percent }, i) => (
        <li key={until.toISOString()} className={css.step}>
          <span className={classes(css.bar, toneOf(percent), i === 0 && css.now)} />
          <strong className={css.sum}>
            {t('{amount} back', { amount: priceText(formatAmount(partOf(pence, percent))) })}
          </strong>
          <span className={css.until}>{t('until {moment}', { moment: momentText(until, zone) })}</span>
        </li>
      ))}
    </ol>
  )
}
