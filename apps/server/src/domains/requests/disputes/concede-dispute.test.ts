import type { Page, StaffAction, StaffDispute, StaffPending, StaffRequest } from '@parley/contract'
import { DAY_MS, messages } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

const REASON = 'The influencer never came, as our record says'
const DAY_SECONDS = DAY_MS / 1000
let t: TestServer
let stripe: Awaited<ReturnType<ReturnType<typeof earningCaller>['stripe']>>
let one: TestStaff
let two: TestStaff
let admin: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 16 })
  stripe = await earningCaller(t).stripe()
  one = await staffMember(t, 'finance-one', 'finance')
  two = await staffMember(t, 'finance-two', 'finance')
  admin = await staffMember(t, 'admin-one', 'admin')
})
afterAll(() => t?.close())
beforeEach(async () => {
  for (const each of [one, two, admin]) await each.stepUp()
})

interface Disputed {
  fan: TestPerson
  star: TestPerson
  id: string
  requestId: string
}
let made = 0
/** A sale that is paid, and that the buyer's bank disputes. */
async function disputed(price: string): Promise<Disputed> {
  made++
  const [fan, star] = [await t.fan(`dora${made}`), await t.influencer(`nora${made}`, { price })]
  const request = await t.bookAndPay(fan, star)
  const id = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(request))
  await t.server.doDueWork()
  return { fan, star, id, requestId: request.id }
}
const listed = async (id: string, state: 'open' | 'closed') => {
  const path = `GET /api/staff/disputes/?state=${state}&page_size=100` as const
  return (await t.call<Page<StaffDispute>>(one.person, path)).body.results.find(row => row.id === id)
}
async function concede(by: TestStaff, { id }: Disputed, version?: number) {
  const seen = version ?? (await listed(id, 'open'))?.version
  return t.call<{ detail?: string; waits_for?: string }>(
    by.person,
    `POST /api/staff/disputes/${id}/concede/`,
    { reason: REASON, version: seen },
  )
}
const pendingOf = async (by: TestStaff, { requestId }: Disputed) =>
  (await t.call<Page<StaffPending>>(by.person, 'GET /api/staff/pending/?page_size=100')).body.results.find(
    row => row.request_id === requestId,
  )
const decide = (by: TestStaff, what: 'confirm' | 'refuse', row: StaffPending | undefined) =>
  t.call<{ detail: string }>(by.person, `POST /api/staff/pending/${row?.id}/${what}/`, {
    ...{ reason: 'I have read it and agree', version: row?.version },
  })
const actsOn = async ({ requestId }: Disputed) =>
  (
    await t.call<Page<StaffAction>>(admin.person, 'GET /api/staff/actions/?page_size=100')
  ).body.results.filter(action => action.about?.id === requestId && !action.act.startsWith('look'))
const atDesk = async ({ requestId }: Disputed) =>
  (await t.call<StaffRequest>(one.person, `GET /api/staff/requests/${requestId}/`)).body
async function mailsOf({ star }: Disputed): Promise<string> {
  const path = `GET /sandbox/mail/?as=json&to=${star.username}@example.org` as const
  return (await t.call<Page<{ text: string }>>(null, path)).body.results.map(({ text }) => text).join('\n')
}
async function audited() {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
}

test('a member of staff accepts the loss: the bank keeps the money, no answer goes out, and the books say so', async () => {
  const sale = await disputed('25.00')
  const answers = await Promise.all([concede(one, sale), concede(two, sale), concede(one, sale)])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  await audited()
  const { status, evidence_details: details } = await stripe.disputes.retrieve(sale.id)
  expect([status, details.submission_count]).toEqual(['lost', 0])
  expect(await listed(sale.id, 'open')).toBeUndefined()
  const closed = await listed(sale.id, 'closed')
  expect(closed).toMatchObject({ state: 'lost', pack: { sent_at: null, send_asked_at: null } })
  expect(closed?.pack?.conceded_at).not.toBeNull()
  const request = await atDesk(sale)
  expect(request).toMatchObject({ payment: 'charged_back', outcome: 'charged_back', left: '0.00' })
  const conceded = request.history.find(({ action }) => action === 'dispute_conceded')
  expect(['finance-one', 'finance-two']).toContain(conceded?.by)
  expect(await actsOn(sale)).toMatchObject([
    { act: 'concede_dispute', reason: REASON, person: sale.fan.username },
  ])
  const mails = await mailsOf(sale)
  expect(mails).toContain('We did not contest it')
  expect(mails).not.toContain('The bank decided for the buyer')
  // The deadline passes, and nothing is sent after all.
  await t.advance(9 * DAY_SECONDS)
  expect((await stripe.disputes.retrieve(sale.id)).evidence_details.submission_count).toBe(0)
  await audited()
})

test('above 500.00 a second one confirms it: nobody their own, and both are in the audit', async () => {
  const sale = await disputed('900.00')
  expect(await concede(one, sale)).toMatchObject({ status: 202, body: { waits_for: 'second_person' } })
  await t.server.doDueWork()
  expect((await stripe.disputes.retrieve(sale.id)).status).toBe('needs_response')
  const mine = await pendingOf(one, sale)
  expect(mine).toMatchObject({ kind: 'concede_dispute', is_own: true, amount: '900.00' })
  expect(await decide(one, 'confirm', mine)).toMatchObject({ status: 403, body: { detail: messages.ownAct } })
  const rivals = await Promise.all([two, admin].map(by => decide(by, 'confirm', mine)))
  expect(rivals.map(({ status }) => status).sort()).toEqual([204, 409])
  await audited()
  expect((await stripe.disputes.retrieve(sale.id)).status).toBe('lost')
  const acts = (await actsOn(sale)).map(({ act, staff }) => [act, staff])
  expect(acts.at(-1)).toEqual(['ask_concede_dispute', 'finance-one'])
  expect(acts[0]?.[0]).toBe('concede_dispute')
  expect(acts[0]?.[1]).not.toBe('finance-one')
})

test('of two disputes on one sale the one is accepted that somebody asked for, and never the other', async () => {
  const sale = await disputed('900.00')
  const version = (await listed(sale.id, 'open'))?.version
  expect((await concede(one, sale)).status).toBe(202)
  const { pool } = t.server.database
  await pool.query(
    `insert into disputes (id, payment_id, request_id, amount_pence, reason, state, opened_at, updated_at)
     select 'du_older', payment_id, request_id, 100, 'general', 'open', opened_at - interval '1 day', updated_at
     from disputes where id = $1`,
    [sale.id],
  )
  await pool.query(
    `insert into dispute_packs (dispute_id, request_id, facts, made_at, version)
     select 'du_older', request_id, facts, made_at, version from dispute_packs where dispute_id = $1`,
    [sale.id],
  )
  expect(await concede(two, { ...sale, id: 'du_older' }, version)).toMatchObject({
    ...{ status: 409, body: { detail: messages.waitsAlready } },
  })
  expect((await decide(two, 'confirm', await pendingOf(two, sale))).status).toBe(204)
  const packs = await pool.query<{ dispute_id: string; asked: boolean }>(
    `select dispute_id, concede_asked_at is not null as asked from dispute_packs where request_id = $1 order by 1`,
    [sale.requestId],
  )
  expect(new Map(packs.rows.map(row => [row.dispute_id, row.asked]))).toEqual(
    new Map([
      ['du_older', false],
      [sale.id, true],
    ]),
  )
  // The provider knows nothing of it.
  await pool.query(`delete from dispute_packs where dispute_id = 'du_older'`)
  await pool.query(`delete from disputes where id = 'du_older'`)
  await audited()
  expect((await stripe.disputes.retrieve(sale.id)).status).toBe('lost')
})

test.each(['won', 'lost'] as const)(
  'what was answered in the dashboard before the bank was told is no accepted loss, whether it is %s',
  async outcome => {
    const sale = await disputed('25.00')
    expect((await concede(one, sale)).status).toBe(204)
    const answer = outcome === 'won' ? 'winning_evidence' : 'losing_evidence'
    await stripe.disputes.update(sale.id, { evidence: { uncategorized_text: answer }, submit: true })
    await audited()
    const closed = await listed(sale.id, 'closed')
    expect(closed).toMatchObject({ state: outcome, pack: { conceded_at: null } })
    expect(closed?.pack?.sent_at).not.toBeNull()
    const mails = await mailsOf(sale)
    expect(mails).not.toContain('We did not contest it')
    if (outcome === 'lost') expect(mails).toContain('The bank decided for the buyer')
    const { history } = await atDesk(sale)
    const words = history.map(({ action }) => action).filter(action => /conceded|answered/.test(action))
    expect(words).toEqual(['dispute_conceded', 'dispute_answered'])
  },
)

test('what the bank gave back before it was told is won', async () => {
  const sale = await disputed('25.00')
  expect((await concede(one, sale)).status).toBe(204)
  t.sandbox.faults.closeDispute(sale.id, 'won')
  await audited()
  expect(await listed(sale.id, 'closed')).toMatchObject({ state: 'won', pack: { conceded_at: null } })
})

test('sending and accepting at once: one of the two happens', async () => {
  const sale = await disputed('25.00')
  const version = (await listed(sale.id, 'open'))?.version
  const send = t.call(two.person, `POST /api/staff/disputes/${sale.id}/send/`, { reason: REASON, version })
  const [sent, conceded] = await Promise.all([send, concede(one, sale, version)])
  expect([sent.status, conceded.status].sort()).toEqual([204, 409])
  await audited()
  const { status, evidence_details: details } = await stripe.disputes.retrieve(sale.id)
  expect([status, details.submission_count]).toEqual(sent.status === 204 ? ['under_review', 1] : ['lost', 0])
})

test('what goes out by the clock is not accepted any more, and what was accepted does not go out', async () => {
  const [sent, accepted] = [await disputed('25.00'), await disputed('25.00')]
  // The provider is unavailable: what was decided is done later.
  t.sandbox.faults.add({
    method: 'POST',
    path: `/v1/disputes/${accepted.id}/close`,
    action: 'drop',
    times: 1,
  })
  expect((await concede(one, accepted)).status).toBe(204)
  await t.advance(8 * DAY_SECONDS + 60)
  expect((await stripe.disputes.retrieve(accepted.id)).evidence_details.submission_count).toBe(0)
  expect((await stripe.disputes.retrieve(accepted.id)).status).toBe('lost')
  await one.stepUp()
  expect((await concede(one, sent)).status).toBe(409)
  expect((await stripe.disputes.retrieve(sent.id)).status).toBe('under_review')
  await audited()
})

test('what the bank only asks about is no loss, an old version or a stranger’s case is refused', async () => {
  const sale = await disputed('25.00')
  expect((await concede(one, sale, 99)).status).toBe(409)
  const party = await staffMember(t, 'buys-too', 'finance')
  const request = await t.bookAndPay(party.person, await t.influencer('sells-to-staff'))
  const id = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(request))
  await t.server.doDueWork()
  const own = { ...sale, id, requestId: request.id }
  expect(await concede(party, own)).toMatchObject({ status: 403, body: { detail: messages.ownCase } })
  // As with an inquiry: the bank asks, and has taken nothing.
  await t.server.database.pool.query(
    `insert into disputes (id, payment_id, request_id, amount_pence, reason, state, opened_at, updated_at)
     select 'du_asks', p.id, p.request_id, 2500, 'general', 'open', now(), now() from payments p where p.request_id = $1`,
    [(await t.bookAndPay(await t.fan('asked-fan'), await t.influencer('asked-star'))).id],
  )
  await t.server.database.pool.query(
    `insert into dispute_packs (dispute_id, request_id, facts, made_at, version)
     select 'du_asks', d.request_id, p.facts, now(), 0 from disputes d, dispute_packs p where d.id = 'du_asks' and p.dispute_id = $1`,
    [sale.id],
  )
  const inquiry = await t.call(one.person, 'POST /api/staff/disputes/du_asks/concede/', {
    ...{ reason: REASON, version: 0 },
  })
  expect(inquiry).toMatchObject({ status: 409, body: { detail: messages.bankOnlyAsks } })
})
