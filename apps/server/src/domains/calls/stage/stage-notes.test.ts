import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMemoryBus } from '../../../providers/bus-memory/memory-bus.ts'
import { createRedisBus } from '../../../providers/bus-redis/redis-bus.ts'
import { RedisLink } from '../../../providers/bus-redis/redis-link.ts'
import { type RedisServer, startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import type { Bus } from '../bus.ts'
import { type StageGuest, StageNotes } from './stage-notes.ts'

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const ROOM = 'room'
const guestOf = (personId: string): StageGuest => ({
  ...{ personId, username: personId, loginId: '', pageId: null, step: 'invited', isMuted: false },
  untilMs: 1,
})

/** Many ask for the one place at once, by several processes in turn: one has it. */
async function race(buses: readonly Bus[]): Promise<void> {
  const processes = buses.map(bus => new StageNotes(bus))
  const [first] = processes
  if (!first) throw new Error('there is no process')
  const { stage: before } = await first.read(ROOM)
  const won = await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const notes = processes[n % processes.length] ?? first
      return (await notes.change(ROOM, before, guestOf(`fan-${n}`))) ? `fan-${n}` : null
    }),
  )
  const winners = won.filter(each => each !== null)
  expect(winners).toHaveLength(1)
  for (const notes of processes) {
    const { stage } = await notes.read(ROOM)
    expect([stage.version, stage.guest?.personId]).toEqual([before.version + 1, winners[0]])
  }
  // Who decided by what was there before is late, whatever they wanted.
  expect(await first.change(ROOM, before, null)).toBe(false)
}

test('one process: of forty who ask at once one has the stage, again and again', async () => {
  const bus = createMemoryBus()
  await race([bus])
  await race([bus])
})

test('hands are kept in the order in which they were raised, beside the stage', async () => {
  const notes = new StageNotes(createMemoryBus())
  await notes.setHand(ROOM, 'late', { username: 'late', socketId: 's1', sinceMs: 2 })
  await notes.setHand(ROOM, 'early', { username: 'early', socketId: 's2', sinceMs: 1 })
  await notes.change(ROOM, (await notes.read(ROOM)).stage, guestOf('early'))
  expect((await notes.read(ROOM)).hands.map(({ username }) => username)).toEqual(['early', 'late'])
  await notes.setHand(ROOM, 'early', null)
  expect((await notes.read(ROOM)).hands.map(({ username }) => username)).toEqual(['late'])
})

test('a hand that fell while the others were not reached stays up where its person has raised it since', async () => {
  const [own, shared] = [createMemoryBus(), createMemoryBus()]
  let isWell = true
  let breaksAtWrite = false
  const cutOff: Bus = {
    ...{ ...own, isWell: () => isWell },
    setField: async (record, field) => {
      if (breaksAtWrite) isWell = false
      await own.setField(record, field)
      if (isWell) await shared.setField(record, field)
    },
    fields: record => (isWell ? shared : own).fields(record),
  }
  const [notes, others] = [new StageNotes(cutOff), new StageNotes(shared)]
  for (const username of ['moved', 'gone'])
    await notes.setHand(ROOM, username, { username, socketId: `${username}-1`, sinceMs: 1 })
  isWell = false
  await others.setHand(ROOM, 'moved', { username: 'moved', socketId: 'moved-2', sinceMs: 1 })
  for (const personId of ['moved', 'gone', 'gone']) await notes.setHand(ROOM, personId, null)
  // The others are reached only for a moment, in which nothing can be stored.
  await notes.storeHands()
  isWell = true
  expect([...(await notes.storeHands())]).toEqual([ROOM])
  expect((await others.read(ROOM)).hands).toMatchObject([{ username: 'moved', socketId: 'moved-2' }])
  isWell = false
  await notes.setHand(ROOM, 'late', { username: 'late', socketId: 'late-1', sinceMs: 2 })
  isWell = true
  await notes.setHand(ROOM, 'late', null)
  await notes.storeHands()
  expect((await others.read(ROOM)).hands).toMatchObject([{ username: 'moved', socketId: 'moved-2' }])
  // The others are lost again in the moment in which a hand falls that they have not seen yet.
  isWell = false
  await notes.setHand(ROOM, 'brief', { username: 'brief', socketId: 'brief-1', sinceMs: 3 })
  isWell = true
  breaksAtWrite = true
  await notes.setHand(ROOM, 'brief', null)
  breaksAtWrite = false
  isWell = true
  await notes.storeHands()
  expect((await others.read(ROOM)).hands).toMatchObject([{ username: 'moved', socketId: 'moved-2' }])
})

describe.skipIf(!findServerProgram('redis-server'))('two processes', () => {
  let redis: RedisServer
  const buses: Bus[] = []
  beforeAll(async () => {
    redis = await startRedisServer()
    for (let n = 0; n < 2; n++) {
      const link = await RedisLink.open(redis.url, quiet)
      buses.push(createRedisBus({ link, own: createMemoryBus(), log: quiet }))
    }
  })
  afterAll(async () => {
    for (const bus of buses) await bus.close()
    await redis.close()
  })

  test('of forty who ask both at once one has the stage, and both processes know who', async () => {
    await race(buses)
    await race(buses)
  })
})
