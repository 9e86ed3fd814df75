import type { Availability, SessionRequest, Slots } from '@parley/contract'
import {
  DATED,
  fanOf,
  firstSuspendedOf,
  HOST,
  LINE_HOST,
  personId,
  type Shape,
  STAR,
} from '../../apps/server/src/testing/growth/shape.ts'
import { nextFan } from './fans.ts'
import { viewerAt } from './reads.ts'
import { offerOf, paid, payNow, served } from './sales.ts'
import { type Call, get, type Subject, same, type Target, times } from './target.ts'

const route = (name: string, calls: Target['calls']): Target => ({ name, kind: 'route', calls })
const uuid = () => crypto.randomUUID()

/** Sold calls of the star, and a call about each. */
const ofPaid =
  (make: (made: { as: number; request: SessionRequest }) => Call) =>
  async (subject: Subject, count: number) => {
    const made = await paid(subject, count)
    await subject.job('doDueWork')
    return made.map(make)
  }

/** The same, of calls that were served a moment ago. */
const ofServed =
  (make: (made: { as: number; slug: string; id: string }) => Call) =>
  async (subject: Subject, count: number) => {
    const ids = await served(subject, count)
    const rows = await subject.sql<{ slug: string; id: string; username: string }>(
      'select r.slug, r.id, u.username from session_requests r join users u on u.id = r.buyer_id where r.id = any($1)',
      [ids],
    )
    return rows.map(({ username, ...row }) => make({ ...row, as: Number(username.replace('user', '')) }))
  }

const safety: Target[] = [
  route('report the star', (subject, count) =>
    times(count, () => ({
      ...{ what: 'POST /api/reports/', as: nextFan(subject.shape), status: 201 },
      body: { about: { kind: 'user', id: personId(STAR) }, reason: 'spam', uuid: uuid() },
    })),
  ),
  route(
    'report a call',
    ofServed(({ as, slug }) => ({
      ...{ what: 'POST /api/reports/', as, status: 201 },
      body: { about: { kind: 'request', id: slug }, reason: 'spam', uuid: uuid() },
    })),
  ),
  route('block the star', (subject, count) =>
    times(count, () => ({
      what: `POST /api/user/${personId(STAR)}/block/`,
      as: blockerOf(subject.shape),
      status: 204,
    })),
  ),
  route('unblock the star', (subject, count) =>
    times(count, i => ({
      ...{
        what: `DELETE /api/user/${personId(STAR)}/block/`,
        as: firstSuspendedOf(subject.shape) - 1 - i,
        status: 204,
      },
    })),
  ),
]

/** Fans who block the star book nothing of them in another target: the last ones, each again and again. */
let blockers = 0
const blockerOf = (shape: Shape) => firstSuspendedOf(shape) - 1 - (blockers++ % 7)

const afterCalls: Target[] = [
  route(
    'report a problem',
    ofServed(({ as, slug }) => ({
      ...{
        what: `POST /api/parley/${slug}/problem/`,
        as,
        body: { kind: 'quality', text: 'There was no sound' },
        status: 201,
      },
    })),
  ),
  route(
    'rate a call',
    ofServed(({ as, slug }) => ({
      ...{ what: `POST /api/parley/${slug}/session/opinion/`, as, body: { opinion: 'good' }, status: 201 },
    })),
  ),
  route(
    'give back',
    ofPaid(({ request }) => ({
      what: `POST /api/influencer/requests/${request.id}/give-back/`,
      ...{ as: STAR, body: { amount: '5.00', uuid: uuid() } },
    })),
  ),
  route(
    'request a keepsake, refused',
    ofPaid(({ as, request }) => ({
      ...{ what: `POST /api/parley/${request.slug}/session/keepsake/`, as, status: 409 },
    })),
  ),
  route(
    'enter a call, as its influencer',
    ofPaid(({ request }) => ({
      ...{ what: `POST /api/influencer/requests/${request.id}/session/`, as: STAR },
    })),
  ),
  route(
    'cancel a paid call',
    ofPaid(({ as, request }) => ({
      ...{ what: `POST /api/influencer/parley_requests/${request.id}/cancel/`, as },
    })),
  ),
]

const gifts: Target[] = [
  route(
    'give a call to somebody',
    ofPaid(({ as, request }) => ({
      ...{ what: `POST /api/parley/${request.slug}/session/gift/`, as, body: {}, status: 201 },
    })),
  ),
  route('read the open link of a gift', ofGiven('GET')),
  route('take a gift back', ofGiven('DELETE')),
  route(
    'look at a gift',
    withGifts(token => ({ what: 'POST /api/parley/gift/look/', body: { token } })),
  ),
  route(
    'accept a gift',
    withGifts((token, shape) => ({
      ...{ what: 'POST /api/parley/gift/accept/', as: nextFan(shape), body: { token } },
    })),
  ),
]

function ofGiven(method: 'GET' | 'DELETE') {
  return async (subject: Subject, count: number): Promise<Call[]> => {
    const made = await paid(subject, count)
    await subject.job('doDueWork')
    for (const { as, request } of made) {
      const what = `POST /api/parley/${request.slug}/session/gift/` as const
      await subject.call({ what, as, body: {}, status: 201 })
    }
    return made.map(({ as, request }) => ({
      what: `${method} /api/parley/${request.slug}/session/gift/`,
      as,
    }))
  }
}

function withGifts(make: (token: string, shape: Shape) => Call) {
  return async (subject: Subject, count: number) => {
    const made = await paid(subject, count)
    await subject.job('doDueWork')
    const calls: Call[] = []
    for (const { as, request } of made) {
      const what = `POST /api/parley/${request.slug}/session/gift/` as const
      const { url } = await subject.call<{ url: string }>({ what, as, body: {}, status: 201 })
      calls.push(make(new URL(url).searchParams.get('token') ?? '', subject.shape))
    }
    return calls
  }
}

/** Places at an event, by the fans who bought and paid them. */
async function places(subject: Subject, at: Sold, count: number) {
  const made: { as: number; request: SessionRequest }[] = []
  for (let i = 0; i < count; i++) {
    const as = await freeFan(subject, at.slug)
    const request = await subject.call<SessionRequest>(place(at, as))
    await payNow(subject, { as, request })
    made.push({ as, request })
  }
  await subject.job('doDueWork')
  return made
}

const place = ({ host, slug, title, ...turn }: Sold, as: number): Call => ({
  ...{ what: `POST /api/parley/user${host}/live_event/`, as, status: 201 },
  body: { slug, title, session_request: { amount: '25.00', ...turn } },
})

/** The next fan who has no place at an event. */
async function freeFan(subject: Subject, slug: string): Promise<number> {
  for (;;) {
    const fan = nextFan(subject.shape)
    const has = await subject.sql(
      `select 1 from session_requests r join live_events e on e.id = r.live_event_id where e.slug = $1 and r.buyer_id = $2`,
      [slug, personId(fan)],
    )
    if (has.length === 0) return fan
  }
}

interface Sold {
  host: number
  slug: string
  title: string
  /** Of a turn in a line. */
  duration?: number
  absent?: 'refund'
}

const LARGEST: Sold = { host: HOST, slug: 'event-1', title: 'Evening 1' }
const LINE: Sold = { host: LINE_HOST, slug: 'line-1', title: 'Meet me', duration: 300, absent: 'refund' }
const QUESTIONS = '/api/parley/event-2/event/questions/'

async function openQuestions(subject: Subject, count: number): Promise<string[]> {
  const { results } = await subject.call<{ results: { id: string; answered: unknown }[] }>(
    get(QUESTIONS, DATED),
  )
  const ids = results.map(({ id }) => id)
  return Array.from({ length: count }, (_, i) => ids[i % ids.length] ?? '')
}

const atEvents: Target[] = [
  route('book a place at the largest event', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) calls.push(place(LARGEST, await freeFan(subject, LARGEST.slug)))
    return calls
  }),
  route('give up a place at the largest event', async (subject, count) =>
    (await places(subject, LARGEST, count)).map(({ as, request }) => ({
      ...{ what: `POST /api/influencer/parley_requests/${request.id}/cancel/`, as },
    })),
  ),
  route('book a place in a line', async (subject, count) => {
    const calls: Call[] = []
    for (let i = 0; i < count; i++) calls.push(place(LINE, await freeFan(subject, LINE.slug)))
    return calls
  }),
  {
    ...route('be ready in a line', (subject, count) =>
      times(count, i => ({
        ...{
          what: 'POST /api/parley/line-1/queue/ready/',
          as: fanOf(subject.shape, 1 + (i % subject.shape.line)),
        },
        body: { camera: true, microphone: true },
      })),
    ),
    mayGrow: 'the whole line, 500 at most',
  },
  route('ask a question', async (subject, count) => {
    const viewers = Array.from({ length: count }, (_, i) => viewerAt(subject.shape, 2 + i))
    // Nobody may have more than three questions that wait for an answer.
    const answer =
      'update questions set answered_at = now() where answered_at is null and author_id = any($1)'
    await subject.sql(answer, [viewers.map(personId)])
    return viewers.map(as => ({
      ...{ what: `POST ${QUESTIONS}`, as, status: 201 },
      body: { text: 'What comes after the opening?', uuid: uuid() },
    }))
  }),
  route('vote for a question', async (subject, count) =>
    (await openQuestions(subject, count)).map((id, i) => ({
      ...{
        what: `POST ${QUESTIONS}${id}/vote/`,
        as: viewerAt(subject.shape, 9),
        body: { voted: i % 2 === 0 },
      },
    })),
  ),
  route(
    'crew of an event',
    same(() => ({
      ...{ what: 'PUT /api/parley/event-1/event/crew/', as: HOST, body: { moderators: [] } },
    })),
  ),
]

async function freeSlots(subject: Subject): Promise<string[]> {
  const { days } = await subject.call<Slots>(get(`/api/parley/user${DATED}/slots/`, fanOf(subject.shape, 1)))
  return days.flatMap(({ slots }) => slots.map(({ start }) => start))
}

async function slotBookings(subject: Subject, count: number): Promise<Call[]> {
  const offer = await offerOf(subject, `user${DATED}`)
  const free = await freeSlots(subject)
  // A call that begins soon cannot be moved any more, and the last times are for calls that are moved.
  const quarter = Math.floor(free.length / 4)
  const begin = quarter + Math.floor(Math.random() * Math.max(1, 2 * quarter - 2 * count))
  return times(count, i => ({
    ...{ what: `POST /api/parley/user${DATED}/parley_request/`, as: nextFan(subject.shape), status: 201 },
    body: { ...offer, slot: free[begin + 2 * i], uuid: uuid() },
  }))
}

const dated: Target[] = [
  route('hold a time', slotBookings),
  route('move a call', async (subject, count) => {
    const made = await paid(subject, count, slotBookings)
    await subject.job('doDueWork')
    const free = await freeSlots(subject)
    return made.map(({ as, request }, i) => ({
      ...{ what: `POST /api/parley/${request.slug}/session/move/`, as },
      body: { slot: free.at(-1 - 2 * i - Math.floor(Math.random() * 2)), sequence: 0 },
    }))
  }),
  route('propose other times', async (subject, count) => {
    const made = await paid(subject, count, slotBookings)
    await subject.job('doDueWork')
    const free = await freeSlots(subject)
    return made.map(({ request }, i) => ({
      ...{ what: `POST /api/parley/${request.slug}/session/proposal/`, as: DATED, status: 201 },
      body: { slots: [free[Math.floor(free.length / 2) + 2 * i]] },
    }))
  }),
  route('change the hours', async (subject, count) => {
    const { version, mode } = await subject.call<Availability>(get('/api/influencer/me/availability/', DATED))
    return times(count, i => ({
      ...{ what: 'PUT /api/influencer/me/availability/', as: DATED, body: { mode, version: version + i } },
    }))
  }),
]

/** More calls that change something, each of a table that grows. */
export const MORE_WRITES: readonly Target[] = [...safety, ...afterCalls, ...gifts, ...atEvents, ...dated]
