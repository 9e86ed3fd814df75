import { STAFF_ROLES, type StaffRole } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { isFor, STAFF_ROWS, type StaffRow } from '../../http/testing/staff-rows.ts'
import { addApp } from '../../testing/second-factor.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { grantRole } from './public.ts'
import { staffMember } from './testing/staff-member.ts'

const STATES = ['no factor', 'no step-up', 'stepped up'] as const
type State = (typeof STATES)[number]

let t: TestServer
const people = new Map<string, TestPerson>()
const nameOf = (role: StaffRole, state: State) => `a-${role}-${STATES.indexOf(state)}`
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  for (const role of STAFF_ROLES) {
    for (const state of STATES) {
      const name = nameOf(role, state)
      if (state === 'stepped up') people.set(name, (await staffMember(t, name, role)).person)
      else {
        const person = await t.fan(name)
        await grantRole(t.server.database.db, { username: name, role, now: t.clock.now() })
        if (state === 'no step-up') await addApp(t, person)
        people.set(name, person)
      }
    }
  }
})
afterAll(() => t?.close())

type Said = { detail?: string; needs?: string; step_up?: string[] } | null

/** What a call answers somebody, in a word. */
function wordFor(row: StaffRow, { status, body }: { status: number; body: Said }): string {
  if (status === 404 && body?.detail === 'There is nothing here') return 'not there'
  if (status === 403 && body?.needs === 'second_factor') return 'needs a factor'
  if (status === 403 && body?.step_up) return 'needs a step-up'
  return status === row.answers ? 'answers' : `${status} ${body?.detail ?? ''}`
}

function wantedOf(row: StaffRow, role: StaffRole, state: State): string {
  if (!isFor(row, role)) return 'not there'
  if (state === 'no factor') return 'needs a factor'
  return state === 'no step-up' && !row.call.startsWith('GET ') ? 'needs a step-up' : 'answers'
}

test.each(STAFF_ROWS.map(row => [row.call, row] as const))('%s, by role and proof', async (_call, row) => {
  const wrong: string[] = []
  for (const role of STAFF_ROLES) {
    for (const state of STATES) {
      const person = people.get(nameOf(role, state)) ?? null
      const call = `${row.call.replaceAll(/:\w+/g, newId())}${row.query ?? ''}` as `${string} /${string}`
      const word = wordFor(row, await t.call<Said>(person, call, row.body))
      const wanted = wantedOf(row, role, state)
      if (word !== wanted) wrong.push(`${role}, ${state}: ${word} instead of ${wanted}`)
    }
  }
  expect(wrong).toEqual([])
})

test('each list of the desk that somebody looks at is in the staff audit', async () => {
  const person = people.get(nameOf('admin', 'stepped up')) ?? null
  const looks = async () => {
    const query = 'select after from staff_actions where staff_id = $1 order by id'
    return (await t.server.database.pool.query(query, [person?.id])).rows
  }
  const unseen: string[] = []
  const lists = STAFF_ROWS.filter(({ call }) => /^GET [^:]*$/.test(call) && call !== 'GET /api/staff/me/')
  for (const { call, query } of lists) {
    const before = await looks()
    expect((await t.call(person, `${call}${query ?? ''}` as `${string} /${string}`)).status).toBe(200)
    const after = await looks()
    if (after.length !== before.length + 1) unseen.push(call)
    // Of whom and of what, also where the list is empty; what the audit itself says of anybody is in it already.
    if (call !== 'GET /api/staff/actions/')
      expect(after.at(-1), call).toEqual({
        after: { people: expect.any(Array), requests: expect.any(Array) },
      })
  }
  expect(lists.length).toBeGreaterThanOrEqual(7)
  expect(unseen).toEqual([])
})

test('the table says of each route of the desk for whom it is', () => {
  const routes = t.server.app.routeList
    .filter(({ method, policy }) => policy === 'staff' && method !== 'HEAD')
    .map(({ method, url, staff }) => ({ call: `${method} ${url}`, staff }))
  const byCall = (one: { call: string }, other: { call: string }) => one.call.localeCompare(other.call)
  const rows = STAFF_ROWS.map(({ call, staff }) => ({ call, staff }))
  expect(routes.sort(byCall)).toEqual(rows.sort(byCall))
})
