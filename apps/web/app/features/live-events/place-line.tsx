import type { LiveEvent } from '@parley/contract'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
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

/** Why no place can be booked. */
export function NoPlace({ event }: { event: LiveEvent }) {
  const words =
    event.state === 'cancelled'
      ? t('Whoever paid for a place gets all of it back.')
      : event.state === 'ended'
        ? event.format === 'queue'
          ? t('The line is over.')
          : t('It cannot be watched any more: there is no replay.')
        : t('All places are taken. One that is not paid in 15 minutes is free again.')
  return <p className={css.closed}>{words}</p>
}
