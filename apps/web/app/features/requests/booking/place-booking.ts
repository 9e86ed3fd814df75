import type { LiveEvent, PlaceBookingInput as PlaceBody } from '@parley/contract'
import { createOrder, type OrderDeps } from './order.ts'

/** Books a place at a live event: ask, confirm, send once. */
export function createPlaceBooking(deps: Omit<OrderDeps<LiveEvent>, 'order'>) {
  return createOrder<LiveEvent>({
    ...deps,
    order({ title, slug, amount, influencer, format, duration, absent }, { uuid, ...more }) {
      // What was read of a turn is what is bought: the server refuses when it is another by now.
      const seen = format === 'queue' ? { duration, absent } : {}
      const body: PlaceBody = { title, slug, session_request: { amount, uuid, ...seen }, ...more }
      return { path: `/api/parley/${influencer.user.username}/live_event/`, body }
    },
  })
}
export type PlaceBooking = ReturnType<typeof createPlaceBooking>
