import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

const FIGURES = { round_trip_ms: 48, lost_permille: 12, freezes: 3, restarts: 1 }

test('each of the two says once what a call was like, after it began; staff read it with the figures', async () => {
  const [star, fan] = [await t.influencer('star'), await t.fan('fan')]
  const { id, slug } = await t.bookAndPay(fan, star)
  const path = `/api/parley/${slug}/session/opinion/` as const
  const give = (who: typeof fan, said: object) => t.call<{ detail?: string }>(who, `POST ${path}`, said)
  expect((await give(fan, { opinion: 'good' })).status).toBe(409)
  await t.server.database.pool.query('update session_requests set begun_at = now() where id = $1', [id])
  for (const wrong of [
    { opinion: 'not_good' },
    { opinion: 'good', trouble: 'sound' },
    { opinion: 'not_good', trouble: 'price' },
    { opinion: 'good', figures: { ...FIGURES, lost_permille: 1_001 } },
  ])
    expect((await give(fan, wrong)).status).toBe(400)
  expect((await t.call(fan, `GET ${path}`)).body).toEqual({ opinion: null, trouble: null })
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => give(fan, { opinion: 'not_good', trouble: 'sound', figures: FIGURES })),
  )
  expect(answers.map(answer => answer.status).sort()).toEqual([201, 409, 409, 409, 409])
  expect((await give(fan, { opinion: 'good' })).status).toBe(409)
  expect((await give(star, { opinion: 'good' })).status).toBe(201)
  expect((await t.call(fan, `GET ${path}`)).body).toEqual({ opinion: 'not_good', trouble: 'sound' })

  const desk = await staffMember(t, 'desk', 'support')
  const seen = await t.call<{ opinions: object[] }>(desk.person, `GET /api/staff/requests/${id}/`)
  expect(seen.body.opinions).toMatchObject([
    { by: 'fan', opinion: 'not_good', trouble: 'sound', figures: FIGURES },
    { by: 'star', opinion: 'good', trouble: null, figures: { round_trip_ms: null } },
  ])
  const exported = await t.call<{ call_opinions: object[] }>(fan, 'GET /api/user/me/export/')
  expect(exported.body.call_opinions).toMatchObject([{ opinion: 'not_good', trouble: 'sound' }])

  const listed = async (reader: TestStaff) =>
    (await t.call<{ results: object[] }>(reader.person, 'GET /api/staff/opinions/')).body.results
  // What was good is not in it.
  expect(await listed(desk)).toEqual([
    { request_id: id, by: 'fan', trouble: 'sound', figures: FIGURES, at: expect.any(String) },
  ])
  // Attack: a member of staff who reads there how the other found a call with them.
  await t.server.database.pool.query('update session_requests set influencer_id = $2 where id = $1', [
    ...[id, desk.person.id],
  ])
  expect(await listed(desk)).toEqual([])
  expect(await listed(await staffMember(t, 'desk-two', 'finance'))).toHaveLength(1)
  const metrics = await (await fetch(`${t.origin}/metrics`)).text()
  for (const line of ['opinion="good"} 1', 'opinion="sound"} 1', 'opinion="picture"} 0'])
    expect(metrics).toContain(`parley_call_opinions_day{${line}`)
})
