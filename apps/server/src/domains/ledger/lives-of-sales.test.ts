import { influencerSharePence, type Pence, pence } from '@parley/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bankLegs,
  bankReturnedLegs,
  chargeLegs,
  disputeFundsLegs,
  disputeLostLegs,
  influencerOwesPence,
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
  netPence: Pence
  /** Decided to go back and still here; given to the buyer and perhaps returned by the bank. */
  owedPence = pence(0)
  givenPence = pence(0)
  takenPence = pence(0)
  transferredPence = pence(0)
  bankPence = 0
  isReleased = false
  isOver = false

  constructor(id: string, pricePence: Pence) {
    this.id = id
    this.netPence = pricePence
    this.post(chargeLegs(id, pricePence))
    this.post(pspFeeLegs(pence(58)))
  }

  post(legs: readonly { account: string; amountPence: number }[]): void {
    expect(legs.reduce((sum, leg) => sum + leg.amountPence, 0)).toBe(0)
    expect(new Set(legs.map(leg => leg.account)).size).toBe(legs.length)
    for (const { account, amountPence } of legs) {
      this.balances.set(account, (this.balances.get(account) ?? 0) + amountPence)
    }
  }

  balance(account: string): Pence {
    return pence(this.balances.get(account) ?? 0)
  }

  earned(backPence: Pence) {
    const { netPence } = this
    return { influencerId: INFLUENCER, netPence, feeBasisPoints: FEE_BASIS_POINTS, backPence }
  }

  take({ step, share }: Step): void {
    const part = (whole: Pence) => pence(Math.ceil(whole * share))
    switch (step) {
      case 'refund': {
        const backPence = part(this.netPence)
        if (backPence === 0 || this.takenPence > 0) return
        this.post(
          this.isReleased
            ? refundOfEarnedLegs(this.earned(backPence))
            : refundDecidedLegs(this.id, backPence),
        )
        this.netPence = pence(this.netPence - backPence)
        this.owedPence = pence(this.owedPence + backPence)
        return
      }
      case 'refund paid':
        if (this.owedPence === 0 || this.takenPence > 0) return
        this.post(refundPaidLegs(this.owedPence))
        this.givenPence = pence(this.givenPence + this.owedPence)
        this.owedPence = pence(0)
        return
      case 'refund returned':
        if (this.givenPence === 0) return
        this.post(refundReturnedLegs(this.givenPence))
        this.owedPence = pence(this.owedPence + this.givenPence)
        this.givenPence = pence(0)
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
        const payablePence = pence(-this.balance(`payable:${INFLUENCER}`))
        if (!this.isReleased || payablePence <= 0 || this.takenPence > 0) return
        this.post(transferLegs(INFLUENCER, payablePence))
        this.transferredPence = pence(this.transferredPence + payablePence)
        return
      }
      case 'reverse': {
        const returnedPence = part(this.transferredPence)
        if (returnedPence === 0) return
        this.post(transferReversedLegs(INFLUENCER, returnedPence))
        this.transferredPence = pence(this.transferredPence - returnedPence)
        return
      }
      case 'dispute':
        if (this.takenPence > 0 || this.isOver) return
        this.takenPence = pence(this.netPence + this.owedPence + this.givenPence)
        if (this.takenPence === 0) return
        this.post(disputeFundsLegs(pence(-this.takenPence)))
        this.post(pspFeeLegs(pence(2000)))
        return
      case 'win':
        if (this.takenPence === 0) return
        this.post(disputeFundsLegs(this.takenPence))
        this.takenPence = pence(0)
        return
      case 'lose': {
        if (this.takenPence === 0) return
        const refundsPence = this.owedPence
        const salePence = pence(Math.min(this.takenPence - refundsPence, this.netPence))
        this.post(
          disputeLostLegs({
            ...{ requestId: this.id, amountPence: this.takenPence, refundsPence },
            heldPence: this.isReleased ? pence(0) : salePence,
            earned: this.isReleased && salePence > 0 ? this.earned(salePence) : null,
          }),
        )
        this.owedPence = pence(0)
        this.netPence = pence(this.netPence - salePence)
        this.takenPence = pence(0)
        this.isOver = true
        return
      }
      case 'bank payout':
        this.post(bankLegs(pence(100)))
        this.bankPence += 100
        return
      case 'bank returned':
        if (this.bankPence === 0) return
        this.post(bankReturnedLegs(pence(100)))
        this.bankPence -= 100
        return
      case 'orphan':
        this.post(orphanChargeLegs(pence(700)))
        this.post(refundPaidLegs(pence(700)))
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
        const life = new Life('r', pence(pricePence))
        for (const step of taken) {
          life.take(step)
          const sum = [...life.balances.values()].reduce((total, balance) => total + balance, 0)
          expect(sum).toBe(0)
          expect(life.balance('held:r')).toBe(life.isReleased ? 0 : -life.netPence || 0)
          expect(life.balance('refund_transit')).toBe(-life.owedPence || 0)
          expect(life.balance('dispute_transit')).toBe(life.takenPence)
          expect(life.balance('psp_fees')).toBeGreaterThanOrEqual(0)
          expect(life.balance('bank')).toBe(life.bankPence)
          // What the influencer has, there and here, is their share of what is left of the sale, and never a penny
          // more.
          const sharePence = life.isReleased ? influencerSharePence(life.netPence, FEE_BASIS_POINTS) : 0
          expect(life.transferredPence - life.balance(`payable:${INFLUENCER}`)).toBe(sharePence)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('gives an earned sale back in any parts as it would in one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000 }), fc.array(fc.nat(50_000)), (net, parts) => {
        const netPence = pence(net)
        let leftPence = netPence
        let owedPence = 0
        for (const part of parts) {
          const backPence = pence(Math.min(part, leftPence))
          const share = { influencerId: INFLUENCER, netPence: leftPence, feeBasisPoints: FEE_BASIS_POINTS }
          owedPence += influencerOwesPence({ ...share, backPence })
          leftPence = pence(leftPence - backPence)
        }
        expect(owedPence).toBe(
          influencerSharePence(netPence, FEE_BASIS_POINTS) -
            influencerSharePence(leftPence, FEE_BASIS_POINTS),
        )
      }),
    )
  })
})
