import type { Slots } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t.close())

test('a hundred buyers for twenty times over two processes: each time is sold once', async () => {
  const influencer = await t.influencer('star')
  const always = [{ from: '00:00', to: '24:00' }]
  const weekly = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always }
  const hours = { mode: 'offered', zone: 'Europe/London', weekly, step: 20, version: 0 }
  await t.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  const slotsAnswer = () =>
    t.call<Slots>(
      null,
      `GET /api/parley/${influencer.username}/slots/?from=2026-03-02&to=2026-03-02&zone=UTC`,
    )
  const slotStarts = async () =>
    (await slotsAnswer()).body.days.flatMap(day => day.slots.map(slot => slot.start))
  const other = await t.openAnother({ connections: 20 })
  try {
    // Each process has a payment provider of its own: a buyer stays with one of them.
    const buyers = await Promise.all(
      Array.from({ length: 100 }, async (_, nth) => ({
        buyer: await t.fan(`fan${nth}`),
        via: nth % 2 ? other : t,
      })),
    )
    const free = (await slotStarts()).slice(0, 20)
    const answers = await Promise.all(
      buyers.map(async ({ buyer, via }, nth) => {
        const slot = free[Math.floor(nth / 5)]
        let booked = await via.book(buyer, influencer, { slot })
        // Who waited for a lock or a connection for too long on a busy machine is told to try again.
        while (booked.status === 503) booked = await via.book(buyer, influencer, { slot })
        return { ...booked, buyer, via }
      }),
    )
    const won = answers.filter(({ status }) => status === 201)
    expect(won.map(({ body }) => body.slot?.start).sort()).toEqual(free)
    const lost = answers.filter(({ status }) => status !== 201).map(({ status }) => status)
    expect(lost).toEqual(Array(80).fill(409))
    await Promise.all(
      won.map(async ({ body, buyer, via }) => {
        const paying = (await via.pay(buyer, body)).body
        await via.confirm(paying)
        await via.call(buyer, 'POST /api/parley/parley_request/payment-intent/', {
          paymentIntentId: paying.payment_intent,
        })
        expect(await via.request(buyer, body.slug)).toMatchObject({ state: 'accepted' })
      }),
    )
    const left = await slotStarts()
    expect(free.filter(start => left.includes(start))).toEqual([])
    expect(await t.breaches()).toEqual([])
  } finally {
    await other.close()
  }
})
