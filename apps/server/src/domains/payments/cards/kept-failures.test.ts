import type { OwnUser, PayAnswer, PayoutAccountLink } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { approveAtBank, confirmAtProvider, setupIdOf, type Wallet } from './testing/card-page.ts'

/** It can be saved, and is declined when it is charged. */
const DECLINED_LATER = '4000000000000341'
const ASKS = '4000002760003184'

const t = await openTestServer()
afterAll(t.close)
const { faults } = t.sandbox
afterEach(async () => {
  vi.restoreAllMocks()
  faults.clear()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const ivy = await t.influencer('ivy')

/** The provider does it, says 500, and repeats that to the same key for a day. */
const keepsFailing = (path: `/v1/${string}`) =>
  faults.add({ action: 'failAfter', replay: 'error', method: 'POST', path })

/** The provider makes no intent under the first key, and says 500 to it for a day. */
function makesNoIntent(): void {
  const { fetch: really } = globalThis
  let first: string | null = null
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method !== 'POST' || !String(input).endsWith('/v1/payment_intents')) return really(input, init)
    const key = new Headers(init.headers).get('idempotency-key')
    first ??= key
    if (key !== first) return really(input, init)
    return Response.json({ error: { type: 'api_error', message: 'Unknown' } }, { status: 500 })
  })
}

const wallet = (fan: TestPerson) => t.call<Wallet>(fan, `POST /api/user/${fan.id}/card-wallet/`)

async function saveCard(fan: TestPerson, number: string): Promise<string> {
  const { body } = await wallet(fan)
  const setupIntentId = setupIdOf(body)
  const confirmed = await confirmAtProvider(t.origin, body, number)
  await approveAtBank(await confirmed.json())
  const saved = await t.call<OwnUser>(fan, `POST /api/user/${fan.id}/card-saved/`, {
    ...{ setupIntentId, setupIntentSecret: body.client_secret, setupIntentRedirectStatus: 'succeeded' },
  })
  return saved.body.card_intents[0]?.id ?? ''
}

describe('a failure that the provider repeats for a day keeps nobody', () => {
  it('from paying, where it was about the customer', async () => {
    const fan = await t.fan('new-customer')
    keepsFailing('/v1/customers')
    const uuid = crypto.randomUUID()
    await t.book(fan, ivy, { uuid })
    const { status, body } = await t.book(fan, ivy, { uuid })
    expect(status).toBe(201)
    await t.confirm((await t.pay(fan, body)).body)
    await t.server.doDueWork()
    expect((await t.request(fan, body.slug)).payment.status).toBe('paid')
  })

  it('from paying, where it hid that nothing was made', async () => {
    const fan = await t.fan('no-intent')
    makesNoIntent()
    const uuid = crypto.randomUUID()
    await t.book(fan, ivy, { uuid })
    expect((await t.book(fan, ivy, { uuid })).status).toBe(201)
  })

  it('from saving a card', async () => {
    const fan = await t.fan('new-setup')
    keepsFailing('/v1/setup_intents')
    await wallet(fan)
    expect((await wallet(fan)).status).toBe(200)
    expect(await saveCard(fan, '4242424242424242')).not.toBe('')
  })

  it('from setting up payouts', async () => {
    const nora = await t.influencer('nora')
    keepsFailing('/v1/accounts')
    const open = () =>
      t.call<PayoutAccountLink>(nora, 'POST /api/influencer/me/payout-account/', {
        currentPassword: TEST_PASSWORD,
      })
    const links = await Promise.all([open(), open()])
    expect(links.map(({ status }) => status)).toEqual([200, 200])
    // A person who presses twice gets the page of one account, the one that is paid.
    const { rows } = await t.server.database.pool.query<{ id: string }>(
      'select account_id as id from payout_accounts where user_id = $1',
      [nora.id],
    )
    for (const { body } of links) expect(body.url).toContain(`/onboarding/${rows[0]?.id}?`)
  })

  it.each([
    ['was declined', DECLINED_LATER, { status: 'requires_payment_method' }],
    ['asks its owner', ASKS, { status: 'requires_action', next_action_url: expect.stringContaining('http') }],
  ])('from a tap on the same saved card, which %s', async (what, number, body) => {
    const fan = await t.fan(`tap-${what.replaceAll(' ', '-')}`)
    const card = await saveCard(fan, number)
    const { body: request } = await t.book(fan, ivy)
    const tap = () =>
      t.call<PayAnswer>(fan, `POST /api/influencer/parley_requests/${request.id}/pay/`, { card })
    keepsFailing('/v1/payment_intents/*/confirm')
    expect((await tap()).status).toBe(503)
    await t.advance(60)
    expect(await tap()).toMatchObject({ status: 200, body })
  })
})

it('while the provider still works on the first request nothing is made under a second key', async () => {
  const fan = await t.fan('two-presses')
  const { fetch: really } = globalThis
  const keys = new Set<string | null>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method !== 'POST' || !String(input).endsWith('/v1/setup_intents')) return really(input, init)
    keys.add(new Headers(init.headers).get('idempotency-key'))
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use' }
    return Response.json({ error }, { status: 409 })
  })
  expect((await wallet(fan)).status).toBe(503)
  expect(keys.size).toBe(1)
})

it('of two setups that were made for one person at once one counts, and the other one is cancelled', async () => {
  const fan = await t.fan('two-setups')
  const { fetch: really } = globalThis
  const bothAsk = Promise.withResolvers<void>()
  const made: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method !== 'POST' || !String(input).endsWith('/v1/setup_intents')) return really(input, init)
    // As after a failure that the provider keeps: each request has a key of its own.
    const headers = new Headers(init.headers)
    headers.set('idempotency-key', `${headers.get('idempotency-key')}:${made.length}`)
    const answer = await really(input, { ...init, headers })
    made.push(((await answer.clone().json()) as { id: string }).id)
    if (made.length === 2) bothAsk.resolve()
    await bothAsk.promise
    return answer
  })
  const wallets = await Promise.all([wallet(fan), wallet(fan)])
  vi.restoreAllMocks()
  const secrets = new Set(wallets.map(({ body }) => body.client_secret))
  expect([made.length, secrets.size]).toEqual([2, 1])
  const [shown = ''] = secrets
  const [other = ''] = made.filter(id => !shown.startsWith(id))
  const stripe = await earningCaller(t).stripe()
  expect((await stripe.setupIntents.retrieve(other)).status).toBe('canceled')
})
