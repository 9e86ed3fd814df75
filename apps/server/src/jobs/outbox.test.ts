import { asc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { stillClock } from '../core/clock.ts'
import type { Log } from '../core/core.ts'
import { withTransaction } from '../db/client.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createOutbox } from './outbox.ts'
import { outbox as rows } from './tables.ts'

const { db, close } = await createTestDatabase()
afterAll(close)
beforeEach(async () => {
  await db.delete(rows)
})

const ignore = () => undefined
const log: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function openOutbox() {
  const clock = stillClock()
  const outbox = createOutbox({ db, clock, log })
  const add = (topic: string) => withTransaction(db, tx => outbox.add(tx, topic, { of: 'a test' }))
  return { clock, outbox, add }
}

test('each subscriber of a topic gets its share of the work, and work of others does not reach it', async () => {
  const { outbox, add } = openOutbox()
  const heard: string[] = []
  outbox.subscribe('changed', { name: 'calls', handle: async () => void heard.push('calls') })
  outbox.subscribe('changed', { name: 'mail', handle: async () => void heard.push('mail') })
  outbox.on('other', async () => void heard.push('other'))
  await add('changed')
  await add('other')
  expect(await outbox.drain()).toEqual([])
  expect(heard.sort()).toEqual(['calls', 'mail', 'other'])
})

test('a subscriber that fails is tried again without repeating the others', async () => {
  const { clock, outbox, add } = openOutbox()
  const heard: string[] = []
  let isMailBroken = true
  outbox.subscribe('changed', { name: 'calls', handle: async () => void heard.push('calls') })
  outbox.subscribe('changed', {
    name: 'mail',
    handle: async () => {
      if (isMailBroken) throw new Error('the mail server is away')
      heard.push('mail')
    },
  })
  await add('changed')
  expect(await outbox.drain()).toHaveLength(1)
  expect(heard).toEqual(['calls'])
  isMailBroken = false
  clock.advance(1)
  expect(await outbox.drain()).toEqual([])
  clock.advance(600)
  await outbox.drain()
  expect(heard).toEqual(['calls', 'mail'])
})

test('two processes deal a piece of work out once', async () => {
  const one = openOutbox()
  const other = openOutbox()
  const heard: string[] = []
  for (const { outbox } of [one, other]) {
    outbox.subscribe('changed', { name: 'mail', handle: async (_payload, id) => void heard.push(id) })
  }
  for (let i = 0; i < 20; i++) await one.add('changed')
  await Promise.all([one.outbox.drain(), other.outbox.drain()])
  await one.outbox.drain()
  expect(heard).toHaveLength(20)
  expect(new Set(heard).size).toBe(20)
})

test('a topic has one handler, and a subscriber one name', () => {
  const { outbox } = openOutbox()
  outbox.on('alone', async () => undefined)
  outbox.subscribe('shared', { name: 'mail', handle: async () => undefined })
  const subscribe = (topic: string) => () =>
    outbox.subscribe(topic, { name: 'mail', handle: async () => undefined })
  expect(() => outbox.on('alone', async () => undefined)).toThrow('two handlers')
  expect(() => outbox.on('shared', async () => undefined)).toThrow('two handlers')
  expect(subscribe('alone')).toThrow('two handlers')
  expect(subscribe('shared')).toThrow('two handlers')
})

test('work left for later waits for its moment', async () => {
  const { clock, outbox } = openOutbox()
  const heard: string[] = []
  outbox.on('remind', async () => void heard.push('reminded'))
  const runAt = new Date(clock.now().getTime() + 3_600_000)
  await withTransaction(db, tx => outbox.addLater(tx, { topic: 'remind', payload: {}, runAt }))
  clock.advance(3_599)
  await outbox.drain()
  expect(heard).toEqual([])
  clock.advance(1)
  await outbox.drain()
  expect(heard).toEqual(['reminded'])
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
  outbox.on('first', async () => {
    if (isBroken) throw new Error('the work failed')
  })
  outbox.on('second', async () => undefined)
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
