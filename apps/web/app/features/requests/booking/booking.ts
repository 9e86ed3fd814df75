import type { Booking as BookingBody, MainSession } from '@parley/contract'
import { createOrder, type OrderDeps, type OrderSnapshot } from './order.ts'

export type BookingSnapshot = OrderSnapshot<MainSession>
export type BookingDeps = Omit<OrderDeps<MainSession>, 'order'> & { username: string }

/** Books a private session: ask, confirm, send once. */
export function createBooking({ username, ...deps }: BookingDeps) {
  return createOrder<MainSession>({
    ...deps,
    order({ amount, duration, duration_display, description }, more) {
      const body: BookingBody = { amount, duration, duration_display, description, ...more }
      return { path: `/api/parley/${username}/parley_request/`, body }
    },
  })
}
export type Booking = ReturnType<typeof createBooking>
