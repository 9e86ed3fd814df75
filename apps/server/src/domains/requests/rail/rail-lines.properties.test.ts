import { pence } from '@parley/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chargeLegs,
  disputeFundsLegs,
  disputeLostLegs,
  type Leg,
  pspFeeLegs,
  type RequestJournal,
  refundDecidedLegs,
  refundOfEarnedLegs,
  refundPaidLegs,
  refundReturnedLegs,
  releaseLegs,
  transferLegs,
  transferReversedLegs,
} from '../../ledger/public.ts'
import { whereIs } from './own-payments.ts'
import { contentsOf, placeOfAccount, type RefundStep, railLines } from './rail-lines.ts'

const STEPS = [
  'refund',
  'paid',
  'returned',
  'release',
  'transfer',
  'reverse',
  'dispute',
  'win',
  'lose',
] as const
const steps = fc.array(
  fc.record({ step: fc.constantFrom(...STEPS), share: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
  { maxLength: 14 },
)
const FEE = 1_000

/** A sale that lives as its operations let it. */
class Sale {
  readonly posted: RequestJournal[] = []
  readonly refunds = new Map<string, RefundStep>()
  net: number
  owed = 0
  given = 0
  taken = 0
  transferred = 0
  isReleased = false
  isLost = false

  constructor(pricePence: number) {
    this.net = pricePence
    this.post('charge', chargeLegs('r', pence(pricePence)))
    this.post('psp_fee', pspFeeLegs(pence(40)))
  }

  post(kind: RequestJournal['kind'], legs: readonly Leg[], key = `${kind}:${this.posted.length}`): void {
    if (legs.length > 0) this.posted.push({ key, kind, at: new Date(this.posted.length * 1000), legs })
  }

  take(step: (typeof STEPS)[number], share: number): void {
    const part = (most: number) => Math.ceil(most * share)
    const earned = (backPence: number) => ({
      ...{ influencerId: 'i', netPence: pence(this.net), feeBasisPoints: FEE, backPence: pence(backPence) },
    })
    if (step === 'refund' && this.net > 0 && this.taken === 0) {
      const backPence = part(this.net)
      if (this.isReleased) this.post('refund', refundOfEarnedLegs(earned(backPence)))
      else this.post('refund_decided', refundDecidedLegs('r', pence(backPence)))
      this.net -= backPence
      this.owed += backPence
    } else if (step === 'paid' && this.owed > 0 && this.taken === 0) {
      const id = String(this.refunds.size)
      const status = share > 0.5 ? 'succeeded' : 'sent'
      const step = { status, accountId: share > 0.9 ? 'acct' : null, updatedAt: new Date(0) } as const
      this.refunds.set(id, { ...step, amountPence: pence(this.owed) })
      this.post('refund_paid', refundPaidLegs(pence(this.owed)), `refund_paid:${id}`)
      this.given += this.owed
      this.owed = 0
    } else if (step === 'returned' && this.given > 0) {
      for (const refund of this.refunds.values()) refund.status = 'failed'
      this.post('refund_returned', refundReturnedLegs(pence(this.given)))
      this.owed += this.given
      this.given = 0
    } else if (step === 'release' && !this.isReleased && this.net > 0 && this.taken === 0) {
      const sale = { requestId: 'r', influencerId: 'i', netPence: pence(this.net), feeBasisPoints: FEE }
      this.post('release', releaseLegs(sale))
      this.isReleased = true
    } else if (step === 'transfer' && this.isReleased && this.transferred === 0) {
      this.transferred = Math.max(1, part(this.net))
      this.post('transfer', transferLegs('i', pence(this.transferred)))
    } else if (step === 'reverse' && this.transferred > 0) {
      this.post('transfer_reversed', transferReversedLegs('i', pence(this.transferred)))
      this.transferred = 0
    } else this.dispute(step, part)
  }

  dispute(step: (typeof STEPS)[number], part: (pence: number) => number): void {
    const most = this.net + this.owed
    if (step === 'dispute' && this.taken === 0 && most > 0 && !this.isLost) {
      this.taken = part(most)
      this.post('dispute_funds', disputeFundsLegs(pence(-this.taken)))
    } else if (step === 'win' && this.taken > 0) {
      this.post('dispute_funds', disputeFundsLegs(pence(this.taken)))
      this.taken = 0
    } else if (step === 'lose' && this.taken > 0) {
      const refundsPence = pence(Math.min(this.owed, this.taken))
      const salePence = pence(Math.min(this.taken - refundsPence, this.net))
      const share = {
        influencerId: 'i',
        netPence: pence(this.net),
        feeBasisPoints: FEE,
        backPence: salePence,
      }
      const loss = { requestId: 'r', amountPence: pence(this.taken), refundsPence }
      const heldPence = this.isReleased ? pence(0) : salePence
      const earned = this.isReleased && salePence > 0 ? share : null
      this.post('dispute', disputeLostLegs({ ...loss, heldPence, earned }))
      this.owed -= refundsPence
      this.net -= salePence
      this.taken = 0
      this.isLost = true
    }
  }
}

test('each rail comes to its postings, whatever happened, and no penny of a charge is nowhere', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1_000_000 }), steps, (pricePence, taken) => {
      const sale = new Sale(pricePence)
      for (const { step, share } of taken) sale.take(step, share)
      const lines = railLines(sale.posted, sale.refunds)
      const contents = contentsOf(lines)
      for (const place of ['held', 'influencer', 'parley', 'returning', 'dispute'] as const) {
        const balance = sale.posted
          .flatMap(({ legs }) => legs)
          .filter(({ account }) => placeOfAccount(account) === place)
          .reduce((sum, leg) => sum + leg.amountPence, 0)
        // Between the platform and the bank nothing is an account: what is sent and not there is in neither.
        expect(`${place} ${contents[place]}`).toBe(`${place} ${-balance + 0}`)
      }
      expect(Object.values(contents).reduce((sum, each) => sum + each, 0)).toBe(0)
      expect(lines.every(line => line.pence > 0)).toBe(true)
      const where = Object.values(whereIs(lines)).reduce(
        (sum, each) => sum + Math.round(Number(each) * 100),
        0,
      )
      expect(where).toBe(pricePence)
    }),
    { numRuns: 1_000 },
  )
})
