import type { OwnDispute } from '@parley/contract'
import { expect, it } from 'vitest'
import { goesAt, standingText, statementStanding } from './own-dispute-words.ts'

const AT = '2027-03-02T10:00:00.000Z'
/** The server sends our answer one day before the deadline. */
const GOES_MS = Date.parse('2027-03-01T10:00:00.000Z')
type Pack = NonNullable<OwnDispute['pack']>
const none: Pack = {
  ...{ sections: [], staged_at: null, send_asked_at: null, sent_at: null },
  ...{ concede_asked_at: null, conceded_at: null },
}
const ready = { ...none, staged_at: AT }
const decided = { ...ready, send_asked_at: AT }
const sent = { ...decided, sent_at: AT }
const conceded = { ...ready, concede_asked_at: AT }

it.each<[string, OwnDispute['state'], Pack | null, string | null, string]>([
  ['made', 'open', null, AT, 'We are making our answer'],
  ['made', 'open', none, AT, 'We are making our answer'],
  ['ready', 'open', ready, AT, 'Our answer is ready. It goes to the bank by itself on 1 Mar 2027'],
  ['of no use', 'open', ready, null, 'The bank takes no answer.'],
  ['decided', 'open', decided, AT, 'Our answer is on its way'],
  ['sent', 'open', sent, AT, 'The bank decides now'],
  ['left', 'open', conceded, AT, 'We do not contest it'],
  ['left and lost', 'lost', conceded, AT, 'We do not contest it'],
  ['lost', 'lost', sent, AT, 'The bank decided for the buyer'],
  ['won', 'won', sent, AT, 'The bank decided for you'],
  ['left, and won before the bank was told', 'won', conceded, AT, 'The bank decided for you'],
  [
    'left, but answered in the dashboard',
    'lost',
    { ...sent, concede_asked_at: AT },
    AT,
    'decided for the buyer',
  ],
])('an answer that is %s reads so: %s', (_name, state, pack, due_by, words) => {
  expect(standingText({ state, pack, due_by }, GOES_MS - 1)).toContain(words)
})

it('the text of a due answer never names a past moment for the sending', () => {
  const due = { state: 'open' as const, pack: ready, due_by: AT }
  expect(standingText(due, GOES_MS)).toBe('Our answer is ready and goes to the bank now.')
})

const dispute: OwnDispute = {
  ...{
    id: 'du_1',
    state: 'open',
    is_inquiry: false,
    reason: 'general',
    amount: '25.00',
    at: AT,
    due_by: AT,
    pack: ready,
  },
  ...{ request_slug: 'one', description: 'A call', writes_left: 9 },
  statement: { text: 'We spoke', at: AT, staged_at: null },
}
const staged = { text: 'We spoke', at: AT, staged_at: AT }

it.each<[string, Partial<OwnDispute>, string]>([
  ['nothing written', { statement: null }, ''],
  ['not laid down yet', {}, 'are being added'],
  ['laid down', { statement: staged }, 'are part of'],
  ['sent', { statement: staged, pack: sent }, 'went with our answer'],
  ['too late', { pack: sent }, 'came too late'],
  ['not contested', { pack: conceded }, 'did not go out'],
  ['decided before it was laid down', { state: 'won' }, 'did not go out'],
])('words of the influencer, %s, read so', (_name, change, words) => {
  const said = statementStanding({ ...dispute, ...change })
  if (words === '') expect(said).toBe('')
  else expect(said).toContain(words)
})

it('the answer is sent a day before the bank’s deadline, if the bank accepts one', () => {
  expect(goesAt({ due_by: AT })?.toISOString()).toBe('2027-03-01T10:00:00.000Z')
  expect(goesAt({ due_by: null })).toBeNull()
})
