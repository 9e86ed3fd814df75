import { afterAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'

const t = await openTestServer({ connections: 20 })
const money = earningCaller(t)
afterAll(async () => {
  const audit = await t.audit()
  await t.close()
  expect(audit.checks.filter(check => check.breaches > 0)).toEqual([])
})

interface Refused {
  detail: string
  reasons: string[]
  forgo?: { amount: string }
}

const leave = (person: TestPerson, more: Record<string, unknown> = {}) =>
  t.call<Refused>(person, 'DELETE /api/user/me/', { password: TEST_PASSWORD, ...more })

/** What a person gave up, in the ledger. */
async function forgone(person: TestPerson): Promise<Record<string, number>> {
  const { rows } = await t.server.database.pool.query<{ account: string; pence: string }>(
    `select l.account, l.amount_pence as pence from postings l join journals j on j.id = l.journal_id
     where j.kind = 'forgone' and j.key = $1`,
    [`forgone:${person.id}`],
  )
  return Object.fromEntries(rows.map(({ account, pence }) => [account, Number(pence)]))
}

async function served(influencer: TestPerson): Promise<void> {
  await money.served(await t.fan(`fan-of-${influencer.username}`), influencer)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  // A moved clock outlives access tokens: any call logs in again.
  await t.call(influencer, 'GET /api/user/me/')
}

test('a share below the payout minimum is named, and given up once by who leaves', async () => {
  const pennies = await t.influencer('pennies', { price: '1.00' })
  await money.verify(pennies)
  await served(pennies)
  const refused = await leave(pennies)
  const why = '£0.90 that you earned is too little to be paid out alone: you can give it up and leave.'
  expect([refused.status, refused.body]).toEqual([
    409,
    { detail: `The account cannot be deleted yet. ${why}`, reasons: [why], forgo: { amount: '0.90' } },
  ])
  const answers = await Promise.all(Array.from({ length: 5 }, () => leave(pennies, { forgo: true })))
  expect(answers.filter(answer => answer.status === 200).length).toBe(1)
  expect(await forgone(pennies)).toEqual({ fee_revenue: -90, [`payable:${pennies.id}`]: 90 })
  await t.advance(PAYOUT_SECONDS)
})

test('nothing is given up while anything else binds, and with it goes nothing later', async () => {
  const busy = await t.influencer('busy', { price: '1.00' })
  await served(busy)
  await t.bookAndPay(await t.fan('still-waiting'), busy)
  const refused = await leave(busy, { forgo: true })
  expect([refused.status, refused.body.reasons.length]).toEqual([409, 1])
  expect(await forgone(busy)).toEqual({})
  expect((await money.earnings(busy)).payable).toBe('0.90')
})

test('what may be paid out is not given up', async () => {
  const rich = await t.influencer('rich')
  await served(rich)
  const refused = await leave(rich, { forgo: true })
  expect([refused.status, refused.body.reasons, refused.body.forgo]).toEqual([
    409,
    ['£22.50 that you earned has not been paid out yet.'],
    undefined,
  ])
})

test('it is given up by asking for it, only', async () => {
  const careful = await t.influencer('careful', { price: '1.00' })
  await served(careful)
  expect((await leave(careful, { forgo: false })).status).toBe(409)
  expect((await leave(careful, { forgo: 'yes' })).status).toBe(400)
  expect((await t.call(careful, 'GET /api/user/me/')).status).toBe(200)
})
