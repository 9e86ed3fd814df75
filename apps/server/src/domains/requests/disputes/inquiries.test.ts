import {
  DAY_SECONDS,
  messages,
  type OwnDispute,
  type Page,
  type SessionRequest,
  type StaffDispute,
} from '@parley/contract'
import { afterAll, afterEach, expect, it, test } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'
import { completeCall } from '../public.ts'
import { uploadedText } from '../testing/disputed-call.ts'

const t = await openTestServer()
afterAll(t.close)
const money = earningCaller(t)
const stripe = await money.stripe()
const { faults } = t.sandbox
/** Stripe's published cards: the bank asks about the payment, and the issuer warns of fraud. */
const ASKED = '4000000000001976'
const WARNED = '4000000000005423'
afterEach(async () => {
  faults.clear()
  expect(await t.breaches()).toEqual([])
})

let made = 0
async function sold(card: string): Promise<{ fan: TestPerson; star: TestPerson; request: SessionRequest }> {
  const [fan, star] = [await t.fan(`fred${++made}`), await t.influencer(`ivy${made}`)]
  const { body } = await t.book(fan, star)
  await t.confirm((await t.pay(fan, body)).body, card)
  await t.server.doDueWork()
  return { fan, star, request: await t.request(fan, body.slug) }
}
const join = (fan: TestPerson, { id }: SessionRequest) =>
  t.call(fan, `POST /api/influencer/parley_requests/${id}/session/`)
const inquiryOf = async (request: SessionRequest) => {
  const [inquiry] = (await stripe.disputes.list({ payment_intent: await money.intentOf(request) })).data
  if (!inquiry) throw new Error('the bank does not ask')
  return inquiry
}
const own = async (star: TestPerson) =>
  (await t.call<Page<OwnDispute>>(star, 'GET /api/influencer/me/disputes/')).body.results
const mailsTo = async (name: string) => {
  const page = await fetch(`${t.origin}/sandbox/mail/?as=json&to=${name}@example.org`)
  return ((await page.json()) as { results: { subject: string; text: string }[] }).results
}

test('a bank that only asks moves nothing: the call takes place, and its money is paid out', async () => {
  const { fan, star, request } = await sold(ASKED)
  expect(request.payment.status).toBe('paid')
  expect((await join(fan, request)).status).toBe(200)
  expect(await own(star)).toMatchObject([{ state: 'open', is_inquiry: true, amount: '25.00' }])
  // The mail about the request may come after it.
  const subject = 'A bank asks about a payment to you'
  const mail = (await mailsTo(star.username)).find(each => each.subject === subject)
  expect(mail?.text).toContain('payouts to you go on')
  await money.verify(star)
  await completeCall(t.server.domains.requests, request.id)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  expect(await money.earnings(star)).toMatchObject({ paid_out: '22.50', held: '0.00' })
  // Our answer went out a day before the deadline, once.
  const inquiry = await inquiryOf(request)
  expect(inquiry).toMatchObject({ status: 'warning_under_review', evidence_details: { submission_count: 1 } })
  faults.closeDispute(inquiry.id, 'won')
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment.status).toBe('paid')
  expect(await own(star)).toMatchObject([{ state: 'won', is_inquiry: true }])
})

test('staff answer a bank that only asks, and there is no loss to accept', async () => {
  const { request } = await sold(ASKED)
  const desk = await staffMember(t, 'frieda', 'finance')
  const list = (await t.call<Page<StaffDispute>>(desk.person, 'GET /api/staff/disputes/')).body.results
  const shown = list.find(({ request_id: id }) => id === request.id)
  expect(shown).toMatchObject({ state: 'open', is_inquiry: true })
  const act = { reason: 'It is a small sum', version: shown?.version ?? 0 }
  expect(await t.call(desk.person, `POST /api/staff/disputes/${shown?.id}/concede/`, act)).toMatchObject({
    ...{ status: 409, body: { detail: messages.bankOnlyAsks } },
  })
  const sent = await t.call(desk.person, `POST /api/staff/disputes/${shown?.id}/send/`, act)
  expect(sent.status).toBe(204)
  await t.server.doDueWork()
  expect((await inquiryOf(request)).status).toBe('warning_under_review')
})

test('all of it goes back while a bank asks, which ends the question', async () => {
  const { fan, star, request } = await sold(ASKED)
  await t.call(star, `POST /api/influencer/requests/${request.id}/reject/`, {})
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    ...{ status: 'refunded', refunded_amount: '25.00', charged_back_amount: '0.00' },
  })
  expect((await inquiryOf(request)).status).toBe('warning_closed')
  expect(await own(star)).toMatchObject([{ state: 'won', is_inquiry: true }])
})

test.each(['won', 'lost'] as const)(
  'a question that becomes a dispute is one from then on, with an answer of its own (%s)',
  async as => {
    const { fan, star, request } = await sold(ASKED)
    await t.advance(8 * DAY_SECONDS)
    expect((await inquiryOf(request)).status).toBe('warning_under_review')
    await completeCall(t.server.domains.requests, request.id)
    await t.server.doDueWork()
    const { id } = await inquiryOf(request)
    faults.webhooks.add({ action: 'repeat', copies: 3, times: 50 })
    faults.escalateInquiry(id)
    await t.server.doDueWork()
    expect((await t.request(fan, request.slug)).payment.status).toBe('disputed')
    expect((await join(fan, request)).status).toBe(409)
    expect(await own(star)).toMatchObject([{ state: 'open', is_inquiry: false, pack: { sent_at: null } }])
    // What happened since the question is in the answer.
    const record = (await inquiryOf(request)).evidence.service_documentation
    expect(await uploadedText(t, record)).toContain('Result: served')
    await t.advance(8 * DAY_SECONDS)
    expect(await inquiryOf(request)).toMatchObject({
      ...{ status: 'under_review', evidence_details: { submission_count: 2 } },
    })
    faults.closeDispute(id, as)
    await t.server.doDueWork()
    expect((await t.request(fan, request.slug)).payment.status).toBe(as === 'won' ? 'paid' : 'charged_back')
  },
)

test('what went back while a bank asked, the bank does not take once more', async () => {
  const { fan, star, request } = await sold(ASKED)
  const back = { amount: '10.00', uuid: crypto.randomUUID() }
  expect((await t.call(star, `POST /api/influencer/requests/${request.id}/give-back/`, back)).status).toBe(
    200,
  )
  await t.server.doDueWork()
  const { id } = await inquiryOf(request)
  faults.escalateInquiry(id)
  await t.server.doDueWork()
  faults.closeDispute(id, 'lost')
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment).toMatchObject({
    ...{ status: 'charged_back', refunded_amount: '10.00', charged_back_amount: '15.00' },
  })
})

it('only informs finance where an issuer warns of fraud, once', async () => {
  await staffMember(t, 'fiona', 'finance')
  await staffMember(t, 'mona', 'moderator')
  faults.webhooks.add({ action: 'repeat', copies: 3, times: 50 })
  const { fan, request } = await sold(WARNED)
  expect(request.payment.status).toBe('paid')
  expect((await join(fan, request)).status).toBe(200)
  const desk = await staffMember(t, 'flora', 'finance')
  const { body } = await t.call<{ history: { action: string }[] }>(
    desk.person,
    `GET /api/staff/requests/${request.id}/`,
  )
  expect(body.history.filter(({ action }) => action === 'fraud_warning')).toHaveLength(1)
  const warned = (mails: { subject: string }[]) =>
    mails.filter(({ subject }) => subject === 'A card issuer warns of fraud').length
  expect(warned(await mailsTo('fiona'))).toBe(1)
  expect([warned(await mailsTo('mona')), warned(await mailsTo(fan.username))]).toEqual([0, 0])
})
