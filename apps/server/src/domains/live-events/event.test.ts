import { HOUR_MS, MINUTE_MS, seconds } from '@parley/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Airtime,
  applyTimeRules,
  begin,
  cancel,
  complete,
  type EventDecision,
  type EventFacts,
  end,
  endQueue,
  nextDueAt,
} from './event.ts'

const T0 = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(T0.getTime() + ms)
const fresh: EventFacts = {
  format: 'broadcast',
  state: 'scheduled',
  ending: null,
  durationSeconds: seconds(600),
  startsAt: null,
  begunAt: null,
  endedAt: null,
  usedMs: 0,
  settlesBy: null,
}
const dated: EventFacts = { ...fresh, startsAt: later(HOUR_MS) }
const silent: Airtime = { usedMs: 0, isLive: false, lastEndedAt: null, countedUntil: null }
const after = (event: EventFacts, decided: EventDecision): EventFacts =>
  decided && 'patch' in decided ? { ...event, ...decided.patch } : event
const live = (event: EventFacts, at: Date) => after(event, begin(event, at))

describe('what an owner may do', () => {
  it('begins once, and stays live while they are away', () => {
    const begun = live(fresh, T0)
    expect(begun).toMatchObject({ state: 'live', begunAt: T0, ending: null })
    expect(begin(begun, later(1))).toBeNull()
  })

  it('cancels an event before it began and not after', () => {
    expect(after(fresh, cancel(fresh, T0))).toMatchObject({
      state: 'cancelled',
      ending: 'cancelled',
      usedMs: 0,
    })
    expect(cancel(live(fresh, T0), T0)).toHaveProperty('notAllowed')
  })

  it('ends an event that began, with its broadcast time, once, and never one that did not begin', () => {
    const airtime = {
      usedMs: 150_000,
      isLive: false,
      lastEndedAt: later(150_000),
      countedUntil: later(150_000),
    }
    const begun = live(fresh, T0)
    const cut = after(begun, end(begun, airtime, later(150_000)))
    expect(cut).toMatchObject({
      state: 'ended',
      ending: 'cut_short',
      usedMs: 150_000,
      endedAt: later(150_000),
    })
    expect(end(cut, airtime, later(160_000))).toHaveProperty('notAllowed')
    expect(end(fresh, silent, T0)).toHaveProperty('notAllowed')
    const whole = { ...airtime, usedMs: 600_000 }
    expect(after(begun, end(begun, whole, later(600_000)))).toMatchObject({ ending: 'served' })
  })

  it('ends an event at once while its time is counted, and settles it when the count is over, or a minute later', () => {
    const begun = live(fresh, T0)
    const counted = (usedMs: number) => {
      return { usedMs, isLive: true, lastEndedAt: null, countedUntil: later(usedMs) }
    }
    const cut = after(begun, end(begun, counted(148_000), later(150_000)))
    expect(cut).toMatchObject({ state: 'ended', endedAt: later(150_000), settlesBy: later(210_000) })
    expect(nextDueAt(cut)).toEqual(later(150_000))
    expect(end(cut, counted(148_000), later(151_000))).toHaveProperty('notAllowed')
    expect(applyTimeRules(cut, counted(148_000), later(150_000))).toEqual({ recheckAt: later(151_000) })
    expect(applyTimeRules(cut, counted(149_000), later(209_999))).toHaveProperty('recheckAt')
    const settled = { state: 'ended', ending: 'cut_short', endedAt: later(150_000), settlesBy: null }
    const atEnd = applyTimeRules(cut, { ...counted(151_000), isLive: false }, later(152_000))
    // Broadcast time after the owner pressed End event is not paid.
    expect(after(cut, atEnd)).toMatchObject({ ...settled, usedMs: 150_000 })
    const givenUp = applyTimeRules(cut, counted(149_000), later(210_000))
    expect(after(cut, givenUp)).toMatchObject({ ...settled, usedMs: 149_000 })
    expect(nextDueAt(after(cut, givenUp))).toBeNull()
    const long = after(begun, end(begun, counted(599_000), later(600_000)))
    const whole = applyTimeRules(long, { ...counted(601_000), isLive: false }, later(602_000))
    expect(after(long, whole)).toMatchObject({ ending: 'served', usedMs: 600_000 })
    const almost = after(begun, end(begun, counted(598_000), later(599_000)))
    const notWhole = applyTimeRules(almost, { ...counted(601_000), isLive: false }, later(602_000))
    expect(after(almost, notWhole)).toMatchObject({ ending: 'cut_short', usedMs: 599_000 })
  })

  it('settles by what was counted, also where no count runs and where all of it came after the press', () => {
    const begun = live(fresh, T0)
    const counted = { usedMs: 600_000, isLive: true, lastEndedAt: null, countedUntil: later(600_000) }
    const pressed = after(begun, end(begun, counted, later(600_000)))
    const noCount = applyTimeRules(pressed, { ...silent, usedMs: 600_000 }, later(601_000))
    expect(after(pressed, noCount)).toMatchObject({ ending: 'served', usedMs: 600_000 })
    const atOnce = after(begun, end(begun, { ...counted, usedMs: 0 }, later(1_000)))
    const afterIt = { ...silent, usedMs: 3_000, countedUntil: later(5_000) }
    expect(after(atOnce, applyTimeRules(atOnce, afterIt, later(6_000)))).toMatchObject({ usedMs: 0 })
  })

  it.each(['served', 'cut_short', 'never_started'] as const)('ends a queue as %s, once', ending => {
    const queue: EventFacts = { ...fresh, format: 'queue' }
    const over = after(queue, endQueue(queue, ending, T0))
    expect(over).toMatchObject({ ending, usedMs: 0 })
    expect(endQueue(over, 'served', later(1))).toBeNull()
  })

  it.each([begin, complete, cancel])('does nothing with an event that was cancelled: %o', change => {
    expect(change(after(fresh, cancel(fresh, T0)), T0)).toHaveProperty('notAllowed')
  })

  it('is served when its whole duration was broadcast, however often that is reported', () => {
    const served = after(live(fresh, T0), complete(live(fresh, T0), later(600_000)))
    expect(served).toMatchObject({ state: 'ended', ending: 'served', usedMs: 600_000 })
    expect(complete(served, later(700_000))).toBeNull()
  })
})

describe('time', () => {
  it.each([
    ['an undated event that did not begin waits', fresh, null],
    ['a dated one is looked at 15 minutes after its start', dated, later(75 * MINUTE_MS)],
    ['an undated one that began, a day later', live(fresh, T0), later(24 * HOUR_MS)],
    ['a dated one that began, 15 minutes after its end', live(dated, later(HOUR_MS)), later(85 * MINUTE_MS)],
    ['one that is over, never again', after(fresh, cancel(fresh, T0)), null],
  ])('%s', (_what, event, due) => expect(nextDueAt(event)).toEqual(due))

  it('cancels a dated event that did not begin in time, to the millisecond', () => {
    expect(applyTimeRules(dated, silent, later(75 * MINUTE_MS - 1))).toBeNull()
    expect(after(dated, applyTimeRules(dated, silent, later(75 * MINUTE_MS)))).toMatchObject({
      state: 'cancelled',
      ending: 'never_started',
      usedMs: 0,
    })
  })

  it('waits for an owner who came back, until a day after they were last there', () => {
    const begun = live(fresh, T0)
    const airtime = {
      usedMs: 60_000,
      isLive: false,
      lastEndedAt: later(10 * HOUR_MS),
      countedUntil: later(10 * HOUR_MS),
    }
    expect(applyTimeRules(begun, airtime, later(25 * HOUR_MS))).toEqual({
      recheckAt: later(25 * HOUR_MS + MINUTE_MS),
    })
    expect(after(begun, applyTimeRules(begun, airtime, later(34 * HOUR_MS)))).toMatchObject({
      state: 'ended',
      ending: 'cut_short',
      usedMs: 60_000,
    })
  })

  it('never ends an event while its owner broadcasts', () => {
    const begun = live(dated, later(HOUR_MS))
    const airtime = { usedMs: 1_000, isLive: true, lastEndedAt: null, countedUntil: null }
    expect(applyTimeRules(begun, airtime, later(5 * HOUR_MS))).toHaveProperty('recheckAt')
  })

  it('whatever happens, an event ends at most once and its broadcast is never longer than announced', () => {
    const step = fc.constantFrom('begin', 'complete', 'cancel', 'end', 'time')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.boolean(), (steps, isDated) => {
        let event = isDated ? dated : fresh
        let ended: EventFacts | null = null
        for (const [i, name] of steps.entries()) {
          const now = later(i * 7 * HOUR_MS)
          const airtime = { usedMs: 5_000, isLive: false, lastEndedAt: null, countedUntil: null }
          const decided =
            name === 'time' || name === 'end'
              ? { time: applyTimeRules, end }[name](event, airtime, now)
              : { begin, complete, cancel }[name as 'begin' | 'complete' | 'cancel'](event, now)
          event = after(event, decided)
          if (ended) expect(event).toEqual(ended)
          if (event.ending) ended = event
          expect(event.usedMs).toBeLessThanOrEqual(event.durationSeconds * 1000)
          expect(event.ending === null).toBe(event.state === 'scheduled' || event.state === 'live')
        }
      }),
    )
  })
})
