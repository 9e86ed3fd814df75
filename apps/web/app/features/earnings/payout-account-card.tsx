import type { PayoutAccount } from '@parley/contract'
import { ExternalLink } from 'lucide-react'
import { RichText } from '../../language/rich-text.tsx'
import { msg, t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { accountWords, dayText } from './earnings-words.ts'
import css from './payout-account-card.module.css'

export interface PayoutAccountCardProps {
  account: PayoutAccount
  /** The provider's page was requested, or is opening. */
  busy: boolean
  problem: string | null
  onSetUp: () => void
}

/** The payout account: its state at the provider, what the provider still needs, and the link to it. */
export function PayoutAccountCard({ account, busy, problem, onSetUp }: PayoutAccountCardProps) {
  const { tone, title, text, action } = accountWords(account)
  const isReady = account.status === 'active'
  return (
    <section aria-labelledby="payout-account" className={classes(css.card, css[tone])}>
      <div className={css.words}>
        <h2 id="payout-account" className={css.title}>
          {title}
        </h2>
        <p className={css.text}>{text}</p>
        {/* Of a closed account the text says it all. */}
        {account.status !== 'closed' && account.requirements.length > 0 && (
          <ul className={css.requirements}>
            {account.requirements.map(({ code, message }) => (
              <li key={code}>{t(message)}</li>
            ))}
          </ul>
        )}
        {account.due_at !== null && (
          <p className={css.due}>
            <RichText
              text={
                account.status === 'active' ? msg('Payouts stop without it on {day}') : msg('Due by {day}')
              }
              parts={{ day: <time dateTime={account.due_at}>{dayText(account.due_at)}</time> }}
            />
          </p>
        )}
        {problem !== null && <ProblemNote>{t(problem)}</ProblemNote>}
      </div>
      <Button
        variant={isReady ? 'secondary' : 'primary'}
        busy={busy}
        icon={<ExternalLink size={18} aria-hidden="true" />}
        onClick={onSetUp}
      >
        {action}
      </Button>
    </section>
  )
}
