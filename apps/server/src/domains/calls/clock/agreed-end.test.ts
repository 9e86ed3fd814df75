import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { changeRequestRow } from '../testing/call-requests.ts'
import { bothIn, type ClockFixture, createClockFixture, hasPolled, pass } from '../testing/clock-fixture.ts'

let fixture: ClockFixture
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())
/** A call of a minute whose agreed time is over in twenty seconds. */
beforeEach(async () => {
  await fixture.callOf(60)
  const nowMs = fixture.clock.now().getTime()
  await changeRequestRow(fixture.core, fixture.room, {
    startsAt: new Date(nowMs - 100_000),
    endsAt: new Date(nowMs + 20_000),
  })
})

const ended = () => fixture.messages.filter(({ kind }) => kind === 'ended')

test('paid time ends with the agreed time, to the millisecond, and everybody is out before anything is settled', async () => {
  const callClock = fixture.startProcess()
  await bothIn(fixture, callClock)
  await pass(fixture, callClock, 19)
  expect(await fixture.attendance()).toMatchObject({ isLive: true })
  fixture.clock.advance(1.4)
  callClock.endDue()
  await callClock.pollAll()
  expect(await fixture.attendance()).toMatchObject({
    ...{ isLive: false, usedMs: 20_000, lastEndedBy: 'platform' },
  })
  expect(ended()).toMatchObject([{ code: 4410, stats: { used_duration: 20, is_live: false } }])
  // Nobody reads before it that the clock has stopped, as if the call could go on.
  const stopped = fixture.messages.filter(each => 'stats' in each && !each.stats.is_live)
  expect(stopped.map(({ kind }) => kind)).toEqual(['ended'])
  expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
})

test('nobody comes in again after it, and nothing more is counted', async () => {
  const callClock = fixture.startProcess()
  await bothIn(fixture, callClock)
  fixture.clock.advance(20)
  await callClock.pollAll()
  const { closedRooms } = fixture.video
  const closings = closedRooms.length
  fixture.video.flow(fixture.room, fixture.fan, fixture.star)
  // It may be in the process for a moment only.
  await vi.waitFor(() => expect(closedRooms.length).toBeGreaterThan(closings), { timeout: 60_000 })
  await pass(fixture, callClock, 3)
  expect(await fixture.attendance()).toMatchObject({ isLive: false, usedMs: 20_000 })
  expect(await fixture.intervals()).toHaveLength(1)
})

test('who waits alone up to it stays until all of that is seen and written down', async () => {
  const callClock = fixture.startProcess()
  fixture.video.flow(fixture.room, fixture.star)
  await hasPolled(fixture, callClock)
  const beganMs = fixture.clock.now().getTime()
  await pass(fixture, callClock, 18)
  await callClock.saveAlone()
  await pass(fixture, callClock, 2)
  fixture.clock.advance(0.1)
  await callClock.recheckAll()
  expect(await fixture.video.roomMedia(fixture.room)).toHaveLength(1)
  for (let second = 0; second < 6; second++) {
    await pass(fixture, callClock, 1)
    await callClock.recheckAll()
  }
  expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
  const [waited] = (await fixture.attendance()).influencerAlone
  expect(waited?.fromMs).toBe(beganMs)
  expect(waited?.untilMs).toBeGreaterThanOrEqual(beganMs + 20_000)
})

test('what was not seen before it is not paid for', async () => {
  const callClock = fixture.startProcess()
  await bothIn(fixture, callClock)
  await pass(fixture, callClock, 5)
  fixture.video.answers('fails')
  fixture.clock.advance(40)
  await callClock.pollAll()
  expect(await fixture.attendance()).toMatchObject({ isLive: false, usedMs: 5_000 })
})

test('a call that was left before it, or is used up before it, ends by that', async () => {
  const callClock = fixture.startProcess()
  await bothIn(fixture, callClock)
  await pass(fixture, callClock, 10)
  fixture.video.leave(fixture.room, fixture.fan)
  fixture.clock.advance(15)
  await callClock.pollAll()
  expect(await fixture.attendance()).toMatchObject({ isLive: false, usedMs: 10_000, lastEndedBy: 'buyer' })
})
