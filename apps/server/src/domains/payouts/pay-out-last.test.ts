import { pence } from '@parley/contract'
import { expect, it } from 'vitest'
import { lastPenceReason } from './pay-out-last.ts'

it('the day of the last payout is the one that the platform’s country has then', () => {
  const dayOf = (payableAt: string) =>
    lastPenceReason({ pence: pence(90), waitsFor: 'scheduled', payableAt: new Date(payableAt) })
  expect(dayOf('2026-06-30T23:30:00Z')).toContain('£0.90 that you earned can be paid out from 1 July 2026 on')
  expect(dayOf('2026-12-31T23:30:00Z')).toContain('from 31 December 2026 on')
})
