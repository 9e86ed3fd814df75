import type { SessionRequest } from '@parley/contract'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runAudit } from '../audit/run-audit.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../testing/earning.ts'
import { freePort } from '../testing/free-port.ts'
import { operatorCommands } from '../testing/operator-commands.ts'
import { serverProcess } from '../testing/server-process.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'

const LIMIT_MS = 240_000
/** The published card whose money is settled at once. */
const SETTLED_AT_ONCE = '4000000000000077'
/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'

let testServer: TestServer
let money: ReturnType<typeof earningCaller>
let stripe: Stripe
let operator: ReturnType<typeof operatorCommands>
let restored: TestDatabase
let ivy: TestPerson
let fan: TestPerson
/** What the backup knows, and what happened to it afterwards. */
let known: Record<'paidLater' | 'rejected' | 'paidOut' | 'chargedBack' | 'givenBackByHand', SessionRequest>
let lost: SessionRequest
let lostIntent: string

async function bookedUnpaid(): Promise<SessionRequest> {
  return (await testServer.book(fan, ivy)).body
}
async function pay(request: SessionRequest, card = SETTLED_AT_ONCE): Promise<void> {
  await testServer.confirm((await testServer.pay(fan, request)).body, card)
  await testServer.server.doDueWork()
}

beforeAll(async () => {
  testServer = await openTestServer()
  money = earningCaller(testServer)
  operator = operatorCommands(testServer)
  stripe = await money.stripe()
  fan = await testServer.fan('fan')
  ivy = await testServer.influencer('ivy')
  await money.verify(ivy)
  const paidOut = await money.served(fan, ivy, SETTLED_AT_ONCE)
  await testServer.advance(RELEASE_SECONDS)
  const [rejected, chargedBack, givenBackByHand] = [
    await bookedUnpaid(),
    await bookedUnpaid(),
    await bookedUnpaid(),
  ]
  for (const request of [rejected, chargedBack, givenBackByHand]) await pay(request)
  known = { paidLater: await bookedUnpaid(), rejected, paidOut, chargedBack, givenBackByHand }

  const backup = await operator.backUp()

  await pay(known.paidLater)
  await testServer.call(ivy, `POST /api/influencer/requests/${rejected.id}/reject/`, {})
  await testServer.server.doDueWork()
  testServer.sandbox.faults.closeDispute(
    testServer.sandbox.faults.openDispute(await money.intentOf(chargedBack)),
    'lost',
  )
  await stripe.refunds.create({ payment_intent: await money.intentOf(givenBackByHand), amount: 700 })
  lost = await bookedUnpaid()
  await pay(lost, CLOSED_CARD)
  lostIntent = await money.intentOf(lost)
  await testServer.advance(PAYOUT_SECONDS)
  const sent = await stripe.payouts.create({ amount: 500, currency: 'gbp' })
  await stripe.payouts.create({ amount: 300, currency: 'gbp' })
  testServer.sandbox.faults.decidePayout(sent.id, 'failed')
  await testServer.server.doDueWork()

  restored = await operator.restore(backup)
}, LIMIT_MS)
afterAll(async () => {
  await testServer.close()
  await restored.close()
}, LIMIT_MS)

const stateOf = async (request: SessionRequest) => {
  const { rows } = await restored.pool.query<Record<string, unknown>>(
    'select state, payment_status, refunded_pence, charged_back_pence from session_requests where id = $1',
    [request.id],
  )
  return rows[0]
}

describe('npm run reconcile', () => {
  it('says in a sentence that the provider does not answer', { timeout: LIMIT_MS }, async () => {
    const { reconcile } = serverProcess({
      port: await freePort(),
      dataDir: await temporaryDirectory(),
      env: {
        DATABASE_URL: restored.connectionString,
        STRIPE_API_BASE: `http://127.0.0.1:${await freePort()}`,
      },
    })
    const { code, output } = await reconcile()
    expect(code).toBe(1)
    expect(output).toMatch(/^The payment provider could not be read: StripeConnectionError\. .*\n$/)
  })

  it('reads the sandbox of the server that runs, also where HOST is another address', {
    timeout: LIMIT_MS,
  }, async () => {
    const database = await createTestDatabase({ size: 1 })
    const server = serverProcess({
      port: await freePort(),
      dataDir: await temporaryDirectory(),
      env: { DATABASE_URL: database.connectionString },
      network: { address: '127.0.0.2', command: [] },
    })
    onTestFinished(async () => {
      if (server.isRunning()) await server.stop()
      await database.close()
    })
    await server.start()
    expect((await server.reconcile()).code).toBe(0)
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    expect(metrics).toMatch(/route="\/sandbox\/stripe\/v1\/balance_transactions"/)
  })

  it('finds that books which were only used agree with the provider to the penny', {
    timeout: LIMIT_MS,
  }, async () => {
    const report = await operator.reconcile(operator.ownUrl)
    expect(report).toMatchObject({
      ok: true,
      code: 0,
      missing: [],
      unexpected: [],
      different: [],
      applied: [],
    })
    expect(report.books_pence).toBe(report.balance_pence)
    expect(report.balance_transactions).toBeGreaterThan(10)
  })

  it('names a fee that the provider took without an event, and books it when the operator says so', {
    timeout: LIMIT_MS,
  }, async () => {
    testServer.sandbox.faults.chargeFee(25)
    const found = await operator.reconcile(operator.ownUrl)
    expect(found).toMatchObject({
      ok: false,
      code: 1,
      missing: [{ kind: 'provider_fee', amount: '-0.25' }],
    })
    expect(await operator.reconcile(operator.ownUrl, '--apply')).toMatchObject({ ok: true, code: 0 })
    expect((await testServer.audit()).ok).toBe(true)
  })
})

describe('the restore drill', () => {
  it('shows what a restored database does not know, and changes nothing', { timeout: LIMIT_MS }, async () => {
    const report = await operator.reconcile(restored.connectionString)
    expect([report.ok, report.code, report.applied]).toEqual([false, 1, []])
    const kinds = new Set(report.missing.map(line => line.kind))
    expect([...kinds].sort()).toEqual([
      'bank_payout',
      'bank_payout_returned',
      'charge',
      'dispute',
      'provider_fee',
      'refund',
      'transfer',
    ])
    expect(await stateOf(known.paidLater)).toMatchObject({ payment_status: 'unpaid' })
  })

  it('replays from the provider alone until the books agree to the penny', {
    timeout: LIMIT_MS,
  }, async () => {
    const report = await operator.reconcile(restored.connectionString, '--apply')
    expect(report).toMatchObject({
      ok: true,
      code: 0,
      missing: [],
      unexpected: [],
      different: [],
      listed: [],
    })
    expect(report.books_pence).toBe(report.balance_pence)
    const audit = await runAudit(restored.pool, { scope: 'everything' })
    expect(audit.checks.filter(check => check.breaches > 0)).toEqual([])
    expect(await operator.reconcile(restored.connectionString, '--apply')).toMatchObject({
      ok: true,
      applied: [],
    })
  })

  it('leaves every request that the backup knew as the provider’s money says', async () => {
    expect(await stateOf(known.paidLater)).toMatchObject({ state: 'offered', payment_status: 'paid' })
    expect(await stateOf(known.rejected)).toMatchObject({ state: 'cancelled', payment_status: 'refunded' })
    expect(await stateOf(known.chargedBack)).toMatchObject({
      payment_status: 'charged_back',
      charged_back_pence: 2500,
    })
    expect(await stateOf(known.givenBackByHand)).toMatchObject({
      payment_status: 'partly_refunded',
      refunded_pence: 700,
    })
    const { rows } = await restored.pool.query(`select status from payouts where request_id = $1`, [
      known.paidOut.id,
    ])
    expect(rows).toEqual([{ status: 'paid' }])
  })

  it('refunds, once, what was paid for a request that was lost with the database', async () => {
    expect(await stateOf(lost)).toBeUndefined()
    const { data } = await stripe.refunds.list({ payment_intent: lostIntent })
    expect(data.map(refund => refund.amount)).toEqual([2500])
    const { rows } = await restored.pool.query('select amount_pence, refunded_pence from orphan_charges')
    expect(rows).toEqual([{ amount_pence: 2500, refunded_pence: 2500 }])
  })

  it('owes it to its payer again when the bank sends that refund back, and a person is told so', {
    timeout: LIMIT_MS,
  }, async () => {
    await testServer.advance(10)
    await testServer.server.doDueWork()
    const { said } = await operator.run('reconcile', restored.connectionString, '--apply')
    expect(said).toContain('its refund came back')
    const { rows } = await restored.pool.query('select amount_pence, refunded_pence from orphan_charges')
    expect(rows).toEqual([{ amount_pence: 2500, refunded_pence: 0 }])
    expect(await operator.reconcile(restored.connectionString)).toMatchObject({ ok: true })
    expect((await stripe.refunds.list({ payment_intent: lostIntent })).data).toHaveLength(1)
  })
})

describe('books that say more than the provider', () => {
  it('are not believed: the line is named, and no replay takes it away', { timeout: LIMIT_MS }, async () => {
    await restored.pool.query(`with j as (insert into journals (id, key, kind, created_at)
        values (gen_random_uuid(), 'invented', 'charge', now()) returning id)
      insert into postings (id, journal_id, account, amount_pence)
        select gen_random_uuid(), j.id, account, pence from j, (values ('psp_clearing', 5), ('bank', -5)) as legs (account, pence)`)
    expect(await operator.reconcile(restored.connectionString, '--apply')).toMatchObject({
      ok: false,
      code: 1,
      unexpected: [{ key: 'invented', amount: '0.05' }],
    })
    const { said } = await operator.run('reconcile', restored.connectionString)
    expect(said).toContain('UNEXPECTED invented 0.05')
    expect(said).toContain('The books do not agree with the provider.')
  })
})
