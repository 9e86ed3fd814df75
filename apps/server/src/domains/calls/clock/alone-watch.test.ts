import { CLOCK_LOSS_MAX_MS, MEDIA_FLOW_WINDOW_MS } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bothIn, type ClockFixture, createClockFixture, hasPolled, pass } from '../testing/clock-fixture.ts'
import { AloneWatch } from './alone-watch.ts'
import { MediaFlow } from './media-flow.ts'

let fixture: ClockFixture
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())
beforeEach(() => fixture.callOf(900))

const lengths = (stretches: readonly { fromMs: number; untilMs: number }[]) =>
  stretches.map(({ fromMs, untilMs }) => untilMs - fromMs)

/** How long each was there alone, as the database stores it. */
async function written() {
  const { influencerAlone, buyerAlone } = await fixture.attendance()
  return { influencer: lengths(influencerAlone), buyer: lengths(buyerAlone) }
}

describe('who was there alone', () => {
  test('is written down up to the last packet that is sure, from the last packet of the other', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 10)
    fixture.video.stall(fixture.room, fixture.fan, 1_500)
    await pass(fixture, callClock, 60)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [59_500], buyer: [] })
    fixture.video.leave(fixture.room, fixture.star)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [61_500], buyer: [] })
  })

  test('is written down once where the first event of the other is handled late', async () => {
    const callClock = fixture.startProcess()
    const { room, fan } = fixture
    await bothIn(fixture, callClock)
    const atMs = fixture.clock.now().getTime()
    await pass(fixture, callClock, 10)
    fixture.video.stall(room, fan)
    await pass(fixture, callClock, 30)
    callClock.handleEvent({ type: 'media-live', roomId: room, identity: fan, atMs })
    await pass(fixture, callClock, 30)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [58_000], buyer: [] })
  })

  test('a buyer who waits for an influencer is written down as one who was there', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.fan)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 30)
    fixture.video.flow(fixture.room, fixture.star)
    await callClock.pollAll()
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [], buyer: [30_000] })
  })

  test('an influencer who sends two seconds and keeps the page open waited for nobody', async () => {
    const callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 2)
    fixture.video.stall(fixture.room, fixture.star)
    fixture.video.stall(fixture.room, fixture.fan)
    await pass(fixture, callClock, 900)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [], buyer: [] })
  })

  test('a clock that is moved ahead while one waits moves the waiting with it', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    fixture.clock.advance(3_600)
    await callClock.pollAll()
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [3_598_000], buyer: [] })
  })

  test('a process that dies loses what it had not written, and the next one continues', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 20)
    await callClock.saveAlone()
    await pass(fixture, callClock, 5)
    const next = fixture.startProcess('two')
    next.watch(await fixture.subject())
    await next.pollAll()
    await pass(fixture, next, 10)
    await next.saveAlone()
    expect(await written()).toEqual({ influencer: [18_000, 8_000], buyer: [] })
  })

  test('ends at the last packet, also where a poll before the late report of it had stored more', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 10)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [8_000], buyer: [] })
    fixture.video.stall(fixture.room, fixture.star, 3_000)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [7_000], buyer: [] })
  })

  test('of what the database did not take nothing is lost', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 10)
    const { room } = fixture
    fixture.video.stall(room, fixture.star)
    const stretches = callClock.room(room)?.alone?.drainUnsaved() ?? []
    expect(stretches).toHaveLength(1)
    callClock.room(room)?.alone?.putBack(stretches)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [10_000], buyer: [] })
  })

  test('nothing is proven while the provider cannot be asked', async () => {
    const callClock = fixture.startProcess()
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, callClock)
    await pass(fixture, callClock, 10)
    fixture.video.answers('fails')
    await pass(fixture, callClock, 600)
    await callClock.saveAlone()
    expect(await written()).toEqual({ influencer: [8_000], buyer: [] })
  })

  /** How long the influencer was there alone, of a process that looked at these moments. */
  function provenBy(...moments: number[]): number[] {
    const flow = new MediaFlow(['buyer', 'influencer'])
    const watch = new AloneWatch('0190a1b2-0000-7000-8000-000000000000')
    for (const nowMs of moments) {
      const media = { identity: 'star', joined: true, mediaFlowing: true, sinceMs: 0 }
      flow.handleSight('influencer', { media, nowMs })
      watch.handleSight(flow, { nowMs, machineMs: nowMs })
    }
    return watch
      .drainUnsaved()
      .map(({ startedAt, provenUntil }) => provenUntil.getTime() - startedAt.getTime())
  }

  test('what went by while the process was frozen did not happen', () => {
    const seconds = [0, 1, 2, 3, 4, 5, 600, 601, 602, 603, 604]
    expect(provenBy(...seconds.map(second => second * 1_000))).toEqual([3_000, 2_000])
  })

  test('nobody, and two who are both there, wait for nobody', () => {
    for (const mediaFlowing of [false, true]) {
      const flow = new MediaFlow(['buyer', 'influencer'])
      const watch = new AloneWatch('0190a1b2-0000-7000-8000-000000000000')
      for (const nowMs of [0, 1_000, 2_000, 3_000, 4_000]) {
        for (const side of ['buyer', 'influencer'] as const)
          flow.handleSight(side, { media: { identity: side, joined: true, mediaFlowing, sinceMs: 0 }, nowMs })
        watch.handleSight(flow, { nowMs, machineMs: nowMs })
      }
      expect(watch.drainUnsaved()).toEqual([])
    }
  })

  test('a process that looks as late as it may was not frozen, and a millisecond later it was', () => {
    expect(provenBy(0, CLOCK_LOSS_MAX_MS)).toEqual([CLOCK_LOSS_MAX_MS - MEDIA_FLOW_WINDOW_MS])
    expect(provenBy(0, CLOCK_LOSS_MAX_MS + 1)).toEqual([])
  })
})
