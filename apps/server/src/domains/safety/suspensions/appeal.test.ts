import { messages, type Page, type StaffAppeal, type StaffStandingPerson } from '@parley/contract'
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
  t.call(null, 'POST /api/auth/jwt/create/', {
    ...{ email: `${person.username}@example.org`, password: 'correct horse battery' },
  })
async function mailsTo(person: TestPerson) {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  return (await t.call<Page<{ subject: string; text: string }>>(null, path)).body.results
}
async function appealLink(person: TestPerson): Promise<string> {
  const mails = await mailsTo(person)
  return /appeal#token=(\S+)/.exec(mails.map(mail => mail.text).join('\n'))?.[1] ?? ''
}
const openAppealOf = async (person: TestPerson) => {
  const listed = await t.call<Page<StaffAppeal>>(second.person, 'GET /api/staff/appeals/?page_size=100')
  return listed.body.results.find(row => row.person.username === person.username)
}

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

test('who works at the desk is suspended by an admin alone', async () => {
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
})

describe('an appeal that is decided when its suspension has ended', () => {
  const DAY_SECONDS = 86_400
  async function appealed(name: string) {
    await desk.stepUp()
    const star = await t.influencer(name)
    const until = new Date(t.clock.now().getTime() + DAY_SECONDS * 1000).toISOString()
    expect((await act('suspend', star, { until })).status).toBe(204)
    const token = await appealLink(star)
    await t.call(null, 'POST /api/appeals/', { token, text: 'It was not me, it was my brother' })
    return star
  }
  async function decide(star: TestPerson, decision: 'lifted' | 'upheld') {
    await second.stepUp()
    const id = (await openAppealOf(star))?.id
    return t.call(second.person, `POST /api/staff/appeals/${id}/decide/`, {
      ...{ decision, reason: 'The brother has written to us', version: 0 },
    })
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
