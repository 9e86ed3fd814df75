import type { MoneyLine, MoneyRail } from '@parley/contract'
import { penceOf } from '@parley/contract/money'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { Ring } from '../../ui/ring.tsx'
import css from './money-rail.module.css'
import { leftWords, lineTime, lineWords } from './rail-words.ts'

interface LineProps {
  line: MoneyLine
  rail: MoneyRail
  isRepeated: boolean
}

function Line({ line, rail, isRepeated }: LineProps) {
  return (
    <li className={classes(css.line, line.at === null && css.toCome)}>
      <span className={css.dot} aria-hidden="true" />
      <span className={css.what}>{lineWords(line, rail)}</span>
      <span className={css.amount}>{priceText(line.amount)}</span>
      <span className={css.when}>
        {line.at === null ? lineTime(line) : <time dateTime={line.at}>{lineTime(line)}</time>}
        {line.reference !== null && !isRepeated && (
          <span className={css.reference}>
            {t('Reference for the bank: {reference}', { reference: line.reference })}
          </span>
        )}
      </span>
    </li>
  )
}

/** All steps of one refund have the same reference, which only the last step shows. */
const isSaidLater = (lines: readonly MoneyLine[], at: number) =>
  lines.slice(at + 1).some(({ reference }) => reference !== null && reference === lines[at]?.reference)

/** The share of a sale's money that has reached its end: the ring is closed when no step is left. */
function doneShare({ lines, left }: MoneyRail): number {
  const charged = lines.find(({ what }) => what === 'charged')?.amount
  return charged ? Math.max(0, 1 - penceOf(left) / penceOf(charged)) : 0
}

/** Where every penny of one sale is: past steps, and the next ones. */
export function Rail({ rail }: { rail: MoneyRail }) {
  const done = rail.lines.filter(({ at }) => at !== null)
  const next = rail.lines.filter(({ at }) => at === null)
  if (done.length === 0) return <Card>{t('Nothing has been paid yet.')}</Card>
  return (
    <div className={css.rail}>
      <Card className={css.head}>
        <Ring className={css.ring} fraction={doneShare(rail)} weight={8} tone="ember" />
        <div>
          <p className={css.left}>{leftWords(rail)}</p>
          {next[0] && (
            <p className={css.muted}>
              {t('Next: {what}, {when}.', { what: lineWords(next[0], rail), when: lineTime(next[0]) })}
            </p>
          )}
        </div>
      </Card>
      <Card>
        <ol className={css.lines} aria-label={t('What happened to the money')}>
          {[...done, ...next].map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are never reordered
            <Line key={i} line={line} rail={rail} isRepeated={isSaidLater(done, i)} />
          ))}
        </ol>
      </Card>
    </div>
  )
}
