import { DAY_SECONDS, type SessionRequest } from '@parley/contract'
import { afterAll, expect, it, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { inTwoDays, offersEveryHour, openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { mailboxOf } from '../../notifications/testing/mailbox.ts'

const t = await openTestServer()
afterAll(t.close)
const earner = earningCaller(t)
const mailbox = mailboxOf(t)
let made = 0

async function people() {
  made++
  const [fan, friend] = [await t.fan(`fan${made}`), await t.fan(`friend${made}`)]
  return { fan, friend, star: await offersEveryHour(t, `star${made}`, { accept: 'hand' }) }
}
type People = Awaited<ReturnType<typeof people>>

const cancel = (fan: TestPerson, request: { id: string }) =>
  t.call(fan, `POST /api/influencer/parley_requests/${request.id}/cancel/`)
async function attend({ fan, friend }: People, slug: string): Promise<void> {
  const gift = await t.call<{ url: string }>(fan, `POST /api/parley/${slug}/session/gift/`)
  const token = new URL(gift.body.url).searchParams.get('token')
  expect((await t.call(friend, 'POST /api/parley/gift/accept/', { token })).status).toBe(200)
  await t.server.doDueWork()
}
/** The mails to somebody about a call that is off or another person, as subjects, without the first ones. */
async function newsOf(person: TestPerson, kind: string) {
  await t.server.doDueWork()
  return (await mailbox.mailsOf(person)).filter(mail => mail.kind === kind).map(({ subject }) => subject)
}

test('the influencer reads that the invited person does not come, and that its buyer does', async () => {
  const all = await people()
  const request = await t.bookAndPay(all.fan, all.star)
  await attend(all, request.slug)
  await t.call(all.fan, `DELETE /api/parley/${request.slug}/session/gift/`)
  expect(await newsOf(all.star, 'attendee_changed')).toEqual([
    `@${all.friend.username} attends your call instead of @${all.fan.username}`,
    `@${all.fan.username} attends your call again`,
  ])
  expect(await newsOf(all.fan, 'attendee_changed')).toEqual([])
})

test.each([
  ['an undated call that a friend attends', {}, 'friend'],
  ['a dated one that was not accepted yet', { slot: true }, 'fan'],
] as const)(
  'the influencer reads once that the buyer has cancelled %s',
  async (_what, { slot }: { slot?: true }, met) => {
    const all = await people()
    const request = await t.bookAndPay(all.fan, all.star, slot ? { slot: inTwoDays(t, '10:00') } : {})
    if (met === 'friend') await attend(all, request.slug)
    expect((await cancel(all.fan, request)).status).toBe(200)
    expect((await cancel(all.fan, request)).status).toBe(409)
    expect(await newsOf(all.star, 'call_off')).toEqual([`No video call with @${all[met].username}`])
    const [mail] = (await mailbox.mailsOf(all.star)).filter(({ kind }) => kind === 'call_off')
    expect(mail?.text).toContain(`@${all.fan.username} has cancelled`)
    expect(mail?.text).not.toContain('£')
  },
)

it('reads it of a request that time ended, and not of one that nobody paid', async () => {
  const all = await people()
  await t.bookAndPay(all.fan, all.star)
  await t.book(all.fan, all.star)
  await t.advance(31 * DAY_SECONDS)
  expect(await newsOf(all.star, 'call_off')).toEqual([`No video call with @${all.fan.username}`])
})

it('reads it of a prepaid link that they accepted and that the bank took back', async () => {
  const { fan, star } = await people()
  const link = { amount: '25.00', duration: 600, duration_display: 2, description: 'A talk' }
  const { body } = await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', {
    ...link,
    request_type: 'prepaid',
  })
  await t.confirm((await t.pay(fan, body)).body)
  await t.server.doDueWork()
  expect((await t.call(star, `POST /api/parley/prepaid/${body.id}/accept/`)).status).toBe(200)
  const dispute = t.sandbox.faults.openDispute(await earner.intentOf(body))
  t.sandbox.faults.closeDispute(dispute, 'lost')
  expect(await newsOf(star, 'call_off')).toEqual([`No video call with @${fan.username}`])
  const [mail] = (await mailbox.mailsOf(star)).filter(({ kind }) => kind === 'call_off')
  expect(mail?.text).not.toMatch(/bank|disput/)
})

it('reads nothing of a call that they end themselves, and one mail of an agreed one', async () => {
  const { fan, star } = await people()
  const refused = await t.bookAndPay(fan, star)
  await t.call(star, `POST /api/influencer/requests/${refused.id}/reject/`, {})
  const agreed = await t.bookAndPay(fan, star, { slot: inTwoDays(t, '12:00') })
  await t.call(star, `POST /api/influencer/requests/${agreed.id}/accept/`)
  await cancel(fan, agreed)
  expect(await newsOf(star, 'call_off')).toEqual([])
  expect(await newsOf(star, 'invitation_withdrawn')).toHaveLength(1)
})

it('reads of an agreed call also without entries in their calendar', async () => {
  const { fan, star } = await people()
  await t.call(star, 'PATCH /api/user/me/', { notifications: { calendar_invites: false } })
  const agreed = await t.bookAndPay(fan, star, { slot: inTwoDays(t, '12:00') })
  await t.call(star, `POST /api/influencer/requests/${agreed.id}/accept/`)
  await cancel(fan, agreed)
  expect(await newsOf(star, 'invitation_withdrawn')).toEqual([])
  expect(await newsOf(star, 'call_off')).toEqual([`No video call with @${fan.username}`])
})
