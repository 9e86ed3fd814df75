import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { selectRoom } from '../store.ts'
import { callRooms } from '../tables.ts'
import { type ClockFixture, createClockFixture } from '../testing/clock-fixture.ts'
import { createCallTime } from './call-time.ts'
import { closeInterval, openInterval, recoverAbandoned } from './intervals.ts'
import type { OpenInterval } from './paid-time.ts'

const TOTAL_MS = 60_000

let fixture: ClockFixture
/** What was left in the outbox. */
let left: object[]
const outbox = {
  addLater: async () => undefined,
  nudge: () => undefined,
  add: async (_tx: unknown, _topic: unknown, work: object) => void left.push(work),
}
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.callOf(60)
  left = []
})

const nowMs = () => fixture.clock.now().getTime()
const db = () => fixture.core.db
const open = (holder = 'one', sinceMs = nowMs(), totalMs = TOTAL_MS) =>
  openInterval(db(), { roomId: fixture.room, holder, totalMs, sinceMs })
async function opened(holder = 'one', sinceMs = nowMs()): Promise<OpenInterval> {
  const interval = await open(holder, sinceMs)
  if (interval === 'over' || 'heldForMs' in interval) throw new Error('no interval was opened')
  return interval
}
const close = (
  interval: OpenInterval,
  end: { holder?: string; atMs?: number; by?: 'buyer' | 'time' } = {},
) => {
  const { holder = 'one', atMs = nowMs(), by = 'buyer' } = end
  return closeInterval({ db: db(), outbox }, { roomId: fixture.room, holder, interval, atMs, by })
}
async function room() {
  const found = await selectRoom(db(), fixture.room)
  if (!found) throw new Error('there is no such room')
  return found
}
const lengths = async () =>
  (await fixture.attendance()).together.map(({ fromMs, untilMs, isOpen }) => [untilMs - fromMs, isOpen])

describe('an interval', () => {
  test('begins at nothing used, in the next epoch, under a lease of its holder', async () => {
    const first = await opened()
    expect(first).toMatchObject({
      epoch: 1,
      usedBeforeMs: 0,
      shownBeforeMs: 0,
      totalMs: TOTAL_MS,
      startedAtMs: nowMs(),
    })
    expect(await room()).toMatchObject({ epoch: 1, holder: 'one', closedAt: null })
    await close(first, { atMs: nowMs() + 1_000 })
    expect(await opened('two')).toMatchObject({ epoch: 2, usedBeforeMs: 1_000, startedAtMs: nowMs() + 1_000 })
  })

  test('of another process is not taken over while its lease stands; one’s own is', async () => {
    await opened()
    const refused = await open('two')
    expect(refused).toHaveProperty('heldForMs')
    expect(await opened()).toMatchObject({ epoch: 2 })
  })

  test('is not opened where all time is used, to the millisecond, nor in a closed room', async () => {
    const interval = await opened()
    await close(interval, { atMs: nowMs() + 2_000 })
    expect(await open('one', nowMs(), 2_001)).toMatchObject({ usedBeforeMs: 2_000 })
    expect(await open('one', nowMs(), 2_000)).toBe('over')
    await db().update(callRooms).set({ closedAt: fixture.clock.now() }).where(eq(callRooms.id, fixture.room))
    expect(await open()).toBe('over')
  })

  test('ends once, at the given moment, and frees the room', async () => {
    const interval = await opened()
    expect(await close(interval, { atMs: nowMs() + 5_000 })).toBe('closed')
    expect(await lengths()).toEqual([[5_000, false]])
    expect(await room()).toMatchObject({ holder: null, closedAt: null })
    expect(await close(interval, { atMs: nowMs() + 9_000 })).toBe('lost')
    expect([await lengths(), left]).toEqual([[[5_000, false]], []])
  })

  test('that runs out ends with the paid time, closes the room for ever and is told once', async () => {
    const interval = await opened()
    expect(await close(interval, { by: 'time', atMs: nowMs() + 1 })).toBe('closed')
    expect(await lengths()).toEqual([[TOTAL_MS, false]])
    expect((await room()).closedAt?.getTime()).toBe(nowMs() + TOTAL_MS)
    expect(left).toEqual([{ requestId: fixture.room }])
  })

  test.each(['another holder', 'an older epoch', 'a lease that ran out'])('is not ended by %s', async who => {
    const interval = await opened()
    if (who === 'an older epoch') await opened()
    if (who === 'a lease that ran out') await fixture.leaseExpires()
    const end = { atMs: nowMs() + 5_000, ...(who === 'another holder' ? { holder: 'two' } : {}) }
    expect(await close(interval, end)).toBe('lost')
    expect((await fixture.attendance()).isLive).toBe(true)
  })
})

describe('an interval whose holder has died', () => {
  const lines: string[] = []
  const log = { ...ignored(), info: (facts: object) => void lines.push(JSON.stringify(facts)) }
  beforeEach(() => lines.splice(0))
  const recover = (of: 'lease-expired' | 'any-holder', isOurs = false) =>
    recoverAbandoned({ db: db(), log }, of, roomId => isOurs && roomId === fixture.room)
  const logged = () => lines.filter(line => line.includes(fixture.room)).length

  test('ends at its last proven moment, and the holder can write no more', async () => {
    const interval = await opened()
    await fixture.leaseExpires()
    await recover('lease-expired')
    expect([await lengths(), logged()]).toEqual([[[0, false]], 1])
    expect(await room()).toMatchObject({ epoch: 2, holder: null })
    expect(await close(interval)).toBe('lost')
    await recover('lease-expired')
    expect(logged()).toBe(1)
  })

  test('is left alone while its lease stands, and in a room that this process counts', async () => {
    await opened()
    await recover('lease-expired')
    await fixture.leaseExpires()
    await recover('lease-expired', true)
    expect([(await fixture.attendance()).isLive, logged()]).toEqual([true, 0])
  })

  test('ends also under a lease when the former processes are known to have died', async () => {
    await opened()
    await recover('any-holder')
    expect([(await fixture.attendance()).isLive, logged()]).toEqual([false, 1])
  })
})

describe('the time that was used', () => {
  const callTime = createCallTime()

  test('is nothing of a room in which nobody was', async () => {
    expect(await callTime.attendance(db(), fixture.room)).toEqual({
      ...{
        usedMs: 0,
        isLive: false,
        together: [],
        influencerAlone: [],
        buyerAlone: [],
        buyerEndedAtMs: null,
      },
    })
    const none = { usedMs: 0, isLive: false, lastEndedAt: null, countedUntil: null }
    expect(await callTime.airtime(db(), fixture.room)).toEqual(none)
  })

  test('of an event is live while its interval is open, and counted until it ended', async () => {
    const interval = await opened()
    const startedAt = new Date(nowMs())
    expect(await callTime.airtime(db(), fixture.room)).toEqual({
      ...{ usedMs: 0, isLive: true, lastEndedAt: null, countedUntil: startedAt },
    })
    await close(interval, { atMs: nowMs() + 4_000 })
    const endedAt = new Date(nowMs() + 4_000)
    expect(await callTime.airtime(db(), fixture.room)).toEqual({
      ...{ usedMs: 4_000, isLive: false, lastEndedAt: endedAt, countedUntil: endedAt },
    })
  })
})

function ignored() {
  return { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
}
