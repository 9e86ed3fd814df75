/**
 * An event of many paid places is cancelled while other people need the server, each five times a second: a signed
 * webhook of a payment, until its request is paid; a paid call that its buyer cancels, until the provider has made the
 * refund; a forgotten password, until the mail is sent. Every place is bought over HTTP, so each has a payment to give
 * back; only the buyers are written into the database. `BENCH_PLACES=1000` makes the event smaller. Exits with 1 where
 * the slowest twentieth of a kind takes more than two seconds.
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
const ONE_EVERY_MS = 200
/** Prepared people of each kind; after the last one none comes. */
const PEOPLE = Math.max(50, Math.ceil(PLACES / 20))
const DONE_LIMIT_MS = 2_000
const LOOK_EVERY_MS = 20
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

interface Sold {
  buyer: TestPerson
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
  return { buyer, request, paid: expected(await api.pay(buyer, request), 'its payment') }
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

/** What one person waits for, from the moment at which they begin it. */
type Wait = (sold: Sold, nth: number) => Promise<{ isDone(): Promise<boolean>; fromMs: number }>

/** Begins one wait each ONE_EVERY_MS while `isOn`; answers how long each took. */
async function measure(wait: Wait, sold: readonly Sold[], isOn: () => boolean): Promise<number[]> {
  const tookMs: number[] = []
  const running: Promise<void>[] = []
  async function one(each: Sold, nth: number): Promise<void> {
    const { isDone, fromMs } = await wait(each, nth)
    while (!(await isDone())) await pause(LOOK_EVERY_MS)
    tookMs.push(performance.now() - fromMs)
  }
  for (const [nth, each] of sold.entries()) {
    if (!isOn()) break
    running.push(one(each, nth))
    await pause(ONE_EVERY_MS)
  }
  await Promise.all(running)
  return tookMs
}

const KINDS = ['webhook', 'refund', 'mail'] as const

/** Confirms a payment and sends its webhook; cancels a paid call; forgets a password. */
function waitsOn(pool: Pool, secret: string): Record<(typeof KINDS)[number], Wait> {
  const isThere = async (statement: string, value: string) => (await count(pool, statement, [value])) > 0
  return {
    async webhook({ request, paid }, nth) {
      expected(await api.confirm(paid), 'a confirmation')
      const fromMs = performance.now()
      await sendWebhook(paid.payment_intent ?? '', { nth, secret })
      const isPaid = `from session_requests where id = $1 and payment_status = 'paid'`
      return { fromMs, isDone: () => isThere(isPaid, request.id) }
    },
    async refund({ request, buyer }) {
      const fromMs = performance.now()
      const what = `POST /api/influencer/parley_requests/${request.id}/cancel/` as const
      expected(await api.call(buyer, what), 'a cancelling')
      const isBack = `from refunds where request_id = $1 and status = 'succeeded'`
      return { fromMs, isDone: () => isThere(isBack, request.id) }
    },
    async mail({ buyer }) {
      const { rows } = await pool.query<{ email: string }>('select email from users where id = $1', [
        buyer.id,
      ])
      const fromMs = performance.now()
      const [{ email } = { email: '' }] = rows
      expected(await api.call(null, 'POST /api/user/password-reset/', { email }), 'a forgotten password')
      const isSent = `from mails where user_id = $1 and kind = 'password_reset' and sent_at is not null`
      return { fromMs, isDone: () => isThere(isSent, buyer.id) }
    },
  }
}

try {
  await server.start()
  const pool = createPool({ connection: url, log })
  const made = await createEvent(server.origin, { capacity: PLACES })
  const people = { pool, databaseUrl: url, dataDir, origin: server.origin }
  const buyers = await makeBuyers(people, PLACES + KINDS.length * PEOPLE)
  await each(buyers.slice(0, PLACES), buyer => sellPlace(buyer, made))
  const seller = await api.influencer('seller')
  const sold: Sold[] = []
  await each(buyers.slice(PLACES), async buyer => void sold.push(await preparePayment(buyer, seller)))
  const soldOf = Object.fromEntries(
    KINDS.map((kind, nth) => [kind, sold.slice(nth * PEOPLE, (nth + 1) * PEOPLE)]),
  )
  const toRefund = soldOf.refund ?? []
  await each(toRefund, async ({ paid }) => void expected(await api.confirm(paid), 'its confirmation'))
  const allPaid = PLACES + toRefund.length
  await until(
    async () => (await count(pool, `from session_requests where payment_status = 'paid'`)) === allPaid,
  )
  await until(async () => (await count(pool, 'from outbox where done_at is null and run_at <= now()')) === 0)
  console.log(`${PLACES} places are paid; the event is cancelled.`)

  let isOver = false
  const beganMs = performance.now()
  const { webhookSecret } = await sandboxKeys(createDatabase(pool))
  const waits = waitsOn(pool, webhookSecret)
  const measured = KINDS.map(kind => measure(waits[kind], soldOf[kind] ?? [], () => !isOver))
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
  const tookMs = await Promise.all(measured)
  console.log(`All places were given back after ${(await done).toFixed(1)} s.`)
  for (const [nth, kind] of KINDS.entries()) {
    const took = tookMs[nth] ?? []
    const p95 = quantile(took, 0.95)
    console.log(
      `${kind}: ${took.length} meanwhile, each done after ${inMs(quantile(took, 0.5))} ` +
        `(p95 ${inMs(p95)}; limit: ${inMs(DONE_LIMIT_MS)}).`,
    )
    if (!(p95 <= DONE_LIMIT_MS)) process.exitCode = 1
  }
  await pool.end()
} finally {
  await close()
}
