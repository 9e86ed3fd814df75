import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { stillClock } from '../core/clock.ts'
import { defineTopic, workOf } from '../core/topic.ts'
import { withTransaction } from '../db/client.ts'
import { silentLog } from '../testing/data-dir.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createOutbox } from './outbox.ts'
import { DONE_WORK_KEPT_DAYS, removeDoneWork } from './remove-done-work.ts'
import { outbox as rows } from './tables.ts'

const [works, fails] = [defineTopic('works', z.object({})), defineTopic('fails', z.object({}))]

const { db, close } = await createTestDatabase()
afterAll(close)

test('work is taken away a week after it was done, never before it is done', async () => {
  const clock = stillClock()
  const outbox = createOutbox({ db, clock, log: { ...silentLog, debug: () => undefined } })
  outbox.on(workOf(works, async () => undefined))
  outbox.on(workOf(fails, () => Promise.reject(new Error('not today'))))
  await withTransaction(db, async tx => {
    await outbox.add(tx, works, {})
    await outbox.add(tx, fails, {})
  })
  expect(await outbox.drain()).toHaveLength(1)
  const core = { db, clock }
  clock.advance(DONE_WORK_KEPT_DAYS * 24 * 3600)
  expect(await removeDoneWork(core)).toBe(0)
  clock.advance(1)
  expect(await removeDoneWork(core)).toBe(1)
  expect(await db.select({ topic: rows.topic }).from(rows)).toEqual([{ topic: 'fails' }])
})

test('more than one statement takes away is taken away all the same', async () => {
  const clock = stillClock()
  await db.execute(`insert into outbox (id, topic, payload, created_at, run_at, done_at)
    select gen_random_uuid(), 'old', '{}', now(), now(), timestamptz '2020-01-01' from generate_series(1, 2500)`)
  expect(await removeDoneWork({ db, clock })).toBe(2500)
})
