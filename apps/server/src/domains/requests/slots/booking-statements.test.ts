import { afterAll, beforeAll, expect, test } from 'vitest'
import { leastQueries, recordQueries } from '../../../testing/growth/record-queries.ts'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

/**
 * Statements of one booking, with those that say who books, make its intent and show it. A number goes up only with a
 * reason.
 */
const BUDGET = { withoutATime: 22, withATime: 23 }
const TRIES = 10

let t: TestServer
const queries = recordQueries()
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(async () => {
  queries.stop()
  await t?.close()
})

test('a booking of a time asks one statement more than one without', async () => {
  const influencer = await offersEveryHour(t, 'counted-star')
  const buyers: TestPerson[] = []
  for (let nth = 0; nth < 2 * TRIES; nth++) buyers.push(await t.fan(`counted-fan${nth}`))
  const buyer = (nth: number) => buyers[nth] ?? influencer
  const firstMs = Date.parse(inTwoDays(t, '08:00'))
  const slotOf = (nth: number) => ({ slot: new Date(firstMs + nth * 1_800_000).toISOString() })
  const withoutATime = await leastQueries(queries, TRIES, nth => t.book(buyer(nth), influencer))
  const withATime = await leastQueries(queries, TRIES, nth =>
    t.book(buyer(TRIES + nth), influencer, slotOf(nth)),
  )
  const said = [...withATime, '-- without', ...withoutATime].join('\n')
  expect(withoutATime.length, said).toBeLessThanOrEqual(BUDGET.withoutATime)
  expect(withATime.length, said).toBeLessThanOrEqual(BUDGET.withATime)
})
