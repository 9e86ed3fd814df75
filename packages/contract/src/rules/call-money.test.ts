import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  absenceNeededMs,
  type CallEvidence,
  callEnding,
  MONEY_BACK_RULE,
  moneyBackRuleFor,
  type Stretch,
  TERMS_SENTENCE,
  TERMS_SENTENCES,
  TERMS_VERSION,
  termsSentenceOf,
  waitedMs,
} from './call-money.ts'
import { DAY_MS, MINUTE_MS } from './time-units.ts'

const span = (fromMs: number, untilMs: number): Stretch => ({ fromMs, untilMs })

/** Both were there for the first two of fifteen minutes. */
const left: CallEvidence = {
  totalMs: 15 * MINUTE_MS,
  usedMs: 2 * MINUTE_MS,
  together: [span(0, 2 * MINUTE_MS)],
  influencerAlone: [],
  buyerAlone: [],
  buyerEndedAtMs: null,
  agreed: null,
}
const dated: CallEvidence = { ...left, agreed: span(-5 * MINUTE_MS, 20 * MINUTE_MS) }
const endedAt = 2 * MINUTE_MS

it('keeps the text of each version of the terms, because requests store the version alone', () => {
  // A change of the text needs a new version: add a line, and never change one.
  expect(TERMS_SENTENCES).toEqual({
    '2026-11-22': 'The call may begin at once; once it is over the right to cancel ends.',
  })
  expect(TERMS_SENTENCE).toBe(termsSentenceOf(TERMS_VERSION))
  expect(Object.keys(TERMS_SENTENCES).at(-1)).toBe(TERMS_VERSION)
  expect(['older', 'constructor'].map(termsSentenceOf)).toEqual([null, null])
})

describe('whose the rest of a call is', () => {
  it('is said with the name of the influencer', () => {
    expect(moneyBackRuleFor('mia')).toBe(
      'You pay for the seconds you were both there. If you end the call yourself, or stay away while @mia waits for you, the rest is theirs; otherwise it comes back to you.',
    )
    expect(MONEY_BACK_RULE.match(/\{\w+\}/g)).toEqual(['{name}'])
  })

  it.each<[string, Partial<CallEvidence>, ReturnType<typeof callEnding>]>([
    ['all of it was used', { usedMs: 15 * MINUTE_MS, buyerEndedAtMs: endedAt }, 'used_up'],
    ['nobody waited', {}, 'not_used'],
    ['the buyer ended it', { buyerEndedAtMs: endedAt }, 'ended_by_buyer'],
    [
      'the buyer ended it and packets were on their way',
      { buyerEndedAtMs: endedAt, together: [span(0, endedAt + 1_500)] },
      'ended_by_buyer',
    ],
    [
      'the buyer ended it and came back alone',
      { buyerEndedAtMs: endedAt, buyerAlone: [span(DAY_MS / 2, DAY_MS / 2 + 3_000)] },
      'not_used',
    ],
    [
      'the buyer ended it and both came back',
      { buyerEndedAtMs: endedAt, together: [span(0, endedAt), span(DAY_MS / 2, DAY_MS / 2 + 2_000)] },
      'not_used',
    ],
    ['the buyer said so and stayed', { buyerEndedAtMs: MINUTE_MS }, 'not_used'],
    ['the buyer ended it after it was due', { buyerEndedAtMs: endedAt + DAY_MS + 1 }, 'not_used'],
    [
      'the influencer waited 10 minutes',
      { influencerAlone: [span(endedAt, endedAt + 10 * MINUTE_MS)] },
      'influencer_waited',
    ],
    [
      'the influencer waited a moment less',
      { influencerAlone: [span(endedAt, endedAt + 10 * MINUTE_MS - 1)] },
      'not_used',
    ],
    [
      'the influencer waited as long as was left',
      { usedMs: 14 * MINUTE_MS, influencerAlone: [span(endedAt, endedAt + MINUTE_MS)] },
      'influencer_waited',
    ],
    [
      'the influencer waited with gaps of 30 s',
      {
        influencerAlone: [
          span(endedAt + 30_000, endedAt + 5 * MINUTE_MS),
          span(5.5 * MINUTE_MS + endedAt, 13 * MINUTE_MS),
        ],
      },
      'influencer_waited',
    ],
    [
      'the influencer came to wait after 31 s',
      { influencerAlone: [span(endedAt + 31_000, endedAt + 60 * MINUTE_MS)] },
      'not_used',
    ],
    [
      'the influencer waited at three in the morning',
      { influencerAlone: [span(endedAt + 8 * 60 * MINUTE_MS, endedAt + 9 * 60 * MINUTE_MS)] },
      'not_used',
    ],
    [
      'the influencer waited before the buyer came, nothing being agreed',
      { influencerAlone: [span(-60 * MINUTE_MS, 0)] },
      'not_used',
    ],
    [
      'two processes saw the same six minutes',
      { influencerAlone: [span(endedAt, 8 * MINUTE_MS), span(endedAt + 5, 8 * MINUTE_MS + 5)] },
      'not_used',
    ],
  ])('undated: %s', (_what, more, expected) => {
    expect(callEnding({ ...left, ...more })).toBe(expected)
  })

  it.each<[string, Partial<CallEvidence>, ReturnType<typeof callEnding>]>([
    [
      'waited before, within the agreed time',
      { influencerAlone: [span(-5 * MINUTE_MS, 0), span(10 * MINUTE_MS, 15 * MINUTE_MS)] },
      'influencer_waited',
    ],
    ['waited before the agreed time', { influencerAlone: [span(-15 * MINUTE_MS, 0)] }, 'not_used'],
    ['waited after the agreed time', { influencerAlone: [span(15 * MINUTE_MS, 30 * MINUTE_MS)] }, 'not_used'],
    ['ended at its end by the buyer', { buyerEndedAtMs: endedAt }, 'ended_by_buyer'],
  ])('dated: %s', (_what, more, expected) => {
    expect(callEnding({ ...dated, ...more })).toBe(expected)
  })

  const back = (ms: number, untilMs = ms + 1) => ({
    buyerEndedAtMs: endedAt,
    together: [span(0, endedAt), span(endedAt + ms, endedAt + untilMs)],
  })
  const waits = (...stretches: [number, number][]) => ({
    influencerAlone: stretches.map(([fromMs, untilMs]) => span(endedAt + fromMs, endedAt + untilMs)),
  })
  it.each<[string, Partial<CallEvidence>, ReturnType<typeof callEnding>]>([
    ['a millisecond is left', { usedMs: 15 * MINUTE_MS - 1 }, 'not_used'],
    ['ended, and the last packets came for 5 s', { ...back(-1, 5_000) }, 'ended_by_buyer'],
    ['ended, and packets came for longer', { ...back(-1, 5_001) }, 'not_used'],
    ['ended, and back at the same moment', back(0), 'not_used'],
    ['ended at the very moment it was due', { buyerEndedAtMs: endedAt + DAY_MS }, 'ended_by_buyer'],
    ['ended by a buyer whom nobody ever met', { together: [], usedMs: 0, buyerEndedAtMs: 0 }, 'not_used'],
    ['waited with a gap of 30 s', waits([30_000, 10.5 * MINUTE_MS]), 'influencer_waited'],
    ['waited with a gap of more', waits([30_001, 10.5 * MINUTE_MS + 1]), 'not_used'],
    [
      'waited before a longer gap',
      waits([0, 10 * MINUTE_MS], [11 * MINUTE_MS, 12 * MINUTE_MS]),
      'influencer_waited',
    ],
    [
      'waited in stretches that were written down in any order',
      waits([5 * MINUTE_MS, 10 * MINUTE_MS], [0, 5 * MINUTE_MS]),
      'influencer_waited',
    ],
    [
      'a moment without length bridges no gap',
      waits([20_000, 20_000], [40_000, 10 * MINUTE_MS + 40_000]),
      'not_used',
    ],
  ])('to the millisecond: %s', (_what, more, expected) => {
    expect(callEnding({ ...left, ...more })).toBe(expected)
  })

  it('asks for no more waiting than was agreed, and for 10 minutes at most', () => {
    expect(absenceNeededMs(span(DAY_MS, DAY_MS + 5 * MINUTE_MS))).toBe(5 * MINUTE_MS)
    expect(absenceNeededMs(span(DAY_MS, DAY_MS + 60 * MINUTE_MS))).toBe(10 * MINUTE_MS)
  })

  it('counts waiting for a buyer who never came in a dated call alone', () => {
    const alone = { together: [], influencerAlone: [span(0, 3 * MINUTE_MS)] }
    expect(waitedMs({ ...dated, ...alone })).toBe(3 * MINUTE_MS)
    expect(waitedMs({ ...left, ...alone })).toBe(0)
  })

  it('counts no second as waiting in which both were there, whatever another process saw', () => {
    expect(waitedMs({ ...dated, influencerAlone: [span(0, 5 * MINUTE_MS)] })).toBe(3 * MINUTE_MS)
  })
})

/** A second of a call as somebody beside it would write it down. */
interface Second {
  buyer: boolean
  influencer: boolean
  /** The buyer presses End Call at its end, by the page or with a program. */
  isEnded: boolean
}

const secondOf: fc.Arbitrary<Second> = fc.record({
  buyer: fc.boolean(),
  influencer: fc.boolean(),
  isEnded: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
})
const course = fc
  .array(fc.tuple(secondOf, fc.integer({ min: 1, max: 400 })), { minLength: 1, maxLength: 12 })
  .map(parts =>
    parts.flatMap(([second, times]) =>
      Array.from({ length: times }, (_, index) => ({
        ...second,
        isEnded: second.isEnded && index === times - 1,
      })),
    ),
  )
const deal = fc.record({
  totalSeconds: fc.integer({ min: 5, max: 1_500 }),
  agreed: fc.option(
    fc.record({ from: fc.integer({ min: -600, max: 300 }), length: fc.integer({ min: 60, max: 3_000 }) }),
    {
      nil: null,
    },
  ),
})
type Deal = typeof deal extends fc.Arbitrary<infer D> ? D : never

/** What the server writes down of such a course, and the seconds cut where the paid ones are used up. */
function written(seconds: readonly Second[], { totalSeconds, agreed }: Deal): CallEvidence {
  const evidence = {
    totalMs: totalSeconds * 1_000,
    usedMs: 0,
    together: [] as Stretch[],
    influencerAlone: [] as Stretch[],
    buyerAlone: [] as Stretch[],
    buyerEndedAtMs: null as number | null,
    agreed: agreed && span(agreed.from * 1_000, (agreed.from + agreed.length) * 1_000),
  }
  for (const [index, { buyer, influencer, isEnded }] of seconds.entries()) {
    if (evidence.usedMs >= evidence.totalMs) break
    const list = buyer ? (influencer ? 'together' : 'buyerAlone') : influencer ? 'influencerAlone' : null
    if (list) evidence[list].push(span(index * 1_000, (index + 1) * 1_000))
    if (list === 'together') evidence.usedMs += 1_000
    if (isEnded && influencer) evidence.buyerEndedAtMs = (index + 1) * 1_000
  }
  return evidence
}

/** The contract's rule once more, second by second, without stretches. */
function oracle(seconds: readonly Second[], { totalSeconds, agreed }: Deal): ReturnType<typeof callEnding> {
  let used = 0
  let ended: number | null = null
  let isBackSince = false
  let waited = 0
  let gap = 0
  let isChainBroken = true
  for (const [index, { buyer, influencer, isEnded }] of seconds.entries()) {
    if (used === totalSeconds) break
    if (buyer && influencer) {
      used += 1
      if (!agreed) waited = 0
      gap = 0
      isChainBroken = false
    } else if (influencer) {
      if (gap > 30) isChainBroken = true
      gap = 0
      const isWithin = agreed && index >= agreed.from && index < agreed.from + agreed.length
      if (agreed ? isWithin : !isChainBroken) waited += 1
    } else gap += 1
    // Packets within five seconds of the press were on their way, as long as they never stopped.
    if (ended !== null && buyer) {
      const isStillOnTheWay =
        index < ended + 5 &&
        seconds
          .slice(ended - 1, index + 1)
          .every(
            each => each.buyer === buyer && each.influencer === seconds[(ended as number) - 1]?.influencer,
          )
      if (!isStillOnTheWay) isBackSince = true
    }
    if (isEnded && influencer) {
      ended = index + 1
      isBackSince = false
    }
  }
  if (used === totalSeconds) return 'used_up'
  const isInTime = ended !== null && (!agreed || ended <= agreed.from + agreed.length)
  if (used > 0 && isInTime && !isBackSince) return 'ended_by_buyer'
  return waited >= Math.min(600, totalSeconds - used) ? 'influencer_waited' : 'not_used'
}

/** Seconds of one state are one stretch: what follows End Call in the same stretch was on its way. */
function joined(evidence: CallEvidence): CallEvidence {
  const join = (stretches: readonly Stretch[]) =>
    stretches.reduce<Stretch[]>((all, next) => {
      const last = all.at(-1)
      if (last?.untilMs === next.fromMs) last.untilMs = next.untilMs
      else all.push({ ...next })
      return all
    }, [])
  return {
    ...evidence,
    together: join(evidence.together),
    influencerAlone: join(evidence.influencerAlone),
    buyerAlone: join(evidence.buyerAlone),
  }
}

describe('whatever the two do', () => {
  it('the rule decides as somebody would who watched every second', () => {
    fc.assert(
      fc.property(course, deal, (seconds, agreed) => {
        const begun = seconds.findIndex(({ buyer, influencer }) => buyer && influencer)
        fc.pre(begun !== -1)
        expect(callEnding(joined(written(seconds, agreed)))).toBe(oracle(seconds, agreed))
      }),
      { numRuns: 500 },
    )
  })

  it('the influencer keeps what was not used by waiting or by the buyer’s own press alone', () => {
    fc.assert(
      fc.property(course, deal, (seconds, agreed) => {
        const evidence = joined(written(seconds, agreed))
        const ending = callEnding(evidence)
        const aloneMs = seconds.filter(({ buyer, influencer }) => influencer && !buyer).length * 1_000
        if (ending === 'influencer_waited') {
          expect(aloneMs).toBeGreaterThanOrEqual(Math.min(10 * MINUTE_MS, evidence.totalMs - evidence.usedMs))
        }
        if (ending === 'ended_by_buyer') {
          expect(seconds.some(({ isEnded, influencer }) => isEnded && influencer)).toBe(true)
        }
      }),
    )
  })

  it('more of the influencer’s media never costs them, and a press of the buyer never pays', () => {
    const kept = (ending: ReturnType<typeof callEnding>) => ending !== 'not_used'
    fc.assert(
      fc.property(course, deal, (seconds, agreed) => {
        const evidence = joined(written(seconds, agreed))
        if (kept(callEnding({ ...evidence, buyerEndedAtMs: null })))
          expect(kept(callEnding(evidence))).toBe(true)
        const less = { ...evidence, influencerAlone: evidence.influencerAlone.slice(1) }
        if (kept(callEnding(less))) expect(kept(callEnding(evidence))).toBe(true)
      }),
    )
  })
})
