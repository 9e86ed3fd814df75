import { msg, t } from '../../language/text.ts'
import { classes } from '../../ui/classes.ts'
import css from './money-rule.module.css'

/** The rule in three lines, by the kind of booking; the full sentence is the binding text. */
const LINES = {
  call: [
    msg('You pay for the time you are both there.'),
    msg('If you end the call, or stay away while they wait, the rest is theirs.'),
    msg('In every other case the rest comes back to you.'),
  ],
  link: [
    msg('You pay for the time you are both there.'),
    msg('If you end the call, or stay away while they wait, the rest is theirs.'),
    msg('Otherwise the rest comes back; if nobody accepts in 30 days, all of it.'),
  ],
  event: [
    msg('All of it comes back if it is cancelled or does not begin.'),
    msg('If it is cut short, the unused seconds come back.'),
    msg('If you leave or do not come, nothing comes back.'),
  ],
  'queue-refund': [
    msg('You pay for your own turn, to the second.'),
    msg('All of it comes back if your turn does not come.'),
    msg('Also if you are not there when you are called.'),
  ],
  'queue-keep': [
    msg('You pay for your own turn, to the second.'),
    msg('All of it comes back if your turn does not come.'),
    msg('If you are not there when you are called, nothing comes back.'),
  ],
} as const

export type RuleOf = keyof typeof LINES

interface MoneyRuleProps {
  of: RuleOf
  /** The full sentence in the page's language. */
  rule: string
  /** While an open sheet shows the rule: it keeps its space, so that the page does not move behind the sheet. */
  covered?: boolean
}

/** The refund rule before paying: three short lines, which Details replaces by the full sentence. */
export function MoneyRule({ of, rule, covered }: MoneyRuleProps) {
  return (
    <div className={classes(css.rule, covered && css.covered)}>
      <div className={css.lines} data-sentence={rule}>
        <ul>
          {LINES[of].map(line => (
            <li key={line}>{t(line)}</li>
          ))}
        </ul>
      </div>
      <details>
        <summary className={css.more}>{t('Details')}</summary>
        <p className={css.sentence}>{rule}</p>
      </details>
    </div>
  )
}
