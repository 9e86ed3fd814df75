import type { CallAttendance } from '@parley/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AttendancePlace, CallAttendanceOf } from './call-attendance.tsx'

const nobody = { first_seen: null, last_seen: null, waited: 0 }
const EMPTY: CallAttendance = {
  ...{ agreed: { start: '2026-03-02T10:00:00Z', end: '2026-03-02T10:20:00Z' }, opens_at: null },
  ...{ you: nobody, other: nobody, live: [], used: 0 },
  decision: {
    ...{ outcome: 'influencer_absent', rule: 'nobody_came', refunded: '25.00' },
    at: '2026-03-02T10:10:00Z',
  },
}
const textOf = (attendance: CallAttendance, isInfluencer: boolean) => {
  const parties = { isInfluencer, otherUsername: isInfluencer ? 'fred' : 'ivy' }
  const html = renderToStaticMarkup(<CallAttendanceOf attendance={attendance} {...parties} tookPlace />)
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

it.each([
  [false, 'ivy'],
  [true, 'fred'],
])(
  'where nobody came, both read that nobody was there, the rule and the sum (influencer: %s)',
  (isInfluencer, other) => {
    expect(textOf(EMPTY, isInfluencer)).toBe(
      `Who was there You was not there @${other} was not there Nobody came, so all of it goes back. £25.00 goes back.`,
    )
  },
)

it('a call without a date in which nobody was yet can still begin', () => {
  expect(textOf({ ...EMPTY, agreed: null, decision: null }, false)).toContain(
    'The call has not begun: it begins when you are both there.',
  )
})

it.each([
  [{ isInfluencer: false, otherUsername: 'ivy' }, true],
  [{ isInfluencer: true, otherUsername: 'fred' }, true],
  [{ isInfluencer: false, otherUsername: 'ivy' }, false],
])(
  'of a call that is not decided yet %o reads what comes of unused time unless all is used (%s)',
  (parties, isUsedUp) => {
    const live = [{ start: '2026-03-02T10:00:00Z', end: '2026-03-02T10:20:00Z', ended_by: null }]
    const attendance = { ...EMPTY, agreed: null, decision: null, live }
    const text = renderToStaticMarkup(
      <CallAttendanceOf {...parties} {...{ attendance, isUsedUp }} tookPlace />,
    )
    expect(text.includes('What was not used stays open')).toBe(!isUsedUp)
    expect(text.includes('used')).toBe(true)
  },
)

it.each([true, false])(
  'an unknown attendance keeps the lines that it will have (the call took place: %s)',
  tookPlace => {
    const parties = { isInfluencer: false, otherUsername: 'ivy', tookPlace }
    const time = '2026-03-02T10:00:00Z'
    const there = { first_seen: time, last_seen: time, waited: 0 }
    const live = [{ start: time, end: time, ended_by: null }]
    const known = tookPlace ? { ...EMPTY, live, you: there, other: there } : EMPTY
    const linesOf = (attendance: CallAttendance | null) =>
      renderToStaticMarkup(<CallAttendanceOf {...parties} attendance={attendance} />).match(
        /<(h2|li|p|span)\b/g,
      )
    expect(linesOf(null)).toEqual(linesOf(known))
    expect(renderToStaticMarkup(<AttendancePlace {...parties} />)).toContain('aria-hidden="true"')
  },
)
