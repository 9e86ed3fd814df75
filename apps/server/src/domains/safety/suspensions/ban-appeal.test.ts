import type { Page, StaffAppeal, StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
}, 60_000)
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
async function appealLink(person: TestPerson): Promise<string> {
  await t.server.doDueWork()
  const path = `GET /sandbox/mail/?as=json&to=${person.username}@example.org` as const
  const { results } = (await t.call<Page<{ text: string }>>(null, path)).body
  return /appeal#token=(\S+)/.exec(results.map(mail => mail.text).join('\n'))?.[1] ?? ''
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
    const open = async () => {
      const listed = await t.call<Page<StaffAppeal>>(second.person, 'GET /api/staff/appeals/?page_size=100')
      return listed.body.results.find(row => row.person.username === star.username)
    }
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
