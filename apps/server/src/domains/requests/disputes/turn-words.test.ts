import { seconds } from '@parley/contract'
import { expect, test } from 'vitest'
import type { PackFacts } from './pack-record.ts'
import { activityLines, packSections, serviceDateOf } from './pack-words.ts'

type Turn = NonNullable<PackFacts['turn']>
type Given = Partial<Turn> & { outcome?: string | null; together?: PackFacts['attendance']['together'] }

const nobody = { firstSeen: null, lastSeen: null }

function factsOf({ outcome = null, together = [], ...turn }: Given): PackFacts {
  const seen = together[0] ? { firstSeen: together[0].start, lastSeen: together[0].end } : nobody
  return {
    madeAt: '2027-03-09T10:00:00.000Z',
    sale: {
      ...{
        reference: 'pi_1',
        kind: 'broadcast',
        what: 'Meet me',
        price: '5.00',
        durationSeconds: seconds(60),
      },
      ...{ bookedAt: '2027-03-01T10:00:00.000Z', paidAt: '2027-03-01T10:00:00.000Z', agreed: null },
    },
    turn: {
      ...{ number: 3, state: 'waiting', missed: 0, why: null, absentRule: 'refund' },
      ...{ lineStartsAt: '2027-03-02T10:00:00.000Z', waitedSeconds: 0 },
      ...turn,
    },
    terms: { sentence: 'You pay', confirmed: '', confirmedAt: null },
    attendance: { buyer: seen, influencer: seen, usedSeconds: 0, together },
    outcome: { state: 'completed', outcome, rule: null, refunded: '0.00' },
    mails: [],
  }
}

const absent = { state: 'skipped', why: 'absent' } as const
test.each<[Given, string]>([
  [{ state: 'served', outcome: 'served' }, 'The turn was served: all of its time was used.'],
  [{ state: 'part', outcome: 'part_served' }, 'The turn began, and ended before all of its time was used.'],
  [
    { ...absent, missed: 2, outcome: 'buyer_absent' },
    'The buyer was called 2 times and did not come, and was skipped.',
  ],
  [
    { ...absent, missed: 1, outcome: 'buyer_absent' },
    'The buyer was called once and did not come, and was skipped.',
  ],
  [{ ...absent, outcome: 'buyer_absent' }, 'The buyer was not ready when the turn came, and was skipped.'],
  // Left when the moment had passed: nobody skipped them.
  [{ state: 'left', why: 'absent', outcome: 'buyer_absent' }, 'The buyer was not ready when the turn came.'],
  [
    { state: 'skipped', why: 'not_their_doing', outcome: 'turn_not_reached' },
    'The turn did not come, and not because of the buyer.',
  ],
  [
    { state: 'unserved', outcome: 'turn_not_reached' },
    'The turn did not come, and not because of the buyer.',
  ],
  [{ state: 'unserved', outcome: 'influencer_absent' }, 'The influencer did not open the line.'],
  [{ state: 'left', outcome: 'left_line' }, 'The buyer gave up the place in the line before its turn.'],
  [
    { state: 'left', outcome: 'disputed_in_line' },
    'The bank of the buyer disputed the payment while the buyer was in the line, and that ended the place.',
  ],
  [{ state: 'left', outcome: 'cancelled' }, 'The place in the line ended before its turn.'],
  [{ state: 'waiting', outcome: 'cancelled' }, 'The place in the line ended before its turn.'],
  [{ state: null, number: null }, 'The buyer was in the line, and the turn had not come.'],
  [{ state: 'called' }, 'The buyer was being called.'],
  [{ state: 'in_turn' }, 'The turn was going on.'],
  // Nothing was decided about its money before the bank took it.
  [{ state: 'served', outcome: 'charged_back' }, 'The turn was served: all of its time was used.'],
  [
    { ...absent, missed: 2, outcome: 'charged_back' },
    'The buyer was called 2 times and did not come, and was skipped.',
  ],
])('a bank reads how a turn ended: %j', (given, words) => {
  expect(activityLines(factsOf(given)).at(-1)).toBe(words)
})

test('a turn to whose room nobody came does not say that its influencer was never there', () => {
  const lines = activityLines(factsOf({ ...absent, outcome: 'buyer_absent' }))
  expect(lines[0]).toBe('No media arrived in the room of this turn.')
  expect(lines.join(' ')).not.toContain('never')
  const waited = activityLines(factsOf({ ...absent, missed: 2, waitedSeconds: 40, outcome: 'buyer_absent' }))
  expect(waited).toContain('The influencer was in the room of the turn without the buyer for 40 seconds.')
})

test('a turn that the host or the fan ended is not said to have been ended by the platform', () => {
  const start = '2027-03-02T10:02:00.000Z'
  const together = [{ start, end: '2027-03-02T10:02:40.000Z', endedBy: 'platform' }]
  const facts = factsOf({ state: 'part', outcome: 'part_served', together })
  expect(activityLines(facts).join(' ')).toContain(
    'to 2027-03-02 10:02:40 UTC: somebody ended the turn, or the connection ended.',
  )
  expect(serviceDateOf(facts)).toBe('2027-03-02 10:02:00 UTC')
  expect(serviceDateOf(factsOf(absent))).toBe('2027-03-02 10:00:00 UTC')
})

test.each([
  ['keep', 'the sale stands'],
  ['refund', 'all of the price goes back'],
] as const)('a turn names the rule of its event for fans who are absent: %s', (absentRule, words) => {
  const [sold, confirmed] = packSections(factsOf({ absentRule }))
  expect(confirmed?.lines).toContain(
    `The rule of this event for a buyer who is not there when called: ${words}.`,
  )
  expect(sold?.lines).toContain(
    'The line was to begin 2027-03-02 10:00:00 UTC; the buyer had number 3 in it.',
  )
  const undrawn = packSections(factsOf({ absentRule, number: null }))[0]
  expect(undrawn?.lines).toContain('The line was to begin 2027-03-02 10:00:00 UTC.')
})
