import { HOUR_SECONDS, type Page } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { completeCall } from '../../requests/public.ts'
import { grantRole } from '../public.ts'
import { staffMember, type TestStaff } from '../testing/staff-member.ts'

let t: TestServer
let fan: TestPerson
let star: TestPerson
let moderator: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  fan = await t.fan('fan')
  star = await t.influencer('star')
  moderator = await staffMember(t, 'mod', 'moderator')
  await t.fan('boss')
  await grantRole(t.server.database.db, { username: 'boss', role: 'admin', now: t.clock.now() })
})
afterAll(() => t?.close())

const report = (by = fan, about = star) =>
  t.call<{ id: string }>(by, 'POST /api/reports/', {
    ...{ about: { kind: 'user', id: about.id }, reason: 'spam', uuid: crypto.randomUUID() },
  })
/** The reminders that somebody got from one process, the first first. */
async function reminders(name: string, from: TestServer = t): Promise<string[]> {
  await from.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&page_size=100&to=${name}@example.org` as const
  const { results } = (await from.call<Page<{ subject: string; text: string }>>(null, path)).body
  return results
    .filter(mail => mail.subject.startsWith('Cases have been waiting'))
    .map(
      mail => /Nobody has decided these for (.*?)\./.exec(mail.text.replaceAll('\n', ' '))?.[1] ?? mail.text,
    )
    .reverse()
}
/** In steps of less than the ten minutes that an access token lives nothing here is asked by one. */
const pass = (hours: number) => t.advance(hours * HOUR_SECONDS)

test('staff of the role that decides are reminded after 24 and after 72 hours, once for each case', async () => {
  await report()
  const decided = (await report()).body.id
  const request = await t.bookAndPay(fan, star)
  await completeCall(t.server.domains.requests, request.id)
  await t.call(fan, `POST /api/parley/${request.slug}/problem/`, { kind: 'quality' })
  const act = { decision: 'dismissed', reason: 'Nothing that we could see', version: 0 }
  expect((await t.call(moderator.person, `POST /api/staff/reports/${decided}/decide/`, act)).status).toBe(204)

  await pass(23)
  expect([await reminders('mod'), await reminders('boss')]).toEqual([[], []])
  await pass(1)
  // Nobody decides about money but the admin.
  const day = ['24 hours: 1 report', '24 hours: 1 call with which something was wrong']
  expect([await reminders('mod'), await reminders('boss')]).toEqual([[day[0]], [day[1]]])
  await pass(24)
  expect([await reminders('mod'), await reminders('boss')]).toEqual([[day[0]], [day[1]]])
  await pass(24)
  const later = ['72 hours: 1 report', '72 hours: 1 call with which something was wrong']
  expect(await reminders('mod')).toEqual([day[0], later[0]])
  expect(await reminders('boss')).toEqual([day[1], later[1]])
  await pass(48)
  expect(await reminders('mod')).toHaveLength(2)
  expect(await reminders('fan')).toEqual([])
})

test('the cases are looked at once a minute', async () => {
  Object.assign(
    fan,
    (await t.call<TestPerson>(null, 'POST /api/auth/jwt/refresh/', { refresh: fan.refresh })).body,
  )
  const before = (await reminders('mod')).length
  await report()
  await t.advance(24 * HOUR_SECONDS - 30)
  await t.advance(30)
  expect(await reminders('mod')).toHaveLength(before)
  await t.advance(30)
  expect(await reminders('mod')).toHaveLength(before + 1)
})

test('two processes at once remind once', async () => {
  const other = await t.openAnother()
  Object.assign(
    fan,
    (await t.call<TestPerson>(null, 'POST /api/auth/jwt/refresh/', { refresh: fan.refresh })).body,
  )
  await report()
  const before = (await reminders('mod')).length
  t.clock.advance(25 * HOUR_SECONDS)
  other.clock.advance(t.clock.now().getTime() / 1000 - other.clock.now().getTime() / 1000)
  await Promise.all([t, other].map(each => each.server.doDueWork()))
  // Each process has an outbox of its own, and either may send the mail.
  const both = [await reminders('mod'), await reminders('mod', other)]
  expect(both.flat()).toHaveLength(before + 1)
  await other.close()
})

test('a party to a case is not reminded of it; if nobody else has the role, the admins are', async () => {
  const renewed = async (person: TestPerson) =>
    Object.assign(
      person,
      (await t.call<TestPerson>(null, 'POST /api/auth/jwt/refresh/', { refresh: person.refresh })).body,
    )
  // No case of the tests before is reminded of any more.
  await pass(72)
  for (const each of [fan, star]) await renewed(each)
  // The only member for money has bought the call herself.
  const finance = await t.fan('buying-finance')
  await grantRole(t.server.database.db, { username: finance.username, role: 'finance', now: t.clock.now() })
  const call = await t.bookAndPay(finance, star)
  await completeCall(t.server.domains.requests, call.id)
  expect((await t.call(finance, `POST /api/parley/${call.slug}/problem/`, { kind: 'quality' })).status).toBe(
    201,
  )
  // The only moderator was reported; another report is about somebody else.
  expect((await report(fan, moderator.person)).status).toBe(201)
  expect((await report()).status).toBe(201)
  await pass(24)
  const last = async (name: string) => (await reminders(name)).at(-1)
  expect(await last('mod')).toBe('24 hours: 1 report')
  expect(await last('boss')).toBe('24 hours: 1 report, 1 call with which something was wrong')
  expect(await reminders(finance.username)).toEqual([])
  // A second moderator is reminded of both, and the admin of no report.
  const other = await t.fan('second-mod')
  await grantRole(t.server.database.db, { username: other.username, role: 'moderator', now: t.clock.now() })
  await pass(48)
  expect(await last('mod')).toBe('72 hours: 1 report')
  expect(await last('second-mod')).toBe('72 hours: 2 reports')
  expect(await last('boss')).toBe('72 hours: 1 call with which something was wrong')
})

test('a suspended member is not reminded; if nobody else has the role, the admins are', async () => {
  await pass(72)
  const { pool } = t.server.database
  const suspend = (names: string[], at: Date | null) =>
    pool.query('update users set suspended_at = $2 where username = any($1)', [names, at])
  const before = await reminders('mod')
  for (const person of [fan, star])
    Object.assign(
      person,
      (await t.call<TestPerson>(null, 'POST /api/auth/jwt/refresh/', { refresh: person.refresh })).body,
    )
  await report()
  await suspend(['mod', 'second-mod'], t.clock.now())
  await pass(24)
  expect((await reminders('boss')).at(-1)).toBe('24 hours: 1 report')
  await suspend(['mod', 'second-mod'], null)
  await t.server.doDueWork()
  expect(await reminders('mod')).toEqual(before)
})

test('who suspended a person, and who reported them, is not reminded of the appeal', async () => {
  const db = t.server.database
  await pass(72)
  const now = t.clock.now()
  const [suspending, reporting] = [await t.fan('suspending-mod'), await t.fan('reporting-mod')]
  for (const { username } of [suspending, reporting])
    await grantRole(db.db, { username, role: 'moderator', now })
  const person = await t.influencer('appealing')
  const made = await report(reporting, person)
  const seen = "update reports set decision = 'upheld', decided_by = $1, decided_at = $2 where id = $3"
  await db.pool.query(seen, [suspending.id, now, made.body.id])
  await db.pool.query(
    `with made as (
       insert into suspensions (id, user_id, kind, reason, staff_id, created_at, appeal_id, settled_at)
       values (gen_random_uuid(), $1, 'suspended', 'You threatened a fan', $2, $3, 'reminded', $3) returning id)
     insert into appeals (id, suspension_id, text, created_at) select gen_random_uuid(), id, 'It was not me', $3 from made`,
    [person.id, suspending.id, now],
  )
  await pass(24)
  expect((await reminders('second-mod')).at(-1)).toMatch(/^24 hours: .*1 appeal/)
  for (const { username } of [suspending, reporting])
    expect((await reminders(username)).filter(each => each.includes('appeal'))).toEqual([])
})

test('staff are reminded of every case, also where more than a thousand older ones are still undecided', async () => {
  const before = (await reminders('mod')).length
  await t.server.database.pool.query(
    `insert into reports (id, reporter_id, reported_id, about_kind, about_id, reason, text, uuid, facts, created_at)
     select gen_random_uuid(), $1, $2, 'user', $2, 'spam', '', 'many-' || n, '{}', $3::timestamptz - interval '25 hours'
     from generate_series(1, 1001) as n`,
    [fan.id, star.id, t.clock.now()],
  )
  for (let minutes = 0; minutes < 2; minutes++) await t.advance(60)
  expect((await reminders('mod')).slice(before)).toEqual(['24 hours: 1000 reports', '24 hours: 1 report'])
})
