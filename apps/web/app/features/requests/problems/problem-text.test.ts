import type { ShownProblem } from '@parley/contract'
import { expect, it } from 'vitest'
import { deviceZone } from '../../../language/shown-zone.ts'
import { problemText } from './problem-text.ts'

const AT = '2026-01-02T10:00:00Z'
const open: ShownProblem = { state: 'open', is_own: true, at: AT, decision: null, again: null }
const again = { until: '2026-01-04T10:00:00Z', by_staff: true }
function decided(by: 'record' | 'staff', back: string): ShownProblem {
  return { ...open, state: 'settled', decision: { by, back, at: AT } }
}

it.each<[string, ShownProblem, 'buyer' | 'influencer', RegExp]>([
  ['who told it', open, 'buyer', /^You told us on 2 Jan 2026, .* the money waits\.$/],
  ['the other', { ...open, is_own: false }, 'influencer', /^Since 2 Jan 2026, .* the money waits\.$/],
  [
    'the buyer, that something went back',
    decided('staff', '4.00'),
    'buyer',
    /^Decided on .*: £4\.00 back to you\.$/,
  ],
  ['the influencer, the same', decided('record', '4.00'), 'influencer', /£4\.00 back to the buyer\.$/],
  ['that nothing did', decided('staff', '0.00'), 'buyer', /^Decided on .*: the money stays as it was\.$/],
  [
    'that the record answered, and who else would',
    { ...decided('record', '0.00'), again },
    'buyer',
    /^Our record of the call decided on .* tell us again: then a person looks at it\.$/,
  ],
  [
    'that the record answered',
    decided('record', '0.00'),
    'buyer',
    /^Our record of the call decided on [^.]*\.$/,
  ],
])('tells %s', (_who, problem, side, words) => {
  expect(problemText(problem, { isInfluencer: side === 'influencer', zone: deviceZone() })).toMatch(words)
})

it('says nothing where nothing was told', () => {
  expect(problemText(null, { isInfluencer: false, zone: deviceZone() })).toBeNull()
})

it('names the zone of its time where the page shows another one', () => {
  const text = problemText(open, { isInfluencer: false, zone: 'Australia/Lord_Howe' })
  expect(text).toMatch(/^You told us on 2 Jan 2026, [^(]* \(.+\) that/)
})
