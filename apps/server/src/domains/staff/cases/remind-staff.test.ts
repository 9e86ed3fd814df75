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

const report = () =>
  t.call<{ id: string }>(fan, 'POST /api/reports/', {
    ...{ about: { kind: 'user', id: star.id }, reason: 'spam', uuid: crypto.randomUUID() },
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
