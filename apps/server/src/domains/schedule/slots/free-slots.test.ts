import type { TimeWindow, Weekly } from '@parley/contract'
import { DAY_MS, MINUTE_MS } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import { firstStarts, freeStarts, isFreeStart, type SlotFacts, type SlotRules } from './free-slots.ts'
import { naiveStarts } from './oracle.testing.ts'

const CLOSED: Weekly = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
const RULES: SlotRules = {
  zone: 'Europe/London',
  weekly: CLOSED,
  exceptions: new Map(),
  step: 30,
  bufferBefore: 0,
  bufferAfter: 0,
  notice: 0,
  horizonDays: 366,
  dailyLimit: null,
}
const always = (windows: TimeWindow[]): Weekly => ({
  mon: windows,
  tue: windows,
  wed: windows,
  thu: windows,
  fri: windows,
  sat: windows,
  sun: windows,
})

function facts(rules: Partial<SlotRules>, more: Partial<SlotFacts> = {}): SlotFacts {
  return {
    rules: { ...RULES, ...rules },
    lengthMs: 20 * MINUTE_MS,
    taken: [],
    soldOn: new Map(),
    nowMs: Date.parse('2027-03-01T00:00Z'),
    ...more,
  }
}

const dayOf = (date: string) => ({
  startMs: Date.parse(`${date}T00:00Z`),
  endMs: Date.parse(`${date}T24:00Z`),
})
const times = (starts: number[]) => starts.map(ms => new Date(ms).toISOString().slice(11, 16))

describe('summer time in London, worked out by hand', () => {
  const small = always([{ from: '01:00', to: '02:00' }])

  test('on the day that has 23 hours, 01:00 to 02:00 does not exist', () => {
    expect(times(freeStarts(facts({ weekly: small }), dayOf('2027-03-28')))).toEqual([])
    expect(times(freeStarts(facts({ weekly: small }), dayOf('2027-03-29')))).toEqual(['00:00', '00:30'])
  })

  test('on the day that has 25 hours, 01:00 to 02:00 is two hours', () => {
    const autumn = { nowMs: Date.parse('2027-10-01T00:00Z') }
    const starts = freeStarts(facts({ weekly: small }, autumn), dayOf('2027-10-31'))
    expect(times(starts)).toEqual(['00:00', '00:30', '01:00', '01:30'])
  })

  test('a window that ends within the repeated hour ends in the second of the two', () => {
    const autumn = { nowMs: Date.parse('2027-10-01T00:00Z') }
    const weekly = always([{ from: '00:30', to: '01:30' }])
    const starts = freeStarts(facts({ weekly }, autumn), {
      startMs: Date.parse('2027-10-30T22:00Z'),
      endMs: Date.parse('2027-10-31T12:00Z'),
    })
    // From 00:30 summer time, which is 23:30 UTC, to 01:30 winter time.
    expect(times(starts)).toEqual(['23:30', '00:00', '00:30', '01:00'])
  })

  test('09:00 stays 09:00: an hour earlier in UTC from the day the clocks go forward', () => {
    const weekly = always([{ from: '09:00', to: '09:30' }])
    const two = { startMs: Date.parse('2027-03-27T00:00Z'), endMs: Date.parse('2027-03-29T00:00Z') }
    expect(times(freeStarts(facts({ weekly }), two))).toEqual(['09:00', '08:00'])
  })

  test('a window over the gap continues after it, and steps are real time', () => {
    const weekly = always([{ from: '00:30', to: '02:30' }])
    const morning = { startMs: Date.parse('2027-03-28T00:00Z'), endMs: Date.parse('2027-03-28T12:00Z') }
    expect(times(freeStarts(facts({ weekly }), morning))).toEqual(['00:30', '01:00'])
  })
})

describe('what is free', () => {
  const weekly = always([{ from: '09:00', to: '11:00' }])
  const at = (time: string) => Date.parse(`2027-03-02T${time}Z`)
  const on = (rules: Partial<SlotRules>, more: Partial<SlotFacts> = {}) =>
    times(freeStarts(facts({ weekly, ...rules }, more), dayOf('2027-03-02')))

  test.each<[string, Partial<SlotRules>, Partial<SlotFacts>, string[]]>([
    ['every step that still fits', {}, {}, ['09:00', '09:30', '10:00', '10:30']],
    ['not what does not fit with its leeway', {}, { lengthMs: 31 * MINUTE_MS }, ['09:00', '09:30', '10:00']],
    ['what ends with the window', {}, { lengthMs: 30 * MINUTE_MS }, ['09:00', '09:30', '10:00', '10:30']],
    [
      'windows that touch are one',
      {
        weekly: always([
          { from: '09:00', to: '10:00' },
          { from: '10:00', to: '11:00' },
        ]),
      },
      { lengthMs: 60 * MINUTE_MS },
      ['09:00', '09:30', '10:00'],
    ],
    [
      'an exception instead of its weekday',
      { exceptions: new Map([['2027-03-02', [{ from: '20:00', to: '20:30' }]]]) },
      {},
      ['20:00'],
    ],
    ['nothing on a date that is closed', { exceptions: new Map([['2027-03-02', []]]) }, {}, []],
    [
      'not what is sold',
      {},
      { taken: [{ startMs: at('09:30'), endMs: at('09:50') }] },
      ['09:00', '10:00', '10:30'],
    ],
    [
      'not what touches a buffer',
      { bufferBefore: 10, bufferAfter: 11 },
      { taken: [{ startMs: at('09:30'), endMs: at('09:50') }] },
      ['10:00', '10:30'],
    ],
    [
      'what ends where another begins',
      {},
      { taken: [{ startMs: at('09:20'), endMs: at('10:00') }] },
      ['09:00', '10:00', '10:30'],
    ],
    [
      'windows in any order, in the order of time',
      {
        weekly: always([
          { from: '10:00', to: '10:30' },
          { from: '09:00', to: '09:30' },
        ]),
      },
      {},
      ['09:00', '10:00'],
    ],
    [
      'not what another reaches into by a millisecond',
      {},
      { taken: [{ startMs: at('09:20') - 1, endMs: at('10:00') }] },
      ['10:00', '10:30'],
    ],
    [
      'not what begins within the buffer after another',
      { bufferBefore: 10 },
      { taken: [{ startMs: at('09:30'), endMs: at('09:50') + 1 }] },
      ['09:00', '10:30'],
    ],
    ['nothing that is too soon', { notice: 90 }, { nowMs: at('08:00') }, ['09:30', '10:00', '10:30']],
    ['nothing on a day that is sold out', { dailyLimit: 2 }, { soldOn: new Map([['2027-03-02', 2]]) }, []],
    [
      'something while one is left',
      { dailyLimit: 2 },
      { soldOn: new Map([['2027-03-02', 1]]) },
      ['09:00', '09:30', '10:00', '10:30'],
    ],
    ['nothing past the horizon', { horizonDays: 1 }, { nowMs: at('09:30') - DAY_MS }, ['09:00', '09:30']],
  ])('%s', (_title, rules, more, expected) => {
    expect(on(rules, more)).toEqual(expected)
  })

  test('a call over midnight fits when the windows of both days touch', () => {
    const night = { ...CLOSED, tue: [{ from: '23:00', to: '24:00' }], wed: [{ from: '00:00', to: '00:30' }] }
    const starts = freeStarts(facts({ weekly: night }, { lengthMs: 60 * MINUTE_MS }), dayOf('2027-03-02'))
    expect(times(starts)).toEqual(['23:00', '23:30'])
  })

  test('a call of more than a day fits where the days touch, also from the last that is asked about', () => {
    const open = always([{ from: '00:00', to: '24:00' }])
    const starts = freeStarts(facts({ weekly: open }, { lengthMs: 25 * 60 * MINUTE_MS }), dayOf('2027-03-02'))
    expect(starts).toHaveLength(48)
  })

  test('the midnight between two days belongs to the second, which may be sold out', () => {
    const night = { ...CLOSED, tue: [{ from: '23:00', to: '24:00' }], wed: [{ from: '00:00', to: '01:00' }] }
    const sold = facts({ weekly: night, dailyLimit: 1 }, { soldOn: new Map([['2027-03-03', 1]]) })
    const both = { startMs: at('00:00'), endMs: at('00:00') + 2 * DAY_MS }
    expect(times(freeStarts(sold, both))).toEqual(['23:00', '23:30'])
  })

  test('the next free slots come one by one, none left out and none twice, over weeks', () => {
    const daily = facts({ weekly: always([{ from: '12:00', to: '12:30' }]) })
    const next = firstStarts(daily, { startMs: daily.nowMs, endMs: daily.nowMs + 60 * DAY_MS }, 20)
    const noon = daily.nowMs + 12 * 60 * MINUTE_MS
    expect(next).toEqual(Array.from({ length: 20 }, (_, day) => noon + day * DAY_MS))
    expect(firstStarts(daily, { startMs: daily.nowMs, endMs: daily.nowMs + 2 * DAY_MS }, 20)).toHaveLength(2)
  })

  test('the next free slots are found after weeks without any', () => {
    const rare = facts({ exceptions: new Map([['2027-05-20', [{ from: '12:00', to: '13:00' }]]]) })
    const next = firstStarts(rare, { startMs: rare.nowMs, endMs: rare.nowMs + 366 * DAY_MS }, 3)
    expect(next.map(ms => new Date(ms).toISOString())).toEqual([
      '2027-05-20T11:00:00.000Z',
      '2027-05-20T11:30:00.000Z',
    ])
  })
})

/** A random generator with a seed, so that a failure can be repeated. */
function seeded(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return {
    below: (bound: number) => Math.floor(next() * bound),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  }
}

const SEEDS = 80
const ZONES = ['Europe/London', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia']
/** Clocks that change at midnight, by two hours, twice around a month of fasting, or from an offset of 45 minutes. */
const RARE_ZONES = [
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Pacific/Chatham',
]
/** Days near a clock change in one of the zones, and other days. */
const CHANGES = [
  '2027-02-07',
  '2027-03-14',
  '2027-03-28',
  '2027-04-04',
  '2027-04-30',
  '2027-09-05',
  '2027-09-26',
  '2027-10-03',
  '2027-10-29',
  '2027-10-31',
  '2027-11-07',
  '2028-03-26',
]

function randomFacts(
  seed: number,
  zones: readonly string[],
): { facts: SlotFacts; within: { startMs: number; endMs: number } } {
  const random = seeded(seed)
  const clock = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const windows = (): TimeWindow[] => {
    const edges = new Set(Array.from({ length: 2 * random.below(4) }, () => random.below(97) * 15))
    const sorted = [...edges].sort((a, b) => a - b)
    const made: TimeWindow[] = []
    for (let at = 0; at + 1 < sorted.length; at += random.of([1, 2])) {
      made.push({ from: clock(sorted[at] ?? 0), to: clock(sorted[at + 1] ?? 0) })
    }
    return made
  }
  const near =
    random.of(['change', 'any']) === 'change'
      ? Date.parse(random.of(CHANGES))
      : Date.parse('2026-11-01') + random.below(730) * DAY_MS
  const startMs = near - random.below(3) * DAY_MS + random.below(96) * 15 * MINUTE_MS
  const nowMs = startMs - random.below(3) * DAY_MS
  const rules: SlotRules = {
    zone: zones[seed % zones.length] as string,
    weekly: {
      mon: windows(),
      tue: windows(),
      wed: windows(),
      thu: windows(),
      fri: windows(),
      sat: windows(),
      sun: windows(),
    },
    exceptions: new Map([[new Date(near).toISOString().slice(0, 10), windows()]]),
    step: random.of([5, 15, 20, 30, 45, 60]),
    bufferBefore: random.of([0, 0, 5, 30]),
    bufferAfter: random.of([0, 0, 10]),
    notice: random.of([0, 60, 1440]),
    horizonDays: random.of([2, 60]),
    dailyLimit: random.of([null, null, 1]),
  }
  const taken = Array.from({ length: random.below(6) }, () => {
    const at = startMs + random.below(3 * 96) * 15 * MINUTE_MS
    return { startMs: at, endMs: at + (1 + random.below(16)) * 5 * MINUTE_MS }
  })
  const soldOn = new Map([[new Date(startMs + DAY_MS).toISOString().slice(0, 10), 1]])
  const lengthMs = random.of([5, 20, 65, 24 * 60 + 5]) * MINUTE_MS
  return {
    facts: { rules, lengthMs, taken, soldOn, nowMs },
    within: { startMs, endMs: startMs + 2 * DAY_MS },
  }
}

/** Possible starts of a slot, moments just beside them, and the edges of the searched span. */
function momentsIn(
  { startMs, endMs }: { startMs: number; endMs: number },
  starts: readonly number[],
): number[] {
  const moments = new Set(starts.flatMap(ms => [ms - MINUTE_MS, ms - 1, ms, ms + 1, ms + MINUTE_MS]))
  for (let ms = startMs; ms < endMs; ms += 45 * MINUTE_MS) moments.add(ms)
  return [...moments].filter(ms => ms >= startMs && ms < endMs)
}

/** Compares the slots of random weeks in these zones with a search that asks about every minute. */
function expectNaive(zones: readonly string[]): void {
  let offered = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { facts, within } = randomFacts(seed, zones)
    const starts = freeStarts(facts, within)
    const found = naiveStarts(facts, within)
    expect(starts, `seed ${seed} in ${facts.rules.zone}`).toEqual(found)
    offered += starts.length
    const sold = momentsIn(within, found).filter(ms => isFreeStart(facts, ms))
    expect(
      sold.sort((a, b) => a - b),
      `sold, seed ${seed} in ${facts.rules.zone}`,
    ).toEqual(found)
  }
  expect(offered).toBeGreaterThan(300)
}

test('the offered slots are exactly those of a minute-by-minute search, in five zones over two years', () => {
  expectNaive(ZONES)
})

test('the same where clocks change at midnight, by two hours or four times a year', () => {
  expectNaive(RARE_ZONES)
})
