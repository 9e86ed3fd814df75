import type { Page, SessionRequest, StaffAction } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../../requests/public.ts'
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
  const ofRequest = {
    ...{ ...nothing, about_kind: 'request', about_id: call.id, person_id: fan.id },
    after: { people: [fan.id, star.id], requests: [call.id] },
  }
  const ofPerson = { ...nothing, about_kind: 'person', about_id: star.id, person_id: star.id }
  const ofReport = {
    ...{ ...nothing, about_kind: 'report', about_id: report.body.id, person_id: star.id },
    after: { people: [star.id, fan.id], requests: [call.id] },
  }

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

  // An admin reads it with names, and without any text that people wrote.
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

const sql = async (text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query<Record<string, unknown>>(text, values)).rows

/** A case in each list of the desk, of one call between two people. */
async function writeCases(call: SessionRequest, fan: TestPerson, star: TestPerson): Promise<void> {
  await beginCall(t.server.domains.requests, call.id)
  const report = { about: { kind: 'request', id: call.slug }, reason: 'fraud', end: true }
  expect((await t.call(fan, 'POST /api/reports/', { ...report, uuid: 'listed' })).status).toBe(201)
  await sql(
    `with made as (
       insert into suspensions (id, user_id, kind, reason, staff_id, created_at, appeal_id, ended_at, settled_at)
       values (gen_random_uuid(), $1, 'suspended', 'You threatened a fan', $2, now(), 'listed', now(), now())
       returning id, created_at)
     insert into appeals (id, suspension_id, text, created_at) select gen_random_uuid(), id, 'It was not me', created_at from made`,
    ...[star.id, fan.id],
  )
  await sql(
    `insert into disputes (id, payment_id, request_id, amount_pence, reason, state, opened_at, updated_at)
     select 'du_listed', id, request_id, 2500, 'general', 'open', now(), now() from payments where request_id = $1`,
    call.id,
  )
  await sql(
    `insert into payouts (id, request_id, influencer_id, share_pence, status, waits_for, payable_at, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 2250, 'waiting', 'no_account', now(), now(), now())`,
    ...[call.id, star.id],
  )
  await sql(
    `insert into staff_pending_acts (id, kind, about_kind, about_id, person_id, request_id, amount_pence, reason,
       about_version, asked_by, asked_at, state)
     values (gen_random_uuid(), 'give_back', 'request', $1, $2, $1, 60000, 'The sound was bad', 0, $3, now(), 'waiting')`,
    ...[call.id, fan.id, star.id],
  )
}

test('a look at a list is in the staff audit with the people and the requests that the list showed', async () => {
  const [fan, star] = [await t.fan('listed-fan'), await t.influencer('listed-star')]
  const call = await t.bookAndPay(fan, star)
  await writeCases(call, fan, star)
  const admin = await staffMember(t, 'lists-admin', 'admin')
  const shown = async (list: string) => {
    expect((await t.call(admin.person, `GET /api/staff/${list}/?page_size=100`)).status).toBe(200)
    const looks = await sql(
      `select act, after -> 'people' as people, after -> 'requests' as requests from staff_actions
       where staff_id = $1 order by id`,
      admin.person.id,
    )
    const { act, people, requests } = looks.at(-1) ?? {}
    const nameOf = new Map([
      [fan.id, 'fan'],
      [star.id, 'star'],
      [call.id, 'call'],
    ])
    const named = [people, requests].flat().flatMap(id => nameOf.get(String(id)) ?? [])
    return [act, ...named.sort()]
  }
  expect(await shown('reports')).toEqual(['look_reports', 'call', 'fan', 'star'])
  expect(await shown('problems')).toEqual(['look_problems', 'call', 'fan', 'star'])
  expect(await shown('disputes')).toEqual(['look_disputes', 'call', 'fan', 'star'])
  expect(await shown('payouts')).toEqual(['look_payouts', 'call', 'star'])
  expect(await shown('appeals')).toEqual(['look_appeals', 'star'])
  expect(await shown('pending')).toEqual(['look_pending', 'call', 'fan'])
})

test('the audit of staff is searched by the reader and by the person who was looked at, also in a list', async () => {
  const [fan, namesake] = [await t.fan('sought'), await t.fan('sought-too')]
  const moderator = await staffMember(t, 'seeker', 'moderator')
  const admin = await staffMember(t, 'sought-admin', 'admin')
  const report = async (by: TestPerson, about: TestPerson) =>
    (
      await t.call<{ id: string }>(by, 'POST /api/reports/', {
        ...{ about: { kind: 'user', id: about.id }, reason: 'spam', uuid: crypto.randomUUID() },
      })
    ).body.id
  const id = await report(namesake, fan)
  for (const path of ['reports/?page_size=100', `reports/${id}/`, `people/${fan.id}/`]) {
    t.clock.advance(1)
    expect((await t.call(moderator.person, `GET /api/staff/${path as ''}`)).status).toBe(200)
  }
  const found = async (q: string) => {
    t.clock.advance(1)
    const path = `GET /api/staff/actions/?q=${encodeURIComponent(q)}` as const
    const { status, body } = await t.call<Page<StaffAction>>(admin.person, path)
    expect(status).toBe(200)
    return body.results
      .filter(({ staff }) => staff === 'seeker')
      .map(({ act, about }) => (about ? `${act} ${about.kind}` : act))
  }
  const looks = ['look person', 'look report', 'look_reports']
  for (const q of ['sought', '@Sought', 'sought@example.org', 'seeker'])
    expect(await found(q), q).toEqual(looks)
  // A person whom a page shows beside another was looked at too. A beginning finds all whose names begin with it, each
  // row once.
  expect(await found('sought-too')).toEqual(['look report', 'look_reports'])
  expect(await found('sough')).toEqual(looks)
  expect(await found('nobody-at-all')).toEqual([])
  expect((await t.call(admin.person, 'GET /api/staff/actions/?q=x')).status).toBe(400)
  // The search is in the audit itself, with whom it found and whom its page named.
  const [searched] = await sql(
    `select after from staff_actions where staff_id = $1 and after -> 'people' ? $2 order by id limit 1`,
    ...[admin.person.id, fan.id],
  )
  expect(searched?.after).toEqual({ people: [fan.id, moderator.person.id], requests: [] })
})
