import {
  messages,
  type NewReportAnswer,
  type Page,
  type SessionRequest,
  type StaffAppeal,
  type StaffCase,
  type StaffPending,
  type StaffReport,
  type StaffStandingPerson,
} from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addApp } from '../../../testing/second-factor.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { grantRole } from '../public.ts'
import { staffMember, type TestStaff } from '../testing/staff-member.ts'

const OWN = { status: 403, body: { detail: messages.ownCase } }
const REASON = 'They threatened a fan in a call'
const APPEAL = 'It was not me, it was my brother'
const LIFTED = 'The brother has written to us'
let t: TestServer
/** Two moderators who have nothing to do with anybody here. */
let desk: TestStaff
let second: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'neutral-mod', 'moderator')
  second = await staffMember(t, 'other-mod', 'moderator')
})
afterAll(() => t?.close())
beforeEach(async () => {
  for (const each of [desk, second]) await each.stepUp()
})

type By = Pick<TestStaff, 'person'>
async function act(by: By, what: 'suspend' | 'restore', whom: TestPerson, more: object = {}) {
  const path = `/api/staff/people/${whom.id}/` as const
  const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
  return t.call(by.person, `POST ${path}${what}/`, { reason: REASON, version, ...more })
}
async function report(by: TestPerson, kind: 'user' | 'request', id: string): Promise<string> {
  const about = { about: { kind, id }, reason: 'harassment', uuid: crypto.randomUUID() }
  const { status, body } = await t.call<NewReportAnswer>(by, 'POST /api/reports/', about)
  expect(status).toBe(201)
  return body.id
}
const decideReport = (by: TestStaff, id: string, decision: 'upheld' | 'dismissed') =>
  t.call(by.person, `POST /api/staff/reports/${id}/decide/`, {
    ...{ decision, reason: 'It is plain from what was written', version: 0 },
  })
/** The appeal of a suspended person, by the link of their mail; its id. */
async function appeal(person: TestPerson): Promise<string> {
  await t.server.doDueWork()
  const mails = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  const texts = (await t.call<Page<{ text: string }>>(null, mails)).body.results.map(({ text }) => text)
  const token = /appeal#token=(\S+)/.exec(texts.join('\n'))?.[1]
  expect((await t.call(null, 'POST /api/appeals/', { token, text: APPEAL })).status).toBe(204)
  const open = await t.call<Page<StaffAppeal>>(desk.person, 'GET /api/staff/appeals/?page_size=100')
  return open.body.results.find(row => row.person.id === person.id)?.id ?? ''
}
const appealFor = async ({ person }: By, id: string, state: 'open' | 'closed' = 'open') =>
  (
    await t.call<Page<StaffAppeal>>(person, `GET /api/staff/appeals/?state=${state}&page_size=100`)
  ).body.results.find(row => row.id === id)
const decideAppeal = (by: By, id: string) =>
  t.call(by.person, `POST /api/staff/appeals/${id}/decide/`, {
    ...{ decision: 'lifted', reason: LIFTED, version: 0 },
  })

/** A moderator who sells calls, too. */
async function sellingMember(name: string): Promise<By> {
  const person = await t.influencer(name)
  await grantRole(t.server.database.db, { username: name, role: 'moderator', now: t.clock.now() })
  const code = (await addApp(t, person)).code()
  expect((await t.call(person, 'POST /api/auth/step-up/', { code })).status).toBe(200)
  return { person }
}
/** A paid call that its buyer gives to somebody. */
async function givenCall(buyer: TestPerson, attendee: TestPerson, star: TestPerson): Promise<SessionRequest> {
  const call = await t.bookAndPay(buyer, star)
  const path = `POST /api/parley/${call.slug}/session/gift/` as const
  const { url } = (await t.call<{ url: string }>(buyer, path, { message: 'For you' })).body
  const accepted = { token: new URL(url).searchParams.get('token') }
  expect((await t.call(attendee, 'POST /api/parley/gift/accept/', accepted)).status).toBe(200)
  return call
}

test.each(['buyer', 'attendee', 'influencer'] as const)(
  'a moderator who is the %s of a request neither suspends its other parties, nor restores them, nor decides their appeal',
  async side => {
    const name = `party-as-${side}`
    const party = side === 'influencer' ? await sellingMember(name) : await staffMember(t, name, 'moderator')
    const fans = { buyer: await t.fan(`buyer-for-${side}`), attendee: await t.fan(`guest-for-${side}`) }
    const people = { ...fans, influencer: await t.influencer(`star-for-${side}`), [side]: party.person }
    await givenCall(people.buyer, people.attendee, people.influencer)
    const others = Object.values(people).filter(person => person !== party.person)
    expect(others).toHaveLength(2)
    // What a suspended person attends or sells ends: they were in it all the same.
    for (const other of others) {
      expect(await act(party, 'suspend', other)).toMatchObject(OWN)
      expect((await act(desk, 'suspend', other)).status).toBe(204)
      const id = await appeal(other)
      // The row says it before: nobody writes a reason that is refused.
      expect(await appealFor(party, id)).toMatchObject({
        ...{ is_own: false, is_party: true, text: '', suspension: { kind: 'suspended', reason: '' } },
      })
      expect(await appealFor(second, id)).toMatchObject({
        ...{ is_own: false, is_party: false, text: APPEAL, suspension: { reason: REASON } },
      })
      expect(await appealFor(desk, id)).toMatchObject({ is_own: true, is_party: false })
      expect(await act(party, 'restore', other)).toMatchObject(OWN)
      expect(await decideAppeal(party, id)).toMatchObject(OWN)
      expect((await decideAppeal(second, id)).status).toBe(204)
      expect((await appealFor(second, id, 'closed'))?.decision?.reason).toBe(LIFTED)
      const closed = await appealFor(party, id, 'closed')
      expect(closed).toMatchObject({ text: '', suspension: { reason: '' } })
      expect(closed?.decision).toMatchObject({ decision: 'lifted', reason: null })
    }
  },
)

test('a moderator who reported somebody does not suspend them, unless the report was dismissed', async () => {
  const reporter = await staffMember(t, 'reporting-mod', 'moderator')
  const [open, upheld, dismissed] = [
    await t.influencer('reported-open'),
    await t.influencer('reported-upheld'),
    await t.influencer('reported-dismissed'),
  ]
  await report(reporter.person, 'user', open.id)
  for (const [whom, decision] of [
    [upheld, 'upheld'],
    [dismissed, 'dismissed'],
  ] as const) {
    const id = await report(reporter.person, 'user', whom.id)
    expect((await decideReport(desk, id, decision)).status).toBe(204)
  }
  expect(await act(reporter, 'suspend', open)).toMatchObject(OWN)
  expect(await act(reporter, 'suspend', upheld)).toMatchObject(OWN)
  expect((await act(reporter, 'suspend', dismissed)).status).toBe(204)
  expect((await act(desk, 'suspend', open)).status).toBe(204)
  expect(await act(reporter, 'restore', open)).toMatchObject(OWN)
})

test('a party to a ban does not confirm at the desk that it ends', async () => {
  const [buyer, star] = [await staffMember(t, 'buying-mod', 'moderator'), await t.influencer('banned-star')]
  await t.book(buyer.person, star)
  expect((await act(desk, 'suspend', star, { kind: 'banned' })).status).toBe(204)
  expect((await act(desk, 'restore', star)).status).toBe(202)
  const waiting = async (by: TestStaff) =>
    (await t.call<Page<StaffPending>>(by.person, 'GET /api/staff/pending/?page_size=100')).body.results.find(
      row => row.person?.id === star.id,
    )
  const row = await waiting(second)
  expect(row).toMatchObject({ is_party: false, reason: REASON })
  expect(await waiting(buyer)).toBeUndefined()
  const looked = `select after from staff_actions where staff_id = $1 and act = 'look_pending'`
  const looks = await t.server.database.pool.query<{ after: object }>(looked, [buyer.person.id])
  expect(JSON.stringify(looks.rows)).not.toContain(star.id)
  const confirm = (by: TestStaff) =>
    t.call(by.person, `POST /api/staff/pending/${row?.id}/confirm/`, {
      ...{ reason: 'I have read it and agree', version: row?.version },
    })
  expect(await confirm(buyer)).toMatchObject(OWN)
  expect((await confirm(second)).status).toBe(204)
})

test('a moderator who gave a call away neither reads nor decides the report between the two who were in it', async () => {
  const giver = await staffMember(t, 'giving-mod', 'moderator')
  const [friend, star] = [await t.fan('given-friend'), await t.influencer('given-star')]
  const call = await givenCall(giver.person, friend, star)
  const id = await report(star, 'request', call.slug)
  const look = (by: TestStaff) => t.call<StaffCase>(by.person, `GET /api/staff/reports/${id}/`)
  expect((await look(desk)).body.reported.id).toBe(friend.id)
  expect(await look(giver)).toMatchObject(OWN)
  expect(await decideReport(giver, id, 'dismissed')).toMatchObject(OWN)
  // Nor does the list name the two to them, before and after it is decided.
  const own = await report(giver.person, 'user', star.id)
  const isListed = async (by: TestStaff, state: string) => {
    const path = `GET /api/staff/reports/?state=${state}&page_size=100` as const
    const rows = (await t.call<Page<StaffReport>>(by.person, path)).body.results
    return [id, own].map(each => rows.some(row => row.id === each))
  }
  expect(await isListed(desk, 'open')).toEqual([true, true])
  expect(await isListed(giver, 'open')).toEqual([false, false])
  for (const each of [id, own]) expect((await decideReport(desk, each, 'dismissed')).status).toBe(204)
  expect(await isListed(desk, 'decided')).toEqual([true, true])
  expect(await isListed(giver, 'decided')).toEqual([false, false])
  // Nor does the page of the person, which says why.
  const getsMail = async (by: TestStaff) =>
    (await t.call<StaffStandingPerson>(by.person, `GET /api/staff/people/${friend.id}/`)).body.reports.some(
      row => row.id === id,
    )
  expect(await getsMail(desk)).toBe(true)
  expect(await getsMail(giver)).toBe(false)
  // The reporter of a case does not read why it was decided so, as staff either.
  const path = `GET /api/staff/reports/${own}/` as const
  expect((await t.call<StaffCase>(desk.person, path)).body.decision).toMatchObject({ decision: 'dismissed' })
  expect(await t.call(giver.person, path)).toMatchObject(OWN)
})

test('a party to the suspension of a person does not read its reason on their page, and reads why', async () => {
  const [reporter, star] = [await staffMember(t, 'page-mod', 'moderator'), await t.influencer('page-star')]
  await report(reporter.person, 'user', star.id)
  expect((await act(desk, 'suspend', star)).status).toBe(204)
  const page = async ({ person }: By) =>
    (await t.call<StaffStandingPerson>(person, `GET /api/staff/people/${star.id}/`)).body
  const shown = (reason: string) => ({ suspension: { reason }, suspensions: [{ kind: 'suspended', reason }] })
  expect(await page(second)).toMatchObject({ is_party: false, ...shown(REASON) })
  expect(await page(reporter)).toMatchObject({ is_party: true, ...shown('') })
})

test.each(['support', 'moderator', 'finance', 'admin'] as const)(
  'a member of staff with the role %s does not read how often they were reported',
  async role => {
    const { person } = await staffMember(t, `reported-${role}`, role)
    await report(await t.fan(`reports-${role}`), 'user', person.id)
    const path = `GET /api/staff/people/${person.id}/` as const
    expect(await t.call(person, path)).toMatchObject(OWN)
    expect((await t.call<StaffStandingPerson>(desk.person, path)).body.reports_about.all).toBe(1)
  },
)

test('a moderator who booked a call does not get it back by writing that its influencer is too young', async () => {
  const [buyer, star] = [await staffMember(t, 'ageing-mod', 'moderator'), await t.influencer('aged-star')]
  await t.bookAndPay(buyer.person, star)
  const correct = (by: TestStaff) =>
    t.call(by.person, `POST /api/staff/people/${star.id}/birth-date/`, {
      ...{ date: '2020-01-01', reason: 'They sent us their passport', version: 0 },
    })
  expect(await correct(buyer)).toMatchObject(OWN)
  const page = await t.call<StaffStandingPerson>(desk.person, `GET /api/staff/people/${star.id}/`)
  expect(page.body.age).toMatchObject({ source: null, version: 0 })
  expect((await correct(desk)).status).toBe(204)
})
