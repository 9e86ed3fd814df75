import type { StaffRequest } from '@parley/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Card } from '../../ui/card.tsx'
import css from './staff.module.css'
import { momentText, plainWord } from './staff-words.ts'

function PersonLink({ person }: { person: StaffRequest['influencer'] }) {
  if (!person) return t('Nobody yet')
  return <Link to={`/staff/people/${person.id}`}>@{person.username}</Link>
}

/** What the two said the call was like, with what their pages measured. */
function Opinions({ opinions }: Pick<StaffRequest, 'opinions'>) {
  const figure = (value: number | null | undefined, unit = '') =>
    value === null || value === undefined ? '–' : `${value}${unit}`
  return (
    <Card>
      <h2>{t('What the call was like')}</h2>
      <ul className={css.history}>
        {opinions.map(({ by, opinion, trouble, figures, at }) => (
          <li key={by}>
            <strong>{plainWord(trouble ?? opinion)}</strong> @{by}
            <p className={css.muted}>
              {t(
                '{at}: round trip {roundTrip}, lost {lost}, frozen {freezes} times, connected anew {restarts} times',
                {
                  at: momentText(at),
                  roundTrip: figure(figures.round_trip_ms, ' ms'),
                  lost: figure(figures.lost_permille, ' ‰'),
                  freezes: figure(figures.freezes),
                  restarts: figure(figures.restarts),
                },
              )}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface RequestViewProps {
  request: StaffRequest
  /** Who was there, as two bars. */
  attendance: ReactNode
  /** Where each penny is. */
  rail: ReactNode
}

/** One request on one page: why a call failed, and where its money is. */
export function RequestView({ request, attendance, rail }: RequestViewProps) {
  const { outcome } = request
  return (
    <div className={css.grid}>
      <Card>
        <h2>{t('What was agreed')}</h2>
        <dl className={css.facts}>
          <dt>{t('What')}</dt>
          <dd>{request.description}</dd>
          <dt>{t('Price')}</dt>
          <dd>{priceText(request.amount)}</dd>
          <dt>{t('Buyer')}</dt>
          <dd>
            <PersonLink person={request.buyer} />
          </dd>
          {request.attendee && (
            <>
              <dt>{t('Attends')}</dt>
              <dd>
                <PersonLink person={request.attendee} />
              </dd>
            </>
          )}
          <dt>{t('Influencer')}</dt>
          <dd>
            <PersonLink person={request.influencer} />
          </dd>
          <dt>{t('State')}</dt>
          <dd>{outcome ? `${plainWord(request.state)}, ${plainWord(outcome)}` : plainWord(request.state)}</dd>
          <dt>{t('Payment')}</dt>
          <dd>{plainWord(request.payment)}</dd>
        </dl>
        {request.note !== '' && <p className={css.quote}>{request.note}</p>}
      </Card>
      <Card>{attendance ?? <p>{t('Nothing is kept of who watched an event.')}</p>}</Card>
      {request.opinions.length > 0 && <Opinions opinions={request.opinions} />}
      <section aria-label={t('Where the money is')}>{rail}</section>
      <Card>
        <h2>{t('History')}</h2>
        <ol className={css.history}>
          {request.history.map(change => (
            <li key={`${change.at} ${change.action} ${change.state}`}>
              <strong>{plainWord(change.action)}</strong>
              {change.by && ` @${change.by}`}
              <p className={css.muted}>
                {t('{at}: {state}, {payment}', {
                  at: momentText(change.at),
                  state: plainWord(change.state),
                  payment: plainWord(change.payment),
                })}
              </p>
            </li>
          ))}
        </ol>
      </Card>
    </div>
  )
}
