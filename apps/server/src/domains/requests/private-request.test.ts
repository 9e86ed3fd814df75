import type { SessionRequest } from '@parley/contract'
import { DAY_SECONDS } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer({ connections: 60 })
afterAll(t.close)
afterEach(async () => {
  await t.dropUnpaid(fan, other)
  await t.server.doDueWork()
  const broken = await t.breaches()
  expect(broken).toEqual([])
})

const influencer = await t.influencer('ivy')
const fan = await t.fan('fred')
const other = await t.fan('olga')
const accept = (id: string) =>
  t.call<SessionRequest>(influencer, `POST /api/influencer/requests/${id}/accept/`)
const reject = (id: string) =>
  t.call<SessionRequest>(influencer, `POST /api/influencer/requests/${id}/reject/`, { reason: 'ill' })
const cancel = (id: string) =>
  t.call<SessionRequest>(fan, `POST /api/influencer/parley_requests/${id}/cancel/`)

describe('booking a private call', () => {
  it('makes an unpaid request whose secret only the payer sees', async () => {
    const { status, body } = await t.book(fan, influencer)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      request_type: 'private',
      state: 'offered',
      outcome: null,
      amount: '25.00',
      duration: 900,
      duration_display: 2,
      user: { username: 'fred' },
      influencer: {
        user: { username: 'ivy' },
        profile: { picture: expect.stringMatching(/^\/pictures\/[\w-]+$/) },
      },
      payment: { stripe_intent_confirmed: false, status: 'unpaid' },
      callback: `${t.origin}/profile/ivy`,
    })
    expect(body.payment.stripe_intent_secret).toMatch(/^pi_.+_secret_/)
    expect(Buffer.from(body.slug, 'base64url').length).toBeGreaterThanOrEqual(15)
    expect((await t.request(influencer, body.slug)).payment.stripe_intent_secret).toBeNull()
    expect((await t.call(other, `GET /api/parley/${body.slug}/session/`)).status).toBe(404)
    expect((await t.call(null, `GET /api/parley/${body.slug}/session/`)).status).toBe(404)
  })

  it('makes one request of one uuid that is sent 50 times at once', async () => {
    const uuid = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 50 }, () => t.book(fan, influencer, { uuid })))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1)
    expect(new Set(answers.map(answer => answer.body.payment.stripe_intent_secret)).size).toBe(1)
  })

  it('refuses the same uuid for another booking, and takes it from another person', async () => {
    const uuid = crypto.randomUUID()
    await t.book(fan, influencer, { uuid })
    const range = { start: '2026-03-02T12:00:00Z', end: '2026-03-02T13:00:00Z' }
    expect((await t.book(fan, influencer, { uuid, timeRange: range })).status).toBe(409)
    expect((await t.book(other, influencer, { uuid })).status).toBe(201)
  })

  it.each([
    ['amount', { amount: '1.00' }],
    ['duration', { duration: 901 }],
    ['duration_display', { duration_display: 1 }],
    ['description', { description: 'Something else entirely' }],
  ])('answers 409 with the current offer when the %s is not the offered one', async (_field, more) => {
    const { status, body } = await t.book(fan, influencer, more)
    expect(status).toBe(409)
    expect(body).toMatchObject({ offer: { amount: '25.00', duration: 900, duration_display: 2 } })
  })

  it.each([
    ['an amount with three decimals', { amount: '25.001' }, 'amount'],
    ['an amount below a pound', { amount: '0.99' }, 'amount'],
    ['an amount above ten thousand', { amount: '10000.01' }, 'amount'],
    ['no amount', { amount: null }, 'amount'],
    ['a fractional duration', { duration: 1.5 }, 'duration'],
    ['a duration over a day', { duration: 86_401 }, 'duration'],
    [
      'a start in the past',
      { timeRange: { start: '2026-02-01T12:00:00Z', end: '2026-02-01T13:00:00Z' } },
      'timeRange',
    ],
    [
      'too short a time',
      { timeRange: { start: '2026-03-02T12:00:00Z', end: '2026-03-02T12:10:00Z' } },
      'timeRange',
    ],
    ['a time that is none', { timeRange: { start: 'soon', end: 'later' } }, 'timeRange.start'],
  ])('refuses %s with a field error', async (_what, more, field) => {
    const { status, body } = await t.book(fan, influencer, more)
    expect([status, Object.keys(body)]).toEqual([400, expect.arrayContaining([field])])
  })

  it('lets nobody book themselves, and visitors not at all', async () => {
    const path = '/api/parley/ivy/parley_request/'
    expect((await t.book(influencer, influencer)).status).toBe(403)
    expect((await t.call(null, `POST ${path}`, { amount: '25.00', duration: 900 })).status).toBe(401)
    expect(
      (await t.call(fan, 'POST /api/parley/nobody/parley_request/', { amount: '25.00', duration: 900 }))
        .status,
    ).toBe(404)
  })

  it.each(['//evil.example', 'https://evil.example/x', '/\\evil', 'javascript:alert(1)'])(
    'comes back to this site whatever the callback says: %s',
    async callback => {
      expect((await t.book(fan, influencer, { callback })).body.callback).toBe(`${t.origin}/profile/ivy`)
    },
  )
})

describe('paying', () => {
  it('begins with how this influencer is paid, and with the saved cards of the buyer', async () => {
    const options = await t.call(fan, `GET /api/influencer/${influencer.id}/pay/`)
    expect(options).toMatchObject({
      status: 200,
      body: {
        provider: 'sandbox',
        publishable_key: expect.stringMatching(/^pk_/),
        currency: 'gbp',
        main_session: { amount: '25.00', duration: 900, duration_display: 2 },
        cards: [],
      },
    })
    expect((await t.call(fan, `GET /api/influencer/${other.id}/pay/`)).status).toBe(404)
  })

  it('is paid once the provider says so, also when only the webhook tells', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    expect(paid.payment).toMatchObject({ stripe_intent_confirmed: true, status: 'paid' })
  })

  it('asks the provider on return and believes no query', async () => {
    const { body: request } = await t.book(fan, influencer)
    const { body: intent } = await t.pay(fan, request)
    const returned = () =>
      t.call<SessionRequest>(fan, 'POST /api/parley/parley_request/payment-intent/', {
        paymentIntentId: intent.payment_intent,
        paymentIntentSecret: intent.client_secret,
        paymentRedirectStatus: 'succeeded',
      })
    expect((await returned()).body.payment.status).toBe('unpaid')
    await t.confirm(intent)
    expect((await returned()).body.payment.status).toBe('paid')
    const foreign = { paymentIntentId: intent.payment_intent }
    expect((await t.call(other, 'POST /api/parley/parley_request/payment-intent/', foreign)).status).toBe(404)
  })

  it('says that a declined card failed, and takes the next card', async () => {
    const { body: request } = await t.book(fan, influencer)
    const { body: intent } = await t.pay(fan, request)
    expect((await t.confirm(intent, '4000000000000002')).status).toBe(402)
    await t.server.doDueWork()
    expect((await t.request(fan, request.slug)).payment.status).toBe('failed')
    await t.confirm(intent)
    await t.server.doDueWork()
    expect((await t.request(fan, request.slug)).payment.status).toBe('paid')
    expect((await t.pay(fan, request)).status).toBe(409)
  })

  it('belongs to the payer alone', async () => {
    const { body: request } = await t.book(fan, influencer)
    expect((await t.pay(influencer, request)).status).toBe(403)
    expect((await t.pay(other, request)).status).toBe(404)
  })
})

describe('what nobody has paid', () => {
  it('is in the influencer’s lists but for those of what is paid, and in the buyer’s', async () => {
    const { body: unpaid } = await t.book(fan, influencer)
    const idsOf = async (person: typeof fan, path: `/${string}`) =>
      (await t.call<{ results: SessionRequest[] }>(person, `GET ${path}`)).body.results.map(({ id }) => id)
    const lists = ['/api/influencer/requests/', '/api/parley/ivy/parley_request/'] as const
    for (const path of lists) {
      expect(await idsOf(influencer, `${path}?page_size=100`)).toContain(unpaid.id)
      expect(await idsOf(influencer, `${path}?page_size=100&paid=false`)).toContain(unpaid.id)
      expect(await idsOf(influencer, `${path}?page_size=100&paid=true`)).not.toContain(unpaid.id)
    }
    expect(await idsOf(influencer, '/api/user/me/requests/?page_size=100')).not.toContain(unpaid.id)
    expect(await idsOf(fan, '/api/parley/ivy/parley_request/?page_size=100&paid=true')).toContain(unpaid.id)
    expect(await idsOf(fan, '/api/parley/ivy/parley_request/?page_size=100')).toContain(unpaid.id)
    expect(await idsOf(fan, '/api/user/me/requests/?page_size=100')).toContain(unpaid.id)
  })
})

describe('answering', () => {
  it('accepts once', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    expect((await accept(paid.id)).body.state).toBe('accepted')
    expect((await accept(paid.id)).status).toBe(409)
  })

  it('takes a call that says JSON and sends nothing', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    const response = await fetch(`${t.origin}/api/influencer/requests/${paid.id}/accept`, {
      method: 'POST',
      headers: { authorization: `Bearer ${influencer.access}`, 'content-type': 'application/json' },
    })
    expect([response.status, ((await response.json()) as SessionRequest).state]).toEqual([200, 'accepted'])
  })

  it('gives all money back at once when it is rejected, with the reason shown to the buyer', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    expect((await reject(paid.id)).body).toMatchObject({ state: 'rejected', outcome: 'rejected' })
    await t.server.doDueWork()
    expect(await t.request(fan, paid.slug)).toMatchObject({
      reject_reason: 'ill',
      payment: { status: 'refunded', refunded_amount: '25.00', stripe_intent_confirmed: true },
    })
    expect(Math.abs((await t.audit()).balances.refund_transit ?? 0)).toBe(0)
  })

  it('gives all money back when the buyer cancels before the call', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    expect((await cancel(paid.id)).body.payment.status).toBe('refunded')
    expect((await cancel(paid.id)).status).toBe(409)
  })

  it('cancels for the sum that the buyer was told, and for no other', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    const path = `POST /api/influencer/parley_requests/${paid.id}/cancel/` as const
    const other = await t.call(fan, path, { expect: '12.50' })
    expect(other.status).toBe(409)
    expect(other.body).toMatchObject({ money_back: { now: { amount: '25.00' } } })
    expect((await t.request(fan, paid.slug)).state).toBe('offered')
    for (const half of [12.5, '12.5']) expect((await t.call(fan, path, { expect: half })).status).toBe(409)
    expect((await t.call(fan, path, { expect: 'all' })).status).toBe(400)
    const cancelled = await t.call<SessionRequest>(fan, path, { expect: '25.00' })
    expect(cancelled.body.payment.refunded_amount).toBe('25.00')
  })

  it.each([
    ['no body', undefined],
    ['an empty one', {}],
    ['null', { reason: null }],
    ['an empty text', { reason: '' }],
  ])('is rejected without a reason: %s', async (_, body) => {
    const { id } = (await t.book(fan, influencer)).body
    const path = `POST /api/influencer/requests/${id}/reject/` as const
    const answer = await t.call<SessionRequest>(influencer, path, body)
    expect(answer).toMatchObject({ status: 200, body: { state: 'rejected', reject_reason: null } })
  })

  it('lets one of accept and reject win, whichever, and money agrees', async () => {
    for (let round = 0; round < 5; round++) {
      const paid = await t.bookAndPay(fan, influencer)
      const [firstAccept, firstReject, secondAccept, secondReject] = await Promise.all([
        accept(paid.id),
        reject(paid.id),
        accept(paid.id),
        reject(paid.id),
      ])
      const count = (answers: { status: number }[]) => answers.filter(answer => answer.status === 200).length
      // An accepted request may still be rejected, never the other way round; neither happens twice.
      expect(count([firstReject, secondReject])).toBe(1)
      expect(count([firstAccept, secondAccept])).toBeLessThanOrEqual(1)
      expect(await t.request(fan, paid.slug)).toMatchObject({
        state: 'rejected',
        payment: { status: 'refunded' },
      })
    }
  })

  it('gives late money back when cancelling and paying race', async () => {
    for (let round = 0; round < 5; round++) {
      const { body: request } = await t.book(fan, influencer)
      const { body: intent } = await t.pay(fan, request)
      await Promise.all([t.confirm(intent), cancel(request.id)])
      await t.server.doDueWork()
      const end = await t.request(fan, request.slug)
      expect(end.state).toBe('cancelled')
      expect(['refunded', 'unpaid']).toContain(end.payment.status)
    }
  })

  it('is for the influencer of the request', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    for (const deed of ['accept', 'reject']) {
      expect((await t.call(fan, `POST /api/influencer/requests/${paid.id}/${deed}/`)).status).toBe(403)
      expect((await t.call(other, `POST /api/influencer/requests/${paid.id}/${deed}/`)).status).toBe(404)
      expect((await t.call(null, `POST /api/influencer/requests/${paid.id}/${deed}/`)).status).toBe(401)
    }
  })
})

describe('time', () => {
  it('expires what was not paid in a day, and cancels its intent', async () => {
    const { body: request } = await t.book(fan, influencer)
    const { body: intent } = await t.pay(fan, request)
    await t.advance(DAY_SECONDS)
    expect(await t.request(fan, request.slug)).toMatchObject({
      state: 'expired',
      outcome: 'unpaid',
    })
    expect((await t.confirm(intent)).status).toBe(400)
  })

  it('gives all money back for what was never used in 30 days', async () => {
    const paid = await t.bookAndPay(fan, influencer)
    await t.advance(30 * DAY_SECONDS)
    expect(await t.request(fan, paid.slug)).toMatchObject({
      state: 'expired',
      payment: { status: 'refunded' },
    })
  })
})
