import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClockFixture, createClockFixture } from '../testing/clock-fixture.ts'

let fixture: ClockFixture
beforeAll(async () => {
  fixture = await createClockFixture()
})
afterAll(() => fixture.close())

describe('whatever happens', () => {
  const who = fc.constantFrom('fan' as const, 'star' as const)
  const step = fc.oneof(
    fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 4_000 }) }),
    fc.record({ do: fc.constant('flow' as const), who }),
    fc.record({ do: fc.constant('leave' as const), who }),
    fc.record({ do: fc.constant('stall' as const), who, agoMs: fc.integer({ min: 0, max: 2_000 }) }),
    fc.record({
      do: fc.constant('stand still' as const),
      who,
      ms: fc.integer({ min: 1, max: 2_900 }),
      stopsAfter: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    fc.record({ do: fc.constantFrom('die' as const, 'crash' as const, 'freeze' as const) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

  /**
   * Plays the steps against a call of ten seconds; answers how long media of both flowed until it ended, stalls
   * unnoticed.
   */
  async function play(steps: readonly Step[], afterEach = async () => {}): Promise<number> {
    await fixture.callOf(10)
    let callClock = fixture.startProcess()
    callClock.watch(await fixture.subject())
    let bothMs = 0
    const flowing = new Set<'fan' | 'star'>()
    const idOf = { fan: fixture.fan, star: fixture.star }
    for (const each of steps) {
      if (each.do === 'wait') {
        fixture.clock.advance(each.ms / 1_000)
        if (flowing.size === 2) bothMs += each.ms
        callClock.endDue()
      } else if (each.do === 'flow') {
        fixture.video.flow(fixture.room, idOf[each.who])
        flowing.add(each.who)
      } else if (each.do === 'leave') {
        fixture.video.leave(fixture.room, idOf[each.who])
        flowing.delete(each.who)
      } else if (each.do === 'stall') {
        if (flowing.delete(each.who)) fixture.video.stall(fixture.room, idOf[each.who], each.agoMs)
      } else if (each.do === 'stand still') {
        const { ms, who } = each
        const stopsAfterMs = Math.floor(ms * each.stopsAfter)
        const isFlowing = flowing.has(who)
        if (flowing.size === 2) bothMs += stopsAfterMs
        flowing.delete(who)
        fixture.clock.advance(ms / 1_000)
        if (isFlowing) setImmediate(() => fixture.video.stall(fixture.room, idOf[who], ms - stopsAfterMs))
        callClock.endDue()
      } else if (each.do === 'freeze') {
        await fixture.leaseExpires()
      } else {
        fixture.video.die()
        flowing.clear()
        if (each.do === 'crash') {
          await fixture.leaseExpires()
          fixture.restartVideo()
          callClock = fixture.startProcess()
          await callClock.recover('lease-expired')
        }
      }
      await callClock.pollAll()
      await callClock.heartbeat()
      await callClock.announceLive()
      await callClock.pollAll()
      await afterEach()
      if (fixture.video.closedRooms.length > 0) break
    }
    await callClock.pause()
    return bothMs
  }

  test('used time is never more than the time both were there, nor than was paid, and intervals never overlap', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async steps => {
        const bothMs = await play(steps)
        const used = (await fixture.attendance()).usedMs
        expect(used).toBeLessThanOrEqual(Math.min(bothMs, 10_000))
        const all = await fixture.intervals()
        const sum = all.reduce((ms, { startedAt, endedAt }) => ms + Number(endedAt) - Number(startedAt), 0)
        expect(sum).toBe(used)
        all.sort((a, b) => Number(a.startedAt) - Number(b.startedAt) || Number(a.endedAt) - Number(b.endedAt))
        for (const [index, later] of all.slice(1).entries()) {
          expect(Number(all[index]?.endedAt)).toBeLessThanOrEqual(Number(later.startedAt))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('the used time that is sent never goes back, to those who are in and to a person who asks another process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async steps => {
        const published: number[] = []
        await play([{ do: 'flow', who: 'fan' }, { do: 'flow', who: 'star' }, ...steps], async () => {
          for (const message of fixture.messages.splice(0))
            if (message.kind === 'stats' || message.kind === 'ended')
              published.push(message.stats.used_duration)
          published.push(((await fixture.shownMs()) ?? 0) / 1_000)
        })
        expect(published).toEqual(published.toSorted((a, b) => a - b))
      }),
      { numRuns: 40 },
    )
  })

  test('without crashes and stalls every second both were there is paid, to the millisecond, also where the process stood still', async () => {
    const plain = step.filter(each => ['wait', 'flow', 'leave', 'stand still'].includes(each.do))
    await fc.assert(
      fc.asyncProperty(fc.array(plain, { minLength: 4, maxLength: 25 }), async steps => {
        const bothMs = await play([{ do: 'flow', who: 'fan' }, { do: 'flow', who: 'star' }, ...steps])
        expect((await fixture.attendance()).usedMs).toBe(Math.min(bothMs, 10_000))
      }),
      { numRuns: 40 },
    )
  })
})
