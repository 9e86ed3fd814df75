import type { Page, SessionRequest } from '@parley/contract'
import { DAY_SECONDS, HOUR_SECONDS } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

let t: TestServer
let made = 0
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

/** A paid time that its influencer accepts by hand, and that a friend of the buyer attends. */
async function attended() {
  made++
  const [fan, friend] = [await t.fan(`fan${made}`), await t.fan(`friend${made}`)]
  const star = await offersEveryHour(t, `star${made}`, { accept: 'hand' })
  const request = await t.bookAndPay(fan, star, { slot: inTwoDays(t, '10:00') })
  const gift = await t.call<{ url: string }>(fan, `POST /api/parley/${request.slug}/session/gift/`)
  const token = new URL(gift.body.url).searchParams.get('token')
  expect((await t.call(friend, 'POST /api/parley/gift/accept/', { token })).status).toBe(200)
  await t.server.doDueWork()
  return { fan, friend, star, request }
}
async function lastMail(to: TestPerson) {
  await t.server.doDueWork()
  const address = encodeURIComponent(`${to.username}@example.org`)
  const { body } = await t.call<Page<{ subject: string; text: string }>>(
    null,
    `GET /sandbox/mail/?as=json&to=${address}`,
  )
  return body.results[0]
}

test('who attends a call reads at once that its buyer moved it, and no price', async () => {
  const { fan, friend, star, request } = await attended()
  const move = { slot: inTwoDays(t, '14:00'), sequence: 0 }
  expect((await t.call(fan, `POST /api/parley/${request.slug}/session/move/`, move)).status).toBe(200)
  const mail = await lastMail(friend)
  expect(mail?.subject).toBe(`Moved: your video call with @${star.username}`)
  expect(mail?.text).toContain(`@${fan.username} moved`)
  expect(mail?.text).toContain('14:00')
  expect(mail?.text).toContain(`/chat/${request.slug}`)
  expect(mail?.text).not.toMatch(/£|paid/)
})

test('who attends a call reads that its influencer suggested another time and the buyer took it', async () => {
  const { fan, friend, star, request } = await attended()
  const slots = [inTwoDays(t, '16:00')]
  await t.call(star, `POST /api/parley/${request.slug}/session/proposal/`, { slots })
  const answer = { choice: slots[0] }
  const taken = await t.call<SessionRequest>(
    fan,
    `POST /api/parley/${request.slug}/session/proposal/answer/`,
    answer,
  )
  expect(taken.status).toBe(200)
  const subjects = await mailsOf(friend)
  expect(subjects).toContain(`Moved: your video call with @${star.username}`)
})

test('who attends a call that its influencer never accepted reads that it does not take place', async () => {
  const { friend, request, fan } = await attended()
  await t.advance(DAY_SECONDS + HOUR_SECONDS)
  expect((await t.request(fan, request.slug)).outcome).toBe('unanswered')
  expect((await mailsOf(friend))[0]).toBe('You are not invited to the video call any more')
})

async function mailsOf(to: TestPerson): Promise<string[]> {
  await t.server.doDueWork()
  const address = encodeURIComponent(`${to.username}@example.org`)
  const { body } = await t.call<Page<{ subject: string }>>(null, `GET /sandbox/mail/?as=json&to=${address}`)
  return body.results.map(({ subject }) => subject)
}
