import { pence } from '@parley/contract'
import { describe, expect, it, test } from 'vitest'
import { coveredBy, isOfAnother, isUnfinished, newReference, statusAfter } from './refund-rules.ts'

describe('a refund', () => {
  test.each([
    ['that is planned is sent when the provider has it', 'pending', 'pending', 'sent'],
    ['that is planned succeeds at once', 'pending', 'succeeded', 'succeeded'],
    ['that is sent stays sent while the provider does not know more', 'sent', 'pending', 'sent'],
    ['that is sent succeeds', 'sent', 'succeeded', 'succeeded'],
    ['that is sent fails', 'sent', 'failed', 'failed'],
    ['that succeeded fails when the bank sends the money back', 'succeeded', 'failed', 'failed'],
    ['that succeeded stays so, however often that is said', 'succeeded', 'succeeded', null],
    ['that succeeded is not taken back by an older word', 'succeeded', 'pending', null],
    ['that failed stays so', 'failed', 'succeeded', null],
    ['that another one replaced stays so', 'replaced', 'succeeded', null],
    ['that the buyer’s bank paid stays so', 'covered', 'succeeded', null],
  ] as const)('%s', (_what, stored, said, status) => {
    expect(statusAfter(stored, said)).toBe(status)
  })

  it('is unfinished until the provider has said what became of it', () => {
    const statuses = ['pending', 'sent', 'succeeded', 'failed', 'replaced', 'covered'] as const
    expect(statuses.filter(isUnfinished)).toEqual(['pending', 'sent'])
  })

  test.each([
    ['that the provider has not named yet is the one it speaks of', [null, null], ['re_1', null], false],
    ['is the one of the same name', ['re_1', null], ['re_1', null], false],
    ['that somebody made by hand is not ours that was made beside it', ['re_1', null], ['re_2', null], true],
    ['that somebody made by hand is not ours that was refused', ['re_1', null], [null, null], true],
    ['that somebody made by hand is no transfer', ['re_1', null], [null, 'tr_1'], true],
    ['that was refused is the one without a name', [null, null], [null, null], false],
    ['to an account is the one of its transfer', [null, null], [null, 'tr_1'], false],
    ['to an account stays that of its transfer', [null, 'tr_1'], [null, 'tr_1'], false],
    ['to an account is not one by hand', [null, 'tr_1'], ['re_1', null], true],
    ['to an account is not a later try that was refused', [null, 'tr_1'], [null, null], true],
  ] as const)('%s', (_what, stored, said, isAnother) => {
    const named = ([providerRefundId, transferId]: typeof stored | typeof said) => ({
      ...{ providerRefundId, transferId },
    })
    expect(isOfAnother(named(stored), named(said))).toBe(isAnother)
  })

  it('gets its number from the bank, and keeps it', () => {
    expect(newReference(null, '74207')).toBe('74207')
    expect(newReference('74207', '74207')).toBeNull()
    expect(newReference('74207', null)).toBeNull()
  })
})

test.each([
  ['all of it', [500, 300], 800, [500, 300]],
  ['the oldest first', [500, 300], 500, [500]],
  ['one in part', [500, 300], 499, [499]],
  ['the last one in part', [500, 300], 799, [500, 299]],
  ['nothing', [500], 0, []],
])('what the buyer’s bank gave back pays refunds that they wait for: %s', (_what, sums, given, paid) => {
  const owed = sums.map(sum => ({ amountPence: pence(sum) }))
  expect(coveredBy(owed, pence(given)).map(({ coveredPence }) => coveredPence)).toEqual(paid)
})
