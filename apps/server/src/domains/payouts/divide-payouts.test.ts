import { PAYOUT_MIN_PENCE, pence } from '@parley/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dividePayouts } from './divide-payouts.ts'

const due = (...shares: number[]) =>
  shares.map((sharePence, index) => ({
    id: String(index),
    sharePence: pence(sharePence),
  }))

describe('payouts whose day has come', () => {
  it('go out whole where nothing is owed', () => {
    expect(dividePayouts(due(2250, 900), pence(0))).toEqual([
      { id: '0', fate: 'send', withheldPence: 0 },
      { id: '1', fate: 'send', withheldPence: 0 },
    ])
  })

  it('pay a debt first, the oldest before the next', () => {
    expect(dividePayouts(due(2250, 900), pence(2500))).toEqual([
      { id: '0', fate: 'netted' },
      { id: '1', fate: 'send', withheldPence: 250 },
    ])
    expect(dividePayouts(due(2250), pence(5000))).toEqual([{ id: '0', fate: 'netted' }])
  })

  it('wait together while they are less than the minimum, and go together once they are not', () => {
    const waits = { fate: 'wait', waitsFor: 'below_minimum' }
    expect(dividePayouts(due(40, 50), pence(0))).toEqual([
      { id: '0', ...waits },
      { id: '1', ...waits },
    ])
    expect(dividePayouts(due(40, 59), pence(0)).map(({ fate }) => fate)).toEqual(['wait', 'wait'])
    expect(dividePayouts(due(40, 60), pence(0)).map(({ fate }) => fate)).toEqual(['send', 'send'])
    expect(dividePayouts(due(2250), pence(2200))).toEqual([{ id: '0', ...waits }])
  })

  it('never send more than the shares less the debt, nor withhold more than is owed', () => {
    const shares = fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 12 })
    fc.assert(
      fc.property(shares, fc.nat(100_000), (amounts, debt) => {
        const debtPence = pence(debt)
        const fates = dividePayouts(due(...amounts), debtPence)
        const shareOf = (id: string) => amounts[Number(id)] ?? 0
        let takenPence = 0
        let sentPence = 0
        for (const fate of fates) {
          if (fate.fate === 'netted') takenPence += shareOf(fate.id)
          if (fate.fate === 'send') {
            takenPence += fate.withheldPence
            sentPence += shareOf(fate.id) - fate.withheldPence
          }
        }
        const totalPence = amounts.reduce((sum, one) => sum + one, 0)
        expect(takenPence).toBeLessThanOrEqual(debtPence)
        expect(sentPence).toBeLessThanOrEqual(Math.max(0, totalPence - debtPence))
        expect(sentPence === 0 || sentPence >= PAYOUT_MIN_PENCE).toBe(true)
      }),
    )
  })
})
