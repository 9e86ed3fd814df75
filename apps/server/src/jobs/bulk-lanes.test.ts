import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { stillClock } from '../core/clock.ts'
import { Outage } from '../core/outage.ts'
import { defineTopic, shareOf, workOf } from '../core/topic.ts'
import { withTransaction } from '../db/client.ts'
import { createTestDatabase } from '../testing/database.ts'
import { PLACES } from './lanes.ts'
import { createOutbox, type OutboxRunner } from './outbox.ts'
import { outbox as rows } from './tables.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }
/** How much bulk work waits, and how much of it may begin before the work of one person. */
const [MANY, FEW] = [30, 10]

const { db, close } = await createTestDatabase()
afterAll(close)
beforeEach(async () => {
  await db.delete(rows)
})

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const topic = (name: string) => defineTopic(name, z.object({ of: z.string() }))

describe('what bulk work writes', () => {
  /** Bulk work that leaves `MANY` changes, waiting, and after them one person's change. */
  async function bulkThenOne(subscribe: (outbox: OutboxRunner) => void) {
    const clock = stillClock()
    const outbox = createOutbox({ db, clock, log })
    const write = (of: string, name = 'changed') =>
      withTransaction(db, tx => outbox.add(tx, topic(name), { of }))
    const bulk = workOf(topic('requests.places-follow'), () =>
      withTransaction(db, async tx => {
        for (let i = 0; i < MANY; i++) await outbox.add(tx, topic('changed'), { of: 'many' })
        await tx.update(rows).set({ lockedUntil: sql`'infinity'` }).where(eq(rows.topic, 'changed'))
      }),
    )
    outbox.on(bulk)
    subscribe(outbox)
    await write('event', 'requests.places-follow')
    expect(await outbox.drain()).toEqual([])
    clock.advance(1)
    await write('one')
    await db.update(rows).set({ lockedUntil: null })
    return { clock, outbox, write }
  }

  test('begins beside the work of one person and does not delay it, in each share and at each further step', async () => {
    const handled: string[] = []
    const refunded: string[] = []
    const { outbox } = await bulkThenOne(runner => {
      runner.on(shareOf(topic('changed'), 'notifications', async ({ of }) => void handled.push(of)))
      const sharing = shareOf(topic('changed'), 'calls', async ({ of }) => {
        await withTransaction(db, tx => runner.add(tx, topic('payments.refund'), { of }))
      })
      runner.on(sharing)
      runner.on(workOf(topic('payments.refund'), async ({ of }) => void refunded.push(of)))
    })
    expect(await outbox.drain()).toEqual([])
    for (const names of [handled, refunded]) {
      expect(names).toHaveLength(MANY + 1)
      expect(names.indexOf('one')).toBeLessThan(FEW)
    }
  })

  test('waits for its next try apart from that of one person', async () => {
    const tried: string[] = []
    let isBroken = true
    const { clock, outbox } = await bulkThenOne(runner => {
      const mail = shareOf(topic('changed'), 'notifications', async ({ of }) => {
        if (isBroken) throw new Outage('mail', 'yes', null)
        tried.push(of)
      })
      runner.on(mail)
    })
    expect(await outbox.drain()).toHaveLength(MANY + 1)
    isBroken = false
    // As if that of one person had failed last.
    await db
      .update(rows)
      .set({ runAt: new Date(clock.now().getTime() + 5_000) })
      .where(sql`payload ->> 'of' = 'one'`)
    clock.advance(10)
    expect(await outbox.drain()).toEqual([])
    expect(tried).toHaveLength(MANY + 1)
    expect(tried.indexOf('one')).toBeLessThan(FEW)
  })

  test('continues while the work of people fills their lanes', async () => {
    const slow = Promise.withResolvers<void>()
    const begun: string[] = []
    const { outbox, write } = await bulkThenOne(runner => {
      const mail = shareOf(topic('changed'), 'notifications', async ({ of }) => {
        begun.push(of)
        if (of !== 'many') await slow.promise
      })
      runner.on(mail)
    })
    for (let i = 0; i < 3 * PLACES.mail; i++) await write('another')
    const drained = outbox.drain()
    await vi.waitFor(() => expect(begun.filter(of => of === 'many')).toHaveLength(MANY), SOON)
    slow.resolve()
    expect(await drained).toEqual([])
  })
})
