import { messages, type StaffReportLine, type StaffRequest, type StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../../requests/public.ts'
import { staffMember, type TestStaff } from '../testing/staff-member.ts'

let t: TestServer
let moderator: TestStaff
let support: TestStaff
let finance: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  moderator = await staffMember(t, 'history-mod', 'moderator')
  support = await staffMember(t, 'history-support', 'support')
  finance = await staffMember(t, 'history-finance', 'finance')
  for (const each of [moderator, finance]) await each.stepUp()
})
afterAll(() => t?.close())

type Report = { kind: 'user' | 'request'; id: string; reason: StaffReportLine['reason']; end?: boolean }
async function report(by: TestPerson, { kind, id, reason, end = false }: Report): Promise<string> {
  // Their order is known: each report has a second of its own.
  t.clock.advance(1)
  const act = { about: { kind, id }, reason, end, text: 'My own words', uuid: crypto.randomUUID() }
  const { status, body } = await t.call<{ id: string }>(by, 'POST /api/reports/', act)
  expect(status).toBe(201)
  return body.id
}
const decide = async (id: string, decision: 'upheld' | 'dismissed', reason: string) =>
  expect(
    await t.call(moderator.person, `POST /api/staff/reports/${id}/decide/`, { decision, reason, version: 0 }),
  ).toMatchObject({ status: 204 })
const personBy = async ({ person }: TestStaff, { id }: { id: string }) =>
  (await t.call<StaffStandingPerson>(person, `GET /api/staff/people/${id}/`)).body
const requestBy = async ({ person }: TestStaff, { id }: { id: string }) =>
  (await t.call<StaffRequest>(person, `GET /api/staff/requests/${id}/`)).body

test('the page of a person has the last reports about them and all their suspensions, the newest first', async () => {
  const [fan, star] = [await t.fan('history-fan'), await t.influencer('history-star')]
  const first = await report(fan, { kind: 'user', id: star.id, reason: 'spam' })
  const second = await report(fan, { kind: 'user', id: star.id, reason: 'fraud' })
  await decide(first, 'dismissed', 'Their page sells nothing else')
  for (const [reason, lifted] of [
    ['You sold what you never gave', 'It was a mistake of ours'],
    ['You threatened a fan in a call', null],
  ] as const) {
    t.clock.advance(1)
    const { version } = await personBy(moderator, star)
    const path = `POST /api/staff/people/${star.id}` as const
    expect((await t.call(moderator.person, `${path}/suspend/`, { reason, version })).status).toBe(204)
    if (lifted === null) continue
    const act = { reason: lifted, version: (await personBy(moderator, star)).version }
    expect((await t.call(moderator.person, `${path}/restore/`, act)).status).toBe(204)
  }
  for (const reader of [moderator, support, finance]) {
    const { reports, suspensions, suspension } = await personBy(reader, star)
    expect(reports).toEqual([
      { id: second, reason: 'fraud', about: 'user', at: expect.any(String), decision: null },
      {
        ...{ id: first, reason: 'spam', about: 'user', at: expect.any(String) },
        decision: {
          ...{ decision: 'dismissed', reason: 'Their page sells nothing else', at: expect.any(String) },
        },
      },
    ])
    expect(suspensions.map(({ reason, ended_at }) => [reason, ended_at !== null])).toEqual([
      ['You threatened a fan in a call', false],
      ['You sold what you never gave', true],
    ])
    expect(suspension).toEqual(suspensions[0])
    // Neither who reported nor in which words: that is for those who decide.
    expect(JSON.stringify(reports)).not.toMatch(/My own words|history-fan/)
  }
})

test('staff see in no history the reports that they made, or that were made about them', async () => {
  const [fan, star] = [await t.fan('own-fan'), await t.influencer('own-star')]
  await report(fan, { kind: 'user', id: support.person.id, reason: 'harassment' })
  await report(support.person, { kind: 'user', id: star.id, reason: 'spam' })
  const ownPage = await t.call(support.person, `GET /api/staff/people/${support.person.id}/`)
  expect(ownPage).toMatchObject({ status: 403, body: { detail: messages.ownCase } })
  expect((await personBy(support, star)).reports).toEqual([])
  expect((await personBy(moderator, support.person)).reports).toHaveLength(1)
  expect((await personBy(moderator, star)).reports).toHaveLength(1)
  const call = await t.bookAndPay(support.person, star)
  await report(star, { kind: 'request', id: call.slug, reason: 'other' })
  // Who was in a call reads nothing of it at the desk, which would say who reported it.
  const own = await t.call(support.person, `GET /api/staff/requests/${call.id}/`)
  expect(own).toMatchObject({ status: 403, body: { detail: messages.ownCase } })
  expect((await requestBy(finance, call)).reports).toHaveLength(1)
})

test('who settles the money of a call that was ended and reported reads why, and how the report was decided', async () => {
  const [fan, star] = [await t.fan('ended-fan'), await t.influencer('ended-star')]
  const call = await t.bookAndPay(fan, star)
  await beginCall(t.server.domains.requests, call.id)
  const id = await report(fan, { kind: 'request', id: call.slug, reason: 'harassment', end: true })
  const line = { id, reason: 'harassment', about: 'request' }
  expect(await requestBy(finance, call)).toMatchObject({
    ...{ settled_by: 'reported', problem: { kind: 'conduct', text: null, state: 'open' } },
    reports: [{ ...line, decision: null }],
  })
  await decide(id, 'upheld', 'The chat of the call shows it')
  expect((await requestBy(finance, call)).reports).toMatchObject([
    { ...line, decision: { decision: 'upheld', reason: 'The chat of the call shows it' } },
  ])
})
