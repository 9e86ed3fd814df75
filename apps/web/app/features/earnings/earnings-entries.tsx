import type { EarningsEntry } from '@parley/contract'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import css from './earnings-list.module.css'
import { dayText, ENTRY_WORDS, entryDetail, money } from './earnings-words.ts'

export interface EarningsEntriesProps {
  entries: readonly EarningsEntry[]
  /** Loads older ones; null when there are none. */
  onMore: (() => void) | null
  busy: boolean
}

/** A payout also reduces the balance, but it is not a loss. */
const isLoss = ({ kind }: EarningsEntry) => kind === 'refund' || kind === 'dispute'

function Entry({ entry }: { entry: EarningsEntry }) {
  const detail = entryDetail(entry)
  return (
    <li className={css.line}>
      <span className={css.what}>{t(ENTRY_WORDS[entry.kind])}</span>
      <span className={classes(css.amount, isLoss(entry) && css.minus)}>{money(entry.amount)}</span>
      <span className={css.detail}>
        <time dateTime={entry.at}>{dayText(entry.at)}</time>
        {detail !== '' && ` · ${detail}`}
        {entry.request_slug !== null && (
          <>
            {' · '}
            <Link to={`/receipt/${entry.request_slug}`} className={css.link}>
              {t('Receipt')}
            </Link>
          </>
        )}
      </span>
    </li>
  )
}

/** What was earned, paid out and taken back, newest first. */
export function EarningsEntries({ entries, onMore, busy }: EarningsEntriesProps) {
  return (
    <section aria-labelledby="entries">
      <h2 id="entries" className={css.title}>
        {t('What happened so far')}
      </h2>
      <ul className={css.list}>
        {entries.map(entry => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {onMore && (
        <Button busy={busy} onClick={onMore} className={css.more}>
          {t('Show older ones')}
        </Button>
      )}
    </section>
  )
}
