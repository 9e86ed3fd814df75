import type { StaffFound } from '@parley/contract'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { stateWords } from './code-words.ts'
import css from './staff.module.css'

/** Requests as links to their page at the desk. */
export function FoundRequests({ requests }: { requests: StaffFound['requests'] }) {
  return (
    <ul className={css.queue} aria-label={t('Calls and places')}>
      {requests.map(request => (
        <li key={request.id}>
          <Link className={css.row} to={`/staff/requests/${request.id}`}>
            <strong>{request.description}</strong>
            <span>{priceText(request.amount)}</span>
            <span className={css.muted}>
              {request.influencer
                ? t('@{buyer} with @{influencer}, {state}', {
                    buyer: request.buyer,
                    influencer: request.influencer,
                    state: stateWords(request.state),
                  })
                : t('@{buyer}, {state}', { buyer: request.buyer, state: stateWords(request.state) })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The results of a search. */
export function Found({ found }: { found: StaffFound }) {
  if (found.people.length === 0 && found.requests.length === 0) return <p>{t('Nothing was found.')}</p>
  return (
    <>
      {found.people.length > 0 && (
        <ul className={css.queue} aria-label={t('People')}>
          {found.people.map(person => (
            <li key={person.id}>
              <Link className={css.row} to={`/staff/people/${person.id}`}>
                <strong>@{person.username}</strong>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {found.requests.length > 0 && <FoundRequests requests={found.requests} />}
    </>
  )
}
