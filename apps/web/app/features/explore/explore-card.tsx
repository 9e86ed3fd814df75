import { categoryName } from '@parley/contract/categories'
import type { EventCard, ExploreCard, InfluencerCard } from '@parley/contract/explore'
import { CalendarDays, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { RichText } from '../../language/rich-text.tsx'
import { msg, t } from '../../language/text.ts'
import { classes } from '../../ui/classes.ts'
import { EventCover } from '../../ui/cover/event-cover.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import css from './explore-card.module.css'

const SIZES = '(min-width: 1100px) 200px, (min-width: 700px) 22vw, 34vw'
const WEEKDAY = { weekday: 'short', hour: '2-digit', minute: '2-digit' } as const
const SHORT = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const

function Price({ amount, duration, unit }: { amount: string; duration: number; unit: 1 | 2 | 3 }) {
  return (
    <p className={css.price}>
      <strong>{priceText(amount)}</strong>
      <span>{durationText(duration, unit)}</span>
    </p>
  )
}

function Influencer({ card, eager }: { card: InfluencerCard; eager: boolean }) {
  const name = `${card.user.first_name} ${card.user.last_name}`
  const next = card.next_event
  return (
    <>
      <Portrait
        name={name}
        picture={card.profile.picture}
        sizes={SIZES}
        className={css.portrait}
        {...(eager ? { eager } : {})}
      />
      <h3 className={css.name}>
        <Link to={`/profile/${card.user.username}`} className={css.link}>
          {name}
        </Link>
      </h3>
      <p className={css.kind}>
        {card.category ? t(categoryName(card.category)) : `@${card.user.username}`}
        {card.is_demo && ` · ${t('Demo')}`}
      </p>
      <p className={css.text}>{card.description}</p>
      <Price amount={card.amount} duration={card.duration} unit={card.duration_display} />
      {card.next_free && (
        <p className={css.next}>
          <Clock size={16} aria-hidden="true" />
          <span>
            <RichText
              text={msg('Next: {time}')}
              parts={{ time: <LocalTime at={card.next_free} format={WEEKDAY} /> }}
            />
          </span>
        </p>
      )}
      {next && (
        <p className={css.next}>
          <CalendarDays size={16} aria-hidden="true" />
          <span>
            <RichText
              text={
                next.state === 'live'
                  ? msg('Live now: {title}')
                  : next.starts_at
                    ? msg('{time}: {title}')
                    : msg('Soon: {title}')
              }
              parts={{
                title: next.title,
                time: next.starts_at && <LocalTime at={next.starts_at} format={SHORT} />,
              }}
            />
          </span>
        </p>
      )}
    </>
  )
}

function Event({ card: { event }, eager }: { card: EventCard; eager: boolean }) {
  const isLive = event.state === 'live'
  return (
    <>
      <Portrait
        name={event.title}
        picture={event.profile.picture}
        sizes={SIZES}
        className={css.portrait}
        drawing={<EventCover title={event.title} slug={event.slug} isRound />}
        {...(eager ? { eager } : {})}
      />
      <h3 className={css.name}>
        <Link to={`/live-event/${event.slug}`} className={css.link}>
          {event.title}
        </Link>
      </h3>
      <p className={css.kind}>
        {event.format === 'queue'
          ? t('One to one with {host}, in a line', { host: `@${event.influencer.user.username}` })
          : t('with {host}', { host: `@${event.influencer.user.username}` })}
      </p>
      <p className={css.text}>{event.description}</p>
      <Price amount={event.amount} duration={event.duration} unit={event.duration_display} />
      <p className={classes(css.next, isLive && css.live)}>
        <CalendarDays size={16} aria-hidden="true" />
        <span>
          {isLive ? (
            t('Live now')
          ) : event.starts_at ? (
            <LocalTime at={event.starts_at} format={SHORT} />
          ) : (
            t('No date yet')
          )}
        </span>
      </p>
    </>
  )
}

/** The person of a card. */
export const personOfCard = (card: ExploreCard): { id: string; username: string } =>
  card.kind === 'event' ? card.event.influencer.user : card.user

interface ExploreCardProps {
  card: ExploreCard
  eager: boolean
  /** The shield of the person; in the corner, above the link. */
  shield?: ReactNode
}

/** An influencer or an event in the results; the whole card is a link. */
export function ExploreCardItem({ card, eager, shield }: ExploreCardProps) {
  return (
    <li className={css.card}>
      {card.kind === 'event' ? <Event card={card} eager={eager} /> : <Influencer card={card} eager={eager} />}
      {shield && <div className={css.shield}>{shield}</div>}
    </li>
  )
}

/** A placeholder for a card while results load. */
export function ExploreCardWaiting() {
  return (
    <li className={css.card}>
      <div className={css.waiting} />
      <Skeleton width="70%" height="22px" />
      <Skeleton width="45%" height="18px" />
      <Skeleton height="42px" />
      <Skeleton width="60%" height="20px" />
    </li>
  )
}
