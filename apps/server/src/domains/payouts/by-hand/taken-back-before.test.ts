import type { SessionRequest } from '@parley/contract'
import { afterAll, afterEach, expect, it } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const operator = operatorCommands(t)
const stripe = await money.stripe()
const { faults } = t.sandbox
afterEach(() => faults.clear())

let made = 0
/** A call that was paid out, of whose payout an operator took back these pence; the server does not know it yet. */
async function takenBack(pence: number) {
  const [fan, ivy] = [await t.fan(`fred${++made}`), await t.influencer(`ivy${made}`)]
  const request = await money.paidOut(fan, ivy)
  const { data } = await stripe.transfers.list({ destination: await money.accountOf(ivy) })
  const transferId = data[0]?.id ?? ''
  faults.webhooks.add({ action: 'drop', times: 50, types: ['transfer.reversed'] })
  await stripe.transfers.createReversal(transferId, { amount: pence })
  return { fan, ivy, request, transferId }
}

const giveBack = async (ivy: TestPerson, { id }: SessionRequest, amount: string) => {
  const back = { amount, uuid: crypto.randomUUID() }
  expect((await t.call(ivy, `POST /api/influencer/requests/${id}/give-back/`, back)).status).toBe(200)
  await t.server.doDueWork()
}
const reversed = async (transferId: string) => (await stripe.transfers.retrieve(transferId)).amount_reversed

it('a debt takes what an operator left of a payout, also where nobody told the server of it', async () => {
  const { fan, ivy, request, transferId } = await takenBack(500)
  await giveBack(ivy, request, '25.00')
  expect(await reversed(transferId)).toBe(2250)
  expect(await money.earnings(ivy)).toMatchObject({ payable: '0.00', debt: '0.00', paid_out: '0.00' })
  expect((await t.request(fan, request.slug)).payment).toMatchObject({ refunded_amount: '25.00' })
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true, code: 0 })
  expect(await t.breaches()).toEqual([])
})

it('all parts that an operator took back of a payout are in the books, also more than the provider lists with it', async () => {
  const { ivy, request, transferId } = await takenBack(10)
  for (let part = 0; part < 11; part++) await stripe.transfers.createReversal(transferId, { amount: 10 })
  await giveBack(ivy, request, '25.00')
  expect(await reversed(transferId)).toBe(2250)
  expect(await money.earnings(ivy)).toMatchObject({ payable: '0.00', debt: '0.00', paid_out: '0.00' })
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true, code: 0 })
  expect(await t.breaches()).toEqual([])
})

it('a debt takes nothing where an operator took back the whole payout, and is paid by it', async () => {
  const { ivy, request, transferId } = await takenBack(2250)
  await giveBack(ivy, request, '10.00')
  expect(await reversed(transferId)).toBe(2250)
  expect(await money.earnings(ivy)).toMatchObject({ payable: '13.50', debt: '0.00', paid_out: '0.00' })
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true, code: 0 })
  expect(await t.breaches()).toEqual([])
})

it('a debt takes what is left where an operator is faster between the question and the call', async () => {
  const { ivy, request, transferId } = await takenBack(500)
  const path = '/v1/transfers/*/reversals'
  faults.add({ action: 'fail', method: 'POST', path, status: 500, times: 100 })
  await giveBack(ivy, request, '25.00')
  expect(await reversed(transferId)).toBe(500)
  faults.clear()
  await stripe.transfers.createReversal(transferId, { amount: 750 })
  await t.advance(60)
  await t.server.doDueWork()
  expect(await reversed(transferId)).toBe(2250)
  expect(await money.earnings(ivy)).toMatchObject({ payable: '0.00', debt: '0.00', paid_out: '0.00' })
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true, code: 0 })
  expect(await t.breaches()).toEqual([])
})
