import type { BookingInput as BookingBody, MainSession } from '@parley/contract'
import { createOrder, type OrderDeps, type OrderSnapshot } from './order.ts'

export type BookingSnapshot = OrderSnapshot<MainSession>
export type BookingDeps = Omit<OrderDeps<MainSession>, 'order'> & {
  username: string
  /** The start of the time that is picked; null for any time. */
  slot?: () => string | null
}

/** Books a private session: ask, confirm, send once. */
export function createBooking({ username, slot = () => null, ...deps }: BookingDeps) {
  return createOrder<MainSession>({
    ...deps,
    order({ amount, duration, duration_display, description }, more) {
      const start = slot()
      // Another time is another booking, with a key of its own.
      const picked = start === null ? {} : { slot: start, uuid: `${more.uuid}:${start}` }
      const body: BookingBody = { amount, duration, duration_display, description, ...more, ...picked }
      return { path: `/api/parley/${username}/parley_request/`, body }
    },
  })
}
export type Booking = ReturnType<typeof createBooking>
