import { describe, expect, it } from 'vitest'
import { endWords } from './end-words.ts'

const nowMs = Date.parse('2026-03-01T12:00:00Z')
const buyer = {
  isInfluencer: false,
  otherUser: 'mia',
  otherFlows: true,
  totalCallTime: 900,
  remainingCallTime: 252,
}
const live = { nowMs, isLive: true, endsAt: null }

describe('what pressing End Call does to the money', () => {
  it.each([
    [
      'of a buyer who faces the influencer',
      buyer,
      live,
      /^The rest, 04:12, stays paid unless you come back by 2 Mar 2026, \d\d:00\u00a0UTC\.$/,
    ],
    [
      'of a dated call',
      buyer,
      { ...live, endsAt: '2026-03-01T12:20:00Z' },
      /^The rest, 04:12, stays paid unless you come back by 1 Mar 2026, \d\d:20\u00a0UTC\.$/,
    ],
    [
      'of a buyer whose own media is off',
      buyer,
      { ...live, isLive: false },
      /within a day of your last second together/,
    ],
    [
      'of a buyer who is alone',
      { ...buyer, otherFlows: false },
      live,
      /^@mia is not there: ending the call now does not cost you the rest, 04:12\.$/,
    ],
    ['before any time was used', { ...buyer, remainingCallTime: 900 }, live, /costs you nothing/],
    [
      'of the influencer',
      { ...buyer, isInfluencer: true },
      live,
      /goes back to @mia unless you come back or have waited for them for 04:12/,
    ],
    [
      'of an influencer who is alone',
      { ...buyer, isInfluencer: true, otherFlows: false, remainingCallTime: 800 },
      live,
      /unless they ended the call or you waited for them for 10:00/,
    ],
  ])('%s', (_who, call, at, expected) => {
    expect(endWords(call, at)).toMatch(expected)
  })

  it('is not said while nothing is known, or nothing is left', () => {
    expect(endWords({ ...buyer, totalCallTime: null }, live)).toBeNull()
    expect(endWords({ ...buyer, remainingCallTime: 0 }, live)).toBeNull()
  })
})
