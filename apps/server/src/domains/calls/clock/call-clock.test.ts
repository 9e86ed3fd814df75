import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { changeRequestRow, requestRow } from '../testing/call-requests.ts'
import { bothIn, type ClockHouse, createClockHouse, pass, settled } from '../testing/clock-house.ts'

let house: ClockHouse
beforeAll(async () => {
  house = await createClockHouse()
})
afterAll(() => house.close())
beforeEach(() => house.callOf(60))

describe('what counts as paid time', () => {
  test('the buyer pays only for the seconds both were there', async () => {
    const callClock = house.startProcess()
    house.video.flow(house.room, house.fan)
    await settled(house, callClock)
    await pass(house, callClock, 10)
    house.video.flow(house.room, house.star)
    await settled(house, callClock)
    await pass(house, callClock, 7)
    house.video.leave(house.room, house.star)
    await callClock.lookAll()
    await pass(house, callClock, 20)
    expect(await house.attendance()).toMatchObject({
      usedMs: 7_000,
      isLive: false,
      lastEndedBy: 'influencer',
    })
    house.video.flow(house.room, house.star)
    await settled(house, callClock)
    await pass(house, callClock, 3)
    house.video.leave(house.room, house.fan)
    await callClock.lookAll()
    expect(await house.attendance()).toMatchObject({ usedMs: 10_000, isLive: false, lastEndedBy: 'buyer' })
  })

  test('time ends with the last packet, not when its absence was noticed', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 10)
    house.video.stall(house.room, house.fan, 1_900)
    await callClock.lookAll()
    expect(await house.attendance()).toMatchObject({ usedMs: 8_100, lastEndedBy: 'buyer' })
  })

  test('time begins when both flow, however late that is written down', async () => {
    const callClock = house.startProcess()
    house.video.flow(house.room, house.fan)
    await settled(house, callClock)
    await pass(house, callClock, 2)
    house.video.flow(house.room, house.star)
    house.clock.advance(0.4)
    await callClock.lookAll()
    await pass(house, callClock, 3)
    house.video.leave(house.room, house.fan)
    await callClock.lookAll()
    expect((await house.attendance()).usedMs).toBe(3_400)
  })

  test('when the media process dies nobody left: the platform cut the call short', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 5)
    house.video.die()
    await callClock.lookAll()
    expect(await house.attendance()).toMatchObject({ usedMs: 5_000, lastEndedBy: 'platform' })
    await bothIn(house, callClock)
    expect((await house.attendance()).isLive).toBe(true)
  })

  test('what a request shows runs with the call and never goes back; once its holder is gone only what is proven counts', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 10)
    house.clock.advance(0.4)
    expect(await house.shownMs()).toBe(10_000)
    expect((await house.attendance()).usedMs).toBe(8_000)
    await house.claimRunsOut()
    house.clock.advance(60)
    expect(await house.shownMs()).toBe(10_000)
    expect((await house.attendance()).usedMs).toBe(8_000)
  })

  test('an event that was lost is made good by looking', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 4)
    house.video.roomMedia = async () => []
    house.clock.advance(1)
    await callClock.lookAll()
    expect(await house.attendance()).toMatchObject({ usedMs: 4_000, isLive: false })
  })

  test('nobody pays while the video provider cannot be asked', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 5)
    house.video.answers('fails')
    await pass(house, callClock, 20)
    expect(await house.attendance()).toMatchObject({ usedMs: 5_000, isLive: false, lastEndedBy: 'platform' })
  })

  test('the first time both are in, the request is accepted and has begun', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    expect(await requestRow(house.core, house.room)).toMatchObject({
      state: 'accepted',
      begunAt: house.clock.now(),
    })
  })

  test('figures are told at each change, in seconds to the millisecond', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 2)
    house.video.stall(house.room, house.star, 250)
    await callClock.lookAll()
    expect(house.messages).toEqual([
      { kind: 'stats', stats: { total_duration: 60, used_duration: 0, is_live: true } },
      { kind: 'stats', stats: { total_duration: 60, used_duration: 2, is_live: false } },
    ])
  })
})

describe('the end of paid time', () => {
  test('at zero exactly what was paid is used, the request is served and everyone is out', async () => {
    await house.callOf(15)
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 14)
    expect(await requestRow(house.core, house.room)).toMatchObject({ state: 'accepted' })
    house.clock.advance(1.2)
    callClock.endDue()
    await settled(house, callClock)
    expect(await house.attendance()).toMatchObject({ usedMs: 15_000, isLive: false, lastEndedBy: 'time' })
    expect(await requestRow(house.core, house.room)).toMatchObject({ state: 'completed', outcome: 'served' })
    expect(house.video.closedRooms).toContain(house.room)
    expect(await house.video.roomMedia(house.room)).toEqual([])
    const stats = { total_duration: 15, used_duration: 15, is_live: false }
    expect(house.messages.at(-1)).toEqual({ kind: 'ended', stats, code: 4410 })
  })

  test('the last second ends to the millisecond although nobody looks at the time', async () => {
    await house.callOf(1)
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    house.clock.advance(0.9)
    callClock.endDue()
    house.clock.advance(0.1)
    await vi.waitFor(() => expect(house.messages.at(-1)?.kind).toBe('ended'), { interval: 5 })
    expect((await house.attendance()).usedMs).toBe(1_000)
  })

  test('a call with a pause in it is over when both stretches together are what was paid', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 25)
    house.video.leave(house.room, house.star)
    await callClock.lookAll()
    await pass(house, callClock, 20)
    house.video.flow(house.room, house.star)
    await settled(house, callClock)
    await pass(house, callClock, 34)
    expect(await house.attendance()).toMatchObject({ isLive: true })
    house.clock.advance(3_600)
    callClock.endDue()
    await settled(house, callClock)
    expect(await house.attendance()).toMatchObject({ usedMs: 60_000, isLive: false, lastEndedBy: 'time' })
    expect(await requestRow(house.core, house.room)).toMatchObject({ state: 'completed', outcome: 'served' })
  })

  test('a clock that is moved an hour ahead uses the time up and no more', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    house.clock.advance(3_600)
    callClock.endDue()
    await settled(house, callClock)
    expect(await house.attendance()).toMatchObject({ usedMs: 60_000, lastEndedBy: 'time' })
  })

  test('whoever comes back with media after the end is put out again', async () => {
    await house.callOf(5)
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 6)
    await vi.waitFor(() => expect(callClock.room(house.room)?.isLive ?? false).toBe(false))
    const closedBefore = house.video.closedRooms.length
    house.video.flow(house.room, house.fan, house.star)
    await vi.waitFor(async () => expect(await house.video.roomMedia(house.room)).toEqual([]), { interval: 5 })
    expect(house.video.closedRooms.length).toBeGreaterThan(closedBefore)
    expect((await house.attendance()).usedMs).toBe(5_000)
  })

  test('a call is ended when its money is disputed, and counts no further', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 3)
    await changeRequestRow(house.core, house.room, { paymentStatus: 'disputed' })
    await callClock.recheck(house.room)
    expect(await house.attendance()).toMatchObject({ usedMs: 3_000, isLive: false, lastEndedBy: 'platform' })
    expect(house.messages.at(-1)).toMatchObject({ kind: 'ended', code: 4403 })
    expect(await house.video.roomMedia(house.room)).toEqual([])
  })

  test('an unpaid call never goes live', async () => {
    await changeRequestRow(house.core, house.room, { paymentStatus: 'unpaid' })
    house.startProcess()
    house.video.flow(house.room, house.fan, house.star)
    await vi.waitFor(() => expect(house.video.closedRooms).toContain(house.room), { interval: 5 })
    expect(await house.intervals()).toEqual([])
  })
})

describe('crashes and rivals', () => {
  test('after a crash the call is closed at its last proven moment: at most 5 s short, never over', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 20)
    house.clock.advance(0.9)
    const next = house.startProcess('two')
    await next.recover('claim-ran-out')
    expect((await house.attendance()).isLive).toBe(true)
    await house.claimRunsOut()
    house.clock.advance(100)
    await next.recover('claim-ran-out')
    const used = (await house.attendance()).usedMs
    expect(used).toBeGreaterThanOrEqual(20_900 - 5_000)
    expect(used).toBeLessThanOrEqual(20_900)
    expect(await house.attendance()).toMatchObject({ isLive: false, lastEndedBy: 'platform' })
  })

  test('a server that is alone does not wait for the claim of the process before it', async () => {
    await bothIn(house, house.startProcess())
    await house.startProcess('two').recover('whoever-holds')
    expect((await house.attendance()).isLive).toBe(false)
  })

  test('of two processes that see the same media one counts', async () => {
    const [one, two] = [house.startProcess('one'), house.startProcess('two')]
    house.video.flow(house.room, house.fan, house.star)
    await Promise.all([settled(house, one), settled(house, two)])
    for (let second = 0; second < 6; second++) {
      await pass(house, one, 1)
      await two.lookAll()
      await two.beat()
    }
    expect(await house.intervals()).toHaveLength(1)
    expect(one.liveRooms + two.liveRooms).toBe(1)
    house.video.leave(house.room, house.fan)
    await Promise.all([one.lookAll(), two.lookAll()])
    expect((await house.attendance()).usedMs).toBe(6_000)
  })

  /** Another process, which sees the same media and comes too late to count it. */
  async function follower() {
    const two = house.startProcess('two')
    two.watch(await house.subject())
    await two.lookAll()
    return two
  }

  test('when the process that counts dies, another that saw both all along counts on without a gap', async () => {
    const one = house.startProcess('one')
    await bothIn(house, one)
    const two = await follower()
    for (let second = 0; second < 10; second++) {
      await pass(house, one, 1)
      await two.lookAll()
    }
    await pass(house, two, 4)
    expect(two.liveRooms).toBe(0)
    await house.claimRunsOut()
    await pass(house, two, 5)
    house.video.leave(house.room, house.fan)
    await two.lookAll()
    expect((await house.attendance()).usedMs).toBe(19_000)
    const [first, second] = await house.intervals()
    expect(second?.startedAt).toEqual(first?.endedAt)
  })

  test('a call is taken over the moment the claim of the process before runs out, not at the next round', async () => {
    await bothIn(house, house.startProcess('one'))
    const two = await follower()
    expect(two.liveRooms).toBe(0)
    await vi.waitFor(() => expect(two.liveRooms).toBe(1), { timeout: 20_000, interval: 50 })
  })

  test.each([
    ['did not look', async () => house.clock.advance(3)],
    [
      'saw one of them stop',
      async () => {
        house.video.stall(house.room, house.star)
        house.clock.advance(1)
        house.video.flow(house.room, house.star)
      },
    ],
  ])("what went by while the other process %s is nobody's paid time", async (_why, happens) => {
    await bothIn(house, house.startProcess('one'))
    const two = await follower()
    await happens()
    const sawThemAgain = house.clock.now()
    await two.lookAll()
    await house.claimRunsOut()
    await pass(house, two, 1)
    const [, second] = await house.intervals()
    expect(second?.startedAt).toEqual(sawThemAgain)
  })

  test('a frozen process whose claim ran out writes nothing and counts from when it woke', async () => {
    const callClock = house.startProcess()
    await bothIn(house, callClock)
    await pass(house, callClock, 10)
    await house.claimRunsOut()
    house.clock.advance(30)
    await callClock.beat()
    await callClock.lookAll()
    expect(callClock.lostClaims).toBe(1)
    const [before, after] = await house.intervals()
    expect(before).toMatchObject({ endedBy: 'platform' })
    expect((await house.attendance()).usedMs).toBeLessThanOrEqual(10_000)
    expect(after).toMatchObject({ startedAt: house.clock.now(), endedAt: null })
  })

  test('a process that woke after another took over cannot end what the other counts', async () => {
    const frozen = house.startProcess('frozen')
    await bothIn(house, frozen)
    await pass(house, frozen, 10)
    house.slept(frozen)
    await house.claimRunsOut()
    const other = house.startProcess('other')
    await other.recover('claim-ran-out')
    other.watch(await house.subject())
    await other.lookAll()
    expect(other.liveRooms).toBe(1)
    house.clock.advance(50)
    frozen.endDue()
    await frozen.lookAll()
    expect(frozen.lostClaims).toBe(1)
    expect(frozen.liveRooms).toBe(0)
    expect(house.video.closedRooms).toEqual([])
    expect((await house.attendance()).isLive).toBe(true)
    expect(other.liveRooms).toBe(1)
  })

  test('fifty processes that open at once get one claim', async () => {
    const subject = await house.subject()
    const processes = Array.from({ length: 50 }, (_, index) => house.startProcess(`rival-${index}`))
    for (const each of processes) each.watch(subject)
    house.video.flow(house.room, house.fan, house.star)
    await Promise.all(processes.map(each => each.lookAll()))
    await vi.waitFor(async () => expect(await house.intervals()).toHaveLength(1))
    await Promise.all(processes.map(each => each.lookAll()))
    expect(processes.reduce((sum, each) => sum + each.liveRooms, 0)).toBe(1)
    expect(await house.intervals()).toHaveLength(1)
  })

  test('a process that is told to stop pauses its calls, which others may take up at once', async () => {
    const callClock = house.startProcess('old')
    await bothIn(house, callClock)
    await pass(house, callClock, 12)
    await callClock.pause()
    expect(await house.attendance()).toMatchObject({ usedMs: 12_000, isLive: false, lastEndedBy: 'platform' })
    const next = house.startProcess('new')
    next.watch(await house.subject())
    await next.lookAll()
    expect(next.liveRooms).toBe(1)
  })
})
