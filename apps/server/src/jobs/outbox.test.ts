import { asc, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { stillClock } from '../core/clock.ts'
import type { Log } from '../core/core.ts'
import { Outage } from '../core/outage.ts'
import { defineTopic, shareOf, workOf } from '../core/topic.ts'
import { withTransaction } from '../db/client.ts'
import { createTestDatabase } from '../testing/database.ts'
import { blocksToFind } from '../testing/growth/blocks-of.ts'
import { recordQueries, type SentQuery } from '../testing/growth/record-queries.ts'
import { LOCK_SECONDS } from './claim-work.ts'
import { FIRST_LANES, LANES, PLACES } from './lanes.ts'
import { createOutbox } from './outbox.ts'
import { outbox as rows } from './tables.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }
/** Pages of 8 kB that the claim reads of an index for each lane, however much waits. */
const BLOCKS_OF_A_LANE = 3

const { db, connectionString, close } = await createTestDatabase()
afterAll(close)
beforeEach(async () => {
  await db.delete(rows)
})

const ignore = () => undefined
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** A topic of work whose payload does not matter. */
const topic = (name: string) => defineTopic(name, z.looseObject({}))

function openOutbox() {
  const clock = stillClock()
  const outbox = createOutbox({ db, clock, log })
  const add = (name: string) => withTransaction(db, tx => outbox.add(tx, topic(name), { of: 'a test' }))
  return { clock, outbox, add }
}

test('each subscriber of a topic gets its share of the work, and work of others does not reach it', async () => {
  const { outbox, add } = openOutbox()
  const handled: string[] = []
  outbox.on(shareOf(topic('changed'), 'calls', async () => void handled.push('calls')))
  outbox.on(shareOf(topic('changed'), 'mail', async () => void handled.push('mail')))
  outbox.on(workOf(topic('other'), async () => void handled.push('other')))
  await add('changed')
  await add('other')
  expect(await outbox.drain()).toEqual([])
  expect(handled.sort()).toEqual(['calls', 'mail', 'other'])
})

test('a subscriber that fails is tried again without repeating the others', async () => {
  const { clock, outbox, add } = openOutbox()
  const handled: string[] = []
  let isMailBroken = true
  outbox.on(shareOf(topic('changed'), 'calls', async () => void handled.push('calls')))
  const mail = shareOf(topic('changed'), 'mail', async () => {
    if (isMailBroken) throw new Error('the mail server is away')
    handled.push('mail')
  })
  outbox.on(mail)
  await add('changed')
  expect(await outbox.drain()).toHaveLength(1)
  expect(handled).toEqual(['calls'])
  isMailBroken = false
  clock.advance(1)
  expect(await outbox.drain()).toEqual([])
  clock.advance(600)
  await outbox.drain()
  expect(handled).toEqual(['calls', 'mail'])
})

test('work is written as the shares of its subscribers, in the lane of each', async () => {
  const { outbox, add } = openOutbox()
  for (const name of ['calls', 'notifications'])
    outbox.on(shareOf(topic('changed'), name, async () => undefined))
  await add('changed')
  const { subscriber, lane, payload } = rows
  const written = await db.select({ subscriber, lane, payload }).from(rows).orderBy(asc(subscriber))
  expect(written).toEqual([
    { subscriber: 'calls', lane: 'changes', payload: { of: 'a test' } },
    { subscriber: 'notifications', lane: 'mail', payload: { of: 'a test' } },
  ])
})

test('two processes deal a piece of work out once whose writer did not know its subscribers', async () => {
  const writer = openOutbox()
  const one = openOutbox()
  const other = openOutbox()
  const handled: string[] = []
  for (const { outbox } of [one, other]) {
    outbox.on(shareOf(topic('changed'), 'mail', async (_payload, id) => void handled.push(id)))
  }
  for (let i = 0; i < 20; i++) await writer.add('changed')
  await Promise.all([one.outbox.drain(), other.outbox.drain()])
  await one.outbox.drain()
  expect(handled).toHaveLength(20)
  expect(new Set(handled).size).toBe(20)
})

test('a topic has one handler, and a subscriber one name', () => {
  const { outbox } = openOutbox()
  outbox.on(workOf(topic('alone'), async () => undefined))
  outbox.on(shareOf(topic('shared'), 'mail', async () => undefined))
  const subscribe = (name: string) => () => outbox.on(shareOf(topic(name), 'mail', async () => undefined))
  expect(() => outbox.on(workOf(topic('alone'), async () => undefined))).toThrow('two handlers')
  expect(() => outbox.on(workOf(topic('shared'), async () => undefined))).toThrow('two handlers')
  expect(subscribe('alone')).toThrow('two handlers')
  expect(subscribe('shared')).toThrow('two handlers')
})

test('work left for later waits for its moment', async () => {
  const { clock, outbox } = openOutbox()
  const handled: string[] = []
  outbox.on(workOf(topic('remind'), async () => void handled.push('reminded')))
  const runAt = new Date(clock.now().getTime() + 3_600_000)
  await withTransaction(db, tx => outbox.addLater(tx, { topic: topic('remind'), payload: {}, runAt }))
  clock.advance(3_599)
  await outbox.drain()
  expect(handled).toEqual([])
  clock.advance(1)
  await outbox.drain()
  expect(handled).toEqual(['reminded'])
})

test('work that nobody handles stays, and says so', async () => {
  const { outbox, add } = openOutbox()
  await add('unknown')
  expect(await outbox.drain()).toMatchObject([{ message: expect.stringContaining('no handler for unknown') }])
  const [row] = await db.select().from(rows).where(eq(rows.topic, 'unknown')).orderBy(asc(rows.id))
  expect(row).toMatchObject({ doneAt: null, attempts: 1, lastError: 'Error' })
})

test('work whose failure could not be written down does not keep the rest from being done, and is done later', async () => {
  const { outbox, add } = openOutbox()
  let isBroken = true
  const first = workOf(topic('first'), async () => {
    if (isBroken) throw new Error('the work failed')
  })
  outbox.on(first)
  outbox.on(workOf(topic('second'), async () => undefined))
  await add('first')
  await add('second')
  await db.execute('alter table outbox add constraint no_word check (last_error is null)')
  expect(await outbox.drain()).toHaveLength(1)
  const undone = () => db.select({ topic: rows.topic }).from(rows).where(isNull(rows.doneAt))
  expect(await undone()).toEqual([{ topic: 'first' }])
  await db.execute('alter table outbox drop constraint no_word')
  isBroken = false
  await db.update(rows).set({ lockedUntil: new Date(0) })
  expect(await outbox.drain()).toEqual([])
  expect(await undone()).toEqual([])
})

const later = () => Promise.withResolvers<void>()

test('a slow piece of work holds its own place: others begin as places get free, and new work at once', async () => {
  const { outbox, add } = openOutbox()
  const slow = later()
  const begun: string[] = []
  outbox.on(workOf(topic('slow'), () => slow.promise))
  outbox.on(workOf(topic('quick'), async () => void begun.push('quick')))
  await add('slow')
  for (let i = 0; i < PLACES.changes * 3; i++) await add('quick')
  const drained = outbox.drain()
  await vi.waitFor(() => expect(begun).toHaveLength(PLACES.changes * 3), SOON)
  outbox.start()
  await add('quick')
  outbox.nudge()
  await vi.waitFor(() => expect(begun).toHaveLength(PLACES.changes * 3 + 1), SOON)
  slow.resolve()
  expect(await drained).toEqual([])
  await outbox.stop()
})

test('work that is tried again does not keep new work waiting, however much of it there is', async () => {
  const { clock, outbox, add } = openOutbox()
  const slow = later()
  let isBroken = true
  outbox.on(
    workOf(topic('failing'), () =>
      isBroken ? Promise.reject(new Outage('mail', 'yes', null)) : slow.promise,
    ),
  )
  const handled: string[] = []
  outbox.on(workOf(topic('new'), async () => void handled.push('new')))
  for (let i = 0; i < PLACES.changes * 2; i++) await add('failing')
  expect(await outbox.drain()).toHaveLength(PLACES.changes * 2)
  isBroken = false
  clock.advance(60)
  await add('new')
  const drained = outbox.drain()
  await vi.waitFor(() => expect(handled).toEqual(['new']), SOON)
  slow.resolve()
  await drained
})

test('what has been due for longest is done first, whenever it was written', async () => {
  const { clock, outbox } = openOutbox()
  const gate = later()
  const begun: unknown[] = []
  const at = defineTopic('at', z.object({ minute: z.int() }))
  const begin = workOf(at, async ({ minute }) => {
    begun.push(minute)
    await gate.promise
  })
  outbox.on(begin)
  const minutes = Array.from({ length: PLACES.changes * 2 }, (_, i) => i + 1)
  await withTransaction(db, async tx => {
    for (const minute of minutes.toReversed()) {
      const runAt = new Date(clock.now().getTime() + minute * 60_000)
      await outbox.addLater(tx, { topic: at, payload: { minute }, runAt })
    }
  })
  clock.advance(3_600)
  const drained = outbox.drain()
  await vi.waitFor(() => expect(begun).toEqual(minutes.slice(0, PLACES.changes)), SOON)
  gate.resolve()
  await drained
})

test('work that takes longer than its lock is done once', async () => {
  const one = openOutbox()
  const other = openOutbox()
  const slow = later()
  const begun: string[] = []
  for (const { outbox } of [one, other])
    outbox.on(
      workOf(topic('slow'), async (_payload, id) => {
        begun.push(id)
        await slow.promise
      }),
    )
  await one.add('slow')
  const drained = one.outbox.drain()
  await vi.waitFor(() => expect(begun).toHaveLength(1), SOON)
  // As if the lock were about to end: the one who does the work takes it again.
  await db.update(rows).set({ lockedUntil: sql`now() + interval '1 second'` })
  const remaining = async () => {
    const [row] = await db
      .select({ left: sql<number>`extract(epoch from locked_until - now())::float8` })
      .from(rows)
    return row?.left ?? 0
  }
  await vi.waitFor(async () => expect(await remaining()).toBeGreaterThan(LOCK_SECONDS / 2), SOON)
  expect(await other.outbox.drain()).toEqual([])
  slow.resolve()
  await drained
  expect(begun).toHaveLength(1)
})

test('a process that comes back late does not let go of what another has taken over', async () => {
  const late = openOutbox()
  const other = openOutbox()
  const first = later()
  const second = later()
  late.outbox.on(workOf(topic('work'), () => first.promise))
  other.outbox.on(workOf(topic('work'), () => second.promise))
  await late.add('work')
  const lateEnds = late.outbox.drain()
  await vi.waitFor(async () => expect((await db.select().from(rows))[0]?.attempts).toBe(1), SOON)
  await db.update(rows).set({ lockedUntil: new Date(0) })
  const otherEnds = other.outbox.drain()
  await vi.waitFor(async () => expect((await db.select().from(rows))[0]?.attempts).toBe(2), SOON)
  const [taken] = await db.select().from(rows)
  first.reject(new Error('too late'))
  expect(await lateEnds).toHaveLength(1)
  const [row] = await db.select().from(rows)
  expect(row?.lockedUntil?.getTime()).toBeGreaterThanOrEqual(taken?.lockedUntil?.getTime() ?? Number.NaN)
  second.resolve()
  expect(await otherEnds).toEqual([])
})

/** Rows in every lane; `set` says what else is so of them. */
const fillLanes = (rowsOfEach: number, set: { runAt: string; attempts: number }) =>
  db.execute(sql`insert into outbox (id, topic, lane, payload, created_at, run_at, attempts)
    select gen_random_uuid(), 'waits', lane, '{}', now(), ${stillClock().now()}::timestamptz + ${set.runAt}::interval, ${set.attempts}
    from unnest(${sql.param([...FIRST_LANES])}::text[]) lane, generate_series(1, ${rowsOfEach}::int)`)

/** The statement that claims, as it was sent. */
async function claimAsSent(): Promise<SentQuery> {
  const queries = recordQueries()
  await openOutbox().outbox.drain()
  const [claim] = queries.take()
  queries.stop()
  if (!claim?.text.includes('skip locked')) throw new Error(`no claim: ${claim?.text}`)
  return claim
}

test('what the claim reads does not grow with what waits, whether for a later day, for a place or for its next try', async () => {
  const claim = await claimAsSent()
  async function blocksBeside(rowsOfEach: number, runAt: string): Promise<number[]> {
    await fillLanes(rowsOfEach, { runAt, attempts: 0 })
    await fillLanes(rowsOfEach, { runAt, attempts: 1 })
    await db.execute('vacuum (analyze) outbox')
    return Object.values(await blocksToFind(connectionString, claim, 'due'))
  }
  const ofLater = await blocksBeside(1_300, '30 days')
  const ofDue = await blocksBeside(1_300, '-1 day')
  const found = JSON.stringify({ ofLater, ofDue })
  expect(Math.max(...ofLater), found).toBeLessThanOrEqual(BLOCKS_OF_A_LANE * LANES.length)
  // What is claimed is locked, each row on a page of its own.
  const claimed = Object.values(PLACES).reduce((sum, each) => sum + each)
  expect(Math.max(...ofDue), found).toBeLessThanOrEqual(BLOCKS_OF_A_LANE * (LANES.length + claimed))
})

test('a lane that is full does not keep the work of another waiting, however much of its own there is', async () => {
  const { outbox, add } = openOutbox()
  const slow = later()
  const begun: string[] = []
  const note = (name: string, gate?: Promise<void>) =>
    outbox.on(
      workOf(topic(name), async () => {
        begun.push(name)
        await gate
      }),
    )
  note('requests.places-follow', slow.promise)
  note('requests.changed', slow.promise)
  note('notifications.mail', slow.promise)
  note('payments.refund', slow.promise)
  note('payments.provider-event')
  const many = ['requests.places-follow', 'requests.changed', 'notifications.mail', 'payments.refund']
  for (let i = 0; i < 10; i++) for (const name of many) await add(name)
  await add('payments.provider-event')
  const drained = outbox.drain()
  await vi.waitFor(() => expect(begun).toContain('payments.provider-event'), SOON)
  const count = (name: string) => begun.filter(each => each === name).length
  await vi.waitFor(
    () => expect(begun).toHaveLength(PLACES.bulk + PLACES.changes + PLACES.mail + PLACES.money + 1),
    SOON,
  )
  expect(many.map(count)).toEqual([PLACES.bulk, PLACES.changes, PLACES.mail, PLACES.money])
  slow.resolve()
  expect(await drained).toEqual([])
  expect(begun).toHaveLength(41)
})
