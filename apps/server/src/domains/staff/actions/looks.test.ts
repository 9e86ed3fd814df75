import type { Page, StaffAction } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../testing/staff-member.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
})
afterAll(() => t?.close())

test('each look at one person, one request and one report is in the staff audit: by whom, at whom, at what', async () => {
  const [fan, star] = [await t.fan('looks-fan'), await t.influencer('looks-star')]
  const call = await t.bookAndPay(fan, star)
  const report = await t.call<{ id: string }>(fan, 'POST /api/reports/', {
    ...{
      about: { kind: 'request', id: call.slug },
      reason: 'fraud',
      text: 'My own words',
      uuid: 'looked-at',
    },
  })
  const [moderator, support] = [
    await staffMember(t, 'looks-mod', 'moderator'),
    await staffMember(t, 'looks-support', 'support'),
  ]
  const seen = async ({ id }: { id: string }) =>
    (
      await t.server.database.pool.query(
        `select act, about_kind, about_id, person_id, reason, before, after from staff_actions where staff_id = $1
         and act = 'look' order by created_at, id`,
        [id],
      )
    ).rows
  const look = async (by: typeof moderator, path: string) => {
    // Their order is known: each look has a second of its own.
    t.clock.advance(1)
    return (await t.call(by.person, `GET /api/staff/${path}/`)).status
  }
  const nothing = { act: 'look', reason: null, before: null, after: null }
  const ofRequest = { ...nothing, about_kind: 'request', about_id: call.id, person_id: fan.id }
  const ofPerson = { ...nothing, about_kind: 'person', about_id: star.id, person_id: star.id }
  const ofReport = { ...nothing, about_kind: 'report', about_id: report.body.id, person_id: star.id }

  expect(await look(moderator, `people/${star.id}`)).toBe(200)
  expect(await seen(moderator.person)).toEqual([ofPerson])
  expect(await look(moderator, `requests/${call.id}`)).toBe(200)
  expect(await look(moderator, `reports/${report.body.id}`)).toBe(200)
  expect(await seen(moderator.person)).toEqual([ofPerson, ofRequest, ofReport])
  // A second look is a second row.
  expect(await look(support, `requests/${call.id}`)).toBe(200)
  expect(await look(support, `requests/${call.id}`)).toBe(200)
  expect(await seen(support.person)).toEqual([ofRequest, ofRequest])
  // Nothing was shown: not there, or not for this role.
  for (const path of [`people/${newId()}`, `requests/${newId()}`, `reports/${report.body.id}`])
    expect(await look(support, path)).toBe(404)
  expect(await seen(support.person)).toHaveLength(2)

  // An admin reads it with names, and without a word of what anybody wrote.
  const admin = await staffMember(t, 'looks-admin', 'admin')
  const audit = await t.call<Page<StaffAction>>(admin.person, 'GET /api/staff/actions/?page_size=100')
  const rows = audit.body.results.filter(({ staff }) => staff === 'looks-mod')
  expect(rows.map(({ act, about, person }) => [act, about?.kind, person])).toEqual([
    ['look', 'report', 'looks-star'],
    ['look', 'request', 'looks-fan'],
    ['look', 'person', 'looks-star'],
  ])
  expect(JSON.stringify(audit.body)).not.toContain('My own words')
})
