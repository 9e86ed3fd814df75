import type { StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { mailboxOf } from '../../notifications/testing/mailbox.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
let made = 0
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'mod', 'moderator')
})
afterAll(() => t?.close())

/** A call that a friend of its buyer attends. */
async function attended() {
  made++
  const [fan, friend] = [await t.fan(`fan${made}`), await t.fan(`friend${made}`)]
  const star = await t.influencer(`star${made}`)
  const request = await t.bookAndPay(fan, star)
  const gift = await t.call<{ url: string }>(fan, `POST /api/parley/${request.slug}/session/gift/`)
  const token = new URL(gift.body.url).searchParams.get('token')
  expect((await t.call(friend, 'POST /api/parley/gift/accept/', { token })).status).toBe(200)
  await t.server.doDueWork()
  return { fan, friend, star, request }
}
type Attended = Awaited<ReturnType<typeof attended>>

async function suspend(whom: TestPerson) {
  await desk.stepUp()
  const path = `/api/staff/people/${whom.id}/` as const
  const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
  const act = { reason: 'They threatened a fan in a call', version }
  return t.call(desk.person, `POST ${path}suspend/`, act)
}
const block = (by: TestPerson, whom: TestPerson) => t.call(by, `POST /api/user/${whom.id}/block/`)
const mailsOf = async (who: TestPerson) =>
  (await mailboxOf(t).mailsOf(who)).filter(mail => /does not attend/.test(mail.subject))

test.each<[string, (call: Attended) => Promise<{ status: number }>]>([
  ['blocks the influencer', ({ friend, star }) => block(friend, star)],
  ['is blocked by the influencer', ({ friend, star }) => block(star, friend)],
  ['is suspended', ({ friend }) => suspend(friend)],
  [
    'leaves Parley',
    ({ friend }) => t.call(friend, 'DELETE /api/user/me/', { password: 'correct horse battery' }),
  ],
])('a buyer reads once that their guest does not attend, and not why: the guest %s', async (_what, act) => {
  const call = await attended()
  expect((await act(call)).status).toBeLessThan(300)
  await t.server.doDueWork()
  expect((await t.request(call.fan, call.request.slug)).attendee).toBeNull()
  const [mail, ...more] = await mailsOf(call.fan)
  expect(more).toEqual([])
  expect(mail?.text).toContain('does not attend the call any more')
  expect(mail?.text).not.toMatch(/left Parley|suspend|block|young/)
})

test('a buyer who takes the invitation back reads nothing of it', async () => {
  const { fan, request } = await attended()
  expect((await t.call(fan, `DELETE /api/parley/${request.slug}/session/gift/`)).status).toBeLessThan(300)
  await t.server.doDueWork()
  expect(await mailsOf(fan)).toEqual([])
})

test('the mail that is tried again after another change of the call does not come twice', async () => {
  const { fan, friend, star, request } = await attended()
  const { pool } = t.server.database
  const ids = async (): Promise<string[]> =>
    (
      await pool.query(
        "select id from outbox where topic = 'requests.changed' and subscriber = 'notifications'",
      )
    ).rows.map(({ id }) => id)
  const before = await ids()
  await block(star, friend)
  await t.server.doDueWork()
  expect(await mailsOf(fan)).toHaveLength(1)
  const work = (await ids()).filter(id => !before.includes(id))
  await pool.query('update session_requests set version = version + 1 where id = $1', [request.id])
  const left = {
    ...{
      requestId: request.id,
      action: 'stop_attending',
      actorId: star.id,
      attendeeLeft: true,
      refund: null,
    },
    ...{ fromState: 'offered', state: 'offered', fromPayment: 'paid', payment: 'paid' },
  }
  const again =
    'update outbox set done_at = null, locked_until = null, attempts = 0, payload = $1 where id = any($2)'
  expect((await pool.query(again, [left, work])).rowCount).toBe(1)
  await t.server.doDueWork()
  expect(
    (await pool.query('select 1 from outbox where id = any($1) and done_at is null', [work])).rowCount,
  ).toBe(0)
  expect(await mailsOf(fan)).toHaveLength(1)
})
