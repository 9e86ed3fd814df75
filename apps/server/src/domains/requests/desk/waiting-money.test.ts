import type { StaffRequest } from '@parley/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'

/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'

let t: TestServer
let money: ReturnType<typeof earningCaller>
beforeAll(async () => {
  t = await openTestServer()
  money = earningCaller(t)
})
afterEach(async () => {
  const broken = (await t.audit()).checks.filter(
    ({ breaches, severity }) => breaches > 0 && severity !== 'warning',
  )
  expect(broken).toEqual([])
})
afterAll(() => t?.close())

let made = 0
/** What waits of a request, as a member of staff reads it who has just come. */
async function waitsOf({ id }: { id: string }): Promise<StaffRequest['waits']> {
  const { person } = await staffMember(t, `finance${++made}`, 'finance')
  return (await t.call<StaffRequest>(person, `GET /api/staff/requests/${id}/`)).body.waits
}

const leave = async (person: TestPerson) =>
  (await t.call(person, 'DELETE /api/user/me/', { password: 'correct horse battery' })).status

it('a refund that comes back to a buyer who has left waits, until an operator refunds it once more', async () => {
  const [fan, ivy] = [await t.fan('fred'), await t.influencer('ivy')]
  const { body: request } = await t.book(fan, ivy)
  await t.confirm((await t.pay(fan, request)).body, CLOSED_CARD)
  await t.server.doDueWork()
  await t.call(ivy, `POST /api/influencer/requests/${request.id}/reject/`, {})
  await t.server.doDueWork()
  expect(await waitsOf(request)).toEqual([])
  expect(await leave(fan)).toBe(200)
  await t.advance(10)
  await t.server.doDueWork()
  expect(await waitsOf(request)).toEqual([{ kind: 'returned_to_leaver', amount: '25.00' }])
  const stripe = await money.stripe()
  await stripe.refunds.create({ payment_intent: await money.intentOf(request), amount: 2500 })
  await t.server.doDueWork()
  expect(await waitsOf(request)).toEqual([])
})

it('a refund that an influencer gave and did not earn before they left waits, until an operator pays it', async () => {
  const [fan, ivy] = [await t.fan('greta'), await t.influencer('ida')]
  const request = await money.paidOut(fan, ivy)
  const path = '/v1/transfers/*/reversals'
  t.sandbox.faults.add({ action: 'fail', method: 'POST', path, status: 400, times: 5 })
  const back = { amount: '10.00', uuid: crypto.randomUUID() }
  expect((await t.call(ivy, `POST /api/influencer/requests/${request.id}/give-back/`, back)).status).toBe(200)
  await t.server.doDueWork()
  t.sandbox.faults.clear()
  expect(await waitsOf(request)).toEqual([])
  expect(await leave(ivy)).toBe(200)
  expect(await waitsOf(request)).toEqual([{ kind: 'gift_of_leaver', amount: '10.00' }])
  const stripe = await money.stripe()
  await stripe.refunds.create({ payment_intent: await money.intentOf(request), amount: 1000 })
  await t.server.doDueWork()
  expect(await waitsOf(request)).toEqual([])
  expect((await t.request(fan, request.slug)).payment).toMatchObject({ refunded_amount: '10.00' })
})

it('a payout that was taken back by hand waits, until an operator sends it by hand', async () => {
  const [fan, ivy] = [await t.fan('hans'), await t.influencer('iris')]
  const request = await money.paidOut(fan, ivy)
  expect(await waitsOf(request)).toEqual([])
  const stripe = await money.stripe()
  const destination = await money.accountOf(ivy)
  const [sent] = (await stripe.transfers.list({ destination })).data
  await stripe.transfers.createReversal(sent?.id ?? '', { amount: 2000 })
  await t.server.doDueWork()
  expect(await waitsOf(request)).toEqual([{ kind: 'taken_back', amount: '20.00' }])
  await stripe.transfers.create({ amount: 2000, currency: 'gbp', destination })
  await t.server.doDueWork()
  expect(await waitsOf(request)).toEqual([])
})
