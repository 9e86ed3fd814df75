import type { LiveEvent } from '@parley/contract'
import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { plural, t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { StoredImage } from '../../ui/stored-image.tsx'
import css from './event-list.module.css'
import { inOrder } from './event-order.ts'
import { EventWhen } from './event-when.tsx'
import { lengthText, placesText } from './places-text.ts'

const SHOWN_AT_ONCE = 5

function EventItem({ event }: { event: LiveEvent }) {
  const places = placesText(event)
  return (
    <li className={css.item}>
      {event.profile.picture && (
        <StoredImage base={event.profile.picture} alt="" sizes="96px" className={css.picture} />
      )}
      <div className={css.words}>
        <h3 className={css.title}>
          <Link to={`/live-event/${event.slug}`} className={css.link}>
            {event.title}
          </Link>
        </h3>
        <p className={css.facts}>
          <EventWhen event={event} />
        </p>
        <p className={css.facts}>
          {event.format === 'queue'
            ? lengthText(event)
            : durationText(event.duration, event.duration_display)}
          {places && ` · ${places}`}
        </p>
      </div>
      <strong className={css.price}>{priceText(event.amount)}</strong>
    </li>
  )
}

/** The next events; the others are behind one press, so that what comes after the list stays near. */
function Events({ events }: { events: readonly LiveEvent[] }) {
  const others = events.slice(SHOWN_AT_ONCE)
  const items = (some: readonly LiveEvent[]) => (
    <ul className={css.list}>
      {some.map(event => (
        <EventItem key={event.id} event={event} />
      ))}
    </ul>
  )
  return (
    <>
      {items(events.slice(0, SHOWN_AT_ONCE))}
      {others.length > 0 && (
        <details className={css.others}>
          <summary>
            {plural(others.length, { one: '{count} more event', other: '{count} more events' })}
          </summary>
          {items(others)}
        </details>
      )}
    </>
  )
}

export interface EventListProps {
  events: readonly LiveEvent[]
  /** The owner can add one. */
  viewer: 'owner' | 'other'
}

/** The live events on a profile: those to come and the live one. */
export function EventList({ events, viewer }: EventListProps) {
  if (events.length === 0 && viewer === 'other') return null
  return (
    <section className={css.section} aria-labelledby="live-events">
      <div className={css.head}>
        <h2 id="live-events" className={css.heading}>
          {t('Live events')}
        </h2>
        {viewer === 'owner' && (
          <ButtonLink to="/add-event/" icon={<Plus size={18} aria-hidden="true" />}>
            {t('Add event')}
          </ButtonLink>
        )}
      </div>
      {events.length === 0 ? (
        <p className={css.none}>{t('Hold a live event: you broadcast, and as many watch as buy a place.')}</p>
      ) : (
        <Events events={inOrder(events)} />
      )}
    </section>
  )
}
