import { seconds } from '@parley/contract'
import { expect, test } from 'vitest'
import type { PackFacts } from './pack-record.ts'
import { activityLines, linesWithin, packSections, sectionsForInfluencer } from './pack-words.ts'

const nobody = { firstSeen: null, lastSeen: null }
const AGREED = { start: '2027-03-02T10:00:00.000Z', end: '2027-03-02T10:15:00.000Z' }

function factsOf(endedBy: string | null, end: string | null, agreed: PackFacts['sale']['agreed']): PackFacts {
  return {
    madeAt: '2027-03-09T10:00:00.000Z',
    sale: {
      ...{
        reference: 'pi_1',
        kind: 'private',
        what: 'On running',
        price: '25.00',
        durationSeconds: seconds(900),
      },
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

test('of a call that continues it says no end', () => {
  expect(activityLines(factsOf(null, null, AGREED)).at(-1)).toBe(
    'Both together from 2027-03-02 10:02:00 UTC to now.',
  )
})

test('a log that is longer than the bank reads ends with how much more there is', () => {
  const lines = Array.from({ length: 3_000 }, (_, n) => `Line ${n}`)
  expect(linesWithin(lines, 100_000)).toBe(lines.join('\n'))
  expect(linesWithin(lines, lines.join('\n').length)).toBe(lines.join('\n'))
  const cut = linesWithin(lines, 1_000)
  expect(cut.length).toBeLessThanOrEqual(1_000)
  const shown = cut.split('\n')
  expect(shown.slice(0, -1)).toEqual(lines.slice(0, shown.length - 1))
  expect(shown.at(-1)).toBe(`And ${3_001 - shown.length} lines more.`)
})

test('an influencer reads no payment, no mail and no media of the buyer in the answer', () => {
  const facts: PackFacts = {
    ...factsOf('buyer', '2027-03-02T10:15:00.000Z', AGREED),
    media: [{ minute: '2027-03-02T10:02:00.000Z', side: 'buyer', packets: 1, bytes: 2 }],
    mails: [{ kind: 'receipt', at: '2027-03-02T10:02:00.000Z' }],
  }
  const [all, theirs] = [packSections(facts), sectionsForInfluencer(facts)].map(each => JSON.stringify(each))
  for (const words of ['pi_1', 'receipt', '1 packets']) {
    expect(all).toContain(words)
    expect(theirs).not.toContain(words)
  }
  expect(theirs).toContain('Booked 2027-03-01 10:00:00 UTC')
})

test('a pack does not say that one of the two reported the other', () => {
  const facts = factsOf('buyer', '2027-03-02T10:15:00.000Z', AGREED)
  const reported = { ...facts, outcome: { ...facts.outcome, rule: 'reported' } }
  for (const sections of [packSections(reported), sectionsForInfluencer(reported)]) {
    expect(JSON.stringify(sections)).not.toContain('reported')
    expect(JSON.stringify(sections)).toContain('rule: staff decide.')
  }
})
