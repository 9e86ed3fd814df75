import { expect, test } from 'vitest'
import type { PackFacts } from './pack-record.ts'
import { activityLines } from './pack-words.ts'

const nobody = { firstSeen: null, lastSeen: null }
const AGREED = { start: '2027-03-02T10:00:00.000Z', end: '2027-03-02T10:15:00.000Z' }

function factsOf(endedBy: string | null, end: string | null, agreed: PackFacts['sale']['agreed']): PackFacts {
  return {
    madeAt: '2027-03-09T10:00:00.000Z',
    sale: {
      ...{ reference: 'pi_1', kind: 'private', what: 'On running', price: '25.00', durationSeconds: 900 },
      ...{ bookedAt: '2027-03-01T10:00:00.000Z', paidAt: '2027-03-01T10:00:00.000Z', agreed },
    },
    terms: { sentence: 'You pay', confirmed: '', confirmedAt: null },
    attendance: {
      ...{ buyer: nobody, influencer: nobody, usedSeconds: 780 },
      together: [{ start: '2027-03-02T10:02:00.000Z', end, endedBy }],
    },
    outcome: { state: 'completed', outcome: 'served', rule: 'used_up', refunded: '0.00' },
    mails: [],
  }
}

const CUT = 'the connection ended, or the platform ended the call'
test.each<[string, string, PackFacts['sale']['agreed'], string]>([
  ['platform', '2027-03-02T10:15:00.000Z', AGREED, 'the agreed time was over'],
  ['platform', '2027-03-02T10:14:59.999Z', AGREED, CUT],
  ['platform', '2027-03-02T10:15:00.000Z', null, CUT],
  ['buyer', '2027-03-02T10:15:00.000Z', AGREED, 'the buyer left'],
])('a bank reads how the two came apart: %s at %s, %j', (endedBy, end, agreed, words) => {
  expect(activityLines(factsOf(endedBy, end, agreed)).at(-1)).toBe(
    `Both together from 2027-03-02 10:02:00 UTC to ${end.slice(0, 10)} ${end.slice(11, 19)} UTC: ${words}.`,
  )
})

test('of a call that goes on it says no end', () => {
  expect(activityLines(factsOf(null, null, AGREED)).at(-1)).toBe(
    'Both together from 2027-03-02 10:02:00 UTC to now.',
  )
})
