import { expect, test } from 'vitest'
import { shortUkMoment, ukMoment, ukSpan } from './uk-time.ts'

test.each([
  ['winter', '2027-03-05T14:00:00Z', 'Friday 5 March 2027 at 14:00 UTC (UK time)'],
  ['summer', '2027-06-04T14:00:00Z', 'Friday 4 June 2027 at 15:00 UK time (14:00 UTC)'],
  ['a summer midnight', '2027-06-04T23:00:00Z', 'Saturday 5 June 2027 at 00:00 UK time (Friday 23:00 UTC)'],
  ['the last winter minute', '2027-03-28T00:59:00Z', 'Sunday 28 March 2027 at 00:59 UTC (UK time)'],
  ['the first summer minute', '2027-03-28T01:00:00Z', 'Sunday 28 March 2027 at 02:00 UK time (01:00 UTC)'],
  ['01:30 for the first time', '2027-10-31T00:30:00Z', 'Sunday 31 October 2027 at 01:30 UK time (00:30 UTC)'],
  ['01:30 for the second time', '2027-10-31T01:30:00Z', 'Sunday 31 October 2027 at 01:30 UTC (UK time)'],
])('a moment in %s names the time of the United Kingdom and UTC', (_, at, text) => {
  expect(ukMoment(new Date(at))).toBe(text)
})

test('a span names both times twice', () => {
  const minutes = (from: string, to: string) => ukSpan(new Date(from), new Date(to))
  expect(minutes('2027-06-04T14:00:00Z', '2027-06-04T14:15:00Z')).toBe(
    'Friday 4 June 2027 at 15:00 to 15:15 UK time (14:00 to 14:15 UTC)',
  )
  expect(minutes('2027-03-05T14:00:00Z', '2027-03-05T14:15:00Z')).toBe(
    'Friday 5 March 2027 at 14:00 to 14:15 UTC (UK time)',
  )
})

test('the short text has neither year nor UTC', () => {
  expect(shortUkMoment(new Date('2027-06-04T23:30:00Z'))).toBe('Saturday 5 June at 00:30 UK time')
})
