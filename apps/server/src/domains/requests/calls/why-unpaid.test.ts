import type { SessionRequest } from '@parley/contract'
import { afterAll, afterEach, expect, it } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { STANDS } from '../request.ts'
import { UNPAID_WORDS } from './why-unpaid.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const { faults } = t.sandbox
afterEach(() => faults.clear())
const [fan, ivy, carl] = [await t.fan('fred'), await t.influencer('ivy'), await t.fan('carl')]

interface Refused {
  detail: string
}
const join = ({ id }: SessionRequest) =>
  t.call<Refused>(fan, `POST /api/influencer/parley_requests/${id}/session/`)
const claim = ({ id }: SessionRequest) => t.call<Refused>(carl, `POST /api/parley/prepaid/${id}/accept/`)
const give = ({ slug }: SessionRequest) => t.call<Refused>(fan, `POST /api/parley/${slug}/session/gift/`, {})

async function link(): Promise<SessionRequest> {
  const offer = { amount: '5.00', duration: 600, duration_display: 2, description: 'Ten minutes with me' }
  return (await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', offer)).body
}
async function pay(by: TestPerson, request: SessionRequest): Promise<SessionRequest> {
  await t.confirm((await t.pay(by, request)).body)
  await t.server.doDueWork()
  return request
}
async function disputed(request: SessionRequest): Promise<SessionRequest> {
  faults.openDispute(await money.intentOf(request))
  await t.server.doDueWork()
  return request
}

it('who joins, claims or gives what is not paid reads that it is not paid', async () => {
  const [call, offer] = [(await t.book(fan, ivy)).body, await link()]
  for (const answer of [await join(call), await claim(offer), await give(call)])
    expect(answer).toMatchObject({ status: 402, body: { detail: UNPAID_WORDS.unpaid } })
  await t.dropUnpaid(fan)
})

it('who joins, claims or gives what the bank thinks about reads that its payment is processed', async () => {
  const [call, offer] = [(await t.book(fan, ivy)).body, await link()]
  faults.add({ action: 'processing', path: '/v1/payment_intents/*/confirm', times: 2 })
  for (const request of [call, offer]) await pay(fan, request)
  for (const answer of [await join(call), await claim(offer), await give(call)])
    expect(answer).toMatchObject({ status: 402, body: { detail: UNPAID_WORDS.processing } })
})

it('who joins, claims or gives what a bank disputes reads so, and not that it was not paid', async () => {
  const [call, offer] = [(await t.book(fan, ivy)).body, await link()]
  for (const request of [call, offer]) await disputed(await pay(fan, request))
  expect(await join(call)).toMatchObject({ status: 402, body: { detail: UNPAID_WORDS.disputed } })
  for (const answer of [await claim(offer), await give(call)])
    expect(answer).toMatchObject({ status: 409, body: { detail: UNPAID_WORDS.disputed } })
})

it('who pays for what went back reads how it ended, and not that it is paid', async () => {
  const call = await pay(fan, (await t.book(fan, ivy)).body)
  const again = () => t.call<Refused>(fan, `POST /api/influencer/parley_requests/${call.id}/pay/`, {})
  expect(await again()).toMatchObject({ status: 409, body: { detail: 'This is paid already' } })
  await t.call(ivy, `POST /api/influencer/requests/${call.id}/reject/`, {})
  await t.server.doDueWork()
  expect(await again()).toMatchObject({ status: 409, body: { detail: STANDS.rejected.notAllowed } })
})

it('who gives back what a bank took reads that it has decided', async () => {
  const call = await disputed(await pay(fan, (await t.book(fan, ivy)).body))
  const back = { amount: '1.00', uuid: crypto.randomUUID() }
  const give = () => t.call<Refused>(ivy, `POST /api/influencer/requests/${call.id}/give-back/`, back)
  expect((await give()).body.detail).toMatch(/^The bank of the buyer decides about this payment/)
  const [dispute] = (await (await money.stripe()).disputes.list({ limit: 1 })).data
  faults.closeDispute(dispute?.id ?? '', 'lost')
  await t.server.doDueWork()
  expect((await give()).body.detail).toMatch(/^The bank of the buyer has decided about this payment/)
})
