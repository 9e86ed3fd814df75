import { QUESTIONS_EVERY_MS, type QuestionNews } from '@parley/contract'
import { eq } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../core/ids.ts'
import { createDatabase, createPool, type Db } from '../../../db/client.ts'
import { createMemoryBus } from '../../../providers/bus-memory/memory-bus.ts'
import type { PersonSocket } from '../../../realtime/person-socket.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { publishToRoom, subscribeToRoom } from '../room-messages.ts'
import { questions } from '../tables.ts'
import { holdTimers } from '../testing/held-timers.ts'
import { QuestionDelivery } from './question-delivery.ts'
import { setHidden, setVote } from './question-store.ts'

const VOTERS = 1_000
const NOW = new Date('2026-05-17T12:00:00Z')
let database: TestDatabase
/** Readers do not stand in line behind the voters. */
let reading: { db: Db; pool: Pool }
let people: { id: string }[]
beforeAll(async () => {
  database = await createTestDatabase()
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const pool = createPool({ connection: database.connectionString, log, size: 4 })
  reading = { db: createDatabase(pool), pool }
  const inserted = await database.pool.query<{ id: string }>(
    `insert into users (id, username, first_name, last_name, email, password_hash, is_influencer, notifications,
       created_at, updated_at)
     select gen_random_uuid(), 'voter' || n, 'Ann', 'Lee', 'voter' || n || '@example.org', '', false, '{}', $1, $1
     from generate_series(1, $2) n returning id`,
    [NOW, VOTERS],
  )
  people = inserted.rows
})
afterAll(async () => {
  await reading.pool.end()
  await database.close()
})

interface FakeSocket extends PersonSocket {
  texts: string[]
}

function socketOf(id: string): FakeSocket {
  const texts: string[] = []
  const socket = { id: newId(), person: { id }, texts, sendText: (text: string) => void texts.push(text) }
  return socket as unknown as FakeSocket
}

const newsIn = (text: string) => (JSON.parse(text) as { payload: QuestionNews }).payload
/** Every question is followed in one process by these sockets; `reads` counts what it asked the database. */
async function openProcess(roomId: string, ids: readonly string[], apart = new Map<string, string[]>()) {
  const sockets = ids.map(socketOf)
  const asked = { reads: 0 }
  const db = new Proxy(reading.db, {
    get(target, name, receiver) {
      if (name === 'select') asked.reads++
      return Reflect.get(target, name, receiver) as unknown
    },
  })
  const room = { roomId, sockets: () => sockets } as unknown as ConstructorParameters<
    typeof QuestionDelivery
  >[1]
  const failures: unknown[] = []
  const outage = { apart: false }
  const apartFrom = async (id: string) => {
    if (outage.apart) throw new Error('the database is away')
    return new Set(apart.get(id))
  }
  const delivery = new QuestionDelivery({ db, apartFrom }, room, error => failures.push(error))
  return { sockets, asked, delivery, failures, outage }
}

async function askedBy(authorId: string, roomId: string, text = 'How many?'): Promise<string> {
  const row = { id: newId(), roomId, authorId, uuid: newId(), text, createdAt: NOW }
  await database.db.insert(questions).values(row)
  return row.id
}
const idOf = (place: number) => people[place]?.id ?? ''

test('a thousand voters on two processes are a message a second at most, read once a process, the same for all', async () => {
  const roomId = newId()
  const id = await askedBy(idOf(0), roomId)
  const half = VOTERS / 2
  const ids = people.map(person => person.id)
  const processes = [
    await openProcess(roomId, ids.slice(0, half)),
    await openProcess(roomId, ids.slice(half)),
  ]
  const bus = createMemoryBus()
  for (const { delivery } of processes)
    await subscribeToRoom(bus, roomId, message => {
      if (message.kind === 'questions') delivery.handle(message.ids)
    })
  const rests = holdTimers(QUESTIONS_EVERY_MS)
  // Each presses twice at once, as two tabs do.
  await Promise.all(
    [...ids, ...ids].map(async personId => {
      if (await setVote(database.db, { roomId, id }, { personId, voted: true }))
        await publishToRoom(bus, roomId, { kind: 'questions', ids: [id] })
    }),
  )
  const lastOf = ({ texts }: FakeSocket) => newsIn(texts.at(-1) ?? '{"payload":{"changed":[]}}').changed[0]
  const all = processes.flatMap(({ sockets }) => sockets)
  // Each process sent one message, and all that came since waits for the end of the same second.
  await expect.poll(rests.count).toBe(processes.length)
  for (const { texts } of all) expect(texts).toHaveLength(1)
  rests.release()
  await expect.poll(() => all.every(socket => lastOf(socket)?.votes === VOTERS)).toBe(true)
  for (const { sockets, asked, failures, delivery } of processes) {
    delivery.stop()
    expect(failures).toEqual([])
    expect(asked.reads).toBe(2)
    for (const { texts } of sockets) expect(texts).toEqual(sockets[0]?.texts)
    expect(sockets[0]?.texts.length).toBe(asked.reads)
  }
  expect(lastOf(all[0] as FakeSocket)).toMatchObject({ id, from: 'voter1', version: VOTERS + 1 })
  const counted = await database.pool.query('select count(*)::int as votes from question_votes')
  expect(counted.rows).toEqual([{ votes: VOTERS }])
})

test('more changes than one message holds come one after the other, and none is lost', async () => {
  const roomId = newId()
  const ids = await Promise.all(
    Array.from({ length: 120 }, (_, n) => askedBy(idOf(n), roomId, `Question ${n}`)),
  )
  const { sockets, delivery } = await openProcess(roomId, [idOf(0)])
  delivery.handle(ids)
  const received = () => sockets[0]?.texts.map(text => newsIn(text).changed.length) ?? []
  await expect.poll(received, { timeout: 60_000 }).toEqual([50, 50, 20])
  delivery.stop()
  const all = sockets[0]?.texts.flatMap(text => newsIn(text).changed.map(each => each.id)) ?? []
  expect(all.sort()).toEqual(ids.sort())
})

test('who is apart from an author gets a text without them; a hidden question is named and not shown', async () => {
  const roomId = newId()
  const [first, second, hidden] = [
    await askedBy(idOf(0), roomId, 'first'),
    await askedBy(idOf(1), roomId, 'second'),
    await askedBy(idOf(2), roomId, 'hidden'),
  ]
  await setHidden(database.db, { roomId, id: hidden }, NOW)
  const apart = new Map([[idOf(0), [idOf(1)]]])
  const { sockets, delivery } = await openProcess(roomId, [idOf(0), idOf(1), idOf(2)], apart)
  delivery.handle([first, second, hidden])
  await expect.poll(() => sockets.every(({ texts }) => texts.length === 1)).toBe(true)
  delivery.stop()
  const seen = sockets.map(({ texts }) =>
    newsIn(texts[0] ?? '')
      .changed.map(({ text }) => text)
      .sort(),
  )
  expect(seen).toEqual([['first', 'second'], ['second'], ['first', 'second']])
  for (const { texts } of sockets) {
    expect(newsIn(texts[0] ?? '').gone).toEqual([hidden])
    expect(texts[0]).not.toContain('"hidden"')
    for (const { id } of people.slice(0, 3)) expect(texts[0]).not.toContain(id)
  }
})

test('what could not be read is told later, and after an outage all that waits for an answer', async () => {
  const roomId = newId()
  const id = await askedBy(idOf(3), roomId)
  const { sockets, delivery, failures } = await openProcess(roomId, [idOf(0)])
  await database.pool.query('alter table questions rename to questions_away')
  delivery.handle([id])
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  await database.pool.query('alter table questions_away rename to questions')
  await expect.poll(() => sockets[0]?.texts.length, { timeout: 60_000 }).toBe(1)
  await delivery.catchUp()
  await expect.poll(() => sockets[0]?.texts.length, { timeout: 60_000 }).toBe(2)
  delivery.stop()
  const [first, afterwards] = (sockets[0]?.texts ?? []).map(newsIn)
  expect(first).not.toHaveProperty('again')
  expect(afterwards).toEqual({ ...first, again: true })
})

test('after messages may have been lost the pages are asked once to fetch the questions, also where none is open', async () => {
  const roomId = newId()
  const id = await askedBy(idOf(5), roomId)
  const { sockets, delivery } = await openProcess(roomId, [idOf(0)])
  delivery.handle([id])
  await expect.poll(() => sockets[0]?.texts.length).toBe(1)
  // Another process removes it, and its message is lost.
  await database.db.delete(questions).where(eq(questions.id, id))
  await delivery.catchUp()
  await expect.poll(() => sockets[0]?.texts.length, { timeout: 60_000 }).toBe(2)
  delivery.handle([id])
  await expect.poll(() => sockets[0]?.texts.length, { timeout: 60_000 }).toBe(3)
  delivery.stop()
  expect(sockets[0]?.texts.slice(1).map(newsIn)).toEqual([
    { changed: [], gone: [], again: true },
    { changed: [], gone: [id] },
  ])
})

test('a question is told later when who is apart from its author could not be read', async () => {
  const roomId = newId()
  const id = await askedBy(idOf(4), roomId)
  const { sockets, delivery, failures, outage } = await openProcess(roomId, [idOf(0)])
  outage.apart = true
  delivery.handle([id])
  await expect.poll(() => failures.length).toBeGreaterThan(0)
  expect(sockets[0]?.texts).toEqual([])
  outage.apart = false
  await expect.poll(() => sockets[0]?.texts.length, { timeout: 60_000 }).toBe(1)
  delivery.stop()
  expect(newsIn(sockets[0]?.texts[0] ?? '').changed.map(each => each.id)).toEqual([id])
})

test('who take their votes back at once, each in two tabs, are each taken off once', async () => {
  const roomId = newId()
  const id = await askedBy(idOf(0), roomId)
  const voters = people.slice(0, 40)
  const all = (voted: boolean) =>
    Promise.all(
      [...voters, ...voters].map(each => setVote(database.db, { roomId, id }, { personId: each.id, voted })),
    )
  await all(true)
  expect((await all(false)).filter(Boolean)).toHaveLength(voters.length)
  const stored = `select votes, (select count(*)::int from question_votes where question_id = id) as counted
    from questions where id = $1`
  expect((await database.pool.query(stored, [id])).rows).toEqual([{ votes: 0, counted: 0 }])
})
