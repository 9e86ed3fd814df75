import { MINUTE_SECONDS, type PayAnswer, type SessionRequest } from '@parley/contract'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer()
afterAll(t.close)
afterEach(async () => {
  expect(await t.breaches()).toEqual([])
})
const fan = await t.fan('fred')
const minutes = (count: number) => count * MINUTE_SECONDS
const pay = ({ id }: SessionRequest) =>
  t.call<PayAnswer & { detail: string }>(fan, `POST /api/influencer/parley_requests/${id}/pay/`, {})

let made = 0
/** A call of 15 minutes that may be at any moment of a window, which begins in an hour. */
async function bookedFor(windowMinutes: number): Promise<SessionRequest> {
  const star = await t.influencer(`ivy${++made}`)
  const startMs = t.clock.now().getTime() + minutes(60) * 1000
  const endMs = startMs + minutes(windowMinutes) * 1000
  const timeRange = { start: new Date(startMs).toISOString(), end: new Date(endMs).toISOString() }
  return (await t.book(fan, star, { timeRange })).body
}

describe.each([
  ['a time', 25],
  ['a day', 24 * 60],
] as const)('a call within %s that nobody has paid', (_what, windowMinutes) => {
  test('can be paid until the server checks who came, 10 minutes after its start, and not from then on', async () => {
    const request = await bookedFor(windowMinutes)
    t.clock.advance(minutes(70) - 1)
    expect((await pay(request)).status).toBe(200)
    t.clock.advance(1)
    expect(await pay(request)).toMatchObject({
      ...{ status: 409, body: { detail: 'This time has passed. Please pick another one' } },
    })
    await t.server.doDueWork()
    expect(await t.request(fan, request.slug)).toMatchObject({ state: 'expired', outcome: 'unpaid' })
  })

  test('gives money back that comes after that as late money: nobody could come, so nobody was absent', async () => {
    const request = await bookedFor(windowMinutes)
    const { body } = await pay(request)
    t.clock.advance(minutes(75))
    await t.confirm(body)
    await t.server.doDueWork()
    expect(await t.request(fan, request.slug)).toMatchObject({
      ...{ state: 'expired', outcome: 'unpaid' },
      payment: { status: 'refunded', refunded_amount: '25.00' },
    })
  })
})
