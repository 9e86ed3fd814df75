import type { Influencer, PayAnswer, SessionRequest } from '@parley/contract'
import { fanOf, HOST, SOMEBODY_ASKED, STAR } from '../../apps/server/src/testing/growth/shape.ts'
import { nextFan } from './fans.ts'
import { type Call, get, type Subject, same, type Target, times } from './target.ts'

async function offerOf(subject: Subject, username: string) {
  const { main_session } = await subject.call<Influencer>(get(`/api/parley/${username}/`))
  const { amount, duration, duration_display, description } = main_session
  return { amount, duration, duration_display, description }
}

async function bookings(subject: Subject, count: number): Promise<Call[]> {
  const offer = await offerOf(subject, `user${STAR}`)
  return times(count, () => ({
    what: `POST /api/parley/user${STAR}/parley_request/`,
    as: nextFan(subject.shape),
    body: { ...offer, uuid: crypto.randomUUID() },
    status: 201,
  }))
}

async function booked(subject: Subject, count: number): Promise<{ as: number; request: SessionRequest }[]> {
  const made: { as: number; request: SessionRequest }[] = []
  for (const call of await bookings(subject, count))
    made.push({ as: call.as ?? 0, request: await subject.call<SessionRequest>(call) })
  await subject.job('doDueWork')
  return made
}

const ofBooked =
  (make: (made: { as: number; request: SessionRequest }) => Call) =>
  async (subject: Subject, count: number) =>
    (await booked(subject, count)).map(make)

const pay = ({ as, request }: { as: number; request: SessionRequest }): Call => ({
  ...{ what: `POST /api/influencer/parley_requests/${request.id}/pay/`, as, body: {} },
})

async function paid(subject: Subject, count: number) {
  const made: { as: number; request: SessionRequest; answer: PayAnswer }[] = []
  for (const one of await booked(subject, count)) {
    const answer = await subject.call<PayAnswer>(pay(one))
    const form = new URLSearchParams({
      ...{ key: answer.publishable_key, client_secret: answer.client_secret ?? '' },
      ...{ 'payment_method_data[type]': 'card', 'payment_method_data[card][number]': '4242424242424242' },
      ...{ 'payment_method_data[card][exp_month]': '12', 'payment_method_data[card][exp_year]': '2034' },
      ...{ 'payment_method_data[card][cvc]': '123', return_url: `${subject.origin}/` },
    })
    await subject.call({
      what: `POST /sandbox/stripe/v1/payment_intents/${answer.payment_intent}/confirm`,
      body: form,
    })
    made.push({ ...one, answer })
  }
  return made
}

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
    name: 'book a place at the largest event',
    kind: 'route',
    calls: (subject, count) =>
      times(count, () => ({
        what: `POST /api/parley/user${HOST}/live_event/`,
        as: nextFan(subject.shape),
        body: { slug: 'event-1', title: 'Evening 1', session_request: { amount: '25.00' } },
        status: 201,
      })),
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
      ...{ what: `PATCH /api/influencer/user${SOMEBODY_ASKED}/`, as: SOMEBODY_ASKED },
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
