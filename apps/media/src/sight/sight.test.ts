import { describe, expect, it, test } from 'vitest'
import { Flow } from '../flow.ts'
import { type RequestedSight, Sight } from './sight.ts'

/** Late enough that nothing before it counts. */
const START = 10_000

function live(flow: Flow, atMs: number): void {
  for (let packet = 0; packet < 4; packet++) flow.note(atMs)
}

/** Somebody who sends from the start on; `other` sends as well unless it is said. */
function party(more: { unpaidMs?: number; lagMs?: number; requested?: RequestedSight; alone?: true } = {}) {
  const [own, other] = [new Flow(), new Flow()]
  const account = { unpaidMs: more.unpaidMs ?? 0 }
  const { requested, lagMs = 0 } = more
  const deps = { account, own, other: () => other, lagMs }
  const sight = new Sight(requested ? { ...deps, requested: () => requested } : deps)
  live(own, START)
  if (!more.alone) live(other, START)
  return { own, other, account, sight }
}

describe('a party before anything is given to them', () => {
  test.each([
    ['open', 'for 850 ms after their last packet', {}, 850],
    ['silent', 'after that', {}, 851],
    ['open', 'where what they may be given still fits into two seconds', { unpaidMs: 950 }, 0],
    ['held', 'where it does not', { unpaidMs: 951 }, 0],
    [
      'open',
      'where it fits with what still arrives after the decision to stop',
      { unpaidMs: 900, lagMs: 50 },
      0,
    ],
    ['held', 'where that makes it too much', { unpaidMs: 901, lagMs: 50 }, 0],
  ] as const)('is %s %s', (state, _when, facts, laterMs) => {
    const { sight } = party(facts)
    expect(sight.stateAt(START + laterMs)).toBe(state)
    expect(sight.mayReceive(START + laterMs)).toBe(state === 'open')
  })

  it('is silent as soon as they do not send any more', () => {
    const { sight, own } = party()
    own.end()
    expect(sight.stateAt(START)).toBe('silent')
  })

  it('is open while the other does not send', () => {
    const { sight } = party({ alone: true })
    sight.update(START)
    expect(sight.stateAt(START)).toBe('open')
  })
})

it('counts as given what was kept from before both sent', () => {
  const { sight, own, other, account } = party()
  sight.update(START)
  sight.noteGiven(START - 200)
  for (const flow of [own, other]) live(flow, START + 1_000)
  sight.noteGiven(START + 1_000)
  own.end()
  sight.update(START + 1_000)
  // 1,200 ms were given; 1,000 ms count, of which the clock may miss 100.
  expect(account.unpaidMs).toBe(300)
})

describe('a party who was given too much', () => {
  const held = () => {
    const { sight, own, other } = party({ unpaidMs: 1_450 })
    sight.update(START)
    const both = (laterMs: number) => {
      for (const flow of [own, other]) flow.note(START + laterMs)
      return sight.stateAt(START + laterMs)
    }
    return { both, sight, own }
  }

  it('pays exactly that before they are given more', () => {
    const { both } = held()
    expect([both(0), both(499), both(500)]).toEqual(['held', 'held', 'open'])
  })

  it('pays nothing while the other does not send', () => {
    const { sight, own } = held()
    own.note(START + 500)
    expect(sight.stateAt(START + 500)).toBe('held')
  })

  it('sees at once where nothing is left to pay, also when that is found a little after the packets', () => {
    const { sight } = party()
    sight.update(START + 10)
    expect(sight.stateAt(START + 10)).toBe('open')
  })
})

describe('what a party was given beyond what counts', () => {
  interface Given {
    sentMs: number
    otherSentMs: number
    /** For how long they are given the other's media; null if they are not. */
    givenMs: number | null
    unpaidMs?: number
    lagMs?: number
  }
  function given(facts: Given): number {
    const { own, other, account, sight } = party(facts)
    sight.update(START)
    if (facts.givenMs !== null) {
      sight.noteGiven(START)
      sight.noteGiven(START + facts.givenMs)
    }
    own.note(START + facts.sentMs)
    other.note(START + facts.otherSentMs)
    sight.update(START + facts.sentMs)
    own.end()
    sight.update(START + 2_500)
    return account.unpaidMs
  }

  test.each<[string, Given, number]>([
    [
      'is what they saw after their own last packet',
      { sentMs: 1_000, otherSentMs: 1_500, givenMs: 1_500 },
      600,
    ],
    [
      'is less by what they had paid',
      { sentMs: 1_000, otherSentMs: 1_000, givenMs: 500, unpaidMs: 700 },
      300,
    ],
    ['adds to what it was', { sentMs: 1_000, otherSentMs: 1_500, givenMs: 1_500, unpaidMs: 40 }, 640],
    ['is never less than nothing', { sentMs: 1_000, otherSentMs: 1_000, givenMs: 300 }, 0],
    ['is all of it where too little counts', { sentMs: 50, otherSentMs: 200, givenMs: 200 }, 200],
    ['is nothing where nothing was handed on', { sentMs: 50, otherSentMs: 200, givenMs: null }, 0],
    ['has what still arrived', { sentMs: 1_000, otherSentMs: 1_500, givenMs: 1_400, lagMs: 50 }, 550],
    ['ends with what the other sent', { sentMs: 1_000, otherSentMs: 1_420, givenMs: 1_400, lagMs: 50 }, 520],
  ])('%s', (_what, facts, unpaidMs) => {
    expect(given(facts)).toBe(unpaidMs)
  })

  it('is nothing before both send', () => {
    const { sight, own, other, account } = party({ alone: true })
    sight.update(START)
    sight.noteGiven(START)
    live(other, START + 1_000)
    own.note(START + 1_000)
    sight.update(START + 1_000)
    sight.noteGiven(START + 1_000)
    own.end()
    sight.update(START + 1_200)
    expect(account.unpaidMs).toBe(0)
  })
})

describe('a party of whom one sends and may not see', () => {
  const blind = (laterMs: number) => {
    const requested: RequestedSight = { maySee: true, isCounted: true, blindSinceMs: null }
    const { sight, own, other, account } = party({ requested })
    sight.update(START)
    sight.noteGiven(START)
    for (const flow of [own, other]) flow.note(START + 1_800)
    sight.noteGiven(START + 1_800)
    Object.assign(requested, { isCounted: false, maySee: false, blindSinceMs: START + 1_000 })
    sight.update(START + laterMs)
    return account.unpaidMs
  }

  it('pays for 800 ms more, and is not charged for those if it lasts longer', () => {
    expect([blind(1_100), blind(1_800), blind(1_801)]).toEqual([0, 0, 900])
  })
})

describe('a party who sees while time does not count', () => {
  interface Uncounted {
    countsAfterMs: number
    maySee?: false
    alone?: true
    unpaidMs?: number
  }
  function uncounted(facts: Uncounted): number {
    const requested: RequestedSight = { maySee: facts.maySee ?? true, isCounted: false, blindSinceMs: null }
    const { sight, own, other, account } = party({ ...facts, requested })
    const at = (laterMs: number) => {
      own.note(START + laterMs)
      if (!facts.alone) other.note(START + laterMs)
      sight.update(START + laterMs)
    }
    at(0)
    at(300)
    requested.isCounted = true
    at(facts.countsAfterMs)
    return account.unpaidMs
  }

  test.each<[string, Uncounted, number]>([
    ['was given that unpaid', { countsAfterMs: 500 }, 500],
    ['pays two seconds of it at most', { countsAfterMs: 500, unpaidMs: 1_900 }, 2_000],
    ['pays no more where those are used', { countsAfterMs: 500, unpaidMs: 2_000 }, 2_000],
    ['was given nothing where they may not see either', { countsAfterMs: 500, maySee: false }, 0],
    ['was given nothing where the other does not send', { countsAfterMs: 500, alone: true }, 0],
  ])('%s', (_what, facts, unpaidMs) => {
    expect(uncounted(facts)).toBe(unpaidMs)
  })

  it('is held when that has become too much', () => {
    const requested: RequestedSight = { maySee: true, isCounted: false, blindSinceMs: null }
    const { sight, own } = party({ requested })
    sight.update(START)
    own.note(START + 900)
    expect([sight.stateAt(START + 950), sight.stateAt(START + 951)]).toEqual(['open', 'held'])
  })
})
