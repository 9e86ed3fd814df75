/**
 * An event of many paid places is cancelled while signed webhooks of other payments come at five a second: how long
 * until each of them is handled, that is, its request is paid. Every place is bought over HTTP, so each has a payment
 * to give back; only the buyers are written into the database. `BENCH_PLACES=1000` makes the event smaller. Exits with
 * 1 where the slowest twentieth takes more than two seconds.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { LiveEvent, PayAnswer, SessionRequest } from '@parley/contract'
import type { Pool } from 'pg'
import { sandboxKeys } from '../apps/server/src/composition/sandbox.ts'
import { createDatabase, createPool } from '../apps/server/src/db/client.ts'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { signatureHeader } from '../packages/stripe-sandbox/src/signature.ts'
import { openBenchServer } from './support/bench-server.ts'
import { createEvent, makeBuyers } from './support/event-crowd.ts'
import { fromAnotherAddress } from './support/production.ts'
import { inMs, quantile } from './support/quantiles.ts'

const PLACES = Number(process.env.BENCH_PLACES ?? 10_000)
const BUYING_AT_ONCE = 8
const WEBHOOK_EVERY_MS = 200
/** Prepared payments; after the last one no webhook comes. */
const WEBHOOKS = Math.max(50, Math.ceil(PLACES / 20))
const HANDLED_LIMIT_MS = 2_000
const LOOK_EVERY_MS = 20
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Sold {
  request: SessionRequest
  paid: PayAnswer
}

const { url, dataDir, server, api, close } = await openBenchServer()

/** Calls `work` for each of these, a few at the same time. */
async function each<T>(items: readonly T[], work: (item: T, nth: number) => Promise<void>): Promise<void> {
  const left = [...items.entries()].reverse()
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: BUYING_AT_ONCE }, worker))
}

function expected<T>({ status, body }: { status: number; body: T }, what: string): T {
  if (status >= 300) throw new Error(`${what} was answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function count(pool: Pool, statement: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count ${statement}`, values)
  return rows[0]?.count ?? 0
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(LOOK_EVERY_MS * 10)
}

async function sellPlace(buyer: TestPerson, { owner, event }: { owner: TestPerson; event: LiveEvent }) {
  const booking = { slug: event.slug, title: event.title, session_request: { amount: event.amount } }
  const what = `POST /api/parley/${owner.username}/live_event/` as const
  const request = expected(await api.call<SessionRequest>(buyer, what, booking), 'a place')
  const paid = expected(await api.pay(buyer, request), 'its payment')
  expected(await api.confirm(paid), 'its confirmation')
}

/** A private booking whose payment is prepared, and not confirmed. */
async function preparePayment(buyer: TestPerson, seller: TestPerson): Promise<Sold> {
  const request = expected(await api.book(buyer, seller), 'a booking')
  return { request, paid: expected(await api.pay(buyer, request), 'its payment') }
}

async function sendWebhook(intent: string, { nth, secret }: { nth: number; secret: string }): Promise<void> {
  const seconds = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    ...{ id: `evt_bench_${nth}`, object: 'event', type: 'payment_intent.succeeded', created: seconds },
    data: { object: { id: intent, object: 'payment_intent' } },
  })
  const headers = {
    ...fromAnotherAddress(),
    'content-type': 'application/json',
    'stripe-signature': signatureHeader(body, secret, seconds),
  }
  const answer = await fetch(`${server.origin}/api/payments/webhook/`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`a webhook was answered ${answer.status}`)
}

/** Confirms one payment and sends its webhook each WEBHOOK_EVERY_MS while `isOn`; answers the times until paid. */
async function measureWebhooks(pool: Pool, sold: readonly Sold[], isOn: () => boolean): Promise<number[]> {
  const { webhookSecret: secret } = await sandboxKeys(createDatabase(pool))
  const tookMs: number[] = []
  const running: Promise<void>[] = []
  async function handle({ request, paid }: Sold, nth: number): Promise<void> {
    expected(await api.confirm(paid), 'a confirmation')
    const sentMs = performance.now()
    await sendWebhook(paid.payment_intent ?? '', { nth, secret })
    const isPaid = () =>
      count(pool, `from session_requests where id = $1 and payment_status = 'paid'`, [request.id])
    while ((await isPaid()) === 0) await pause(LOOK_EVERY_MS)
    tookMs.push(performance.now() - sentMs)
  }
  for (const [nth, one] of sold.entries()) {
    if (!isOn()) break
    running.push(handle(one, nth))
    await pause(WEBHOOK_EVERY_MS)
  }
  await Promise.all(running)
  return tookMs
}

try {
  await server.start()
  const pool = createPool({ connection: url, log })
  const made = await createEvent(server.origin, { capacity: PLACES })
  const people = { pool, databaseUrl: url, dataDir, origin: server.origin }
  const buyers = await makeBuyers(people, PLACES + WEBHOOKS)
  await each(buyers.slice(0, PLACES), buyer => sellPlace(buyer, made))
  const seller = await api.influencer('seller')
  const sold: Sold[] = []
  await each(buyers.slice(PLACES), async buyer => void sold.push(await preparePayment(buyer, seller)))
  const ofEvent = 'from session_requests where live_event_id is not null'
  await until(async () => (await count(pool, `${ofEvent} and payment_status = 'paid'`)) === PLACES)
  await until(async () => (await count(pool, 'from outbox where done_at is null and run_at <= now()')) === 0)
  console.log(`${PLACES} places are paid; the event is cancelled.`)

  let isOver = false
  const beganMs = performance.now()
  const webhooks = measureWebhooks(pool, sold, () => !isOver)
  expected(await api.call(made.owner, `POST /api/parley/${made.event.slug}/cancel-event/`), 'the cancelling')
  const isGivenBack = async () =>
    (await count(
      pool,
      `from refunds f join session_requests r on r.id = f.request_id
       where r.live_event_id is not null and f.status = 'succeeded'`,
    )) === PLACES
  const done = until(isGivenBack).then(() => {
    isOver = true
    return (performance.now() - beganMs) / 1000
  })
  const tookMs = await webhooks
  const p95 = quantile(tookMs, 0.95)
  console.log(`All places were given back after ${(await done).toFixed(1)} s.`)
  console.log(
    `${tookMs.length} webhooks meanwhile, handled after ${inMs(quantile(tookMs, 0.5))} (p95 ${inMs(p95)}; limit: ${inMs(HANDLED_LIMIT_MS)}).`,
  )
  if (!(p95 <= HANDLED_LIMIT_MS)) process.exitCode = 1
  await pool.end()
} finally {
  await close()
}
