import { type MoneyLineKind, type MoneyPlace, type Pence, pence } from '@parley/contract'
import type { RequestJournal } from '../../ledger/public.ts'

/** A transfer of a sale's money between two places, in pence. */
export interface RailLine {
  at: Date
  what: MoneyLineKind
  pence: Pence
  from: MoneyPlace
  to: MoneyPlace
  /** The refund that it is a step of. */
  refundId?: string
}

/** What the ledger does not say about a refund: its state, and its destination. */
export interface RefundStep {
  status: 'pending' | 'sent' | 'succeeded' | 'failed' | 'replaced' | 'covered'
  accountId: string | null
  updatedAt: Date
  amountPence: Pence
}

/** The places with an account of their own in the ledger; their content is minus its balance. */
export const placeOfAccount = (account: string): MoneyPlace | null => {
  if (account.startsWith('held:')) return 'held'
  if (account.startsWith('payable:')) return 'influencer'
  if (account === 'fee_revenue') return 'parley'
  if (account === 'refund_transit') return 'returning'
  return account === 'dispute_transit' ? 'dispute' : null
}

type Step = Omit<RailLine, 'at' | 'pence'>

/** The postings of a sale, as transfers between places: every posting, and nothing else. */
export function railLines(
  posted: readonly RequestJournal[],
  refunds: ReadonlyMap<string, RefundStep>,
): RailLine[] {
  return posted.flatMap(journal => linesOf(journal, refunds)).filter(line => line.pence !== 0)
}

/** What a journal took out of an account, in pence: negative if it added something. */
function outOf(journal: RequestJournal, place: MoneyPlace): Pence {
  return pence(
    journal.legs.reduce(
      (sum, leg) => (placeOfAccount(leg.account) === place ? sum + leg.amountPence : sum),
      0,
    ),
  )
}

/** What a journal added to an account, in pence. */
const into = (journal: RequestJournal, place: MoneyPlace): Pence => pence(-outOf(journal, place))

function linesOf(journal: RequestJournal, refunds: ReadonlyMap<string, RefundStep>): RailLine[] {
  const { at } = journal
  const line = (amount: Pence, step: Step): RailLine => ({ at, pence: amount, ...step })
  const fee = (amount: Pence) => line(amount, { what: 'fee', from: 'influencer', to: 'parley' })
  switch (journal.kind) {
    case 'charge': {
      const amount = into(journal, 'held')
      return [
        line(amount, { what: 'charged', from: 'card', to: 'provider' }),
        line(amount, { what: 'held', from: 'provider', to: 'held' }),
      ]
    }
    case 'refund_decided':
      return [
        line(outOf(journal, 'held'), { what: 'refund_decided', from: 'held', to: 'returning' }),
        // After the release of a sale nothing of it is held.
      ]
    case 'refund': {
      const amount = into(journal, 'returning')
      return [
        reversed(fee(outOf(journal, 'parley'))),
        line(amount, { what: 'refund_decided', from: 'influencer', to: 'returning' }),
      ]
    }
    case 'refund_paid':
      return refundSteps(journal, refunds)
    case 'refund_returned': {
      const amount = into(journal, 'returning')
      return [line(amount, { what: 'refund_decided', from: 'bank', to: 'returning' })]
    }
    case 'release':
      return [
        line(outOf(journal, 'held'), { what: 'earned', from: 'held', to: 'influencer' }),
        fee(into(journal, 'parley')),
      ]
    case 'transfer': {
      const amount = outOf(journal, 'influencer')
      return [
        line(amount, { what: 'payout_sent', from: 'influencer', to: 'provider' }),
        line(amount, { what: 'paid_out', from: 'provider', to: 'account' }),
      ]
    }
    case 'transfer_reversed':
      return [line(into(journal, 'influencer'), { what: 'paid_out', from: 'account', to: 'influencer' })]
    case 'dispute_funds': {
      const takenPence = outOf(journal, 'dispute')
      return takenPence > 0
        ? [line(takenPence, { what: 'disputed', from: 'dispute', to: 'card' })]
        : [line(pence(-takenPence), { what: 'dispute_won', from: 'card', to: 'dispute' })]
    }
    case 'dispute':
      return (['held', 'returning', 'influencer', 'parley'] as const).map(from =>
        forwards(line(outOf(journal, from), { what: 'dispute_lost', from, to: 'dispute' })),
      )
    // The provider's fees and the platform's bank are no money of this sale.
    default:
      return []
  }
}

/** The same transfer in the other direction. */
const reversed = (line: RailLine): RailLine => ({ ...line, from: line.to, to: line.from })
/** With a positive sum. */
const forwards = (line: RailLine): RailLine =>
  line.pence < 0 ? { ...reversed(line), pence: pence(-line.pence) } : line

function refundSteps(journal: RequestJournal, refunds: ReadonlyMap<string, RefundStep>): RailLine[] {
  const refundId = journal.key.replace(/^refund_paid:/, '')
  const refund = refunds.get(refundId)
  const amount = outOf(journal, 'returning')
  const sent: RailLine = {
    ...{ at: journal.at, what: 'refund_sent', pence: amount, refundId },
    ...{ from: 'returning', to: 'bank' },
  }
  if (refund?.status !== 'succeeded') return [sent]
  const to = refund.accountId ? 'account' : 'card'
  // An operator may have taken a part of it back from the buyer's account.
  const arrived = pence(Math.min(amount, refund.amountPence))
  return [sent, { ...sent, at: refund.updatedAt, pence: arrived, what: 'refund_arrived', from: 'bank', to }]
}

/** What is in each place by now, in pence. */
export function contentsOf(lines: readonly RailLine[]): Record<MoneyPlace, number> {
  const contents: Record<MoneyPlace, number> = {
    ...{ card: 0, buyer: 0, provider: 0, held: 0, returning: 0 },
    ...{ bank: 0, influencer: 0, parley: 0, account: 0, dispute: 0 },
  }
  for (const { from, to, pence: moved } of lines) {
    contents[from] -= moved
    contents[to] += moved
  }
  return contents
}
