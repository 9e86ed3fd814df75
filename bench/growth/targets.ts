import { randomBytes } from 'node:crypto'
import type { Influencer, PayAnswer, SessionRequest } from '@parley/contract'
import {
  fanOf,
  HOST,
  personId,
  regularOf,
  type Shape,
  SOMEBODY_ASKED,
  STAR,
} from '../../apps/server/src/testing/growth/shape.ts'
import type { JobName } from './measured-server.ts'

/** One request to the API or for a page; `as` is the number of a person. */
export interface Call {
  what: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`
  as?: number
  body?: unknown
  status?: number
}

export interface Subject {
  shape: Shape
  origin: string
  call<T>(call: Call): Promise<T>
  job(name: JobName): Promise<void>
}

export interface Target {
  name: string
  kind: 'route' | 'page'
  /** So many requests, of which the first ones warm up; the data that they need are made here and are not measured. */
  calls(subject: Subject, count: number): Promise<Call[]> | Call[]
  /** Why more data may increase the cost; left out where it may not. */
  mayGrow?: string
  /** Rows that a list shows. */
  shows?: number
}

const times = (count: number, make: (i: number) => Call): Call[] =>
  Array.from({ length: count }, (_, i) => make(i))
/** The same call again and again. */
const same = (make: (shape: Shape) => Call) => (subject: Subject, count: number) =>
  times(count, () => make(subject.shape))

const read = (name: string, make: (shape: Shape) => Call, mayGrow?: string): Target => ({
  ...{ name, kind: 'route', calls: same(make) },
  ...(mayGrow ? { mayGrow } : {}),
})
/** A page of a list. */
const list = (name: string, make: (shape: Shape) => Call): Target => ({ ...read(name, make), shows: 20 })
const get = (path: `/${string}`, as?: number): Call => ({ what: `GET ${path}`, ...(as ? { as } : {}) })

const WORDS = ['chess', 'guitar', 'running', 'painting', 'cooking', 'fifteen', 'minutes', 'anything']

/** The whole range of ids; an answer has 10,000 addresses at most. */
const ALL_PROFILES = `/sitemaps/profiles-${'0'.repeat(32)}-${'f'.repeat(32)}.xml` as const
const RANKED = 'ranks up to 1,000 matches'

const reads: Target[] = [
  read('own account', s => get('/api/user/me/', fanOf(s, 1))),
  read('own logins', s => get('/api/user/me/logins/', fanOf(s, 1))),
  read('own second factors', s => get('/api/user/me/factors/', fanOf(s, 1))),
  list('badge of what waits, star', () => get('/api/user/me/waiting/', STAR)),
  list('badge of what waits, regular', s => get('/api/user/me/waiting/', regularOf(s))),
  read('a public user', s => get(`/api/user/get_user/user${fanOf(s, 1)}/`)),
  read('a profile', () => get(`/api/parley/user${SOMEBODY_ASKED}/`)),
  read('profile of the star', () => get(`/api/parley/user${STAR}/`)),
  read('profile of who holds the largest event', () => get(`/api/parley/user${HOST}/`)),
  read('events of a profile', () => get(`/api/parley/user${HOST}/live_events/`)),
  read('the largest event', () => get('/api/parley/event-1/event/')),
  read('own place at the largest event', s => get('/api/parley/event-1/event-session/', buyerAt(s, 1))),
  list('mine with the star, as a fan', s => get(`/api/parley/user${STAR}/parley_request/`, fanOf(s, 1))),
  list('mine with the star, as regular', s => get(`/api/parley/user${STAR}/parley_request/`, regularOf(s))),
  list('mine, of the star', () => get(`/api/parley/user${STAR}/parley_request/`, STAR)),
  list('incoming of the star', () => get('/api/influencer/requests/', STAR)),
  list('incoming of the star, paid', () => get('/api/influencer/requests/?paid=true', STAR)),
  list('incoming of the star, open', () => get('/api/influencer/requests/?state=offered', STAR)),
  list('incoming of somebody', () => get('/api/influencer/requests/', SOMEBODY_ASKED)),
  list('own requests of a fan', s => get('/api/user/me/requests/', fanOf(s, 1))),
  list('own requests of the regular', s => get('/api/user/me/requests/', regularOf(s))),
  list('own requests of the regular, page 40', s => get('/api/user/me/requests/?page=40', regularOf(s))),
  list('own requests of the star', () => get('/api/user/me/requests/', STAR)),
  list('own prepaid links of the regular', s => get('/api/parley/prepaid-link/', regularOf(s))),
  read('a request', () => get('/api/parley/request-11/session/', STAR)),
  read('earnings of the star', () => get('/api/influencer/me/earnings/', STAR)),
  read('earnings of somebody', () => get('/api/influencer/me/earnings/', SOMEBODY_ASKED)),
  read('payment facts of an influencer', s => get(`/api/influencer/${personId(STAR)}/pay/`, fanOf(s, 1))),
  list('payments of the regular', s => get('/api/user/me/payments/', regularOf(s))),
  read('disputes of the star', () => get('/api/influencer/me/disputes/', STAR)),
  read('money of a request', () => get('/api/parley/request-11/money/', STAR)),
  read('attendance of a request', () => get('/api/parley/request-11/attendance/', STAR)),
  read('opinion of a call', () => get('/api/parley/request-11/session/opinion/', STAR)),
  read('availability of the star', () => get('/api/influencer/me/availability/', STAR)),
  read('calendar of the star', () => get(`/api/influencer/me/calendar/`, STAR)),
  read('slots of the star', s => get(`/api/parley/user${STAR}/slots/`, fanOf(s, 1))),
  read('address of the own calendar', s => get('/api/user/me/calendar-feed/', regularOf(s))),
  list('own keepsakes', s => get('/api/keepsakes/', regularOf(s))),
  list('people whom one has blocked', s => get('/api/user/me/blocks/', regularOf(s))),
  read('effects of a block', s => get(`/api/user/${personId(STAR)}/block/`, regularOf(s))),
  read('crew of the largest event', () => get('/api/parley/event-1/event/crew/', HOST)),
  read('export of a fan', s => get('/api/user/me/export/', fanOf(s, 1))),
  read('export of the regular', s => get('/api/user/me/export/', regularOf(s)), 'tells everything'),
  read('explore', () => get('/api/explore/')),
  read('explore, page 10', () => get('/api/explore/?page=10')),
  read('explore, a category', () => get('/api/explore/?category=music')),
  read('explore, a word', () => get('/api/explore/?q=chess'), RANKED),
  read('explore, events', () => get('/api/explore/?kind=events')),
  read('explore, a word of events', () => get('/api/explore/?kind=events&q=openings'), RANKED),
  read('sitemap', () => get('/sitemap.xml')),
  read('list of profiles, the first', () => get(ALL_PROFILES), '5,000 addresses a list'),
  read('robots.txt', () => get('/robots.txt')),
  read('metrics', () => get('/metrics')),
  read('readiness', () => get('/readyz')),
  read('liveness', () => get('/healthz')),
  read('share picture of a profile', () => get(`/share-pictures/profile/user${SOMEBODY_ASKED}`)),
  read('share picture of an event', () => get('/share-pictures/event/event-1')),
  read('OpenAPI', () => get('/api/openapi.json')),
]

/** A person with a place at the largest event: the buyer of request `100 * i + 2`. */
const buyerAt = ({ profiles, users }: Shape, i: number) =>
  profiles + 10 + (((100 * i + 2) * 31) % (users - profiles - 10))

/** Fans of this run alone: each books little, so that no limit of a buyer stops the next run. */
const firstFan = randomBytes(2).readUInt16BE() % 1_500
let fansUsed = 0
const nextFan = (shape: Shape) => fanOf(shape, firstFan + fansUsed++)

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

const writes: Target[] = [
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

const page = (name: string, path: (i: number, shape: Shape) => `/${string}`, status?: number): Target => ({
  ...{ name, kind: 'page' },
  calls: ({ shape }, count) => times(count, i => ({ ...get(path(i, shape)), ...(status ? { status } : {}) })),
})

/** Each request has another page, so that the server renders it, except those with "kept". */
const pages: Target[] = [
  page('landing, kept', () => '/'),
  page('FAQ, kept', () => '/faq'),
  page('profile, rendered', i => `/profile/user${10 + i}`),
  page('profile of the star, kept', () => `/profile/user${STAR}`),
  page('profile that nobody has', i => `/profile/nobody-${firstFan}-${i}`, 404),
  page('event, rendered', i => `/live-event/event-${5 * (i + 1)}`),
  page('explore, rendered', i => `/explore?page=${i + 2}`),
  page('explore with words, rendered', i => `/explore?q=${WORDS[i % WORDS.length]}+${i}`),
  page('address that is none, kept', () => '/there/is/nothing', 404),
]

/** The GETs of the API and of pages, for the test that calls each of them. */
export const READS: readonly Target[] = reads

export const TARGETS: readonly Target[] = [...reads, ...pages, ...writes]

export const JOBS: readonly JobName[] = [
  'work in the outbox, none due',
  'rules of time, none due',
  'housekeeping, nothing to remove',
  'signing keys read again',
]
