import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiCaller } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'
import { problemCaller } from '../testing/ended-call.ts'

let t: TestServer
let star: TestPerson
let fan: TestPerson
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  star = await t.influencer('star')
  fan = await t.fan('fan')
})
afterAll(() => t?.close())

const keyed = (key: string) =>
  problemCaller({ ...t, ...apiCaller(t.origin, () => ({ 'idempotency-key': key })) }).say

test('a problem that is sent again with its key is answered as at first, also after staff decided', async () => {
  const { ended, say, settle } = problemCaller(t)
  const desk = await staffMember(t, 'finance', 'finance')
  const request = await ended(fan, star)
  const problem = { kind: 'quality', text: 'No sound' } as const
  const key = crypto.randomUUID()
  const sent = await Promise.all([
    keyed(key)(fan, request, problem),
    keyed(key)(fan, request, problem),
    say(fan, request, { ...problem, uuid: key }),
  ])
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
  expect((await keyed(key)(fan, request, { ...problem, text: 'No picture' })).status).toBe(409)
  // The other party's problem by the same key is another one: this call has an open one already.
  expect((await keyed(key)(star, request, problem)).status).toBe(409)
  expect(await settle(desk, request, '10.00')).toBe(200)
  const late = await keyed(key)(fan, request, problem)
  expect([late.status, late.body]).toEqual([201, sent[0].body])
})

test('so is one that the record decided at once', async () => {
  const { ended } = problemCaller(t)
  const request = await ended(fan, star)
  const say = keyed('by-the-record')
  const [first, again] = [await say(fan, request, 'cut_short'), await say(fan, request, 'cut_short')]
  expect(first).toMatchObject({
    status: 201,
    body: { state: 'settled', decision: { rule: 'used_up', refunded: '0.00' } },
  })
  expect([again.status, again.body]).toEqual([201, first.body])
})
