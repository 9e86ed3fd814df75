import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { leastQueries, recordQueries } from '../../../testing/growth/record-queries.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

/**
 * Statements of one booking of a place, with those that authenticate the buyer, make its intent and show it; and those
 * from the lock of the event on, which all other buyers of the event wait for. A number goes up only with a reason.
 */
const BUDGET = { all: 20, locked: 4 }
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

/** The statement that locks the event, and those after it up to the commit: the next one is the intent's. */
function lockedOf(sent: readonly string[]): string[] {
  const isLock = (text: string) => text.includes('from "live_events"') && text.includes('for update')
  const from = sent.findIndex(isLock)
  const after = sent.findIndex(text => text.includes('from "provider_customers"'))
  return from < 0 ? [] : sent.slice(from, after)
}

test('a booking of a place asks few statements while the event is locked', async () => {
  const events = eventCaller(t)
  const host = await t.influencer('counted-host')
  const event = await events.create(host, { capacity: 100 })
  const fans: TestPerson[] = []
  for (let nth = 0; nth < TRIES; nth++) fans.push(await t.fan(`counted-viewer${nth}`))
  const least = await leastQueries(queries, TRIES, nth => events.bookPlace(fans[nth] ?? host, event))
  const locked = lockedOf(least)
  expect(locked[0]).toContain('for update')
  const said = [...least, '-- under the lock', ...locked].join('\n')
  expect(locked.length, said).toBeLessThanOrEqual(BUDGET.locked)
  expect(least.length, said).toBeLessThanOrEqual(BUDGET.all)
})
