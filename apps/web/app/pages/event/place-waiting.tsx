import type { LiveEvent } from '@parley/contract'
import { useLocation } from 'react-router'
import { NoPlace, PlaceLine } from '../../features/live-events/place-line.tsx'
import { isBookable } from '../../features/live-events/places-text.ts'
import { BookActionWaiting } from '../../features/requests/booking/book-action.tsx'
import { MoneyRule } from '../../features/requests/money-rule.tsx'
import { placeRule } from '../../features/requests/place-rule.ts'
import { ShareButton } from '../../ui/share/share-button.tsx'

/**
 * The panel of an event until a member's own requests are known: everything that the server has sent keeps its place.
 */
export function PlaceWaiting({ event }: { event: LiveEvent }) {
  const isBack = new URLSearchParams(useLocation().search).has('payment_intent')
  const { ruleOf, moneyBackRule } = placeRule(event)
  return (
    <>
      {isBookable(event) || isBack ? (
        <>
          <BookActionWaiting before={<PlaceLine event={event} />} />
          <MoneyRule of={ruleOf} rule={moneyBackRule} />
        </>
      ) : (
        <NoPlace event={event} />
      )}
      <EventShare event={event} />
    </>
  )
}

/** Shares the address of an event. */
export function EventShare({ event }: { event: LiveEvent }) {
  return <ShareButton path={`/live-event/${event.slug}`} title={event.title} event={event} />
}
