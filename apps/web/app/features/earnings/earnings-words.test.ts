import type { EarningsEntry, PayoutAccount } from '@parley/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { ENGLISH, readLanguageFrom } from '../../language/text.ts'
import { accountWords, dayText, entryDetail, money, shareReceived, whenText } from './earnings-words.ts'

afterEach(() => readLanguageFrom(() => ENGLISH))

const ENTRY: EarningsEntry = {
  id: 'e1',
  kind: 'release',
  amount: '22.50',
  fee: '2.50',
  at: '2026-03-04T12:00:00Z',
  request_slug: 's1',
  status: 'waiting',
}
const ACCOUNT: PayoutAccount = { status: 'none', requirements: [], due_at: null, payouts_enabled: false }
const DOCUMENT = { code: 'individual.verification.document', message: 'Show an identity document.' }

it.each([
  ['22.50', '£22.50'],
  ['-3.20', '−£3.20'],
  ['0.00', '£0.00'],
  ['1234567.89', '£1,234,567.89'],
  ['-999.00', '−£999.00'],
])('%s is shown as %s', (amount, shown) => {
  expect(money(amount)).toBe(shown)
})

it('a day and a sum have the format of the page’s language', () => {
  expect(dayText('2026-03-04T12:00:00Z')).toBe('4 Mar 2026')
  readLanguageFrom(() => ({ language: 'de', catalogue: {} }))
  expect(dayText('2026-03-04T12:00:00Z')).toBe('4. März 2026')
  expect(money('-1234.50').replace(/\s/g, ' ')).toBe('−1.234,50 £')
})

describe('a line of the list', () => {
  it.each<[string, Partial<EarningsEntry>, string]>([
    ['an earned sale says where it is and what was kept', {}, 'not paid out yet · after £2.50 fee'],
    ['a refund says that the fee came back', { status: 'settled', fee: '-0.50' }, '£0.50 fee given back'],
    ['a payout says nothing more', { kind: 'transfer', status: 'settled', fee: '0.00' }, ''],
  ])('%s', (_name, over, words) => {
    expect(entryDetail({ ...ENTRY, ...over })).toBe(words)
  })
})

describe('the next payouts', () => {
  const payout = { amount: '22.50', request_slug: 's1' }
  it('show their day, or say that there is none yet', () => {
    const scheduled = { code: 'scheduled', message: '' } as const
    const disputed = { code: 'open_dispute', message: '' } as const
    const at = '2026-03-04T12:00:00Z'
    expect(whenText({ ...payout, payable_at: at, reason: scheduled })).toBe('4 Mar 2026')
    expect(whenText({ ...payout, payable_at: null, reason: disputed })).toBe('No date yet')
    expect(whenText({ ...payout, payable_at: null, reason: { code: 'sending', message: '' } })).toBe('Now')
  })
})

describe('the payout account', () => {
  it.each<[PayoutAccount['status'], PayoutAccount['requirements'], string]>([
    ['none', [], 'open'],
    ['onboarding', [DOCUMENT], 'open'],
    ['restricted', [DOCUMENT], 'bad'],
    ['closed', [DOCUMENT], 'bad'],
    ['active', [], 'good'],
    ['active', [DOCUMENT], 'open'],
  ])('that is %s is told with its tone', (status, requirements, tone) => {
    expect(accountWords({ ...ACCOUNT, status, requirements }).tone).toBe(tone)
  })

  it('can be set up until it is ready', () => {
    expect(accountWords(ACCOUNT).action).toBe('Set up payouts')
    expect(accountWords({ ...ACCOUNT, status: 'restricted' }).action).toBe('Set up payouts')
    expect(accountWords({ ...ACCOUNT, status: 'closed' }).action).toBe('Set up another account')
  })
})

it.each([
  ['0.00', ['0.00', '0.00'], 0],
  ['50.00', ['25.00', '25.00'], 0.5],
  ['50.00', ['0.00'], 1],
  ['-5.00', ['5.00'], 0],
])('of %s received and %j to come the ring shows %d', (paidOut, toCome, fraction) => {
  expect(shareReceived(paidOut, toCome)).toBe(fraction)
})
