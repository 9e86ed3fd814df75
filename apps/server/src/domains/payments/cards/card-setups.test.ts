import { CARD_SETUPS_AN_HOUR_MAX, DECLINED_CARDS_AN_HOUR_MAX, messages, type OwnUser } from '@parley/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { confirmAtProvider, setupIdOf, type Wallet } from './testing/card-page.ts'

const t = await openTestServer({ connections: 40 })
afterAll(t.close)
afterEach(async () => {
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})
const stripe = await earningCaller(t).stripe()
const ivy = await t.influencer('ivy')
const GOOD = '4242424242424242'
const DECLINED = '4000000000000002'

const open = (fan: TestPerson) => t.call<Wallet>(fan, `POST /api/user/${fan.id}/card-wallet/`)

const confirm = (wallet: Wallet, number: string) => confirmAtProvider(t.origin, wallet, number)
const save = (fan: TestPerson, wallet: Wallet) =>
  t.call(fan, `POST /api/user/${fan.id}/card-saved/`, { setupIntentId: setupIdOf(wallet) })

test('one setup is open for a person, whatever races, until a card is saved by it', async () => {
  const fan = await t.fan('saver')
  const answers = await Promise.all(Array.from({ length: 12 }, () => open(fan)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.client_secret)).size).toBe(1)
  const [first] = answers
  if (!first) throw new Error('twelve answers came')
  expect((await confirm(first.body, DECLINED)).status).toBe(402)
  expect((await open(fan)).body.client_secret).toBe(first.body.client_secret)
  expect((await confirm(first.body, GOOD)).status).toBe(200)
  expect((await save(fan, first.body)).status).toBe(200)
  const second = (await open(fan)).body
  expect(second.client_secret).not.toBe(first.body.client_secret)
  const other = await t.fan('other-saver')
  expect((await open(other)).body.client_secret).not.toBe(second.client_secret)
})

test('a setup that the provider does not know any more is replaced by a new one', async () => {
  const fan = await t.fan('other-keys')
  const lost = (await open(fan)).body
  await t.server.database.pool.query(`update card_setups set setup_id = 'seti_gone' where user_id = $1`, [
    fan.id,
  ])
  const { status, body } = await open(fan)
  expect(status).toBe(200)
  expect(body.client_secret).not.toBe(lost.client_secret)
  expect((await open(fan)).body.client_secret).toBe(body.client_secret)
})

test('a setup that was over a month ago is removed, and neither its card nor a setup that is open', async () => {
  const fan = await t.fan('long-ago')
  const { pool } = t.server.database
  const kept = async () =>
    (await pool.query('select status from card_setups where user_id = $1 order by status', [fan.id])).rows
  const first = (await open(fan)).body
  expect((await confirm(first, GOOD)).status).toBe(200)
  expect((await save(fan, first)).status).toBe(200)
  const second = (await open(fan)).body
  await t.advance(29 * 86_400)
  await t.server.domains.cleanUp()
  expect(await kept()).toEqual([{ status: 'open' }, { status: 'over' }])
  await t.advance(2 * 86_400)
  await t.server.domains.cleanUp()
  expect(await kept()).toEqual([{ status: 'open' }])
  expect((await open(fan)).body.client_secret).toBe(second.client_secret)
  const own = await t.call<OwnUser>(fan, 'GET /api/user/me/')
  expect(own.body.card_intents).toHaveLength(1)
})

test('a person who saves card after card waits after some, and may save the next an hour later', async () => {
  const fan = await t.fan('collector')
  for (let i = 0; i < CARD_SETUPS_AN_HOUR_MAX; i++) {
    const wallet = (await open(fan)).body
    expect((await confirm(wallet, GOOD)).status).toBe(200)
  }
  const refused = await open(fan)
  expect([refused.status, refused.body]).toEqual([429, { detail: messages.tooManySetups }])
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  await t.advance(3601)
  expect((await open(fan)).status).toBe(200)
})

test('declined cards of setups and payments count together, and end what is open at the provider', async () => {
  const fan = await t.fan('card-tester')
  const request = (await t.book(fan, ivy)).body
  const intent = (await t.pay(fan, request)).body
  await t.confirm(intent, DECLINED)
  const wallet = (await open(fan)).body
  for (let i = 1; i < DECLINED_CARDS_AN_HOUR_MAX; i++) {
    expect((await open(fan)).status).toBe(200)
    expect((await confirm(wallet, DECLINED)).status).toBe(402)
    await t.server.doDueWork()
  }
  for (const refused of [await open(fan), await t.pay(fan, request)]) {
    expect([refused.status, refused.body]).toEqual([429, { detail: messages.tooManyDeclined }])
  }
  // The secrets that the browser still has are worth nothing.
  expect((await stripe.setupIntents.retrieve(setupIdOf(wallet))).status).toBe('canceled')
  expect((await confirm(wallet, GOOD)).status).toBe(400)
  await t.confirm(intent)
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment.status).toBe('unpaid')
  await t.advance(3601)
  const later = (await open(fan)).body
  expect((await confirm(later, GOOD)).status).toBe(200)
  expect((await save(fan, later)).status).toBe(200)
})

test('a card that was declined in a setup before those of a payment ends the wait for all of them', async () => {
  const fan = await t.fan('patient-tester')
  const request = (await t.book(fan, ivy)).body
  const intent = (await t.pay(fan, request)).body
  const decline = async (confirmed: Promise<{ status: number }>) => {
    expect((await confirmed).status).toBe(402)
    await t.server.doDueWork()
  }
  await decline(confirm((await open(fan)).body, DECLINED))
  t.clock.advance(600)
  for (let i = 1; i < DECLINED_CARDS_AN_HOUR_MAX; i++) await decline(t.confirm(intent, DECLINED))
  const refused = await t.pay(fan, request)
  expect([refused.status, refused.body]).toEqual([429, { detail: messages.tooManyDeclined }])
  expect(refused.headers.get('retry-after')).toBe('3000')
})

test('the answer of the provider may be lost: the next call finds the same setup', async () => {
  const fan = await t.fan('unlucky-saver')
  t.sandbox.faults.add({ action: 'drop', method: 'POST', path: '/v1/setup_intents', times: 20 })
  expect((await open(fan)).status).toBe(503)
  t.sandbox.faults.clear()
  const found = await open(fan)
  expect(found.status).toBe(200)
  expect((await open(fan)).body.client_secret).toBe(found.body.client_secret)
})

test('who deletes their account leaves no open setup behind', async () => {
  const fan = await t.fan('leaving-saver')
  const wallet = (await open(fan)).body
  expect((await t.call(fan, 'DELETE /api/user/me/', { password: TEST_PASSWORD })).status).toBe(200)
  await t.server.doDueWork()
  expect((await confirm(wallet, GOOD)).status).toBe(400)
})
