import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PayAnswer, SessionRequest } from '@parley/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runningConnection } from './db/embedded-postgres.ts'
import { type Answer, apiCaller, type TestPerson } from './testing/api-caller.ts'
import { auditOf } from './testing/drill/books.ts'
import { eventBooker } from './testing/event-caller.ts'
import { freePort } from './testing/free-port.ts'
import { providerSays, queryRows } from './testing/provider-says.ts'
import { type ServerProcess, serverProcess } from './testing/server-process.ts'

const LIMIT_MS = 300_000
/** From when the server runs again. Ends a wait that is in vain; other programs may share the machine. */
const WAIT_LIMIT_MS = 200_000
/** Work that a dead server had begun is taken up after ten seconds: asking more often costs more than all else here. */
const POLL_EVERY_MS = 250
const dataDir = await mkdtemp(join(tmpdir(), 'parley-crash-'))
const server: ServerProcess = serverProcess({ port: await freePort(), dataDir })
const api = apiCaller(server.origin)
let fan: TestPerson
let influencer: TestPerson

beforeAll(async () => {
  await server.start()
  fan = await api.fan('fred')
  influencer = await api.influencer('ivy')
}, LIMIT_MS)
afterAll(async () => {
  if (server.isRunning()) await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}, LIMIT_MS)

/** Asks again, after a restart where the server died, until there is an answer: what a browser's retry does. */
async function insist<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    // The server may be down; the call is repeated below.
    const answer = await send().catch(() => undefined)
    if (answer && answer.status !== 503) return answer
    if (answer) continue
    await server.exited()
    await server.start()
  }
}

async function killAt(method: string, path: string, when: 'before' | 'after'): Promise<void> {
  const rule = { action: 'kill', method, path, when }
  await fetch(`${server.origin}/sandbox/stripe/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  })
}

/** Waits until a request is as it should be; the outbox and the webhooks continue by themselves after a restart. */
async function until(slug: string, holds: (request: SessionRequest) => boolean): Promise<SessionRequest> {
  if (!server.isRunning()) await server.start()
  const limit = Date.now() + WAIT_LIMIT_MS
  for (;;) {
    if (!server.isRunning()) await server.start()
    // The server may be down; it is started and asked again.
    const request = await api.request(fan, slug).catch(() => undefined)
    if (request && holds(request)) return request
    if (Date.now() > limit) throw new Error(`never came to be: ${JSON.stringify(request)}`)
    await delay(POLL_EVERY_MS)
  }
}

const query = async <T extends object>(sql: string, values: unknown[] = []) =>
  queryRows<T>(await runningConnection(dataDir), sql, values)

const providerSaysOf = async (request: SessionRequest) =>
  providerSays({ origin: server.origin, database: await runningConnection(dataDir) }, request)

async function booksAgree(): Promise<void> {
  expect(await auditOf(await runningConnection(dataDir))).toEqual([])
}

const book = async (uuid = crypto.randomUUID()) => insist(() => api.book(fan, influencer, { uuid }))
const pay = async (request: SessionRequest) => (await insist<PayAnswer>(() => api.pay(fan, request))).body
const isPaid = (request: SessionRequest) => request.payment.status === 'paid'

/** How long before the server dies each of several bookings is sent. */
const SENT_BEFORE_MS = [40, 20, 10, 5, 2, 0]
const OLDEST_MS = Math.max(...SENT_BEFORE_MS)

describe('a server killed while somebody books', () => {
  it.each([
    ['after the request is written, before the provider knows the buyer', '/v1/customers', 'before'],
    ['before the provider is asked for the intent', '/v1/payment_intents', 'before'],
    ['after the provider made the intent, before its answer', '/v1/payment_intents', 'after'],
  ] as const)(
    '%s: the same uuid finds its request and one intent',
    async (_step, path, when) => {
      if (path === '/v1/customers') fan = await api.fan(`fan${Date.now()}`)
      const uuid = crypto.randomUUID()
      await killAt('POST', path, when)
      const { status, body } = await book(uuid)
      expect([status, typeof body.payment.stripe_intent_secret]).toEqual([201, 'string'])
      const rows = await query('select 1 from session_requests where uuid = $1', [uuid])
      expect(rows).toHaveLength(1)
      await api.confirm(await pay(body))
      await until(body.slug, isPaid)
      expect(await providerSaysOf(body)).toEqual({ charges: 1, refunds: 0 })
      await booksAgree()
    },
    LIMIT_MS,
  )

  it(
    'at any moment of several bookings: each is one request, whole or not at all',
    async () => {
      const booked = await Promise.all(
        SENT_BEFORE_MS.map(async ms => ({
          ms,
          buyer: await api.fan(`late${ms}`),
          uuid: crypto.randomUUID(),
        })),
      )
      const first = booked.map(async ({ ms, buyer, uuid }) => {
        await delay(OLDEST_MS - ms)
        // The kill may cut the connection; the books below decide.
        return api.book(buyer, influencer, { uuid }).catch(() => undefined)
      })
      await delay(OLDEST_MS)
      await server.kill()
      for (const [nth, { buyer, uuid }] of booked.entries()) {
        const acknowledged = await first[nth]
        const { status, body } = await insist(() => api.book(buyer, influencer, { uuid }))
        expect(status).toBe(201)
        if (acknowledged?.status === 201) expect(body.id).toBe(acknowledged.body.id)
        expect(await query('select 1 from session_requests where uuid = $1', [uuid])).toHaveLength(1)
      }
      await booksAgree()
    },
    LIMIT_MS,
  )
})

/**
 * How long after each of several charges comes the next; after the last one the server dies: 100, 40, 15, 5, 0 ms after
 * them.
 */
const CHARGED_APART_MS = [60, 25, 10, 5, 0]

describe('a server killed while somebody pays', () => {
  it.each([
    ['before the card is charged', 'before'],
    ['after the card is charged, before the answer', 'after'],
  ] as const)(
    '%s: charged once',
    async (_step, when) => {
      const { body: request } = await book()
      const intent = await pay(request)
      await killAt('POST', '/v1/payment_intents/*/confirm', when)
      await insist(() => api.confirm(intent))
      await until(request.slug, isPaid)
      expect(await providerSaysOf(request)).toEqual({ charges: 1, refunds: 0 })
      await booksAgree()
    },
    LIMIT_MS,
  )

  it.each(['before', 'after'] as const)(
    'when the webhook is stored and half done (%s the provider is asked): paid, once',
    async when => {
      const { body: request } = await book()
      const intent = await pay(request)
      await killAt('GET', '/v1/payment_intents/*', when)
      // Late work for an earlier request may ask the provider first, and end the server before the card is charged.
      await insist(() => api.confirm(intent))
      await until(request.slug, isPaid)
      expect(await providerSaysOf(request)).toEqual({ charges: 1, refunds: 0 })
      await booksAgree()
    },
    LIMIT_MS,
  )

  it(
    'at any moment after cards were charged, with webhooks on their way: each is paid, once',
    async () => {
      const requests: SessionRequest[] = []
      for (const _ of CHARGED_APART_MS) requests.push((await book()).body)
      for (const [nth, intent] of (await Promise.all(requests.map(pay))).entries()) {
        await api.confirm(intent)
        await delay(CHARGED_APART_MS[nth])
      }
      await server.kill()
      for (const request of requests) {
        await until(request.slug, isPaid)
        expect(await providerSaysOf(request)).toEqual({ charges: 1, refunds: 0 })
      }
      await booksAgree()
    },
    LIMIT_MS,
  )

  it.each(['before', 'after'] as const)(
    'when money goes back (%s the refund is made): it goes back once',
    async when => {
      const { body: request } = await book()
      await api.confirm(await pay(request))
      await until(request.slug, isPaid)
      await killAt('POST', '/v1/refunds', when)
      await insist(() => api.call(influencer, `POST /api/influencer/requests/${request.id}/reject/`, {}))
      await until(request.slug, shown => shown.payment.status === 'refunded')
      const limit = Date.now() + WAIT_LIMIT_MS
      while ((await providerSaysSafely(request)).refunds !== 2500 && Date.now() < limit)
        await delay(POLL_EVERY_MS)
      expect(await providerSaysOf(request)).toEqual({ charges: 1, refunds: 2500 })
      await booksAgree()
    },
    LIMIT_MS,
  )

  async function providerSaysSafely(request: SessionRequest) {
    if (!server.isRunning()) await server.start()
    return providerSaysOf(request).catch(() => ({ charges: 0, refunds: 0 }))
  }
})

/** More than one piece of work. */
const PLACES = 120

/** Unpaid places of an event, each of a person of its own, whose ids come one after the other. */
async function fillPlaces(eventId: string): Promise<void> {
  await query(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
       'username', 'viewer' || n, 'email', 'viewer' || n || '@example.org', 'is_influencer', false))).*
     from users u cross join generate_series(1, $1::int) n where u.id = $2`,
    [PLACES, influencer.id],
  )
  await query(
    `insert into session_requests (id, slug, uuid, fingerprint, request_type, state, payment_status, buyer_id, influencer_id,
       live_event_id, description, price_pence, fee_basis_points, duration_seconds, duration_display, created_at, due_at)
     select gen_random_uuid(), 'place-' || id, id::text, '', 'broadcast', 'offered', 'unpaid', id, $1, $2, '', 500, 1000, 900,
       2, now(), now() + interval '1 year' from users where username like 'viewer%'`,
    [influencer.id, eventId],
  )
}

describe('a server killed while a large event is cancelled', () => {
  it(
    'in the middle of a piece of its places: each place is settled once, and what was paid goes back once',
    async () => {
      const events = eventBooker(api)
      const event = await events.create(influencer, { title: 'A large evening' })
      const { body: paid } = await events.bookPlace(fan, event)
      await api.confirm(await pay(paid))
      await until(paid.slug, isPaid)
      await fillPlaces(event.id)
      const settled = async () =>
        (
          await query<{ count: number }>(
            `select count(*)::int as count from request_audit where action = 'event' and to_state in ('expired', 'cancelled')`,
          )
        )[0]?.count ?? 0
      // Somebody else holds a place in the middle of each piece, so none of them can be at its end.
      const holder = new Client(await runningConnection(dataDir))
      holder.on('error', () => undefined)
      await holder.connect()
      await holder.query('begin')
      await holder.query(
        `select id from session_requests where id in (select id from
           (select id, row_number() over (order by id) as n from session_requests where live_event_id = $1) p
         where n in (10, 110)) for update`,
        [event.id],
      )
      await api.call(influencer, `POST /api/parley/${event.slug}/cancel-event/`)
      while ((await settled()) < 5) await delay(20)
      await server.kill()
      expect(await settled()).toBeLessThan(PLACES)
      await holder.end()
      await until(paid.slug, shown => shown.payment.status === 'refunded')
      const limit = Date.now() + WAIT_LIMIT_MS
      while ((await settled()) < PLACES + 1 && Date.now() < limit) await delay(POLL_EVERY_MS)
      const open = await query(
        `select id from session_requests where live_event_id = $1 and state = 'offered'`,
        [event.id],
      )
      expect([await settled(), open]).toEqual([PLACES + 1, []])
      const twice = `select request_id from request_audit where action = 'event' group by request_id having count(*) > 1`
      expect(await query(twice)).toEqual([])
      expect(await providerSaysOf(paid)).toEqual({ charges: 1, refunds: 500 })
      await booksAgree()
    },
    2 * LIMIT_MS,
  )
})

describe('a server killed while a time is taken', () => {
  const DAY = [{ from: '00:00', to: '24:00' }]
  const weekly = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, DAY]))

  let stars = 0
  async function offering() {
    const star = await api.influencer(`times${++stars}`)
    const offered = { mode: 'offered', zone: 'UTC', weekly, version: 0 }
    await insist(() => api.call(star, 'PUT /api/influencer/me/availability/', offered))
    return { star, rival: await api.fan(`rival${stars}`) }
  }
  /** Two days from now by the server's clock, which the tests move by minutes. */
  const slot = `${new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)}T10:00:00.000Z`
  const takenOf = (star: TestPerson) => query('select 1 from taken where person_id = $1', [star.id])

  it.each([
    ['before the provider made the intent', 'POST', '/v1/payment_intents', 'before'],
    ['after the provider made the intent', 'POST', '/v1/payment_intents', 'after'],
    ['while the server requests the payment from the provider', 'GET', '/v1/payment_intents/*', 'after'],
  ] as const)(
    '%s: the same uuid finds its hold, nobody else gets the time, and it is sold once',
    async (_step, method, path, when) => {
      const { star, rival } = await offering()
      const uuid = crypto.randomUUID()
      await killAt(method, path, when)
      const held = await insist(() => api.book(fan, star, { slot, uuid }))
      expect(held.status).toBe(201)
      expect((await insist(() => api.book(rival, star, { slot }))).status).toBe(409)
      const intent = await pay(held.body)
      await insist(() => api.confirm(intent))
      expect(await until(held.body.slug, isPaid)).toMatchObject({ state: 'accepted', slot: { start: slot } })
      expect(await takenOf(star)).toHaveLength(1)
      expect(await providerSaysOf(held.body)).toEqual({ charges: 1, refunds: 0 })
      await booksAgree()
    },
    2 * LIMIT_MS,
  )

  it(
    'with the request written and its time not yet: neither stays, and the time is free for another',
    async () => {
      const { star, rival } = await offering()
      const uuid = crypto.randomUUID()
      // Somebody else holds the audit trail, which is written between the two.
      const holder = new Client(await runningConnection(dataDir))
      holder.on('error', () => undefined)
      await holder.connect()
      await holder.query('begin')
      await holder.query('lock table request_audit in share mode')
      // The kill cuts this connection.
      const cut = api.book(fan, star, { slot, uuid }).catch(() => undefined)
      const waits = `select 1 from pg_locks where not granted and relation = 'request_audit'::regclass`
      while ((await query(waits)).length === 0) await delay(20)
      await server.kill()
      expect(await cut).toBeUndefined()
      await holder.end()
      expect((await insist(() => api.book(rival, star, { slot }))).status).toBe(201)
      expect(await query('select 1 from session_requests where uuid = $1', [uuid])).toEqual([])
      expect((await insist(() => api.book(fan, star, { slot, uuid }))).status).toBe(409)
      expect(await takenOf(star)).toHaveLength(1)
      await booksAgree()
    },
    2 * LIMIT_MS,
  )

  it.each(['before', 'after'] as const)(
    'at the end of an unpaid hold, %s the provider cancels the intent: another gets the time, and nothing can be paid for it',
    async when => {
      const { star, rival } = await offering()
      const { body: held } = await insist(() => api.book(fan, star, { slot }))
      const intent = await pay(held)
      await killAt('POST', '/v1/payment_intents/*/cancel', when)
      const advanced = { seconds: 601 }
      // The kill cuts this connection.
      await api.call(null, 'POST /sandbox/clock/advance/', advanced).catch(() => undefined)
      await server.exited()
      expect(await until(held.slug, ({ state }) => state === 'expired')).toMatchObject({ outcome: 'unpaid' })
      const cancelled = `select 1 from payments where request_id = $1 and status = 'canceled'`
      while ((await query(cancelled, [held.id])).length === 0) await delay(50)
      expect((await api.confirm(intent)).status).toBeGreaterThanOrEqual(400)
      expect((await insist(() => api.book(rival, star, { slot }))).status).toBe(201)
      expect(await takenOf(star)).toHaveLength(1)
      expect(await providerSaysOf(held)).toEqual({ charges: 0, refunds: 0 })
      await booksAgree()
    },
    2 * LIMIT_MS,
  )
})

describe('a server asked to stop', () => {
  it(
    'ends by itself with 0, and starts again with everything',
    async () => {
      const { body: request } = await book()
      const { code, output } = await server.audit()
      expect(code, output).toBe(0)
      expect(await server.stop()).toBe(0)
      await server.start()
      expect((await api.request(fan, request.slug)).id).toBe(request.id)
    },
    LIMIT_MS,
  )
})
