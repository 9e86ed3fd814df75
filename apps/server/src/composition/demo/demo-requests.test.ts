import type { Page, SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { createDemoRequests } from './demo-requests.ts'

let t: TestServer
const people = new Map<string, TestPerson>()
beforeAll(async () => {
  t = await openTestServer({ env: { MIN_AGE: '18' } })
  for (const name of ['fay-fan', 'finn-fan']) people.set(name, await t.fan(name))
  for (const name of ['nora-chess', 'otto-outfits']) people.set(name, await t.influencer(name))
})
afterAll(() => t?.close())

test('the demo is furnished where the server asks for ages: calls that wait and were accepted, a link, a place', async () => {
  const logins = [...people.keys()].map(username => ({
    ...{ username, email: `${username}@example.org`, password: TEST_PASSWORD },
    ...{ role: 'Fan' as const, path: `/profile/${username}` },
  }))
  await createDemoRequests(t.origin, logins)
  await t.server.doDueWork()
  const made: string[] = []
  for (const name of ['fay-fan', 'finn-fan']) {
    const path = 'GET /api/user/me/requests/' as const
    const { body } = await t.call<Page<SessionRequest>>(people.get(name) ?? null, path)
    made.push(...body.results.map(({ request_type: type, state }) => `${name} ${type} ${state}`))
  }
  expect(made.sort()).toEqual([
    'fay-fan broadcast offered',
    'fay-fan private accepted',
    'finn-fan prepaid offered',
    'finn-fan private offered',
  ])
})
