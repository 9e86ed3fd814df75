import { fanOf, ORDINARY_INFLUENCER, STAR } from '../../apps/server/src/testing/growth/shape.ts'
import { nextFan } from './fans.ts'
import { bookings, ofBooked, paid, pay } from './sales.ts'
import { same, type Target, times } from './target.ts'

/** The calls that change something. */
export const WRITES: readonly Target[] = [
  { name: 'book the star', kind: 'route', calls: bookings },
  { name: 'pay: the intent', kind: 'route', calls: ofBooked(pay) },
  {
    name: 'paid: the browser comes back',
    kind: 'route',
    calls: async (subject, count) =>
      (await paid(subject, count)).map(({ as, answer }) => ({
        what: 'POST /api/parley/parley_request/payment-intent/',
        ...{ as, body: { paymentIntentId: answer.payment_intent } },
      })),
  },
  {
    name: 'accept',
    kind: 'route',
    calls: ofBooked(({ request }) => ({
      what: `POST /api/influencer/requests/${request.id}/accept/`,
      as: STAR,
    })),
  },
  {
    name: 'reject',
    kind: 'route',
    calls: ofBooked(({ request }) => ({
      ...{ what: `POST /api/influencer/requests/${request.id}/reject/`, as: STAR, body: { reason: 'Away' } },
    })),
  },
  {
    name: 'cancel',
    kind: 'route',
    calls: ofBooked(({ as, request }) => ({
      what: `POST /api/influencer/parley_requests/${request.id}/cancel/`,
      as,
    })),
  },
  {
    name: 'enter a call',
    kind: 'route',
    calls: async (subject, count) => {
      const made = await paid(subject, count)
      await subject.job('doDueWork')
      return made.map(({ as, request }) => ({
        what: `POST /api/influencer/parley_requests/${request.id}/session/`,
        as,
      }))
    },
  },
  {
    name: 'make a prepaid link',
    kind: 'route',
    calls: (subject, count) =>
      times(count, () => ({
        what: 'POST /api/parley/prepaid-link/',
        as: nextFan(subject.shape),
        body: {
          amount: '10.00',
          duration: 600,
          description: 'Ten minutes for somebody',
          uuid: crypto.randomUUID(),
        },
        status: 201,
      })),
  },
  {
    name: 'a ticket for a socket',
    kind: 'route',
    calls: same(shape => ({ what: 'POST /api/ws-ticket/', as: fanOf(shape, 1), body: { path: '/chat/x/' } })),
  },
  {
    name: 'log in',
    kind: 'route',
    calls: (subject, count) =>
      times(count, () => ({
        what: 'POST /api/auth/jwt/create/',
        body: { email: `user${nextFan(subject.shape)}@example.org`, password: 'correct horse battery' },
      })),
  },
  {
    name: 'change an account',
    kind: 'route',
    calls: same(shape => ({
      what: 'PATCH /api/user/me/',
      as: fanOf(shape, 1),
      body: { expose_email: false },
    })),
  },
  {
    name: 'change an offer',
    kind: 'route',
    calls: same(() => ({
      ...{ what: `PATCH /api/influencer/user${ORDINARY_INFLUENCER}/`, as: ORDINARY_INFLUENCER },
      body: { main_session: { amount: '25.00' } },
    })),
  },
  {
    name: 'ask for a new password',
    kind: 'route',
    calls: (subject, count) =>
      times(count, () => ({
        what: 'POST /api/user/password-reset/',
        body: { email: `user${nextFan(subject.shape)}@example.org` },
        status: 202,
      })),
  },
]
