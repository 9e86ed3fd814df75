import { afterAll, beforeEach, expect, it } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { sendRefund } from '../../requests/money/follow-refunds.ts'
import { findPlannedRefund } from './refund.ts'
import { waitUnderNewNumber } from './refused-refund.ts'

const t = await openTestServer({ connections: 12 })
afterAll(t.close)
const earner = earningCaller(t)
const operator = operatorCommands(t)
const ivy = await t.influencer('ivy')
beforeEach(() => t.sandbox.faults.clear())

const SOON_SECONDS = 600
const REFUNDS = { method: 'POST', path: '/v1/refunds' }

/** A paid request of a fan, and its intent. */
async function sold(name: string) {
  const fan = await t.fan(name)
  const request = await t.bookAndPay(fan, ivy)
  return { fan, request, intent: await earner.intentOf(request) }
}
const reject = (request: { id: string }) =>
  t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})

/** The provider refuses the refund, because of a dispute whose event is held back; the bank then gives way. */
async function refusedByUnknownDispute(name: string) {
  const { fan, request, intent } = await sold(name)
  t.sandbox.faults.webhooks.hold()
  const dispute = t.sandbox.faults.openDispute(intent)
  await reject(request)
  await t.server.doDueWork()
  expect(await refundsOf(intent)).toEqual([])
  t.sandbox.faults.closeDispute(dispute, 'won')
  return { fan, request, intent }
}

async function refundsOf(intent: string): Promise<number[]> {
  const { data } = await (await earner.stripe()).refunds.list({ payment_intent: intent })
  return data.map(({ amount }) => amount)
}
async function rowOf(request: { id: string }) {
  const { rows } = await t.server.database.pool.query<{ id: string; attempt: number }>(
    'select id, attempt from refunds where request_id = $1',
    [request.id],
  )
  const [row] = rows
  if (!row) throw new Error('no refund was planned')
  return row
}

async function expectRefundedOnce({ fan, request, intent }: Awaited<ReturnType<typeof sold>>) {
  expect(await refundsOf(intent)).toEqual([2500])
  expect((await t.request(fan, request.slug)).payment).toMatchObject({ status: 'refunded' })
  expect(await t.breaches()).toEqual([])
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true })
}

it('a refund refused during a dispute that the server did not know goes out when the bank gives way', async () => {
  const refused = await refusedByUnknownDispute('unknown-dispute')
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  await t.advance(SOON_SECONDS)
  await expectRefundedOnce(refused)
})

it('the event of that dispute is lost altogether, and the refund goes out by its next try', async () => {
  const refused = await refusedByUnknownDispute('lost-dispute')
  const types = ['charge.dispute.created', 'charge.dispute.closed', 'charge.dispute.funds_withdrawn']
  t.sandbox.faults.webhooks.add({ action: 'drop', times: 50, types })
  t.sandbox.faults.webhooks.add({ action: 'drop', times: 50, types: ['charge.dispute.funds_reinstated'] })
  t.sandbox.faults.webhooks.release()
  await t.server.doDueWork()
  await t.advance(SOON_SECONDS)
  expect(await refundsOf(refused.intent)).toEqual([2500])
  expect(await operator.reconcile(operator.ownUrl, '--apply')).toMatchObject({ ok: true })
  await expectRefundedOnce(refused)
})

it('twelve tries at once after a refusal make one refund, also where each was refused before', async () => {
  const { request, intent } = await refusedByUnknownDispute('at-once')
  const { id } = await rowOf(request)
  for (let round = 0; round < 3; round++)
    await Promise.allSettled(Array.from({ length: 12 }, () => sendRefund(t.server.domains.requests, id)))
  expect(await refundsOf(intent)).toEqual([2500])
})

it('a part that tries at once were refused, and others at once send again, goes back once', async () => {
  const { request, intent } = await sold('part-at-once')
  t.sandbox.faults.webhooks.hold()
  const dispute = t.sandbox.faults.openDispute(intent)
  const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
  await t.call(ivy, path, { amount: '5.00', uuid: crypto.randomUUID() })
  const { id } = await rowOf(request)
  const twelveAtOnce = () =>
    Promise.allSettled(Array.from({ length: 12 }, () => sendRefund(t.server.domains.requests, id)))
  const refused = twelveAtOnce()
  t.sandbox.faults.closeDispute(dispute, 'won')
  await Promise.all([refused, twelveAtOnce()])
  await twelveAtOnce()
  expect(await refundsOf(intent)).toEqual([500])
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

it('of many tries that were refused under one number only one raises it', async () => {
  const { request } = await refusedByUnknownDispute('one-number')
  const { id, attempt } = await rowOf(request)
  const { db } = t.server.database
  const refund = await findPlannedRefund(db, id)
  if (!refund) throw new Error('no refund was planned')
  await Promise.allSettled(Array.from({ length: 12 }, () => waitUnderNewNumber({ db }, refund, 'refused')))
  expect((await rowOf(request)).attempt).toBe(attempt + 1)
})

it.each([
  ['is cut off', { action: 'drop' }],
  ['says that it failed, for a day', { action: 'failAfter', replay: 'error' }],
  ['says that it failed, once', { action: 'failAfter' }],
] as const)('a try whose answer %s keeps its number, and makes one refund', async (what, fault) => {
  const { fan, request, intent } = await sold(`answer-${what.replaceAll(/\W+/g, '-')}`)
  t.sandbox.faults.add({ ...REFUNDS, ...fault, times: 3 })
  await reject(request)
  await t.server.doDueWork()
  expect((await rowOf(request)).attempt).toBe(1)
  t.sandbox.faults.clear()
  await t.advance(SOON_SECONDS)
  await expectRefundedOnce({ fan, request, intent })
})

it('a refusal whose answer is lost is refused again under its number, and then has another one', async () => {
  const { fan, request, intent } = await sold('lost-refusal')
  t.sandbox.faults.webhooks.hold()
  const dispute = t.sandbox.faults.openDispute(intent)
  t.sandbox.faults.add({ ...REFUNDS, action: 'drop', times: 3 })
  await reject(request)
  await t.server.doDueWork()
  expect((await rowOf(request)).attempt).toBe(1)
  t.sandbox.faults.closeDispute(dispute, 'won')
  t.sandbox.faults.clear()
  for (let tries = 0; tries < 3; tries++) await t.advance(SOON_SECONDS)
  expect((await rowOf(request)).attempt).toBe(2)
  await expectRefundedOnce({ fan, request, intent })
})

it('a refund for which the platform has no money goes out soon after it has some', async () => {
  const { fan, request, intent } = await sold('no-money')
  t.sandbox.faults.add({ ...REFUNDS, action: 'fail', status: 400, code: 'balance_insufficient', times: 1 })
  await reject(request)
  await t.server.doDueWork()
  expect((await rowOf(request)).attempt).toBe(2)
  await t.advance(SOON_SECONDS)
  await expectRefundedOnce({ fan, request, intent })
})

it('a refund to an account that has to wait for money has another number at its next try', async () => {
  const { fan, request } = await closedCard('account-no-money')
  await earner.verify(fan)
  t.sandbox.faults.add({
    ...{ action: 'fail', method: 'POST', path: '/v1/transfers' },
    ...{ status: 400, code: 'balance_insufficient', times: 1 },
  })
  await t.call(fan, `POST /api/influencer/parley_requests/${request.id}/refund-again/`, { to: 'account' })
  await t.server.doDueWork()
  await t.advance(SOON_SECONDS)
  const { data } = await (await earner.stripe()).transfers.list({ destination: await earner.accountOf(fan) })
  expect(data.map(({ amount }) => amount)).toEqual([2500])
  const { rows } = await t.server.database.pool.query<{ attempt: number }>(
    `select attempt from refunds where request_id = $1 and account_id is not null`,
    [request.id],
  )
  expect(rows).toEqual([{ attempt: 2 }])
  expect(await t.breaches()).toEqual([])
})

/** A rejected request whose refund the bank sent back. */
async function closedCard(name: string): Promise<{ fan: TestPerson; request: { id: string } }> {
  const fan = await t.fan(name)
  const { body: request } = await t.book(fan, ivy)
  await t.confirm((await t.pay(fan, request)).body, '4000000000005126')
  await t.server.doDueWork()
  await reject(request)
  await t.server.doDueWork()
  await t.advance(SOON_SECONDS)
  return { fan, request }
}
