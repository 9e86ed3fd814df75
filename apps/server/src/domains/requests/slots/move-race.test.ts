import { type Availability, MINUTE_MS, type SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'

const MOVERS = 50

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 30 })
})
afterAll(() => t?.close())

test('of fifty who move to one time over two processes, one gets it and nobody else loses theirs', async () => {
  const influencer = await t.influencer('star', { price: '5.00', duration: 600 })
  const always = [{ from: '00:00', to: '24:00' }]
  const weekly = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always }
  const hours = { mode: 'offered', zone: 'Europe/London', weekly, step: 15, version: 0 }
  await t.call<Availability>(influencer, 'PUT /api/influencer/me/availability/', hours)
  const dayMs = Date.UTC(2026, 2, 3)
  const startOf = (nth: number) => new Date(dayMs + nth * 15 * MINUTE_MS).toISOString()
  const buyers = await Promise.all(Array.from({ length: MOVERS }, (_, nth) => t.fan(`fan${nth}`)))
  const booked = await Promise.all(
    buyers.map(async (buyer, nth) => {
      const { body: request } = await t.book(buyer, influencer, { slot: startOf(nth) })
      await t.confirm((await t.pay(buyer, request)).body)
      return { buyer, request }
    }),
  )
  await t.server.doDueWork()
  const other = await t.openAnother({ connections: 30 })
  try {
    const wanted = startOf(MOVERS + 10)
    const answers = await Promise.all(
      booked.map(({ buyer, request }, nth) =>
        (nth % 2 ? other : t).call<SessionRequest>(buyer, `POST /api/parley/${request.slug}/session/move/`, {
          slot: wanted,
          sequence: 0,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(MOVERS - 1)
    const now = await Promise.all(booked.map(({ buyer, request }) => t.request(buyer, request.slug)))
    const starts = now.map(({ slot }) => slot?.start).sort()
    expect(new Set(starts).size).toBe(MOVERS)
    expect(starts).toContain(wanted)
    expect((await t.audit()).checks.filter(check => check.breaches > 0)).toEqual([])
  } finally {
    await other.close()
  }
})
