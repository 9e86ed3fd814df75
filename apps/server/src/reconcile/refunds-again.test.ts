import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAudit } from '../audit/run-audit.ts'
import type { TestDatabase } from '../testing/database.ts'
import { earningCaller } from '../testing/earning.ts'
import { operatorCommands } from '../testing/operator-commands.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'

const LIMIT_MS = 240_000
/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'
const CASES = ['before', 'between', 'after'] as const

let testServer: TestServer
let money: ReturnType<typeof earningCaller>
let operator: ReturnType<typeof operatorCommands>
let ivy: TestPerson
let restored: TestDatabase
/** Paid before the backup, rejected and sent back by the bank after it; the second was tried again by hand. */
const sentBackLater: SessionRequest[] = []
/**
 * Second tries to an account and to the card, by when they were asked for: long before the backup, just before it,
 * after it.
 */
const tries = new Map<string, { fan: TestPerson; request: SessionRequest; to: 'card' | 'account' }>()

async function paid(name: string) {
  const fan = await testServer.fan(name)
  const { body: request } = await testServer.book(fan, ivy)
  await testServer.confirm((await testServer.pay(fan, request)).body, CLOSED_CARD)
  await testServer.server.doDueWork()
  return { fan, request }
}

async function reject(request: SessionRequest): Promise<void> {
  await testServer.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
  await bankAnswers()
}

async function sentBack(name: string) {
  const sold = await paid(name)
  await reject(sold.request)
  return sold
}

async function bankAnswers(): Promise<void> {
  await testServer.server.doDueWork()
  await testServer.advance(10)
  await testServer.server.doDueWork()
}

async function requestAgain(when: (typeof CASES)[number]): Promise<void> {
  for (const to of ['account', 'card'] as const) {
    const found = tries.get(`${to}-${when}`)
    const path = `/api/influencer/parley_requests/${found?.request.id}/refund-again/` as const
    const answer = await testServer.call(found?.fan ?? null, `POST ${path}`, { to })
    expect(answer.status).toBe(200)
  }
}

beforeAll(async () => {
  testServer = await openTestServer()
  money = earningCaller(testServer)
  operator = operatorCommands(testServer)
  ivy = await testServer.influencer('ivy')
  for (const when of CASES) {
    for (const to of ['account', 'card'] as const) {
      const { fan, request } = await sentBack(`${to}-${when}`)
      if (to === 'account') await money.verify(fan)
      tries.set(`${to}-${when}`, { fan, request, to })
    }
  }
  await requestAgain('before')
  await bankAnswers()
  await requestAgain('between')
  sentBackLater.push((await paid('later')).request, (await paid('later-by-hand')).request)
  const backup = await operator.backUp()
  await bankAnswers()
  for (const request of sentBackLater) await reject(request)
  const payment_intent = await money.intentOf(sentBackLater[1] ?? { id: '' })
  await (await money.stripe()).refunds.create({ payment_intent, amount: 2500 })
  await bankAnswers()
  await requestAgain('after')
  await bankAnswers()
  restored = await operator.restore(backup)
}, LIMIT_MS)
afterAll(async () => {
  await testServer.close()
  await restored?.close()
}, LIMIT_MS)

it('second tries of returned refunds agree with the provider to the penny', {
  timeout: LIMIT_MS,
}, async () => {
  const report = await operator.reconcile(operator.ownUrl)
  expect(report).toMatchObject({ ok: true, code: 0, missing: [], unexpected: [], different: [] })
  expect(report.books_pence).toBe(report.balance_pence)
})

it('a restored database follows the second tries that it does not know, and owes nobody twice', {
  timeout: LIMIT_MS,
}, async () => {
  const report = await operator.reconcile(restored.connectionString, '--apply')
  expect(report).toMatchObject({ ok: true, code: 0, missing: [], unexpected: [], listed: [] })
  expect(report.books_pence).toBe(report.balance_pence)
  for (const [name, { request, to }] of tries) {
    const { rows } = await restored.pool.query(
      'select payment_status, refunded_pence from session_requests where id = $1',
      [request.id],
    )
    // What went to the card came back from there once more.
    const status = to === 'account' ? 'refunded' : 'refund_failed'
    expect({ name, ...rows[0] }).toEqual({ name, payment_status: status, refunded_pence: 2500 })
    const refunds = await restored.pool.query<{ status: string }>(
      `select status from refunds where request_id = $1 order by created_at, id`,
      [request.id],
    )
    const last = to === 'account' ? 'succeeded' : 'failed'
    expect({ name, refunds: refunds.rows.map(row => row.status) }).toEqual({
      name,
      refunds: ['replaced', last],
    })
  }
  for (const { id } of sentBackLater) {
    const { rows } = await restored.pool.query(
      'select payment_status, refunded_pence from session_requests where id = $1',
      [id],
    )
    expect(rows).toEqual([{ payment_status: 'refund_failed', refunded_pence: 2500 }])
  }
  const audit = await runAudit(restored.pool, { scope: 'everything' })
  expect(audit.checks.filter(check => check.breaches > 0 && check.severity !== 'warning')).toEqual([])
})
