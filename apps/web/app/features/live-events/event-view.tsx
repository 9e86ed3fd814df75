import type { LiveEvent } from '@parley/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { RichText } from '../../language/rich-text.tsx'
import { t } from '../../language/text.ts'
import { EventCover } from '../../ui/cover/event-cover.tsx'
import beside from '../../ui/panel.module.css'
import { StoredImage } from '../../ui/stored-image.tsx'
import css from './event-view.module.css'
import { EventWhen } from './event-when.tsx'
import { kindText, lengthText, placesText } from './places-text.ts'

export interface EventViewProps {
  event: LiveEvent
  /** The actions of the page: book, pay, start; for the owner: edit, cancel. */
  panel: ReactNode
  /** The owner of a queue reads what fans buy of them. */
  viewer?: 'owner' | 'other'
  /** A chosen image that is not stored yet. */
  newImage?: string | null
  /** What changed since the page was opened, for screen readers. */
  news?: string | null
}

/** What a place in a queue is: for who buys one, and for who sells them. */
function turnText({ duration, duration_display }: LiveEvent, viewer: EventViewProps['viewer']): string {
  const length = { duration: durationText(duration, duration_display) }
  return viewer === 'owner'
    ? t(
        'Each fan buys a private video call of {duration}: one to one, when it is their turn in the line.',
        length,
      )
    : t('You buy a private video call of {duration}: one to one, when it is your turn in the line.', length)
}

function EventImage({ event, newImage }: Pick<EventViewProps, 'event' | 'newImage'>) {
  const alt = t('Picture of {title}', { title: event.title })
  if (newImage) return <img src={newImage} alt={alt} className={css.picture} />
  if (event.profile.picture === null) return <EventCover title={event.title} slug={event.slug} />
  return (
    <StoredImage
      base={event.profile.picture}
      alt={alt}
      sizes="(min-width: 900px) 640px, 100vw"
      className={css.picture}
      eager
    />
  )
}

/** A live event: its content, its host, its date and price, and a panel with actions. */
export function EventView({ event, panel, viewer, newImage, news }: EventViewProps) {
  const { username } = event.influencer.user
  const isOver = event.state === 'ended' || event.state === 'cancelled'
  const places = isOver ? null : placesText(event)
  return (
    <div className={beside.layout}>
      <p role="status" className="visually-hidden">
        {news}
      </p>
      <div className={css.about}>
        <EventImage event={event} {...(newImage ? { newImage } : {})} />
        <div className={css.words}>
          <p className={css.kind}>
            {event.state === 'live' ? <span className={css.live}>{t('Live now')}</span> : kindText(event)}
          </p>
          <h1 className={css.title}>{event.title}</h1>
          <p className={css.host}>
            <RichText
              text="with {host}"
              parts={{ host: <Link to={`/profile/${username}`}>@{username}</Link> }}
            />
          </p>
          <p className={css.text}>{event.description}</p>
        </div>
      </div>
      <aside className={beside.side} aria-label={t('Place at the event')}>
        <div className={beside.panel}>
          <div className={css.offer}>
            <p className={css.what}>
              <EventWhen event={event} />
            </p>
            <p className={beside.price}>{priceText(event.amount)}</p>
            <p className={css.what}>
              {lengthText(event)}
              {places && ` · ${places}`}
            </p>
            {event.state === 'live' && (
              <p className={css.what}>
                {event.format === 'queue'
                  ? t('The line is open: a turn that is bought now comes last.')
                  : t('It has begun: whoever comes now joins where it is.')}
              </p>
            )}
            {event.format === 'queue' && !isOver && (
              <p className={css.what}>
                {turnText(event, viewer)}{' '}
                {event.order === 'drawn'
                  ? t('The order is drawn by lot, half an hour before the start.')
                  : t('The turns come in the order of the payments.')}
              </p>
            )}
          </div>
          {panel}
        </div>
      </aside>
    </div>
  )
}
