import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bankLegs,
  bankReturnedLegs,
  chargeLegs,
  disputeFundsLegs,
  disputeLostLegs,
  influencerOwesPence,
  influencerSharePence,
  orphanChargeLegs,
  pspFeeLegs,
  refundDecidedLegs,
  refundOfEarnedLegs,
  refundPaidLegs,
  refundReturnedLegs,
  releaseLegs,
  transferLegs,
  transferReversedLegs,
} from './legs.ts'

const STEPS = [
  'refund',
  'refund paid',
  'refund returned',
  'release',
  'transfer',
  'reverse',
  'dispute',
  'win',
  'lose',
  'bank payout',
  'bank returned',
  'orphan',
] as const
type Step = { step: (typeof STEPS)[number]; share: number }

const INFLUENCER = 'i'
const FEE_BASIS_POINTS = 1_000

/** One sale as its operations know it, and the ledger that they write. */
class Life {
  readonly balances = new Map<string, number>()
  readonly id: string
  netPence: number
  /** Decided to go back and still here; given to the buyer and perhaps returned by the bank. */
  owedPence = 0
  givenPence = 0
  takenPence = 0
  transferredPence = 0
  bankPence = 0
  isReleased = false
  isOver = false

  constructor(id: string, pricePence: number) {
    this.id = id
    this.netPence = pricePence
    this.post(chargeLegs(id, pricePence))
    this.post(pspFeeLegs(58))
  }

  post(legs: readonly { account: string; amountPence: number }[]): void {
    expect(legs.reduce((sum, leg) => sum + leg.amountPence, 0)).toBe(0)
    expect(new Set(legs.map(leg => leg.account)).size).toBe(legs.length)
    for (const { account, amountPence } of legs) {
      this.balances.set(account, (this.balances.get(account) ?? 0) + amountPence)
    }
  }

  balance(account: string): number {
    return this.balances.get(account) ?? 0
  }

  earned(backPence: number) {
    const { netPence } = this
    return { influencerId: INFLUENCER, netPence, feeBasisPoints: FEE_BASIS_POINTS, backPence }
  }

  take({ step, share }: Step): void {
    const part = (pence: number) => Math.ceil(pence * share)
    switch (step) {
      case 'refund': {
        const pence = part(this.netPence)
        if (pence === 0 || this.takenPence > 0) return
        this.post(
          this.isReleased ? refundOfEarnedLegs(this.earned(pence)) : refundDecidedLegs(this.id, pence),
        )
        this.netPence -= pence
        this.owedPence += pence
        return
      }
      case 'refund paid':
        if (this.owedPence === 0 || this.takenPence > 0) return
        this.post(refundPaidLegs(this.owedPence))
        this.givenPence += this.owedPence
        this.owedPence = 0
        return
      case 'refund returned':
        if (this.givenPence === 0) return
        this.post(refundReturnedLegs(this.givenPence))
        this.owedPence += this.givenPence
        this.givenPence = 0
        return
      case 'release':
        if (this.isReleased || this.netPence === 0 || this.takenPence > 0) return
        this.post(
          releaseLegs({
            ...{ requestId: this.id, influencerId: INFLUENCER },
            ...{ netPence: this.netPence, feeBasisPoints: FEE_BASIS_POINTS },
          }),
        )
        this.isReleased = true
        return
      case 'transfer': {
        const payablePence = -this.balance(`payable:${INFLUENCER}`)
        if (!this.isReleased || payablePence <= 0 || this.takenPence > 0) return
        this.post(transferLegs(INFLUENCER, payablePence))
        this.transferredPence += payablePence
        return
      }
      case 'reverse': {
        const pence = part(this.transferredPence)
        if (pence === 0) return
        this.post(transferReversedLegs(INFLUENCER, pence))
        this.transferredPence -= pence
        return
      }
      case 'dispute':
        if (this.takenPence > 0 || this.isOver) return
        this.takenPence = this.netPence + this.owedPence + this.givenPence
        if (this.takenPence === 0) return
        this.post(disputeFundsLegs(-this.takenPence))
        this.post(pspFeeLegs(2000))
        return
      case 'win':
        if (this.takenPence === 0) return
        this.post(disputeFundsLegs(this.takenPence))
        this.takenPence = 0
        return
      case 'lose': {
        if (this.takenPence === 0) return
        const refundsPence = this.owedPence
        const salePence = Math.min(this.takenPence - refundsPence, this.netPence)
        this.post(
          disputeLostLegs({
            ...{ requestId: this.id, amountPence: this.takenPence, refundsPence },
            heldPence: this.isReleased ? 0 : salePence,
            earned: this.isReleased && salePence > 0 ? this.earned(salePence) : null,
          }),
        )
        this.owedPence = 0
        this.netPence -= salePence
        this.takenPence = 0
        this.isOver = true
        return
      }
      case 'bank payout':
        this.post(bankLegs(100))
        this.bankPence += 100
        return
      case 'bank returned':
        if (this.bankPence === 0) return
        this.post(bankReturnedLegs(100))
        this.bankPence -= 100
        return
      case 'orphan':
        this.post(orphanChargeLegs(700))
        this.post(refundPaidLegs(700))
    }
  }
}

const steps = fc.array(
  fc.record({ step: fc.constantFrom(...STEPS), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  { maxLength: 40 },
)

describe('any life of a sale', () => {
  it('keeps all accounts at zero together, and none of them turns round that must not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), steps, (pricePence, taken) => {
        const life = new Life('r', pricePence)
        for (const step of taken) {
          life.take(step)
          const sum = [...life.balances.values()].reduce((total, pence) => total + pence, 0)
          expect(sum).toBe(0)
          expect(life.balance('held:r')).toBe(life.isReleased ? 0 : -life.netPence || 0)
          expect(life.balance('refund_transit')).toBe(-life.owedPence || 0)
          expect(life.balance('dispute_transit')).toBe(life.takenPence)
          expect(life.balance('psp_fees')).toBeGreaterThanOrEqual(0)
          expect(life.balance('bank')).toBe(life.bankPence)
          // What the influencer has, there and here, is their share of what is left of the sale, and never a penny more.
          const sharePence = life.isReleased ? influencerSharePence(life.netPence, FEE_BASIS_POINTS) : 0
          expect(life.transferredPence - life.balance(`payable:${INFLUENCER}`)).toBe(sharePence)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('gives an earned sale back in any parts as it would in one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), fc.array(fc.nat(50_000)), (netPence, parts) => {
        let leftPence = netPence
        let owedPence = 0
        for (const part of parts) {
          const backPence = Math.min(part, leftPence)
          const share = { influencerId: INFLUENCER, netPence: leftPence, feeBasisPoints: FEE_BASIS_POINTS }
          owedPence += influencerOwesPence({ ...share, backPence })
          leftPence -= backPence
        }
        expect(owedPence).toBe(
          influencerSharePence(netPence, FEE_BASIS_POINTS) -
            influencerSharePence(leftPence, FEE_BASIS_POINTS),
        )
      }),
    )
  })
})
