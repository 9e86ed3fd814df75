import type { StaffStandingPerson } from '@parley/contract'
import { t } from '../../../language/text.ts'
import { Card } from '../../../ui/card.tsx'
import css from '../staff.module.css'
import { momentText } from '../staff-words.ts'

type Suspension = StaffStandingPerson['suspensions'][number]

function whenText({ kind, until, at, ended_at: endedAt }: Suspension): string {
  const since = momentText(at)
  if (endedAt !== null) return t('Was suspended from {at} to {end}.', { at: since, end: momentText(endedAt) })
  if (kind === 'banned') return t('Closed for good since {at}.', { at: since })
  return until === null
    ? t('Suspended since {at}, until further notice.', { at: since })
    : t('Suspended since {at}, until {until}.', { at: since, until: momentText(until) })
}

/** The suspensions of a person with their reasons, the newest first. */
export function SuspensionLines({
  suspensions,
  isParty,
}: {
  suspensions: readonly Suspension[]
  /** Whether the reader is a party to them, and was sent no reasons. */
  isParty: boolean
}) {
  return (
    <Card>
      <h2>{t('Suspensions')}</h2>
      {isParty && <p>{t('You are part of this case: you do not read what was written about it.')}</p>}
      <ol className={css.history} aria-label={t('Suspensions')}>
        {suspensions.map(suspension => (
          <li key={suspension.at}>
            <p>{whenText(suspension)}</p>
            {!isParty && <p className={css.quote}>{suspension.reason}</p>}
          </li>
        ))}
      </ol>
    </Card>
  )
}
