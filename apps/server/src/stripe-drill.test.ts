import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Earnings, SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Core } from './core/core.ts'
import { createDatabase, createPool } from './db/client.ts'
import { runningConnection } from './db/embedded-postgres.ts'
import { createCallTime } from './domains/calls/public.ts'
import { completeCall, type RequestsDeps } from './domains/requests/public.ts'
import { createOutbox } from './jobs/outbox.ts'
import { loadClock } from './jobs/stored-clock.ts'
import { type Answer, apiCaller, TEST_PASSWORD, type TestPerson } from './testing/api-caller.ts'
import { auditOf } from './testing/drill/books.ts'
import { freePort } from './testing/free-port.ts'
import { fetchFromProvider, providerSays, queryRows } from './testing/provider-says.ts'
import { type ServerProcess, serverProcess } from './testing/server-process.ts'

const LIMIT_MS = 180_000
/** Work that failed waits for seconds: asking more often costs more than all else here. */
const POLL_EVERY_MS = 250
const BUYERS = 4
const NINE_DAYS_SECONDS = 9 * 24 * 3600 + 60
/** The sandbox lets a bank wait nine days, and an answer goes a day before: an hour later it is due. */
const ANSWER_DUE_SECONDS = 8 * 24 * 3600 + 3600
/** A sandbox card whose payments are disputed at once. */
const DISPUTED_CARD = '4000000000000259'

const dataDir = await mkdtemp(join(tmpdir(), 'parley-stripe-drill-'))
const server: ServerProcess = serverProcess({ port: await freePort(), dataDir })
const api = apiCaller(server.origin)
let fan: TestPerson
/** Two: what one buyer may have unpaid with one of them is bounded. */
let ivy: TestPerson
let ivo: TestPerson

beforeAll(async () => {
  await server.start()
  fan = await api.fan('fred')
  ivy = await api.influencer('ivy')
  ivo = await api.influencer('ivo')
}, LIMIT_MS)
afterAll(async () => {
  if (server.isRunning()) await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}, LIMIT_MS)

async function faults(rule: object | 'clear'): Promise<void> {
  await fetch(`${server.origin}/sandbox/stripe/faults`, {
    method: rule === 'clear' ? 'DELETE' : 'POST',
    ...(rule === 'clear'
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(rule) }),
  })
}

/** Asks again as a browser would: as long as the server says that it does not work just now, and when. */
async function insist<T>(send: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (;;) {
    // The server may be down; it is started and asked again.
    const answer = await send().catch(() => undefined)
    if (!answer) {
      if (!server.isRunning()) await server.start()
      continue
    }
    if (answer.status !== 503) return answer
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  }
}

/**
 * What a browser does that does not know how its payment went: it asks, and pays again only where it was not charged.
 */
async function payInBrowser(request: SessionRequest): Promise<void> {
  for (;;) {
    const { status, body: intent } = await insist(() => api.pay(fan, request))
    if (status === 409) return
    // A lost answer: the next round asks for the same intent.
    await api.confirm(intent).catch(() => undefined)
    const returned = { paymentIntentId: intent.payment_intent }
    await insist(() => api.call(fan, 'POST /api/parley/parley_request/payment-intent/', returned))
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + 60_000
  for (;;) {
    if (!server.isRunning()) await server.start()
    // The server may be down; it is started and asked again.
    if (await holds().catch(() => false)) return
    if (Date.now() > limit) throw new Error('it never came to be')
    await delay(POLL_EVERY_MS)
  }
}

async function booksAgree(): Promise<void> {
  expect(await auditOf(await runningConnection(dataDir))).toEqual([])
  const { code, output } = await server.reconcile()
  expect(code, output).toBe(0)
}
const said = async (request: SessionRequest) =>
  providerSays({ origin: server.origin, database: await runningConnection(dataDir) }, request)
const statusOf = async ({ slug }: SessionRequest) => (await api.request(fan, slug)).payment.status

describe('Stripe', () => {
  it.each([
    ['slow', { action: 'delay', ms: 1000, times: 8 }],
    ['failing with 500', { action: 'fail', status: 500, times: 12 }],
    ['refusing for now with 429', { action: 'fail', status: 429, times: 15 }],
    ['losing answers', { action: 'drop', times: 15 }],
    [
      'losing answers and then saying 500 for ever to the same key',
      { action: 'failAfter', replay: 'error', times: 3 },
    ],
  ])(
    '%s while people book, pay and get their money back: each is charged once and gets it back once',
    async (_how, fault) => {
      const uuids = Array.from({ length: BUYERS }, () => crypto.randomUUID())
      await faults({ ...fault, method: 'POST', path: '/v1/payment_intents' })
      const booked = await Promise.all(
        uuids.map((uuid, i) => insist(() => api.book(fan, i % 2 === 0 ? ivy : ivo, { uuid }))),
      )
      expect(booked.map(answer => answer.status)).toEqual(uuids.map(() => 201))
      await faults('clear')
      await faults({ ...fault, path: '/v1/payment_intents/*' })
      // Work that fails waits twice as long each time: a few failures are enough, or the drill is of patience.
      await faults({ ...fault, path: '/v1/refunds', times: 4 })
      const requests = booked.map(answer => answer.body)
      await Promise.all(requests.map(payInBrowser))
      await until(async () => (await Promise.all(requests.map(statusOf))).every(status => status === 'paid'))
      const [rejected, ...kept] = requests
      if (!rejected) throw new Error('nobody booked')
      await insist(() => api.call(ivy, `POST /api/influencer/requests/${rejected.id}/reject/`, {}))
      await until(async () => (await said(rejected)).refunds === 2500)
      await faults('clear')
      for (const request of kept) expect(await said(request)).toEqual({ charges: 1, refunds: 0 })
      expect(await said(rejected)).toEqual({ charges: 1, refunds: 2500 })
      await until(async () => (await queryRows(await runningConnection(dataDir), PENDING)).length === 0)
      await booksAgree()
    },
    LIMIT_MS,
  )
})

/** Money on its way back whose end the books do not know yet. */
const PENDING = `select 1 from refunds where status in ('pending', 'sent')`

describe('a server killed while it pays an influencer', () => {
  it.each(['before', 'after'] as const)(
    '%s the transfer is made: the money goes out once',
    async when => {
      const star = await api.influencer(`star${when}`)
      await api.call(star, 'POST /api/influencer/me/payout-account/', {
        currentPassword: TEST_PASSWORD,
      })
      await verify(star)
      const { body: request } = await insist(() => api.book(fan, star))
      await api.confirm((await api.pay(fan, request)).body)
      await until(async () => (await statusOf(request)) === 'paid')
      await complete(request)
      await faults({ action: 'kill', method: 'POST', path: '/v1/transfers', when })
      for (const seconds of [NINE_DAYS_SECONDS, NINE_DAYS_SECONDS]) {
        const body = { seconds }
        // The kill may cut this connection.
        await api.call(null, 'POST /sandbox/clock/advance/', body).catch(() => undefined)
        if (!server.isRunning()) await server.start()
      }
      const earnings = async () => (await api.call<Earnings>(star, 'GET /api/influencer/me/earnings/')).body
      await until(async () => (await earnings()).paid_out === '22.50')
      expect(await earnings()).toMatchObject({ payable: '0.00', in_transit: '0.00', debt: '0.00' })
      await booksAgree()
    },
    LIMIT_MS,
  )
})

interface PackRow {
  id: string
  staged_at: Date | null
  sent_at: Date | null
}
interface DisputeSaid {
  evidence_details: { has_evidence: boolean; submission_count: number }
}

describe('a server killed while it answers a bank', () => {
  it(
    'at the laying down, between that and the sending, and before it knows that the bank has it: the answer goes once',
    async () => {
      const { body: request } = await insist(() => api.book(fan, ivy))
      const intent = (await api.pay(fan, request)).body
      const packRow = async () => {
        const query = 'select dispute_id as id, staged_at, sent_at from dispute_packs where request_id = $1'
        return (await queryRows<PackRow>(await runningConnection(dataDir), query, [request.id]))[0]
      }
      const send = async <T>(path: string) =>
        fetchFromProvider<T>({ origin: server.origin, database: await runningConnection(dataDir) }, path)
      const answerOf = async (id: string) => (await send<DisputeSaid>(`disputes/${id}`)).evidence_details
      await faults({ action: 'kill', method: 'POST', path: '/v1/disputes/*', when: 'after' })
      // The kill cuts this connection.
      await api.confirm(intent, DISPUTED_CARD).catch(() => undefined)
      await server.exited()
      await until(async () => (await packRow())?.staged_at != null)
      const id = (await packRow())?.id ?? ''
      expect(await answerOf(id)).toMatchObject({ has_evidence: true, submission_count: 0 })

      await server.kill()
      await server.start()
      expect(await answerOf(id)).toMatchObject({ has_evidence: true, submission_count: 0 })

      await faults({ action: 'kill', method: 'POST', path: '/v1/disputes/*', when: 'after' })
      const later = { seconds: ANSWER_DUE_SECONDS }
      // The kill cuts this connection.
      await api.call(null, 'POST /sandbox/clock/advance/', later).catch(() => undefined)
      await server.exited()
      await until(async () => (await packRow())?.sent_at != null)
      expect((await answerOf(id)).submission_count).toBe(1)
      const files = await send<{ data: { filename: string }[] }>('files?purpose=dispute_evidence&limit=100')
      const names = files.data.map(({ filename }) => filename).filter(name => name.startsWith(id))
      expect(new Set(names).size).toBe(names.length)
      await booksAgree()
    },
    LIMIT_MS,
  )
})

async function verify(person: TestPerson): Promise<void> {
  const [row] = await queryRows<{ account_id: string }>(
    await runningConnection(dataDir),
    'select account_id from payout_accounts where user_id = $1',
    [person.id],
  )
  await fetch(`${server.origin}/sandbox/stripe/faults/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account: row?.account_id, decision: 'verified' }),
  })
}

/** Ends a call as the server would at its last second; the drill is of money and not of media. */
async function complete(request: SessionRequest): Promise<void> {
  const ignore = () => undefined
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
  const pool = createPool({ connection: await runningConnection(dataDir), log, size: 1 })
  try {
    const db = createDatabase(pool)
    const clock = await loadClock(db)
    const core: Core = {
      db,
      clock,
      log,
      outbox: createOutbox({ db, clock, log }),
      publicOrigin: server.origin,
    }
    const deps = {
      ...core,
      callTime: createCallTime(),
      feeBasisPoints: 1_000,
      releaseAfterMs: 48 * 3_600_000,
    }
    await completeCall(deps as unknown as RequestsDeps, request.id)
  } finally {
    await pool.end()
  }
}
