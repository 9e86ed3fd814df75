import type { PrepaidList, SessionRequest } from '@parley/contract'
import { DAY_SECONDS, TERMS_VERSION } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const CONNECTIONS = 100
const t = await openTestServer({ connections: CONNECTIONS })
afterAll(t.close)
afterEach(async () => {
  await t.dropUnpaid(giver, taker, other)
  await t.server.doDueWork()
  const broken = await t.breaches()
  expect(broken).toEqual([])
})

const giver = await t.fan('gina')
const taker = await t.fan('theo')
const other = await t.fan('olga')
const influencer = await t.influencer('ivy')
const OFFER = {
  amount: '12.50',
  duration: 600,
  duration_display: 2,
  description: 'Ten minutes of chess for a beginner',
  request_type: 'prepaid',
}

const create = (person: TestPerson | null, more: Record<string, unknown> = {}) =>
  t.call<SessionRequest>(person, 'POST /api/parley/prepaid-link/', { ...OFFER, ...more })
const list = async (person: TestPerson) =>
  (await t.call<PrepaidList>(person, 'GET /api/parley/prepaid-link/')).body
const acceptAt = (server: TestServer, person: TestPerson | null, request: SessionRequest) =>
  server.call<SessionRequest>(person, `POST /api/parley/prepaid/${request.id}/accept/`)
const accept = (person: TestPerson | null, request: SessionRequest) => acceptAt(t, person, request)
const look = (person: TestPerson | null, request: SessionRequest) =>
  t.call<SessionRequest>(person, `GET /api/parley/${request.slug}/session/`)
const revoke = (person: TestPerson, request: SessionRequest) =>
  t.call<SessionRequest>(person, `POST /api/influencer/parley_requests/${request.id}/cancel/`)
const reject = (person: TestPerson, request: SessionRequest) =>
  t.call<SessionRequest>(person, `POST /api/influencer/requests/${request.id}/reject/`, {})

async function paidLink(): Promise<SessionRequest> {
  const { body: made } = await create(giver)
  await t.confirm((await t.pay(giver, made)).body)
  await t.server.doDueWork()
  return t.request(giver, made.slug)
}

describe('creating a prepaid link', () => {
  it('stores the version of the terms that the buyer confirmed, with the moment, and refuses another one', async () => {
    const { body } = await create(giver, { terms_version: TERMS_VERSION })
    const { rows } = await t.server.database.pool.query(
      'select terms_version, acknowledged_at from session_requests where id = $1',
      [body.id],
    )
    expect(rows).toEqual([{ terms_version: TERMS_VERSION, acknowledged_at: t.clock.now() }])
    expect((await create(giver, { terms_version: 'older' })).status).toBe(409)
  })

  it('makes an unpaid request without an influencer, with the secret and the fee for the buyer', async () => {
    const { status, body } = await create(giver)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      request_type: 'prepaid',
      state: 'offered',
      amount: '12.50',
      fee_percent: 10,
      duration: 600,
      duration_display: 2,
      description: OFFER.description,
      user: { username: 'gina' },
      influencer: null,
      payment: { stripe_intent_confirmed: false, status: 'unpaid' },
      callback: `${t.origin}/prepaid`,
    })
    expect(body.payment.stripe_intent_secret).toMatch(/^pi_.+_secret_/)
    expect((await look(null, body)).body.payment.stripe_intent_secret).toBeNull()
  })

  it('makes one of one uuid sent 20 times at once, and refuses the uuid for another offer', async () => {
    const uuid = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(giver, { uuid })))
    expect(new Set(answers.map(answer => answer.status))).toEqual(new Set([201]))
    expect(new Set(answers.map(answer => answer.body.id)).size).toBe(1)
    expect((await create(giver, { uuid, amount: '13' })).status).toBe(409)
    expect((await create(other, { uuid })).status).toBe(201)
  })

  it.each([
    ['an amount below a pound', { amount: '0.99' }, 'amount'],
    ['an amount above ten thousand', { amount: '10000.01' }, 'amount'],
    ['an amount that is none', { amount: '£5' }, 'amount'],
    ['no duration', { duration: null }, 'duration'],
    ['a duration of nothing', { duration: 0 }, 'duration'],
    ['a duration over a day', { duration: 86_401 }, 'duration'],
    ['an unknown unit', { duration_display: 4 }, 'duration_display'],
    ['too short a description', { description: 'Chat' }, 'description'],
    ['too long a description', { description: 'x'.repeat(501) }, 'description'],
    ['another kind of request', { request_type: 'private' }, 'request_type'],
  ])('refuses %s with a field error', async (_what, more, field) => {
    const { status, body } = await create(giver, more)
    expect([status, Object.keys(body)]).toEqual([400, [field]])
  })

  it.each([
    { amount: '1.00' },
    { amount: 10000 },
    { duration: 1 },
    { duration: 86_400 },
    { description: 'Talk!' },
    { description: 'x'.repeat(500) },
  ])('takes what is just inside a limit: %o', async more => {
    expect((await create(giver, more)).status).toBe(201)
  })

  it('needs a login', async () => {
    expect((await create(null)).status).toBe(401)
    expect((await t.call(null, 'GET /api/parley/prepaid-link/')).status).toBe(401)
  })
})

describe('accepting a prepaid link', () => {
  it('makes anybody but the requester its performer, who finds it in their list', async () => {
    const paid = await paidLink()
    expect((await accept(null, paid)).status).toBe(401)
    expect((await accept(giver, paid)).status).toBe(403)
    const { status, body } = await accept(taker, paid)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'accepted',
      influencer: { user: { username: 'theo' }, profile: { picture: null } },
    })
    for (const person of [giver, taker]) {
      const page = await list(person)
      expect(page.results.map(request => request.id)).toContain(paid.id)
      expect(page).toMatchObject({ fee_percent: 10, money_back_rule: expect.stringContaining('30 days') })
    }
    expect((await list(other)).results.map(request => request.id)).not.toContain(paid.id)
    expect((await accept(other, paid)).status).toBe(409)
    expect((await accept(taker, paid)).status).toBe(409)
  })

  it('shows an influencer what they accepted among their incoming requests', async () => {
    const paid = await paidLink()
    await accept(influencer, paid)
    const path = 'GET /api/influencer/requests/?request_type=prepaid' as const
    const { body } = await t.call<PrepaidList>(influencer, path)
    expect(body.results.map(request => request.id)).toEqual([paid.id])
  })

  it('is refused with 402 until it is paid, and with 404 where there is no prepaid link', async () => {
    const { body: made } = await create(giver)
    expect((await accept(taker, made)).status).toBe(402)
    const { body: booked } = await t.book(giver, influencer)
    expect((await accept(taker, booked)).status).toBe(404)
    expect((await accept(influencer, booked)).status).toBe(404)
    expect((await accept(taker, { ...made, id: crypto.randomUUID() })).status).toBe(404)
  })

  it('is open to every eye until somebody accepts it, and then to its two parties', async () => {
    const paid = await paidLink()
    for (const person of [null, giver, other]) expect((await look(person, paid)).status).toBe(200)
    await accept(taker, paid)
    for (const person of [giver, taker]) expect((await look(person, paid)).status).toBe(200)
    for (const person of [null, other]) {
      const { status, body } = await look(person, paid)
      expect([status, body]).toEqual([404, { detail: 'No paid session here' }])
    }
  })

  it('lets both into the call, each on their own side, and nobody else', async () => {
    const paid = await paidLink()
    const asBuyer = (person: TestPerson) =>
      t.call(person, `POST /api/influencer/parley_requests/${paid.id}/session/`)
    const asPerformer = (person: TestPerson) =>
      t.call(person, `POST /api/influencer/requests/${paid.id}/session/`)
    expect((await asPerformer(taker)).status).toBe(403)
    await accept(taker, paid)
    expect((await asBuyer(giver)).body).toMatchObject({ session: expect.any(String), is_influencer: false })
    expect((await asPerformer(taker)).body).toMatchObject({
      session: expect.any(String),
      is_influencer: true,
    })
    for (const join of [asBuyer, asPerformer]) expect((await join(other)).status).toBe(404)
    expect((await asPerformer(giver)).status).toBe(403)
    expect((await asBuyer(taker)).status).toBe(403)
  })
})

describe('a hundred people who accept one link at the same moment', () => {
  let crowd: TestPerson[] = []
  beforeAll(async () => {
    const names = Array.from({ length: CONNECTIONS }, (_, number) => `crowd-${number}`)
    crowd = await Promise.all(names.map(name => t.fan(name)))
  })

  /**
   * On a busy machine somebody may wait for the row for longer than a request may: they get 503, and try again.
   */
  async function acceptLast(server: TestServer, person: TestPerson, paid: SessionRequest) {
    for (;;) {
      const answer = await acceptAt(server, person, paid)
      if (answer.status !== 503) return answer
    }
  }

  async function expectOneWinner(paid: SessionRequest, servers: readonly TestServer[]): Promise<void> {
    const answers = await Promise.all(
      crowd.map((person, index) => acceptLast(servers[index % servers.length] ?? t, person, paid)),
    )
    const winners = crowd.filter((_person, index) => answers[index]?.status === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter(answer => answer.status === 409)).toHaveLength(CONNECTIONS - 1)
    expect((await t.request(giver, paid.slug)).influencer?.user.id).toBe(winners[0]?.id)
  }

  it('make one performer, over as many connections', async () => {
    await expectOneWinner(await paidLink(), [t])
  }, 300_000)

  it('make one performer, over two servers on one database', async () => {
    const second = await t.openAnother({ connections: CONNECTIONS })
    try {
      await expectOneWinner(await paidLink(), [t, second])
    } finally {
      await second.close()
    }
  }, 300_000)
})

describe('money of a prepaid link', () => {
  it('goes back in full when the requester revokes it, before and after somebody accepted', async () => {
    for (const claimed of ['no', 'yes']) {
      const paid = await paidLink()
      if (claimed === 'yes') await accept(taker, paid)
      const { body } = await revoke(giver, paid)
      expect(body).toMatchObject({
        state: 'cancelled',
        outcome: 'cancelled',
        payment: { status: 'refunded', refunded_amount: '12.50' },
      })
      expect((await accept(other, paid)).status).toBe(409)
    }
  })

  it('goes back in full when the person who accepted it rejects it', async () => {
    const paid = await paidLink()
    expect((await reject(taker, paid)).status).toBe(404)
    await accept(taker, paid)
    expect((await reject(taker, paid)).body).toMatchObject({
      state: 'rejected',
      payment: { status: 'refunded', refunded_amount: '12.50' },
    })
    expect((await accept(other, paid)).status).toBe(409)
  })

  it('is where the winner leaves it when revoking and accepting race', async () => {
    for (let round = 0; round < 5; round++) {
      const paid = await paidLink()
      const [accepted, revoked] = await Promise.all([accept(taker, paid), revoke(giver, paid)])
      // A claimed link may still be revoked, a revoked one never claimed.
      expect(revoked.status).toBe(200)
      expect([200, 409]).toContain(accepted.status)
      expect(await t.request(giver, paid.slug)).toMatchObject({
        state: 'cancelled',
        influencer: accepted.status === 200 ? { user: { username: 'theo' } } : null,
        payment: { status: 'refunded' },
      })
    }
  })

  it('is the requester’s alone to take back', async () => {
    const paid = await paidLink()
    expect((await revoke(taker, paid)).status).toBe(404)
    await accept(taker, paid)
    expect((await revoke(taker, paid)).status).toBe(403)
  })

  it('is not taken any more when the link was not paid in 24 hours', async () => {
    const { body: made } = await create(giver)
    const { body: intent } = await t.pay(giver, made)
    await t.advance(DAY_SECONDS)
    expect(await t.request(giver, made.slug)).toMatchObject({ state: 'expired', outcome: 'unpaid' })
    expect((await t.confirm(intent)).status).toBe(400)
    expect((await accept(taker, made)).status).toBe(409)
  })

  it('goes back in full when nobody accepts in 30 days', async () => {
    const paid = await paidLink()
    await t.advance(30 * DAY_SECONDS - 1)
    expect((await t.request(giver, paid.slug)).state).toBe('offered')
    await t.advance(1)
    expect(await t.request(giver, paid.slug)).toMatchObject({
      state: 'expired',
      outcome: 'unclaimed',
      payment: { status: 'refunded', refunded_amount: '12.50' },
    })
    expect((await accept(taker, paid)).status).toBe(409)
  })

  it('goes back in full when it was accepted and not used in another 30 days', async () => {
    const paid = await paidLink()
    await t.advance(29 * DAY_SECONDS)
    await accept(taker, paid)
    await t.advance(30 * DAY_SECONDS - 1)
    expect((await t.request(giver, paid.slug)).state).toBe('accepted')
    await t.advance(1)
    expect(await t.request(giver, paid.slug)).toMatchObject({
      state: 'expired',
      outcome: 'unclaimed',
      payment: { status: 'refunded' },
    })
  })
})
