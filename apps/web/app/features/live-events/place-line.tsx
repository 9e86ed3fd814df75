import type { LiveEvent } from '@parley/contract'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import css from './event-panel.module.css'
import { lengthText } from './places-text.ts'

/** The price and length of a place beside the button on a phone. */
export function PlaceLine({ event }: { event: LiveEvent }) {
  return (
    <>
      <strong className={css.price}>{priceText(event.amount)}</strong>
      <br />
      <span className={css.length}>
        {event.format === 'queue' ? lengthText(event) : durationText(event.duration, event.duration_display)}
      </span>
    </>
  )
}

function noPlaceText({ state, format }: LiveEvent): string {
  if (state === 'cancelled') return t('Whoever paid for a place gets all of it back.')
  if (state !== 'ended') return t('All places are taken. One that is not paid in 15 minutes is free again.')
  return format === 'queue' ? t('The line is over.') : t('It cannot be watched any more: there is no replay.')
}

/** Why no place can be booked, and what else its reader can do. */
export function NoPlace({ event, viewer = 'other' }: { event: LiveEvent; viewer?: 'owner' | 'other' }) {
  const { username } = event.influencer.user
  return (
    <>
      <p className={css.closed}>{noPlaceText(event)}</p>
      {viewer === 'owner' ? (
        <ButtonLink variant="primary" to="/add-event">
          {t('Add event')}
        </ButtonLink>
      ) : (
        <ButtonLink variant="primary" to={`/profile/${username}`}>
          {t('See what else @{name} offers', { name: username })}
        </ButtonLink>
      )}
    </>
  )
}
