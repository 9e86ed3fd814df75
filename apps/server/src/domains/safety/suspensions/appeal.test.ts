import {
  APPEAL_WITHIN_MS,
  DAY_SECONDS,
  messages,
  type Page,
  type StaffAppeal,
  type StaffStandingPerson,
  type TokenPair,
} from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
let second: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'mod', 'moderator')
  second = await staffMember(t, 'other-mod', 'moderator')
  await desk.stepUp()
  await second.stepUp()
})
afterAll(() => t?.close())

async function act(what: 'suspend' | 'restore', whom: TestPerson, more: object = {}, by = desk) {
  const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET /api/staff/people/${whom.id}/`))
    .body
  return t.call(by.person, `POST /api/staff/people/${whom.id}/${what}/`, {
    ...{ reason: 'They threatened a fan in a call', version },
    ...more,
  })
}
const logIn = (person: TestPerson) =>
  t.call<TokenPair>(null, 'POST /api/auth/jwt/create/', {
    ...{ email: `${person.username}@example.org`, password: 'correct horse battery' },
  })
async function mailsTo(person: TestPerson) {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  return (await t.call<Page<{ subject: string; text: string }>>(null, path)).body.results
}
/** The tokens of the mailed links. */
async function appealLinks(person: TestPerson): Promise<string[]> {
  const texts = (await mailsTo(person)).map(mail => mail.text).join('\n')
  return [...texts.matchAll(/appeal#token=(\S+)/g)].map(([, token = '']) => token)
}
const appealLink = async (person: TestPerson) => (await appealLinks(person))[0] ?? ''
const openAppealOf = async (person: TestPerson) => {
  const listed = await t.call<Page<StaffAppeal>>(second.person, 'GET /api/staff/appeals/?page_size=100')
  return listed.body.results.find(row => row.person.username === person.username)
}

test('nobody appeals whose account is deleted', async () => {
  const leaver = await t.fan('leaver')
  expect((await act('suspend', leaver)).status).toBe(204)
  const token = await appealLink(leaver)
  expect((await act('restore', leaver)).status).toBe(204)
  const { body } = await logIn(leaver)
  const deleted = await t.call({ ...leaver, ...body }, 'DELETE /api/user/me/')
  expect(deleted.status).toBe(200)
  const text = 'It was not me, it was my brother'
  const appealed = await t.call(null, 'POST /api/appeals/', { token, text })
  expect(appealed).toMatchObject({ status: 400, body: { token: [messages.appealLate] } })
  const { rows } = await t.server.database.pool.query('select from appeals where text = $1', [text])
  expect(rows).toEqual([])
})

test.each(['appeal', 'person'] as const)(
  'an appeal against a ban is lifted by two, the second of them by the %s',
  async way => {
    const star = await t.influencer(`star-by-${way}`)
    const third = await staffMember(t, `third-by-${way}`, 'moderator')
    await third.stepUp()
    await act('suspend', star, { kind: 'banned' })
    const token = await appealLink(star)
    const text = 'It was not me, it was my brother'
    expect((await t.call(null, 'POST /api/appeals/', { token, text })).status).toBe(204)
    const open = () => openAppealOf(star)
    const id = (await open())?.id
    const decide = (by: TestStaff) =>
      t.call<{ waits_for?: string }>(by.person, `POST /api/staff/appeals/${id}/decide/`, {
        ...{ decision: 'lifted', reason: 'The brother has written to us', version: 0 },
      })
    for (const answer of [await decide(second), await decide(second)])
      expect(answer).toMatchObject({ status: 202, body: { waits_for: 'second_person' } })
    expect((await logIn(star)).status).toBe(403)
    expect((await open())?.suspension.lift_asked).toBe(true)
    const lifted = way === 'appeal' ? await decide(third) : await act('restore', star, {}, third)
    expect(lifted.status).toBe(204)
    expect((await logIn(star)).status).toBe(200)
    expect(await open()).toBeUndefined()
    expect((await decide(third)).status).toBe(409)
    const { rows } = await t.server.database.pool.query(
      'select decision, decided_by from appeals where id = $1',
      [id],
    )
    expect(rows).toEqual([{ decision: 'lifted', decided_by: third.person.id }])
  },
)

test('who works at the desk is suspended, opened again and corrected in age by an admin alone, from a ban by two with an admin', async () => {
  const boss = await staffMember(t, 'boss', 'admin')
  const clerk = await staffMember(t, 'clerk', 'finance')
  await desk.stepUp()
  await boss.stepUp()
  for (const whom of [boss, clerk, second]) {
    const answer = await act('suspend', whom.person)
    expect(answer).toMatchObject({ status: 403, body: { detail: messages.staffByAdmin } })
  }
  expect((await act('suspend', clerk.person, {}, boss)).status).toBe(204)
  expect((await logIn(clerk.person)).status).toBe(403)
  expect(await act('restore', clerk.person)).toMatchObject({
    ...{ status: 403, body: { detail: messages.staffByAdmin } },
  })
  const token = await appealLink(clerk.person)
  const text = 'It was not me, it was my brother'
  expect((await t.call(null, 'POST /api/appeals/', { token, text })).status).toBe(204)
  expect(await decide(clerk.person, 'lifted')).toMatchObject({
    ...{ status: 403, body: { detail: messages.staffByAdmin } },
  })
  expect((await decide(clerk.person, 'upheld')).status).toBe(204)
  expect((await act('restore', clerk.person, {}, boss)).status).toBe(204)
  // Of the two who lift a ban at least one is an admin, in either order.
  for (const [first, last] of [
    [desk, boss],
    [boss, desk],
  ] as const) {
    expect((await act('suspend', clerk.person, { kind: 'banned' }, boss)).status).toBe(204)
    expect((await act('restore', clerk.person, {}, first)).status).toBe(202)
    if (first === desk)
      expect(await act('restore', clerk.person, {}, second)).toMatchObject({
        ...{ status: 403, body: { detail: messages.staffByAdmin } },
      })
    expect((await act('restore', clerk.person, {}, last)).status).toBe(204)
  }
  // An appeal that opens no account, because its suspension has ended, is for every moderator.
  const until = new Date(t.clock.now().getTime() + DAY_SECONDS * 1000).toISOString()
  expect((await act('suspend', clerk.person, { until }, boss)).status).toBe(204)
  const again = await appealLink(clerk.person)
  expect((await t.call(null, 'POST /api/appeals/', { token: again, text })).status).toBe(204)
  await t.advance(DAY_SECONDS + 1)
  expect((await decide(clerk.person, 'lifted')).status).toBe(204)
  await desk.stepUp()
  await boss.stepUp()
  const correct = (by: TestStaff) =>
    t.call(by.person, `POST /api/staff/people/${clerk.person.id}/birth-date/`, {
      ...{ date: '2020-01-01', reason: 'They sent us their passport', version: 0 },
    })
  expect(await correct(desk)).toMatchObject({ status: 403, body: { detail: messages.staffByAdmin } })
  expect((await correct(boss)).status).toBe(204)
})

/** Somebody who is suspended for a day. */
async function shortlySuspended(name: string): Promise<TestPerson> {
  await desk.stepUp()
  const star = await t.influencer(name)
  const until = new Date(t.clock.now().getTime() + DAY_SECONDS * 1000).toISOString()
  expect((await act('suspend', star, { until })).status).toBe(204)
  return star
}
async function decide(star: TestPerson, decision: 'lifted' | 'upheld') {
  await second.stepUp()
  const id = (await openAppealOf(star))?.id
  return t.call(second.person, `POST /api/staff/appeals/${id}/decide/`, {
    ...{ decision, reason: 'The brother has written to us', version: 0 },
  })
}

describe('an appeal that is decided when its suspension has ended', () => {
  async function appealed(name: string) {
    const star = await shortlySuspended(name)
    const token = await appealLink(star)
    await t.call(null, 'POST /api/appeals/', { token, text: 'It was not me, it was my brother' })
    return star
  }

  test.each([
    ['lifted', 'Your appeal was right'],
    ['upheld', 'We have looked at your appeal'],
  ] as const)('by its time and is %s tells the person just that', async (decision, subject) => {
    const star = await appealed(`late-${decision}`)
    await t.advance(DAY_SECONDS + 1)
    expect((await logIn(star)).status).toBe(200)
    expect((await decide(star, decision)).status).toBe(204)
    const mails = (await mailsTo(star)).filter(mail => /appeal/.test(mail.subject))
    expect(mails.map(mail => mail.subject)).toEqual([subject])
    expect(mails[0]?.text).toContain('The brother has written to us')
    if (decision === 'lifted') expect(mails[0]?.text).toContain('Your account is open.')
  })

  test('by another suspension and is lifted does not say that the account is open, and does not open it', async () => {
    const star = await appealed('twice-suspended')
    expect((await act('suspend', star)).status).toBe(204)
    expect((await decide(star, 'lifted')).status).toBe(204)
    const mail = (await mailsTo(star)).find(({ subject }) => subject === 'Your appeal was right')
    expect(mail?.text).toContain('closed by that later decision')
    expect(mail?.text).not.toContain('is open')
    expect((await logIn(star)).status).toBe(403)
  })
})

describe('an appeal that is made when its suspension has ended', () => {
  const appeal = (token: string | undefined, text = 'It was not me, it was my brother') =>
    t.call(null, 'POST /api/appeals/', { token, text })
  const appealAgain = (token: string | undefined) => appeal(token, 'It was my sister, not my brother')
  const wonMail = async (star: TestPerson) =>
    (await mailsTo(star)).filter(({ subject }) => subject === 'Your appeal was right').map(({ text }) => text)

  test('by its time is heard once, and one that is won tells the person so', async () => {
    const star = await shortlySuspended('ended-by-time')
    const token = await appealLink(star)
    await t.advance(DAY_SECONDS + 1)
    expect((await logIn(star)).status).toBe(200)
    // The first answer may have been lost.
    for (let times = 0; times < 2; times++) expect((await appeal(token)).status).toBe(204)
    expect((await appealAgain(token)).status).toBe(400)
    expect((await decide(star, 'lifted')).status).toBe(204)
    expect(await wonMail(star)).toEqual([expect.stringContaining('Your account is open.')])
  })

  test('by another suspension is heard too, and each of the two once', async () => {
    const star = await shortlySuspended('replaced')
    const [first] = await appealLinks(star)
    expect((await act('suspend', star)).status).toBe(204)
    const later = (await appealLinks(star)).find(token => token !== first)
    expect((await appeal(first)).status).toBe(204)
    expect((await decide(star, 'lifted')).status).toBe(204)
    expect(await wonMail(star)).toEqual([expect.stringContaining('closed by that later decision')])
    expect((await logIn(star)).status).toBe(403)
    expect((await appeal(later)).status).toBe(204)
    for (const token of [first, later]) expect((await appealAgain(token)).status).toBe(400)
  })

  test('comes too late after 14 days', async () => {
    const star = await shortlySuspended('ended-long-ago')
    const token = await appealLink(star)
    await t.advance(APPEAL_WITHIN_MS / 1000 + 1)
    expect((await logIn(star)).status).toBe(200)
    expect((await appeal(token)).status).toBe(400)
  })
})
