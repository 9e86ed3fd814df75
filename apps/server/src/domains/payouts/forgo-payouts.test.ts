import { HOUR_SECONDS, messages } from '@parley/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../testing/api-caller.ts'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../testing/earning.ts'
import { openTestServer, type TestPerson } from '../../testing/test-server.ts'
import { payoutHold } from '../requests/public.ts'
import { problemCaller } from '../requests/testing/ended-call.ts'
import { staffMember } from '../staff/testing/staff-member.ts'
import { payOutDue } from './public.ts'

const t = await openTestServer({ connections: 20 })
const money = earningCaller(t)
const stripe = await money.stripe()
afterAll(async () => {
  const audit = await t.audit()
  await t.close()
  expect(audit.checks.filter(check => check.breaches > 0)).toEqual([])
})

interface Refused {
  detail: string
  reasons: string[]
  forgo?: { amount: string; waits_for: string; payable_at: string | null }
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

/** Transfers that the provider made to a person, in pence, by its own records. */
async function transfersTo(person: TestPerson): Promise<number[]> {
  const destination = await money.accountOf(person)
  return (await stripe.transfers.list({ destination })).data.map(({ amount }) => amount)
}

const isGone = async (person: TestPerson) => (await t.call(person, 'GET /api/user/me/')).status === 401

async function served(influencer: TestPerson): Promise<void> {
  await money.served(await t.fan(`fan-of-${influencer.username}`), influencer)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  // A moved clock outlives access tokens: any call logs in again.
  await t.call(influencer, 'GET /api/user/me/')
}

test('a share below the payout minimum that cannot be sent is named, and given up once by a person who leaves', async () => {
  const pennies = await t.influencer('pennies', { price: '1.00' })
  await served(pennies)
  const refused = await leave(pennies)
  const why =
    'The £0.90 that you earned can be paid out when you leave if you set up your payouts first. You can also give it up.'
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      detail: `The account cannot be deleted yet. ${why}`,
      reasons: [why],
      forgo: { amount: '0.90', waits_for: 'no_account', payable_at: null },
    },
  ])
  const answers = await Promise.all(Array.from({ length: 5 }, () => leave(pennies, { forgo: true })))
  expect(answers.filter(answer => answer.status === 200).length).toBe(1)
  expect(await forgone(pennies)).toEqual({ fee_revenue: -90, [`payable:${pennies.id}`]: 90 })
  await t.advance(PAYOUT_SECONDS)
})

test('what a problem is open about is not given up before staff have decided', async () => {
  const [reported, fan] = [await t.influencer('asked', { price: '1.00' }), await t.fan('fan-of-asked')]
  const desk = await staffMember(t, 'treasurer', 'finance')
  const { say, settle } = problemCaller(t)
  const request = await money.served(fan, reported)
  expect((await say(fan, request, 'conduct')).status).toBe(201)
  await t.advance(10 * HOUR_SECONDS)
  expect(await settle(desk, request, '0')).toBe(200)
  // It is released by now, and staff's decision gave the influencer 48 hours of their own.
  await t.advance(45 * HOUR_SECONDS)
  expect((await say(reported, request, 'quality')).status).toBe(201)
  const reasons = [messages.deleteAfterProblem]
  for (const more of [{}, { forgo: true }]) {
    const refused = await leave(reported, more)
    expect([refused.status, refused.body.reasons, refused.body.forgo]).toEqual([409, reasons, undefined])
  }
  expect(await forgone(reported)).toEqual({})
  expect(await settle(desk, request, '0')).toBe(200)
  expect((await leave(reported)).body.forgo).toMatchObject({ amount: '0.90', waits_for: 'no_account' })
  expect((await leave(reported, { forgo: true })).status).toBe(200)
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
    [messages.deleteAfterPayout],
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

test('who gave everything back leaves at once, and no payout of theirs stays open', async () => {
  const giver = await t.influencer('giver')
  const request = await money.served(await t.fan('fan-of-giver'), giver)
  await t.advance(RELEASE_SECONDS)
  await t.call(giver, 'GET /api/user/me/')
  const back = { amount: '25.00', uuid: crypto.randomUUID() }
  const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
  expect((await t.call(giver, path, back)).status).toBe(200)
  expect((await leave(giver)).status).toBe(200)
  expect(await t.breaches()).toEqual([])
  const { rows } = await t.server.database.pool.query('select status from payouts where influencer_id = $1', [
    giver.id,
  ])
  expect(rows).toEqual([{ status: 'netted' }])
})

test('what comes back from the account of somebody who leaves is waited for', async () => {
  const owing = await t.influencer('owing')
  await money.verify(owing)
  const fan = await t.fan('fan-of-owing')
  const request = await money.served(fan, owing)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  await t.server.doDueWork()
  await money.served(fan, owing)
  await t.advance(RELEASE_SECONDS)
  await t.call(owing, 'GET /api/user/me/')
  t.sandbox.faults.add({
    action: 'fail',
    method: 'POST',
    path: '/v1/transfers/*/reversals',
    status: 500,
    times: 50,
  })
  const back = { amount: '25.00', uuid: crypto.randomUUID() }
  expect((await t.call(owing, `POST /api/influencer/requests/${request.id}/give-back/`, back)).status).toBe(
    200,
  )
  await t.server.doDueWork()
  expect(await leave(owing)).toMatchObject({ status: 409, body: { reasons: [messages.deleteAfterPayout] } })
  t.sandbox.faults.clear()
  await t.advance(600)
  await t.advance(PAYOUT_SECONDS)
  await t.call(owing, 'GET /api/user/me/')
  expect(await money.earnings(owing)).toMatchObject({ debt: '0.00', payable: '0.00', paid_out: '22.50' })
  expect((await leave(owing)).status).toBe(200)
})

describe('a share below the payout minimum', () => {
  /** Somebody who earned 90p of a call, and can be paid out. */
  async function verified(username: string): Promise<TestPerson> {
    const person = await t.influencer(username, { price: '1.00' })
    await money.verify(person)
    await served(person)
    return person
  }

  test('is paid out to who leaves, once however often they press, also if they gave it up', async () => {
    for (const forgo of [false, true]) {
      const pennies = await verified(`paid-${forgo}`)
      expect((await money.earnings(pennies)).payable).toBe('0.90')
      const answers = await Promise.all(Array.from({ length: 5 }, () => leave(pennies, { forgo })))
      expect(answers.filter(({ status }) => status === 200).length).toBe(1)
      expect([await transfersTo(pennies), await forgone(pennies), await isGone(pennies)]).toEqual([
        [90],
        {},
        true,
      ])
    }
  })

  test('waits for its day', async () => {
    const early = await t.influencer('early', { price: '1.00' })
    await money.verify(early)
    await money.served(await t.fan('fan-of-early'), early)
    await t.advance(RELEASE_SECONDS)
    await t.call(early, 'GET /api/user/me/')
    const payableAt = new Date(t.clock.now().getTime() + PAYOUT_SECONDS * 1000)
    const { status, body } = await leave(early)
    expect([status, body.forgo?.waits_for]).toEqual([409, 'scheduled'])
    expect(Math.abs(Date.parse(body.forgo?.payable_at ?? '') - payableAt.getTime())).toBeLessThan(60_000)
    await t.advance(PAYOUT_SECONDS)
    await t.call(early, 'GET /api/user/me/')
    expect([(await leave(early)).status, await transfersTo(early)]).toEqual([200, [90]])
  })

  test('is not paid out while a bank disputes a sale of theirs', async () => {
    const disputed = await t.influencer('disputed', { price: '1.00' })
    await money.verify(disputed)
    await served(disputed)
    await money.served(await t.fan('angry'), disputed, '4000000000000259')
    await t.server.doDueWork()
    const { status } = await leave(disputed)
    expect([status, await transfersTo(disputed)]).toEqual([409, []])
  })

  test('waits for the end of a dispute about a sale whose money is theirs already, and goes out then', async () => {
    const contested = await t.influencer('contested', { price: '1.00' })
    await money.verify(contested)
    const request = await money.served(await t.fan('late-regret'), contested)
    await t.advance(RELEASE_SECONDS)
    const dispute = t.sandbox.faults.openDispute(await money.intentOf(request))
    await t.server.doDueWork()
    await t.advance(PAYOUT_SECONDS)
    await t.call(contested, 'GET /api/user/me/')
    const { status, body } = await leave(contested)
    expect([status, body.reasons.length, body.forgo?.waits_for]).toEqual([409, 1, 'open_dispute'])
    expect(await transfersTo(contested)).toEqual([])
    t.sandbox.faults.closeDispute(dispute, 'won')
    await t.server.doDueWork()
    expect([(await leave(contested)).status, await transfersTo(contested)]).toEqual([200, [90]])
  })

  test('is tried again where its transfer was refused, and may then be given up', async () => {
    const unlucky = await verified('unlucky')
    t.sandbox.faults.add({ action: 'fail', method: 'POST', path: '/v1/transfers', status: 400, times: 1 })
    const refused = await leave(unlucky)
    expect([refused.status, refused.body.forgo?.waits_for]).toEqual([409, 'provider_refused'])
    t.sandbox.faults.add({ action: 'fail', method: 'POST', path: '/v1/transfers', status: 400, times: 1 })
    expect((await leave(unlucky, { forgo: true })).status).toBe(200)
    expect([await transfersTo(unlucky), (await forgone(unlucky)).fee_revenue]).toEqual([[], -90])
  })

  test('is sent once where the answer is lost', async () => {
    const lucky = await verified('lucky')
    t.sandbox.faults.add({ action: 'failAfter', method: 'POST', path: '/v1/transfers', times: 1 })
    expect([(await leave(lucky)).status, await transfersTo(lucky)]).toEqual([200, [90]])
  })

  test('goes out, and keeps its owner until then, while the provider is away', async () => {
    const patient = await verified('patient')
    t.sandbox.faults.add({ action: 'drop', method: 'POST', path: '/v1/transfers', times: 20 })
    expect((await leave(patient)).status).toBe(503)
    expect((await leave(patient, { forgo: true })).status).toBe(409)
    t.sandbox.faults.clear()
    for (let minute = 0; minute < 3; minute++) await t.advance(60)
    await t.call(patient, 'GET /api/user/me/')
    expect([(await leave(patient)).status, await transfersTo(patient)]).toEqual([200, [90]])
  })

  test('is sent once while the payouts are looked at in the same moment, also under a deletion that gives it up', async () => {
    const racing = await verified('racing')
    const [left, other] = await Promise.all([
      leave(racing),
      leave(racing, { forgo: true }),
      ...Array.from({ length: 8 }, () => payOutDue(t.server.domains.requests, payoutHold(t.clock))),
    ])
    expect([left?.status, other?.status].filter(status => status === 200).length).toBe(1)
    expect([await transfersTo(racing), await forgone(racing)]).toEqual([[90], {}])
  })
})
