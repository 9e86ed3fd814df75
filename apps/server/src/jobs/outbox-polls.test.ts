import { Client } from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { stillClock } from '../core/clock.ts'
import type { Log } from '../core/core.ts'
import { defineTopic, workOf } from '../core/topic.ts'
import { withTransaction } from '../db/client.ts'
import { holdTimers } from '../domains/calls/testing/held-timers.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createOutbox, POLL_EVERY_MS } from './outbox.ts'
import { outbox as rows } from './tables.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }
const CLAIM = /^update "outbox" set "attempts"/

const { db, close } = await createTestDatabase()
afterAll(close)
beforeEach(async () => {
  await db.delete(rows)
})

const ignore = () => undefined
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const topic = (name: string) => defineTopic(name, z.looseObject({}))

function openOutbox() {
  const outbox = createOutbox({ db, clock: stillClock(), log })
  const add = (name: string) => withTransaction(db, tx => outbox.add(tx, topic(name), {}))
  return { outbox, add }
}

/** A running outbox whose regular polls wait until the test releases them. */
function startWithHeldPolls() {
  const polls = holdTimers(POLL_EVERY_MS)
  const opened = openOutbox()
  const handled: string[] = []
  opened.outbox.on(workOf(topic('mail'), async () => void handled.push('mail')))
  opened.outbox.start()
  onTestFinished(() => opened.outbox.stop())
  return { ...opened, polls, handled }
}

test('work begins after the commit of its transaction, by itself and before the next poll', async () => {
  const { add, handled } = startWithHeldPolls()
  await add('mail')
  await vi.waitFor(() => expect(handled).toEqual(['mail']), SOON)
})

test('work for a later moment that has come already begins in the same way', async () => {
  const { outbox, handled } = startWithHeldPolls()
  const runAt = stillClock().now()
  await withTransaction(db, tx => outbox.addLater(tx, { topic: topic('mail'), payload: {}, runAt }))
  await vi.waitFor(() => expect(handled).toEqual(['mail']), SOON)
})

/** Holds the answer of the first claim: the statement has read the table, and the process does not know it yet. */
function holdFirstClaim() {
  const answered = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { query } = Client.prototype
  let claims = 0
  Client.prototype.query = function held(this: Client, ...given: unknown[]) {
    const [what] = given
    const text = typeof what === 'object' && what !== null && 'text' in what ? String(what.text) : ''
    const done = given.at(-1)
    if (!CLAIM.test(text) || claims++ > 0 || typeof done !== 'function')
      return Reflect.apply(query, this, given)
    const later = (...answer: unknown[]) => {
      answered.resolve()
      void release.promise.then(() => done(...answer))
    }
    return Reflect.apply(query, this, [...given.slice(0, -1), later])
  }
  onTestFinished(() => {
    Client.prototype.query = query
  })
  return { answered: answered.promise, release: release.resolve }
}

test('work that is written after a running poll has read the table does not wait for the next poll', async () => {
  const claim = holdFirstClaim()
  const { outbox, add, handled } = startWithHeldPolls()
  // It finds nothing, and work that it began would read the table again at its end.
  outbox.nudge()
  await claim.answered
  await add('mail')
  claim.release()
  await vi.waitFor(() => expect(handled).toEqual(['mail']), SOON)
})

test('the next poll begins what another process wrote and did not begin', async () => {
  const { polls, handled } = startWithHeldPolls()
  await openOutbox().add('mail')
  polls.release()
  await vi.waitFor(() => expect(handled).toEqual(['mail']), SOON)
})
