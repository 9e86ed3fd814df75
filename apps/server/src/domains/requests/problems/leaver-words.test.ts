import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { problemCaller } from '../testing/ended-call.ts'
import { whileLeaving } from '../testing/while-leaving.ts'

let t: TestServer
let star: TestPerson
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
  star = await t.influencer('star')
})
afterAll(() => t?.close())

const countOf = async (table: string, column: string, { id }: TestPerson) =>
  (await t.server.database.pool.query(`select from ${table} where ${column} = $1`, [id])).rowCount

/** What is left of what somebody says about an ended call while the deletion of their account is about to commit. */
async function leftOf(
  say: (leaver: TestPerson, call: SessionRequest) => ReturnType<typeof t.call>,
  name: string,
) {
  const leaver = await t.fan(name)
  const call = await problemCaller(t).ended(leaver, star)
  const status = await whileLeaving(t, leaver, () => say(leaver, call))
  return { leaver, status }
}

test('nobody reports a problem whose account is deleted in that moment', async () => {
  const report = { kind: 'quality', text: 'I was ill and saw nothing' }
  const { leaver, status } = await leftOf(
    (who, { slug }) => t.call(who, `POST /api/parley/${slug}/problem/`, report),
    'reporter',
  )
  expect(await countOf('problems', 'reporter_id', leaver)).toBe(0)
  expect(status).toBe(401)
})

test('nobody rates a call whose account is deleted in that moment', async () => {
  const rating = { opinion: 'not_good', trouble: 'sound' }
  const { leaver, status } = await leftOf(
    (who, { slug }) => t.call(who, `POST /api/parley/${slug}/session/opinion/`, rating),
    'rater',
  )
  expect(await countOf('call_opinions', 'person_id', leaver)).toBe(0)
  expect(status).toBe(401)
})
