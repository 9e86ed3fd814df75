import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Flow } from '../flow.ts'
import { BLIND_AFTER_MS, Sight, UNPAID_SIGHT_MAX_MS } from './sight.ts'
import { SightAccounts } from './sight-accounts.ts'

const SIDES = ['fan', 'star'] as const
type Side = (typeof SIDES)[number]
const otherOf = { fan: 'star', star: 'fan' } as const
/** How often the worker checks for silence, and how late the server's clock receives the report that both flow. */
const TICK_MS = 25
const CLOCK_LATE_MS = 100

interface Happens {
  rejoins?: Record<Side, ReadonlySet<number>>
  handOvers?: ReadonlySet<number>
  /** How long LiveKit takes, each time somebody sends, until it lets them see; the media worker takes no time. */
  lagsMs?: Record<Side, number>
  /** From when until when LiveKit lets somebody see nothing, whatever they send. */
  blind?: Partial<Record<Side, readonly [fromMs: number, untilMs: number]>>
}

/** A call as the media worker or LiveKit carries it, with the clock of paid time as the server keeps it beside it. */
function playCall(schedule: Record<Side, readonly number[]>, happens: Happens = {}) {
  const { rejoins = NOBODY, handOvers = new Set(), lagsMs = null, blind = {} } = happens
  let book = new SightAccounts(() => 0)
  const accounts = { fan: book.of('room', 'fan'), star: book.of('room', 'star') }
  const flows: Record<Side, Flow> = { fan: new Flow(), star: new Flow() }
  let clockMs = 0
  const sendsSinceMs: Record<Side, number | null> = { fan: null, star: null }
  const blindSinceMs: Record<Side, number | null> = { fan: null, star: null }
  const isCutOff = (side: Side) => {
    const [fromMs, untilMs] = blind[side] ?? [0, 0]
    return clockMs >= fromMs && clockMs < untilMs
  }
  // The server requests LiveKit to revoke the permission of a person who is held back.
  const maySee = (side: Side) =>
    !isCutOff(side) &&
    clockMs - (sendsSinceMs[side] ?? Number.POSITIVE_INFINITY) >= (lagsMs?.[side] ?? 0) &&
    sights[side].stateAt(clockMs) !== 'held'
  const isReady = (side: Side) => maySee(side) || sights[side].stateAt(clockMs) === 'held'
  const sightOf = (side: Side) => {
    const deps = { account: accounts[side], own: flows[side], other: () => flows[otherOf[side]], lagMs: 0 }
    const requested = () => ({
      ...{ maySee: maySee(side), isCounted: SIDES.every(isReady) },
      blindSinceMs: firstBlindMs(),
    })
    return new Sight(lagsMs ? { ...deps, requested } : deps)
  }
  const firstBlindMs = () => {
    const since = SIDES.flatMap(side => blindSinceMs[side] ?? [])
    return since.length > 0 ? Math.min(...since) : null
  }
  const noteBlindness = (side: Side) => {
    if (!flows[side].isLive || isReady(side)) blindSinceMs[side] = null
    else if (sights[side].stateAt(clockMs) === 'open') blindSinceMs[side] ??= clockMs
  }
  const sights: Record<Side, Sight> = { fan: sightOf('fan'), star: sightOf('star') }
  const sent = { fan: new Set(schedule.fan), star: new Set(schedule.star) }
  const given: Record<Side, number[]> = { fan: [], star: [] }
  /** When somebody came again or was given nothing: what lies between two packets then was not given. */
  const cuts: Record<Side, number[]> = { fan: [], star: [] }
  let paidMs = 0
  let liveSinceMs: number | null = null
  const endMs = Math.max(0, ...schedule.fan, ...schedule.star) + 5_000
  const update = (nowMs: number) => {
    for (const side of SIDES) sendsSinceMs[side] = flows[side].isLive ? (sendsSinceMs[side] ?? nowMs) : null
    if (lagsMs) SIDES.forEach(noteBlindness)
    const isCounted = !lagsMs || SIDES.every(isReady)
    const blindMs = firstBlindMs()
    const isLost = blindMs !== null && nowMs - blindMs > BLIND_AFTER_MS
    for (const side of SIDES) sights[side].update(nowMs)
    const isLive = flows.fan.isLive && flows.star.isLive && !isLost
    if (isLive && isCounted) liveSinceMs ??= nowMs
    if (isLive || liveSinceMs === null) return
    const lostMs = isLost ? blindMs : nowMs
    const lastMs = Math.min(flows.fan.lastPacketMs, flows.star.lastPacketMs, lostMs)
    paidMs += Math.max(0, lastMs - liveSinceMs - CLOCK_LATE_MS)
    liveSinceMs = null
  }
  for (let nowMs = 0; nowMs <= endMs; nowMs++) {
    clockMs = nowMs
    if (lagsMs && SIDES.some(side => nowMs - (sendsSinceMs[side] ?? nowMs + 1) === lagsMs[side]))
      update(nowMs)
    if (handOvers.has(nowMs)) book = new SightAccounts(() => 0)
    for (const side of SIDES) {
      if (handOvers.has(nowMs)) accounts[side] = book.of('room', side, 'begun')
      if (rejoins[side].has(nowMs) || handOvers.has(nowMs)) {
        flows[side].end()
        update(nowMs)
        for (const seer of SIDES) cuts[seer].push(nowMs)
        flows[side] = new Flow()
        sights[side] = sightOf(side)
      }
      if (sent[side].has(nowMs)) {
        if (flows[side].note(nowMs) === 'live') update(nowMs)
        const seer = otherOf[side]
        if (flows[side].isLive && sights[seer].mayReceive(nowMs)) {
          const sees = !lagsMs || maySee(seer)
          if (sees) sights[seer].noteGiven(nowMs)
          ;(sees ? given : cuts)[seer].push(nowMs)
        } else cuts[seer].push(nowMs)
      }
      if (nowMs % TICK_MS === 0 && (flows[side].check(nowMs) !== null || lagsMs)) update(nowMs)
    }
  }
  return { paidMs, given, cuts, unpaidMs: { fan: accounts.fan.unpaidMs, star: accounts.star.unpaidMs } }
}

/**
 * The oracle: for how long somebody saw the other, a gap of at most a fifth of a second in it being none, unless it was
 * cut. Both in order.
 */
function seenMs(times: readonly number[], cuts: readonly number[]): number {
  let sum = 0
  let next = 0
  for (const [index, atMs] of times.slice(1).entries()) {
    const fromMs = times[index] ?? atMs
    while ((cuts[next] ?? Number.POSITIVE_INFINITY) <= fromMs) next++
    const isCut = (cuts[next] ?? Number.POSITIVE_INFINITY) <= atMs
    if (atMs - fromMs <= 200 && !isCut) sum += atMs - fromMs
  }
  return sum
}

const steady = (fromMs: number, toMs: number, everyMs = 20) =>
  Array.from({ length: Math.max(0, Math.floor((toMs - fromMs) / everyMs)) }, (_, i) => fromMs + i * everyMs)
const bursts = (everyMs: number, packets: number, count: number) =>
  Array.from({ length: count }, (_, burst) => steady(burst * everyMs, burst * everyMs + packets)).flat()
const NOBODY = { fan: new Set<number>(), star: new Set<number>() }

describe('what a party is given', () => {
  const pattern = fc.oneof(
    fc.record({ lasts: fc.integer({ min: 1, max: 6_000 }), everyMs: fc.integer({ min: 1, max: 60 }) }),
    fc.record({ lasts: fc.integer({ min: 1, max: 6_000 }), everyMs: fc.integer({ min: 200, max: 2_300 }) }),
    fc.record({ lasts: fc.integer({ min: 100, max: 4_000 }), everyMs: fc.constant(100_000) }),
    fc.record({ lasts: fc.constant(40), everyMs: fc.constant(1) }),
  )
  const side = fc.array(pattern, { minLength: 1, maxLength: 14 }).map(patterns => {
    const times: number[] = []
    let nowMs = 0
    for (const { lasts, everyMs } of patterns) {
      times.push(...steady(nowMs, nowMs + lasts, everyMs))
      nowMs += lasts
    }
    return times
  })
  const rejoined = fc
    .uniqueArray(fc.integer({ min: 0, max: 40_000 }), { maxLength: 12 })
    .map(all => new Set(all))

  const lag = fc.integer({ min: 0, max: 200 })
  const lagsMs = fc.option(fc.record({ fan: lag, star: lag }), { nil: undefined })
  const cutOff = fc
    .record({ fromMs: fc.integer({ min: 0, max: 30_000 }), forMs: fc.integer({ min: 0, max: 10_000 }) })
    .map(({ fromMs, forMs }) => [fromMs, fromMs + forMs] as const)
  const blinded = fc.record({ fan: cutOff, star: cutOff }, { requiredKeys: [] })

  it('is never more than two seconds beyond what counts, whatever either sends and however often they come again', () => {
    fc.assert(
      fc.property(
        side,
        side,
        rejoined,
        rejoined,
        lagsMs,
        blinded,
        (fan, star, fanComes, starComes, lags, blind) => {
          const happens: Happens = {
            rejoins: { fan: fanComes, star: starComes },
            ...(lags ? { lagsMs: lags, blind } : {}),
          }
          const { paidMs, given, cuts, unpaidMs } = playCall({ fan, star }, happens)
          for (const each of SIDES) {
            expect(seenMs(given[each], cuts[each])).toBeLessThanOrEqual(paidMs + UNPAID_SIGHT_MAX_MS)
            expect(unpaidMs[each]).toBeLessThanOrEqual(UNPAID_SIGHT_MAX_MS)
          }
        },
      ),
      { numRuns: 200, endOnFailure: true },
    )
  })

  it('is no more for a person who goes to another process after each stall, which does not know what came before', () => {
    const everyMs = 2_480
    const fan = bursts(everyMs, 400, 20).map(atMs => atMs + 100)
    const handOvers = new Set(Array.from({ length: 20 }, (_, burst) => (burst + 1) * everyMs + 50))
    const { paidMs, given, cuts } = playCall({ fan, star: steady(0, 20 * everyMs) }, { handOvers })
    expect(seenMs(given.fan, cuts.fan)).toBeLessThanOrEqual(paidMs + UNPAID_SIGHT_MAX_MS)
  })

  it.each<[Side, number]>([
    ['fan', 16],
    ['star', 16],
    ['fan', 400],
  ])(
    'to a %s who sends %i ms of packets each time the clock stopped is two seconds in a whole call',
    (who, packets) => {
      const burst = bursts(packets + 2_080, packets, 60).map(atMs => atMs + 100)
      const other = steady(0, 60 * (packets + 2_080))
      const schedule = who === 'fan' ? { fan: burst, star: other } : { fan: other, star: burst }
      const { paidMs, given, cuts } = playCall(schedule)
      expect(seenMs(given[who], cuts[who])).toBeLessThanOrEqual(paidMs + UNPAID_SIGHT_MAX_MS)
    },
  )

  it('is two seconds in a whole call also where the other is let see a little later each time they come back', () => {
    const star = Array.from({ length: 40 }, (_, i) => steady(i * 4_000, i * 4_000 + 1_500)).flat()
    const { paidMs, given, cuts } = playCall(
      { fan: steady(0, 160_000), star },
      { lagsMs: { fan: 0, star: 400 } },
    )
    expect(seenMs(given.fan, cuts.fan)).toBeLessThanOrEqual(paidMs + UNPAID_SIGHT_MAX_MS)
  })

  it('costs nobody more than two seconds of what LiveKit took longer to let the other see', () => {
    const { unpaidMs, paidMs, given, cuts } = playCall(
      { fan: steady(0, 40_000), star: steady(0, 40_000) },
      { lagsMs: { fan: 0, star: 20_000 } },
    )
    expect(unpaidMs.fan).toBeLessThanOrEqual(UNPAID_SIGHT_MAX_MS)
    expect(paidMs).toBeLessThan(20_000)
    expect(seenMs(given.fan, cuts.fan)).toBeLessThanOrEqual(paidMs + UNPAID_SIGHT_MAX_MS)
  })

  it.each(SIDES)(
    'is two seconds where LiveKit does not let the %s see again after a moment of silence',
    who => {
      const moment = [...steady(0, 5_000), ...steady(5_900, 40_000)]
      const other = otherOf[who]
      const schedule = { fan: steady(0, 40_000), star: steady(0, 40_000), [who]: moment }
      const happens: Happens = { lagsMs: { fan: 0, star: 0 }, blind: { [who]: [5_850, 25_000] } }
      const { paidMs, given, cuts } = playCall(schedule, happens)
      expect(seenMs(given[other], cuts[other])).toBeLessThanOrEqual(paidMs + UNPAID_SIGHT_MAX_MS)
      // What follows is seen again.
      expect(given[other].filter(atMs => atMs > 26_000).length).toBeGreaterThan(650)
      expect(paidMs).toBeGreaterThan(19_000)
    },
  )

  it('is the other without a gap for a person who sends all the time, and again at once after a first stall', () => {
    const fan = [...steady(0, 10_000), ...steady(14_000, 24_000)]
    const { given, paidMs } = playCall({ fan, star: steady(0, 24_000) })
    expect(paidMs).toBeGreaterThan(19_000)
    const blind = given.fan.filter((atMs, index) => index > 0 && atMs - (given.fan[index - 1] ?? 0) > 40)
    expect(blind).toHaveLength(1)
    expect(blind[0]).toBeLessThan(14_400)
  })

  it('waits a second at most for a person who stalls again and again', () => {
    const fan = Array.from({ length: 8 }, (_, i) => steady(i * 10_000, i * 10_000 + 7_000)).flat()
    const { given } = playCall({ fan, star: steady(0, 80_000) })
    for (let round = 1; round < 8; round++) {
      const first = given.fan.find(atMs => atMs >= round * 10_000) ?? Number.POSITIVE_INFINITY
      expect(first - round * 10_000).toBeLessThan(1_400)
    }
  })
})
