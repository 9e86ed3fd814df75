import type { Influencer } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from './testing/api-caller.ts'
import { blocksOf } from './testing/growth/blocks-of.ts'
import { BUDGET_SHAPE, type BudgetServer, openBudgetServer } from './testing/growth/budget-server.ts'
import {
  fanOf,
  feedSecretOf,
  HOST,
  ORDINARY_INFLUENCER,
  personId,
  regularOf,
  STAR,
  staffOf,
} from './testing/growth/shape.ts'

let server: BudgetServer
beforeAll(async () => {
  server = await openBudgetServer()
}, 240_000)
afterAll(() => server.close())

interface Budget {
  path: `/${string}`
  as?: number
  /** Statements of one call, with those that authenticate the caller. */
  queries: number
  /** Pages of 8 kB that they look at. */
  blocks: number
  /** Where prepared statements cost more than that. */
  blocksOfFrequent?: number
  bytes: number
}

const fan = fanOf(BUDGET_SHAPE, 1)
const regular = regularOf(BUDGET_SHAPE)
const staff = staffOf(BUDGET_SHAPE)

/**
 * What one call costs, and a quarter more blocks, for another plan of Postgres. A number goes up only with a reason.
 */
const BUDGETS: Budget[] = [
  { path: '/api/user/me/', as: fan, queries: 4, blocks: 30, bytes: 550 },
  { path: '/api/user/me/waiting/', as: STAR, queries: 4, blocks: 145, bytes: 100 },
  { path: '/api/user/me/waiting/', as: regular, queries: 4, blocks: 65, bytes: 100 },
  // One query for the reported problems of all ended calls of a page.
  { path: '/api/user/me/requests/', as: regular, queries: 7, blocks: 335, bytes: 28_000 },
  { path: '/api/user/me/requests/', as: STAR, queries: 4, blocks: 140, bytes: 27_100 },
  { path: '/api/influencer/requests/?paid=true', as: STAR, queries: 4, blocks: 140, bytes: 27_150 },
  // The unpaid ones are found state by state and type by type.
  { path: '/api/influencer/requests/', as: STAR, queries: 4, blocks: 215, bytes: 27_150 },
  { path: '/api/influencer/requests/?state=offered', as: STAR, queries: 4, blocks: 180, bytes: 27_150 },
  { path: '/api/parley/prepaid-link/', as: regular, queries: 6, blocks: 245, bytes: 17_550 },
  { path: '/api/influencer/me/earnings/', as: STAR, queries: 16, blocks: 315, bytes: 6_200 },
  { path: '/api/influencer/me/earnings/', as: ORDINARY_INFLUENCER, queries: 16, blocks: 325, bytes: 4_400 },
  { path: '/api/influencer/me/disputes/', as: STAR, queries: 3, blocks: 15, bytes: 60 },
  { path: `/api/parley/user${STAR}/`, queries: 2, blocks: 30, bytes: 900 },
  // Nobody counts the places of an event without a capacity.
  { path: `/api/parley/user${HOST}/`, queries: 2, blocks: 35, bytes: 1_350 },
  { path: '/api/parley/event-1/event/', queries: 2, blocks: 25, bytes: 550 },
  // Its own twenty by indexes, whatever the plan; the count of all is kept.
  { path: '/api/explore/', queries: 3, blocks: 98, bytes: 8_050 },
  // A search for words is never prepared, what it shows is. One of them offers times: a query finds the next free one.
  { path: '/api/explore/?q=chess', queries: 4, blocks: 65, blocksOfFrequent: 125, bytes: 8_100 },
  // A page is full: more events are to come than it shows.
  { path: '/api/explore/?kind=events', queries: 2, blocks: 30, bytes: 10_000 },
  { path: '/api/user/me/payments/', as: regular, queries: 6, blocks: 790, bytes: 6_150 },
  // The outbox, late refunds, unwrapped keys, and the ratings of a day.
  { path: '/metrics', queries: 4, blocks: 20, bytes: 38_500 },
  { path: '/sitemap.xml', queries: 2, blocks: 10, bytes: 600 },
  // One query finds a page, and one counts up to 200: of each of 22 keepsakes whether the other person is shown.
  { path: '/api/keepsakes/', as: STAR, queries: 3, blocks: 240, bytes: 5_000 },
  { path: '/api/user/me/blocks/?page_size=20', as: regular, queries: 3, blocks: 100, bytes: 5_000 },
  // Twenty of 500 requests are shown, and the others are not read.
  { path: `/api/staff/people/${personId(STAR)}/`, as: staff, queries: 20, blocks: 180, bytes: 8_000 },
  // Of 500 requests none is dated: their history is not read.
  { path: `/calendars/${feedSecretOf(STAR)}.ics`, queries: 3, blocks: 25, bytes: 300 },
  { path: '/api/staff/appeals/?state=open', as: staff, queries: 12, blocks: 80, bytes: 2_500 },
  { path: '/api/staff/pending/', as: staff, queries: 11, blocks: 90, bytes: 1_250 },
  { path: '/api/staff/people/?q=user50@example.org', as: staff, queries: 11, blocks: 75, bytes: 200 },
  { path: '/api/staff/people/?q=First50%20Last50', as: staff, queries: 11, blocks: 75, bytes: 200 },
]

test.each(BUDGETS)(
  '$path as $as stays within $queries queries, $blocks blocks and $bytes bytes',
  async budget => {
    const headers = budget.as ? { authorization: `Bearer ${await server.tokenOf(budget.as)}` } : {}
    const load = () => fetch(`${server.origin}${budget.path}`, { headers })
    // What is read once and kept is no part of it.
    await load()
    const { done, sent } = await server.leastOf(
      async () => {
        const answer = await load()
        return { status: answer.status, text: await answer.text() }
      },
      { queriesAtMost: budget.queries },
    )
    expect(done.status).toBe(200)
    const blocks = await blocksOf(server.server.config.databaseUrl, sent)
    // A frequent statement is prepared (`DATABASE_PREPARED`), perhaps with one plan for all values.
    const blocksPrepared = await blocksOf(server.server.config.databaseUrl, sent, 'of frequent ones')
    const found = { queries: sent.length, blocks, blocksPrepared, bytes: Buffer.byteLength(done.text) }
    expect(found.queries, JSON.stringify(found)).toBeLessThanOrEqual(budget.queries)
    expect(found.blocks, JSON.stringify(found)).toBeLessThanOrEqual(budget.blocks)
    const { blocksOfFrequent = budget.blocks } = budget
    expect(found.blocksPrepared, JSON.stringify(found)).toBeLessThanOrEqual(blocksOfFrequent)
    expect(found.bytes, JSON.stringify(found)).toBeLessThanOrEqual(budget.bytes)
  },
)

test('an export tells every request of a long history, and is never whole in memory', async () => {
  const headers = { authorization: `Bearer ${await server.tokenOf(STAR)}` }
  const answer = await fetch(`${server.origin}/api/user/me/export/`, { headers })
  // Sent as it is read: nobody knows how long it will be.
  expect(answer.headers.get('content-length')).toBeNull()
  const held = (await answer.json()) as Record<string, unknown[]>
  const { rows } = await server.server.database.pool.query<{ count: number }>(
    'select count(*)::int as count from session_requests where influencer_id = $1',
    [personId(STAR)],
  )
  expect(held.requests_received).toHaveLength(rows[0]?.count ?? -1)
  expect(held.payouts?.length).toBeGreaterThan(400)
})

interface ChangeBudget {
  what: string
  /** Prepares one call of its own; answers what makes it. */
  prepare: (nth: string) => Promise<() => Promise<{ status: number }>>
  queries: number
}

async function bookedBy(name: string) {
  const [fan, star] = [await server.fan(`buyer-${name}`), await server.influencer(`seller-${name}`)]
  const { body: request } = await server.book(fan, star)
  return { fan, star, request }
}

/** Statements of one change, with those that authenticate the caller; without what its outbox work costs. */
const CHANGES: ChangeBudget[] = [
  {
    what: 'sign-up',
    prepare: async name => async () => ({ status: (await server.fan(`new-${name}`)).access ? 201 : 500 }),
    queries: 11,
  },
  {
    what: 'log-in',
    async prepare(name) {
      const { username } = await server.fan(`returns-${name}`)
      const login = { email: `${username}@example.org`, password: TEST_PASSWORD }
      return () => server.call(null, 'POST /api/auth/jwt/create/', login)
    },
    queries: 8,
  },
  {
    what: 'refresh',
    async prepare(name) {
      const { refresh } = await server.fan(`stays-${name}`)
      return () => server.call(null, 'POST /api/auth/jwt/refresh/', { refresh })
    },
    queries: 3,
  },
  {
    what: 'book',
    async prepare(name) {
      const [fan, star] = [await server.fan(`books-${name}`), await server.influencer(`booked-${name}`)]
      const { main_session } = (await server.call<Influencer>(fan, `GET /api/parley/${star.username}/`)).body
      const { amount, duration, duration_display, description } = main_session
      const offer = { amount, duration, duration_display, description, uuid: crypto.randomUUID() }
      return () => server.call(fan, `POST /api/parley/${star.username}/parley_request/`, offer)
    },
    queries: 20,
  },
  {
    what: 'book-a-place',
    async prepare(name) {
      const fan = await server.fan(`comes-${name}`)
      const booking = { slug: 'event-1', title: 'Evening 1', session_request: { amount: '25.00' } }
      return () => server.call(fan, `POST /api/parley/user${HOST}/live_event/`, booking)
    },
    queries: 19,
  },
  {
    what: 'make-a-link',
    async prepare(name) {
      const fan = await server.fan(`gives-${name}`)
      const link = { amount: '10.00', duration: 600, description: 'Ten minutes', uuid: crypto.randomUUID() }
      return () => server.call(fan, 'POST /api/parley/prepaid-link/', link)
    },
    queries: 15,
  },
  {
    what: 'reject',
    async prepare(name) {
      const { star, request } = await bookedBy(`rejected-${name}`)
      const what = `POST /api/influencer/requests/${request.id}/reject/` as const
      return () => server.call(star, what, { reason: 'Away' })
    },
    queries: 9,
  },
  {
    what: 'block',
    async prepare(name) {
      const [one, other] = [await server.fan(`blocks-${name}`), await server.fan(`blocked-${name}`)]
      return () => server.call(one, `POST /api/user/${other.id}/block/`)
    },
    queries: 7,
  },
  {
    what: 'pay',
    async prepare(name) {
      const { fan, request } = await bookedBy(name)
      return () => server.pay(fan, request)
    },
    queries: 10,
  },
  {
    what: 'return-from-payment',
    async prepare(name) {
      const { fan, request } = await bookedBy(name)
      const { body: paid } = await server.pay(fan, request)
      await server.confirm(paid)
      const body = { paymentIntentId: paid.payment_intent }
      return () => server.call(fan, 'POST /api/parley/parley_request/payment-intent/', body)
    },
    queries: 21,
  },
  {
    what: 'accept',
    async prepare(name) {
      const { star, request } = await bookedBy(name)
      return () => server.call(star, `POST /api/influencer/requests/${request.id}/accept/`)
    },
    queries: 7,
  },
  {
    what: 'cancel',
    async prepare(name) {
      const { fan, request } = await bookedBy(name)
      return () => server.call(fan, `POST /api/influencer/parley_requests/${request.id}/cancel/`)
    },
    queries: 10,
  },
  {
    what: 'ws-ticket',
    async prepare(name) {
      const { fan, request } = await bookedBy(name)
      return () => server.call(fan, 'POST /api/ws-ticket/', { path: `/chat/${request.slug}/` })
    },
    queries: 2,
  },
]

test.each(CHANGES)('$what stays within $queries queries', async ({ what, prepare, queries }) => {
  // The work is a new one each time: the same change cannot be made twice.
  const works = await Promise.all(['a', 'b', 'c'].map(nth => prepare(`${what}-${nth}`)))
  await server.server.doDueWork()
  const until = { queriesAtMost: queries, tries: works.length }
  const { done, sent } = await server.leastOf(async nth => works[nth - 1]?.(), until)
  expect(done?.status).toBeLessThan(300)
  expect(sent.length, sent.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(queries)
})
