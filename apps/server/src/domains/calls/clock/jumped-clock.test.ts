import { MINUTE_MS } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bothIn, type ClockFixture, createClockFixture, hasPolled, pass } from '../testing/clock-fixture.ts'
import type { CallClock } from './call-clock.ts'

const SOON = { timeout: 60_000, interval: 5 }
const JUMPS = [
  ['ahead', 5 * MINUTE_MS],
  ['back', -5 * MINUTE_MS],
  ['ahead by less than a lease lasts', 2_900],
  ['back by less than a lease lasts', -2_900],
] as const

describe('a machine whose clock is set during a call', () => {
  let fixture: ClockFixture
  let callClock: CallClock
  beforeAll(async () => {
    fixture = await createClockFixture()
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.callOf(20)
    callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 10)
  })

  test.each(JUMPS)('%s: the call uses the time that passes and no other', async (_, ms) => {
    fixture.clock.jump(ms)
    callClock.endDue()
    await callClock.pollAll()
    await callClock.heartbeat()
    expect(await callClock.usedMs(fixture.room)).toBe(10_000)
    await pass(fixture, callClock, 5)
    expect(await callClock.usedMs(fixture.room)).toBe(15_000)
    expect(await fixture.shownMs()).toBe(15_000)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 13_000, isLive: true })
    expect(fixture.video.closedRooms).toEqual([])
    fixture.video.stall(fixture.room, fixture.fan, 500)
    await hasPolled(fixture, callClock)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 14_500, isLive: false, lastEndedBy: 'buyer' })
  })

  test.each(JUMPS)('%s: a stop before the next heartbeat has the time of the last packet', async (_, ms) => {
    fixture.clock.jump(ms)
    fixture.video.stall(fixture.room, fixture.fan, 100)
    await hasPolled(fixture, callClock)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 9_900, isLive: false, lastEndedBy: 'buyer' })
  })

  test.each(JUMPS)('%s: the call ends when its time has passed', async (_, ms) => {
    fixture.clock.jump(ms)
    await pass(fixture, callClock, 9)
    callClock.endDue()
    expect(fixture.video.closedRooms).toEqual([])
    fixture.clock.advance(1)
    callClock.endDue()
    await vi.waitFor(async () => expect((await fixture.attendance()).isLive).toBe(false), SOON)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 20_000, lastEndedBy: 'time' })
    expect(fixture.video.closedRooms).toEqual([fixture.room])
  })

  test.each(JUMPS)('%s: who has waited alone has not waited longer', async (_, ms) => {
    fixture.video.stall(fixture.room, fixture.fan, 0)
    await pass(fixture, callClock, 10)
    fixture.clock.jump(ms)
    await pass(fixture, callClock, 3)
    await callClock.saveAlone()
    const waited = (await fixture.attendance()).influencerAlone
    expect(waited.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)).toBeLessThanOrEqual(13_000)
  })

  test('back: what was used before stays used, and the next interval begins where that ended', async () => {
    fixture.video.stall(fixture.room, fixture.fan, 0)
    await hasPolled(fixture, callClock)
    fixture.video.flow(fixture.room, fixture.fan)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 5)
    fixture.clock.jump(-2_000)
    await pass(fixture, callClock, 3)
    const [first, second] = await fixture.intervals()
    expect(second?.startedAt).toEqual(first?.endedAt)
  })

  test('while the server asks the video provider: what the provider says is of the time after', async () => {
    setImmediate(() => fixture.clock.jump(-MINUTE_MS))
    await callClock.pollAll()
    await pass(fixture, callClock, 3)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 11_000, isLive: true })
  })
})
