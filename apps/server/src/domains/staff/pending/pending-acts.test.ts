import type { Page, StaffAction, StaffPending, StaffRequest, StaffStandingPerson } from '@parley/contract'
import { messages } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { revokeRole } from '../public.ts'
import { staffMember, type TestStaff } from '../testing/staff-member.ts'

let t: TestServer
let one: TestStaff
let two: TestStaff
let admins: [TestStaff, TestStaff]
beforeAll(async () => {
  t = await openTestServer({ connections: 16 })
  one = await staffMember(t, 'finance-one', 'finance')
  two = await staffMember(t, 'finance-two', 'finance')
  admins = [await staffMember(t, 'admin-one', 'admin'), await staffMember(t, 'admin-two', 'admin')]
})
afterAll(() => t?.close())
beforeEach(async () => {
  for (const each of [one, two, ...admins]) await each.stepUp()
})

const REASON = 'The influencer was ill and said so'
let made = 0
/** A sale of 900.00 that was paid. */
async function sale(): Promise<{ fan: TestPerson; star: TestPerson; id: string; slug: string }> {
  made++
  const [fan, star] = [await t.fan(`buyer${made}`), await t.influencer(`seller${made}`, { price: '900.00' })]
  const { id, slug } = await t.bookAndPay(fan, star)
  return { fan, star, id, slug }
}
const look = async (id: string) =>
  (await t.call<StaffRequest>(one.person, `GET /api/staff/requests/${id}/`)).body
async function give(by: TestStaff, id: string, amount: string, version?: number) {
  const seen = version ?? (await look(id)).version
  return t.call<{ waits_for?: string; amount?: string[] }>(
    by.person,
    `POST /api/staff/requests/${id}/give-back/`,
    { amount, reason: REASON, version: seen },
  )
}
const pending = async (by: TestStaff) =>
  (await t.call<Page<StaffPending>>(by.person, 'GET /api/staff/pending/?page_size=100')).body.results
const about = async (by: TestStaff, id: string) => (await pending(by)).find(row => row.request_id === id)
const decide = (by: TestStaff, what: 'confirm' | 'refuse', row: StaffPending | undefined) =>
  t.call<{ detail: string }>(by.person, `POST /api/staff/pending/${row?.id}/${what}/`, {
    ...{ reason: 'I have read it and agree', version: row?.version },
  })
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
const refunds = async (id: string) =>
  (await sql('select amount_pence from refunds where request_id = $1 order by created_at', id)).rows.map(
    row => (row as { amount_pence: number }).amount_pence,
  )
const actsOn = async (id: string) =>
  (await t.call<Page<StaffAction>>(admins[0].person, 'GET /api/staff/actions/?page_size=100')).body.results
    .filter(action => action.about?.id === id && !action.act.startsWith('look'))
    .map(({ act, staff }) => [act, staff])
async function audited() {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
}

describe('giving back at the desk', () => {
  test('up to 500.00 one member of staff gives back, with a mail to the buyer, and never more than is left', async () => {
    const { fan, id, slug } = await sale()
    expect((await give(one, id, '900.01')).body).toEqual({ amount: [messages.moreThanLeft] })
    const { version } = await look(id)
    expect((await give(one, id, '500.00', version)).status).toBe(204)
    // The same again, as a page sends it whose answer was lost.
    expect((await give(one, id, '500.00', version)).status).toBe(409)
    expect(await refunds(id)).toEqual([50_000])
    await audited()
    expect((await t.request(fan, slug)).payment).toMatchObject({ refunded_amount: '500.00' })
    const mails = `GET /sandbox/mail/?as=json&to=${fan.username}@example.org` as const
    const { results } = (await t.call<Page<{ subject: string }>>(null, mails)).body
    expect(results.map(mail => mail.subject)).toContain('You get £500.00 back')
    expect(await actsOn(id)).toEqual([['give_back', 'finance-one']])
  })

  test('above it a second one confirms: nobody their own, once, and both are in the audit', async () => {
    const { id } = await sale()
    expect(await give(one, id, '500.01')).toMatchObject({ status: 202, body: { waits_for: 'second_person' } })
    // Asked twice it waits once.
    expect((await give(one, id, '500.01')).status).toBe(202)
    expect(await refunds(id)).toEqual([])
    const mine = await about(one, id)
    expect(mine).toMatchObject({ is_own: true, amount: '500.01', by: 'finance-one', kind: 'give_back' })
    expect(await decide(one, 'confirm', mine)).toMatchObject({
      status: 403,
      body: { detail: messages.ownAct },
    })
    const theirs = await about(two, id)
    expect(theirs?.is_own).toBe(false)
    const rivals = await Promise.all([two, admins[0], two].map(by => decide(by, 'confirm', theirs)))
    expect(rivals.map(({ status }) => status).sort()).toEqual([204, 409, 409])
    expect(await refunds(id)).toEqual([50_001])
    expect(await about(two, id)).toBeUndefined()
    const [done, asked] = await actsOn(id)
    expect(asked).toEqual(['ask_give_back', 'finance-one'])
    expect(done?.[0]).toBe('give_back')
    expect(done?.[1]).not.toBe('finance-one')
    await audited()
  })

  test('small parts do not get around it, and another one who asks for the same is the second', async () => {
    const { id } = await sale()
    expect((await give(one, id, '300.00')).status).toBe(204)
    expect((await give(one, id, '300.00')).status).toBe(202)
    expect((await give(two, id, '250.00')).status).toBe(409)
    expect((await give(two, id, '300.00')).status).toBe(204)
    expect(await refunds(id)).toEqual([30_000, 30_000])
    await audited()
  })

  test('what has changed since is not carried out, and may be asked for again', async () => {
    const { fan, id } = await sale()
    expect((await give(one, id, '600.00')).status).toBe(202)
    const before = await about(two, id)
    expect((await t.call(fan, `POST /api/influencer/parley_requests/${id}/cancel/`)).status).toBe(200)
    expect((await decide(two, 'confirm', before)).status).toBe(409)
    expect(await refunds(id)).toEqual([90_000])
    await audited()
  })

  test('what somebody asked for the person who has no role for it any more is not carried out, and may be asked for again', async () => {
    const { id } = await sale()
    const leaver = await staffMember(t, 'leaver', 'finance')
    await leaver.stepUp()
    expect((await give(leaver, id, '600.00')).status).toBe(202)
    const row = await about(two, id)
    const role = { username: 'leaver', role: 'finance', now: t.clock.now() } as const
    await revokeRole(t.server.database.db, role)
    expect((await decide(two, 'confirm', row)).status).toBe(409)
    expect((await give(two, id, '600.00')).status).toBe(202)
    expect(await refunds(id)).toEqual([])
    expect((await decide(one, 'confirm', await about(one, id))).status).toBe(204)
    expect(await refunds(id)).toEqual([60_000])
  })

  test('what somebody asked for the person who is suspended by now is not carried out, and may be asked for again', async () => {
    const { id } = await sale()
    const rogue = await staffMember(t, 'rogue', 'finance')
    await rogue.stepUp()
    expect((await give(rogue, id, '600.00')).status).toBe(202)
    const row = await about(two, id)
    const path = `POST /api/staff/people/${rogue.person.id}/suspend/` as const
    const suspension = { kind: 'suspended', until: null, reason: 'They gave money to friends', version: 0 }
    expect((await t.call(admins[0].person, path, suspension)).status).toBe(204)
    expect((await decide(two, 'confirm', row)).status).toBe(409)
    expect((await give(two, id, '600.00')).status).toBe(202)
    expect(await refunds(id)).toEqual([])
    expect((await decide(one, 'confirm', await about(one, id))).status).toBe(204)
    expect(await refunds(id)).toEqual([60_000])
  })

  test('it is refused with a reason, or taken back; then it waits no more', async () => {
    const { id } = await sale()
    await give(one, id, '600.00')
    expect((await decide(two, 'refuse', await about(two, id))).status).toBe(204)
    expect((await give(one, id, '700.00')).status).toBe(202)
    expect((await decide(one, 'refuse', await about(one, id))).status).toBe(204)
    expect(await about(two, id)).toBeUndefined()
    expect(await refunds(id)).toEqual([])
    expect((await actsOn(id)).map(([act]) => act)).toEqual([
      ...['refuse_give_back', 'ask_give_back', 'refuse_give_back', 'ask_give_back'],
    ])
  })

  test('nobody gives their own money back, asks for it or confirms it', async () => {
    const star = await t.influencer('seller-of-staff', { price: '900.00' })
    const { id } = await t.bookAndPay(two.person, star)
    expect((await give(two, id, '10.00')).status).toBe(403)
    expect((await give(one, id, '800.00')).status).toBe(202)
    // Neither the sum nor who asked for it: the list does not have it for them.
    expect(await about(two, id)).toBeUndefined()
    const row = await about(one, id)
    expect(row).toMatchObject({ is_own: true, is_party: false, amount: '800.00' })
    expect((await decide(two, 'confirm', row)).status).toBe(403)
    expect((await decide(two, 'refuse', row)).status).toBe(403)
    expect(await refunds(id)).toEqual([])
  })
})

describe('roles', () => {
  const standing = async (id: string) =>
    (await t.call<StaffStandingPerson>(admins[0].person, `GET /api/staff/people/${id}/`)).body
  async function change(by: TestStaff, whom: TestPerson, what: 'grant' | 'revoke', role = 'support') {
    const { version } = await standing(whom.id)
    return t.call(by.person, `POST /api/staff/people/${whom.id}/roles/`, {
      ...{ change: what, role, reason: 'They begin to work with us', version },
    })
  }
  const roleActs = async (by: TestStaff, whom: TestPerson) =>
    (await pending(by)).find(row => row.person?.id === whom.id)

  test('two admins give and take a role together, and nobody their own', async () => {
    const clerk = await t.fan('clerk')
    expect((await change(admins[0], clerk, 'grant')).status).toBe(202)
    expect((await standing(clerk.id)).roles).toEqual([])
    expect(await roleActs(one, clerk)).toBeUndefined()
    const row = await roleActs(admins[1], clerk)
    expect((await decide(one, 'confirm', row)).status).toBe(404)
    expect((await decide(admins[0], 'confirm', row)).status).toBe(403)
    expect((await decide(admins[1], 'confirm', row)).status).toBe(204)
    expect((await standing(clerk.id)).roles).toEqual(['support'])
    expect((await change(admins[0], clerk, 'grant')).status).toBe(409)
    expect((await change(admins[0], clerk, 'revoke')).status).toBe(202)
    expect((await change(admins[1], clerk, 'revoke')).status).toBe(204)
    expect((await standing(clerk.id)).roles).toEqual([])
    expect((await change(admins[1], admins[1].person, 'grant', 'finance')).status).toBe(403)
  })

  test('who is to have a role does not confirm it', async () => {
    const [first, second] = admins
    expect((await change(first, second.person, 'revoke', 'admin')).status).toBe(202)
    expect(await roleActs(second, second.person)).toBeUndefined()
    const row = await roleActs(first, second.person)
    expect((await decide(second, 'confirm', row)).status).toBe(403)
    expect((await decide(first, 'refuse', row)).status).toBe(204)
  })
})
