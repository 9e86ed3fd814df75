import type { LiveEvent, PlaceBookingInput as PlaceBody } from '@parley/contract'
import { createOrder, type OrderDeps } from './order.ts'

/** Books a place at a live event: ask, confirm, send once. */
export function createPlaceBooking(deps: Omit<OrderDeps<LiveEvent>, 'order'>) {
  return createOrder<LiveEvent>({
    ...deps,
    order(offer, { uuid, ...more }) {
      const { title, slug, influencer } = offer
      const { amount, format, duration, absent, order, starts_at } = offer
      // The terms that the buyer read: the server refuses when one of them has changed.
      const seen = { format, duration, absent, order, starts_at }
      const body: PlaceBody = { title, slug, session_request: { amount, uuid, ...seen }, ...more }
      return { path: `/api/parley/${influencer.user.username}/live_event/`, body }
    },
  })
}
export type PlaceBooking = ReturnType<typeof createPlaceBooking>
