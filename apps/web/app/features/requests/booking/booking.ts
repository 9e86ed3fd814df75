import type { BookingInput as BookingBody, MainSession, MoneyBackPolicy } from '@parley/contract'
import { TERMS_VERSION } from '@parley/contract/call-money'
import { createOrder, type OrderDeps, type OrderSnapshot } from './order.ts'

/** The offer, and the refund policy of a dated call. */
export type BookingOffer = MainSession & { money_back: MoneyBackPolicy }
export type BookingSnapshot = OrderSnapshot<BookingOffer>
export type BookingDeps = Omit<OrderDeps<BookingOffer>, 'order'> & {
  username: string
  /** The start of the picked slot; null for any time. */
  slot?: () => string | null
}

/** Books a private call: ask, confirm, send once. */
export function createBooking({ username, slot = () => null, ...deps }: BookingDeps) {
  return createOrder<BookingOffer>({
    ...deps,
    order({ amount, duration, duration_display, description, money_back }, more) {
      const start = slot()
      // Another slot is another booking, with its own key.
      const picked =
        start === null
          ? { terms_version: TERMS_VERSION }
          : { slot: start, uuid: `${more.uuid}:${start}`, money_back }
      const body: BookingBody = { amount, duration, duration_display, description, ...more, ...picked }
      return { path: `/api/parley/${username}/parley_request/`, body }
    },
  })
}
export type Booking = ReturnType<typeof createBooking>
