import { DECLINED_CARDS_AN_HOUR_MAX, type OwnUser, type PayAnswer } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { sandboxKeys } from '../../../composition/sandbox.ts'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { approveAtBank, confirmAtProvider, setupIdOf, type Wallet } from './testing/card-page.ts'

const t = await openTestServer({ connections: 30 })
afterAll(t.close)
afterEach(async () => {
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const influencer = await t.influencer('ivy')
const other = await t.fan('olga')
let fans = 0

/** Confirms a new setup at the provider; what its page brings back from there. */
async function confirmSetup(fan: TestPerson, number: string) {
  const { body: wallet } = await t.call<Wallet>(fan, `POST /api/user/${fan.id}/card-wallet/`)
  const confirmed = await confirmAtProvider(t.origin, wallet, number)
  await approveAtBank(await confirmed.json())
  return {
    setupIntentId: setupIdOf(wallet),
    setupIntentSecret: wallet.client_secret,
    setupIntentRedirectStatus: 'succeeded',
  }
}

const keepCard = (fan: TestPerson, confirmed: object) =>
  t.call<OwnUser>(fan, `POST /api/user/${fan.id}/card-saved/`, confirmed)

const saveCard = async (fan: TestPerson, number: string) => keepCard(fan, await confirmSetup(fan, number))

/** A fan with a saved card and an unpaid request. */
async function ready(number = '4242424242424242') {
  const fan = await t.fan(`fan${fans++}`)
  const saved = await saveCard(fan, number)
  const card = saved.body.card_intents[0]?.id ?? ''
  const { body: request } = await t.book(fan, influencer)
  const tap = () =>
    t.call<PayAnswer>(fan, `POST /api/influencer/parley_requests/${request.id}/pay/`, { card })
  return { fan, card, request, tap }
}
const charges = async (requestId: string) =>
  (
    await t.server.database.pool.query(`select 1 from journals where kind = 'charge' and request_id = $1`, [
      requestId,
    ])
  ).rowCount
const tries = async (requestId: string) =>
  (
    await t.server.database.pool.query(
      'select 1 from card_charges join payments on payments.id = payment_id where request_id = $1',
      [requestId],
    )
  ).rowCount

/** Whose a card is at the provider; null where it is nobody's. */
async function customerOf(card: string): Promise<string | null> {
  const { secretKey } = await sandboxKeys(t.server.database.db)
  const headers = { authorization: `Bearer ${secretKey}` }
  const found = await fetch(`${t.origin}/sandbox/stripe/v1/payment_methods/${card}`, { headers })
  return ((await found.json()) as { customer: string | null }).customer
}

describe('a saved card', () => {
  it('is kept once the provider says so, without its number', async () => {
    const fan = await t.fan('saver')
    const { status, body } = await saveCard(fan, '4242424242424242')
    expect(status).toBe(200)
    expect(body.card_intents).toEqual([
      expect.objectContaining({
        brand: 'visa',
        last4: '4242',
        exp_month: 12,
        exp_year: 2034,
        is_valid: true,
      }),
    ])
    expect(JSON.stringify(body)).not.toContain('4242424242424242')
  })

  it('is not kept for a setup that did not succeed, or that is somebody else’s', async () => {
    const fan = await t.fan('hopeful')
    const wallet = await t.call<{ client_secret: string }>(fan, `POST /api/user/${fan.id}/card-wallet/`)
    const setupIntentId = wallet.body.client_secret.split('_secret_')[0]
    // The other person is a customer of the provider too.
    await t.call(other, `POST /api/user/${other.id}/card-wallet/`)
    expect((await t.call(fan, `POST /api/user/${fan.id}/card-saved/`, { setupIntentId })).status).toBe(402)
    expect((await t.call(other, `POST /api/user/${other.id}/card-saved/`, { setupIntentId })).status).toBe(
      404,
    )
    expect((await t.call(other, `POST /api/user/${fan.id}/card-saved/`, { setupIntentId })).status).toBe(403)
  })

  it('pays in one tap', async () => {
    const { fan, request, tap } = await ready()
    expect((await tap()).body.status).toBe('succeeded')
    expect((await t.request(fan, request.slug)).payment.status).toBe('paid')
  })

  it('is charged once however fast it is tapped', async () => {
    const { fan, request, tap } = await ready()
    const answers = await Promise.all(Array.from({ length: 20 }, tap))
    expect(answers.every(answer => answer.status === 409 || answer.body.status === 'succeeded')).toBe(true)
    expect(answers.some(answer => answer.status === 200)).toBe(true)
    // Each further try would count as a card tried in vain, and the eleventh tap be refused for them.
    expect(await tries(request.id)).toBe(1)
    await t.server.doDueWork()
    expect([(await t.request(fan, request.slug)).payment.status, await charges(request.id)]).toEqual([
      'paid',
      1,
    ])
  })

  it('is charged once when the answer is lost and the buyer taps again', async () => {
    const { request, tap } = await ready()
    t.sandbox.faults.add({
      action: 'fail',
      method: 'POST',
      path: '/v1/payment_intents/*/confirm',
      status: 500,
      times: 3,
    })
    expect((await tap()).status).toBe(503)
    t.sandbox.faults.clear()
    expect((await tap()).body.status).toBe('succeeded')
    expect(await charges(request.id)).toBe(1)
  })

  it('that got no answer again and again is no card that was declined', async () => {
    const { request, tap } = await ready()
    const path = '/v1/payment_intents/*/confirm'
    t.sandbox.faults.add({ action: 'fail', method: 'POST', path, status: 401, times: 100 })
    for (let lost = 0; lost < DECLINED_CARDS_AN_HOUR_MAX; lost++) {
      expect((await tap()).status).toBe(503)
      await t.advance(31)
    }
    t.sandbox.faults.clear()
    expect((await tap()).body.status).toBe('succeeded')
    expect(await charges(request.id)).toBe(1)
  })

  it('that is declined says why, and another card then pays', async () => {
    const { fan, request, tap } = await ready('4000000000000341')
    // Whether the card is still there is not known: that it was declined is.
    const fetched = { method: 'GET', path: '/v1/payment_methods/*' } as const
    t.sandbox.faults.add({ action: 'fail', ...fetched, status: 500, times: 100 })
    const declined = await tap()
    t.sandbox.faults.clear()
    expect(declined.body).toMatchObject({ status: 'requires_payment_method', detail: expect.any(String) })
    const second = await saveCard(fan, '4242424242424242')
    const card = second.body.card_intents.find(each => each.last4 === '4242')?.id
    const paid = await t.call<PayAnswer>(fan, `POST /api/influencer/parley_requests/${request.id}/pay/`, {
      card,
    })
    expect(paid.body.status).toBe('succeeded')
  })

  it('that the bank asks about leads to the challenge page', async () => {
    const { tap } = await ready('4000002760003184')
    expect((await tap()).body).toMatchObject({
      status: 'requires_action',
      next_action_url: expect.stringContaining('/challenge'),
    })
  })

  it('of somebody else is refused', async () => {
    const { card } = await ready()
    const { fan, request } = await ready()
    const stolen = await t.call(fan, `POST /api/influencer/parley_requests/${request.id}/pay/`, { card })
    expect([stolen.status, stolen.body]).toEqual([400, { card: [expect.any(String)] }])
  })

  it('that was removed is not found any more', async () => {
    const { fan, card, tap } = await ready()
    const removed = await t.call<OwnUser>(fan, `DELETE /api/user/${fan.id}/cards/${card}/`)
    expect(removed.body.card_intents).toEqual([])
    expect((await tap()).status).toBe(400)
  })

  it('that an operator removed at the provider is offered no more, and is no card that was declined', async () => {
    const { fan, request, card, tap } = await ready()
    await (await earningCaller(t).stripe()).paymentMethods.detach(card)
    expect(await tap()).toMatchObject({ status: 400, body: { card: [expect.stringContaining('removed')] } })
    expect((await t.call<OwnUser>(fan, 'GET /api/user/me/')).body.card_intents).toEqual([])
    expect(await tries(request.id)).toBe(0)
  })

  it('that was removed while the provider was away is removed there once it answers', async () => {
    const { fan, card } = await ready()
    expect(await customerOf(card)).not.toBeNull()
    const path = `/v1/payment_methods/${card}/detach`
    t.sandbox.faults.add({ action: 'fail', method: 'POST', path, status: 503, times: 100 })
    const removed = await t.call<OwnUser>(fan, `DELETE /api/user/${fan.id}/cards/${card}/`)
    expect([removed.status, removed.body.card_intents]).toEqual([200, []])
    await t.server.doDueWork()
    t.sandbox.faults.clear()
    await t.advance(3600)
    expect(await customerOf(card)).toBeNull()
  })

  it('that is saved while its account is deleted is kept nowhere', async () => {
    const fan = await t.fan(`fan${fans++}`)
    const confirmed = await confirmSetup(fan, '4242424242424242')
    const [{ pool }, client] = [t.server.database, await t.server.database.pool.connect()]
    const waiting = async () =>
      (
        await pool.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0]?.waiting
    let saving: ReturnType<typeof keepCard>
    try {
      await client.query('begin')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await client.query('select from users where id = $1 for update', [fan.id])
      const deleting = t.call(fan, 'DELETE /api/user/me/', { password: TEST_PASSWORD })
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
      saving = keepCard(fan, confirmed)
      await expect.poll(waiting, { timeout: 60_000 }).toBe(2)
      await client.query('commit')
      expect((await deleting).status).toBe(200)
    } finally {
      await client.query('rollback')
      client.release()
    }
    expect((await saving).status).toBe(401)
    await t.server.doDueWork()
    const kept = 'select 1 from saved_cards where user_id = $1'
    expect((await pool.query(kept, [fan.id])).rows).toEqual([])
  })
})

describe('a card that is to be saved while it pays', () => {
  const DECLINED = '4000000000000002'
  const ASKS = '4000002760003184'
  async function booked() {
    const fan = await t.fan(`payer${fans++}`)
    const { body: request } = await t.book(fan, influencer)
    const pay = async (more: object) =>
      (await t.call<PayAnswer>(fan, `POST /api/influencer/parley_requests/${request.id}/pay/`, more)).body
    return { fan, request, pay }
  }
  const cardsOf = async (fan: TestPerson) =>
    (await t.call<OwnUser>(fan, 'GET /api/user/me/')).body.card_intents.map(({ id, last4 }) => ({
      id,
      last4,
    }))
  const last4Of = async (fan: TestPerson) => (await cardsOf(fan)).map(({ last4 }) => last4)

  it('is among the saved ones once its payment succeeded, and pays the next booking in one tap', async () => {
    const { fan, pay } = await booked()
    const intent = await pay({ save_card: true })
    expect(await cardsOf(fan)).toEqual([])
    await t.confirm(intent)
    await t.server.doDueWork()
    const [card] = await cardsOf(fan)
    expect(card?.last4).toBe('4242')
    const { body: next } = await t.book(fan, influencer)
    const tapped = await t.call<PayAnswer>(fan, `POST /api/influencer/parley_requests/${next.id}/pay/`, {
      card: card?.id,
    })
    expect(tapped.body.status).toBe('succeeded')
    expect(await cardsOf(fan)).toHaveLength(1)
  })

  it('is not saved without the consent of its payer, nor by the consent of an earlier try', async () => {
    const { fan, pay } = await booked()
    await t.confirm(await pay({ save_card: true }), DECLINED)
    await t.server.doDueWork()
    await t.confirm(await pay({}))
    await t.server.doDueWork()
    expect(await cardsOf(fan)).toEqual([])
  })

  it('that was declined is not saved, and the next that pays is', async () => {
    const { fan, pay } = await booked()
    await t.confirm(await pay({ save_card: true }), DECLINED)
    await t.server.doDueWork()
    expect(await cardsOf(fan)).toEqual([])
    await t.confirm(await pay({ save_card: true }))
    await t.server.doDueWork()
    expect(await last4Of(fan)).toEqual(['4242'])
  })

  it('that the bank asks about is saved after the yes of its owner', async () => {
    const { fan, pay } = await booked()
    const intent = await pay({ save_card: true })
    const confirmed = await t.confirm(intent, ASKS)
    await t.server.doDueWork()
    expect(await cardsOf(fan)).toEqual([])
    await approveAtBank(confirmed.body)
    await t.server.doDueWork()
    expect(await last4Of(fan)).toEqual(['3184'])
  })

  it('is saved once, however often its success is told, and stays away once it was removed', async () => {
    const { fan, pay } = await booked()
    t.sandbox.faults.webhooks.add({ action: 'repeat', copies: 5, times: 50 })
    const intent = await pay({ save_card: true })
    await t.confirm(intent)
    const back = { paymentIntentId: intent.payment_intent }
    const returnFromBank = () => t.call(fan, 'POST /api/parley/parley_request/payment-intent/', back)
    await Promise.all(Array.from({ length: 20 }, returnFromBank))
    await t.server.doDueWork()
    const [card, ...more] = await cardsOf(fan)
    expect([card?.last4, more]).toEqual(['4242', []])
    await t.call(fan, `DELETE /api/user/${fan.id}/cards/${card?.id}/`)
    await returnFromBank()
    expect(await cardsOf(fan)).toEqual([])
  })

  it('is its payer’s alone: nobody else can ask for it or gains it by their return address', async () => {
    const { fan, request, pay } = await booked()
    const intent = await pay({ save_card: true })
    const path = `POST /api/influencer/parley_requests/${request.id}/pay/` as const
    expect((await t.call(other, path, { save_card: true })).status).toBe(404)
    await t.confirm(intent)
    const back = { paymentIntentId: intent.payment_intent }
    expect((await t.call(other, 'POST /api/parley/parley_request/payment-intent/', back)).status).toBe(404)
    await t.server.doDueWork()
    expect([await last4Of(fan), await last4Of(other)]).toEqual([['4242'], []])
  })
})

describe('a customer that an operator deleted at the provider', () => {
  async function deleted() {
    const person = await ready()
    const { rows } = await t.server.database.pool.query<{ customer_id: string }>(
      'select customer_id from provider_customers where user_id = $1',
      [person.fan.id],
    )
    await (await earningCaller(t).stripe()).customers.del(rows[0]?.customer_id ?? '')
    return person
  }

  it('is replaced when its person books again: they pay, and their former cards are not offered', async () => {
    const { fan } = await deleted()
    const booked = await t.book(fan, influencer)
    expect(booked.status).toBe(201)
    expect((await t.call<OwnUser>(fan, 'GET /api/user/me/')).body.card_intents).toEqual([])
    await t.confirm((await t.pay(fan, booked.body)).body)
    await t.server.doDueWork()
    expect((await t.request(fan, booked.body.slug)).payment.status).toBe('paid')
  })

  it('is replaced when its person saves a card', async () => {
    const { fan } = await deleted()
    const { status, body } = await saveCard(fan, '4242424242424242')
    expect([status, body.card_intents.length]).toEqual([200, 1])
  })

  it('is another matter than one that the key does not know, which is kept: the key is wrong', async () => {
    const { fan } = await ready()
    const { pool } = t.server.database
    const set = (id: string) =>
      pool.query(
        `update provider_customers now set customer_id = $2 from provider_customers before
         where now.user_id = $1 and before.user_id = $1 returning before.customer_id, now.customer_id as id`,
        [fan.id, id],
      )
    const { rows } = await set('cus_of_test_money')
    expect((await t.book(fan, influencer)).status).toBe(503)
    expect((await set(rows[0].customer_id)).rows).toMatchObject([{ customer_id: 'cus_of_test_money' }])
    expect((await t.call<OwnUser>(fan, 'GET /api/user/me/')).body.card_intents).toHaveLength(1)
  })
})
