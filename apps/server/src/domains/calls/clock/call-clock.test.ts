import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeRequestRow, requestRow } from '../testing/call-requests.ts'
import { bothIn, type ClockFixture, createClockFixture, hasPolled, pass } from '../testing/clock-fixture.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

let fixture: ClockFixture
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.callOf(60))

describe('what counts as paid time', () => {
  test('the buyer pays only for the seconds both were there', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.fan)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 10)
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 7)
    fixture.video.leave(fixture.room, fixture.star)
    await callClock.pollAll()
    await pass(fixture, callClock, 20)
    expect(await fixture.attendance()).toMatchObject({
      usedMs: 7_000,
      isLive: false,
      lastEndedBy: 'influencer',
    })
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 3)
    fixture.video.leave(fixture.room, fixture.fan)
    await callClock.pollAll()
    expect(await fixture.attendance()).toMatchObject({ usedMs: 10_000, isLive: false, lastEndedBy: 'buyer' })
  })

  test('time ends with the last packet, not when its absence was noticed', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 10)
    fixture.video.stall(fixture.room, fixture.fan, 1_900)
    await callClock.pollAll()
    expect(await fixture.attendance()).toMatchObject({ usedMs: 8_100, lastEndedBy: 'buyer' })
  })

  test('time begins when both flow, however late that is written down', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.fan)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 2)
    fixture.video.flow(fixture.room, fixture.star)
    fixture.clock.advance(0.4)
    await callClock.pollAll()
    await pass(fixture, callClock, 3)
    fixture.video.leave(fixture.room, fixture.fan)
    await callClock.pollAll()
    expect((await fixture.attendance()).usedMs).toBe(3_400)
  })

  test('when the media process dies nobody left: the platform cut the call short', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 5)
    fixture.video.die()
    await callClock.pollAll()
    expect(await fixture.attendance()).toMatchObject({ usedMs: 5_000, lastEndedBy: 'platform' })
    await bothIn(fixture, callClock)
    expect((await fixture.attendance()).isLive).toBe(true)
  })

  test('what a request shows runs with the call and never goes back; once its holder has ended only what is proven counts', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 10)
    fixture.clock.advance(0.4)
    expect(await fixture.shownMs()).toBe(10_000)
    expect((await fixture.attendance()).usedMs).toBe(8_000)
    await fixture.leaseExpires()
    fixture.clock.advance(60)
    expect(await fixture.shownMs()).toBe(10_000)
    expect((await fixture.attendance()).usedMs).toBe(8_000)
  })

  test('an event that was lost is made good by looking', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 4)
    fixture.video.roomMedia = async () => []
    fixture.clock.advance(1)
    await callClock.pollAll()
    expect(await fixture.attendance()).toMatchObject({ usedMs: 4_000, isLive: false })
  })

  test('nobody pays while the video provider cannot be asked', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 5)
    fixture.video.answers('fails')
    await pass(fixture, callClock, 20)
    expect(await fixture.attendance()).toMatchObject({
      usedMs: 5_000,
      isLive: false,
      lastEndedBy: 'platform',
    })
  })

  test('the first time both are in, the request is accepted and has begun', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    expect(await requestRow(fixture.core, fixture.room)).toMatchObject({
      state: 'accepted',
      begunAt: fixture.clock.now(),
    })
  })

  test('figures are told at each change, in seconds to the millisecond', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 2)
    fixture.clock.advance(0.345)
    fixture.video.leave(fixture.room, fixture.star)
    await callClock.pollAll()
    expect(fixture.messages).toEqual([
      { kind: 'stats', stats: { total_duration: 60, used_duration: 0, is_live: true } },
      { kind: 'stats', stats: { total_duration: 60, used_duration: 2.345, is_live: false } },
    ])
  })
})

describe('the end of paid time', () => {
  test('at zero exactly what was paid is used, the request is served and everyone is out', async () => {
    await fixture.callOf(15)
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 14)
    expect(await requestRow(fixture.core, fixture.room)).toMatchObject({ state: 'accepted' })
    fixture.clock.advance(1.2)
    callClock.endDue()
    await hasPolled(fixture, callClock)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 15_000, isLive: false, lastEndedBy: 'time' })
    expect(await requestRow(fixture.core, fixture.room)).toMatchObject({
      state: 'completed',
      outcome: 'served',
    })
    expect(fixture.video.closedRooms).toContain(fixture.room)
    expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
    const stats = { total_duration: 15, used_duration: 15, is_live: false }
    expect(fixture.messages.at(-1)).toEqual({ kind: 'ended', stats, code: 4410 })
  })

  test('the last second ends to the millisecond although nobody looks at the time', async () => {
    await fixture.callOf(1)
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    fixture.clock.advance(0.9)
    callClock.endDue()
    fixture.clock.advance(0.1)
    await vi.waitFor(() => expect(fixture.messages.at(-1)?.kind).toBe('ended'), { ...SOON, interval: 5 })
    expect((await fixture.attendance()).usedMs).toBe(1_000)
  })

  test('a call with a pause in it is over when both stretches together are what was paid', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 25)
    fixture.video.leave(fixture.room, fixture.star)
    await callClock.pollAll()
    await pass(fixture, callClock, 20)
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 34)
    expect(await fixture.attendance()).toMatchObject({ isLive: true })
    fixture.clock.advance(3_600)
    callClock.endDue()
    await hasPolled(fixture, callClock)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 60_000, isLive: false, lastEndedBy: 'time' })
    expect(await requestRow(fixture.core, fixture.room)).toMatchObject({
      state: 'completed',
      outcome: 'served',
    })
  })

  test('a clock that is moved an hour ahead uses the time up and no more', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    fixture.clock.advance(3_600)
    callClock.endDue()
    await hasPolled(fixture, callClock)
    expect(await fixture.attendance()).toMatchObject({ usedMs: 60_000, lastEndedBy: 'time' })
  })

  test('a person who comes back with media after the end is put out again', async () => {
    await fixture.callOf(5)
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 6)
    await vi.waitFor(() => expect(callClock.room(fixture.room)?.isLive ?? false).toBe(false), SOON)
    const closedBefore = fixture.video.closedRooms.length
    fixture.video.flow(fixture.room, fixture.fan, fixture.star)
    await vi.waitFor(async () => expect(await fixture.video.roomMedia(fixture.room)).toEqual([]), {
      ...SOON,
      interval: 5,
    })
    expect(fixture.video.closedRooms.length).toBeGreaterThan(closedBefore)
    expect((await fixture.attendance()).usedMs).toBe(5_000)
  })

  test('a call is ended when its money is disputed, and counts no further', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 3)
    await changeRequestRow(fixture.core, fixture.room, { paymentStatus: 'disputed' })
    await callClock.recheck(fixture.room)
    expect(await fixture.attendance()).toMatchObject({
      usedMs: 3_000,
      isLive: false,
      lastEndedBy: 'platform',
    })
    expect(fixture.messages.at(-1)).toMatchObject({ kind: 'ended', code: 4403 })
    expect(await fixture.video.roomMedia(fixture.room)).toEqual([])
  })

  test('an unpaid call never goes live', async () => {
    await changeRequestRow(fixture.core, fixture.room, { paymentStatus: 'unpaid' })
    fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.fan, fixture.star)
    await vi.waitFor(() => expect(fixture.video.closedRooms).toContain(fixture.room), {
      ...SOON,
      interval: 5,
    })
    expect(await fixture.intervals()).toEqual([])
  })
})

describe('crashes and rivals', () => {
  test('after a crash the call is closed at its last proven moment: at most 5 s short, never over', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 20)
    fixture.clock.advance(0.9)
    const next = fixture.startProcess('two')
    await next.recover('lease-expired')
    expect((await fixture.attendance()).isLive).toBe(true)
    await fixture.leaseExpires()
    fixture.clock.advance(100)
    await next.recover('lease-expired')
    const used = (await fixture.attendance()).usedMs
    expect(used).toBeGreaterThanOrEqual(20_900 - 5_000)
    expect(used).toBeLessThanOrEqual(20_900)
    expect(await fixture.attendance()).toMatchObject({ isLive: false, lastEndedBy: 'platform' })
  })

  test('a server that is alone does not wait for the lease of the process before it', async () => {
    await bothIn(fixture, fixture.startProcess())
    await fixture.startProcess('two').recover('any-holder')
    expect((await fixture.attendance()).isLive).toBe(false)
  })

  test('of two processes that see the same media one counts', async () => {
    const [one, two] = [fixture.startProcess('one'), fixture.startProcess('two')]
    fixture.video.flow(fixture.room, fixture.fan, fixture.star)
    await Promise.all([hasPolled(fixture, one), hasPolled(fixture, two)])
    for (let second = 0; second < 6; second++) {
      await pass(fixture, one, 1)
      await two.pollAll()
      await two.heartbeat()
    }
    expect(await fixture.intervals()).toHaveLength(1)
    expect(one.liveRooms + two.liveRooms).toBe(1)
    fixture.video.leave(fixture.room, fixture.fan)
    await Promise.all([one.pollAll(), two.pollAll()])
    expect((await fixture.attendance()).usedMs).toBe(6_000)
  })

  /** Another process, which sees the same media and comes too late to count it. */
  async function follower() {
    const two = fixture.startProcess('two')
    two.watch(await fixture.subject())
    await two.pollAll()
    return two
  }

  test('when the process that counts dies, another that saw both all along counts on without a gap', async () => {
    const one = fixture.startProcess('one')
    await bothIn(fixture, one)
    const two = await follower()
    for (let second = 0; second < 10; second++) {
      await pass(fixture, one, 1)
      await two.pollAll()
    }
    await pass(fixture, two, 4)
    expect(two.liveRooms).toBe(0)
    await fixture.leaseExpires()
    await pass(fixture, two, 5)
    fixture.video.leave(fixture.room, fixture.fan)
    await two.pollAll()
    expect((await fixture.attendance()).usedMs).toBe(19_000)
    const [first, second] = await fixture.intervals()
    expect(second?.startedAt).toEqual(first?.endedAt)
  })

  test('a call is taken over the moment the lease of the process before runs out, not at the next round', async () => {
    await bothIn(fixture, fixture.startProcess('one'))
    const two = await follower()
    expect(two.liveRooms).toBe(0)
    await vi.waitFor(() => expect(two.liveRooms).toBe(1), { timeout: 60_000, interval: 50 })
  })

  test.each([
    ['did not look', async () => fixture.clock.advance(3)],
    [
      'saw one of them stop',
      async () => {
        fixture.video.stall(fixture.room, fixture.star)
        fixture.clock.advance(1)
        fixture.video.flow(fixture.room, fixture.star)
      },
    ],
  ])("what went by while the other process %s is nobody's paid time", async (_why, happens) => {
    await bothIn(fixture, fixture.startProcess('one'))
    const two = await follower()
    await happens()
    const sawThemAgain = fixture.clock.now()
    await two.pollAll()
    await fixture.leaseExpires()
    await pass(fixture, two, 1)
    const [, second] = await fixture.intervals()
    expect(second?.startedAt).toEqual(sawThemAgain)
  })

  test('a frozen process whose lease ran out writes nothing and counts from when it woke', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 10)
    await fixture.leaseExpires()
    fixture.clock.advance(30)
    await callClock.heartbeat()
    await callClock.pollAll()
    expect(callClock.lostLeases).toBe(1)
    const [before, after] = await fixture.intervals()
    expect(before).toMatchObject({ endedBy: 'platform' })
    expect((await fixture.attendance()).usedMs).toBeLessThanOrEqual(10_000)
    expect(after).toMatchObject({ startedAt: fixture.clock.now(), endedAt: null })
  })

  test('a process that woke after another took over cannot end what the other counts', async () => {
    const frozen = fixture.startProcess('frozen')
    await bothIn(fixture, frozen)
    await pass(fixture, frozen, 10)
    fixture.slept(frozen)
    await fixture.leaseExpires()
    const other = fixture.startProcess('other')
    await other.recover('lease-expired')
    other.watch(await fixture.subject())
    await other.pollAll()
    expect(other.liveRooms).toBe(1)
    fixture.clock.advance(50)
    frozen.endDue()
    await frozen.pollAll()
    expect(frozen.lostLeases).toBe(1)
    expect(frozen.liveRooms).toBe(0)
    expect(fixture.video.closedRooms).toEqual([])
    expect((await fixture.attendance()).isLive).toBe(true)
    expect(other.liveRooms).toBe(1)
  })

  test('fifty processes that open at once get one lease', async () => {
    const subject = await fixture.subject()
    const processes = Array.from({ length: 50 }, (_, index) => fixture.startProcess(`rival-${index}`))
    for (const each of processes) each.watch(subject)
    fixture.video.flow(fixture.room, fixture.fan, fixture.star)
    await Promise.all(processes.map(each => each.pollAll()))
    await vi.waitFor(async () => expect(await fixture.intervals()).toHaveLength(1), SOON)
    await Promise.all(processes.map(each => each.pollAll()))
    expect(processes.reduce((sum, each) => sum + each.liveRooms, 0)).toBe(1)
    expect(await fixture.intervals()).toHaveLength(1)
  })

  test('a process that is told to stop pauses its calls, which others may take up at once', async () => {
    const callClock = fixture.startProcess('old')
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 12)
    await callClock.pause()
    expect(await fixture.attendance()).toMatchObject({
      usedMs: 12_000,
      isLive: false,
      lastEndedBy: 'platform',
    })
    const next = fixture.startProcess('new')
    next.watch(await fixture.subject())
    await next.pollAll()
    expect(next.liveRooms).toBe(1)
  })
})
