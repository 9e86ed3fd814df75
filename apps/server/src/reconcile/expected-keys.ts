import { type Pence, pence } from '@parley/contract'
import type { DbOrTx } from '../db/client.ts'
import type { BalanceTransaction } from '../domains/payments/public.ts'
import { orphanCharges, payments, refunds } from '../domains/payments/tables.ts'
import { payouts, transferReversals } from '../domains/payouts/tables.ts'

/** A line that the provider's books ask for in ours: the journal that should have it, and what it moves there. */
export interface ExpectedLine {
  /** Null when the books do not know what it belongs to. */
  key: string | null
  /** On the account of what lies at the provider: positive came in. */
  amountPence: Pence
  transaction: BalanceTransaction
}

type Ids = ReadonlyMap<string, string>

interface KnownIds {
  payments: Ids
  refunds: Ids
  payouts: Ids
  reversals: Ids
  /** Refunds that went to the buyer's own account, by their transfer. */
  refundTransfers: Ids
  orphans: ReadonlySet<string>
}

/** Our row of each thing at the provider, by its id there. */
export async function loadKnownIds(db: DbOrTx): Promise<KnownIds> {
  const ids = (rows: { id: string; theirs: string | null }[]): Ids =>
    new Map(rows.flatMap(({ id, theirs }) => (theirs ? [[theirs, id] as const] : [])))
  const orphans = await db.select({ id: orphanCharges.id }).from(orphanCharges)
  return {
    payments: ids(await db.select({ id: payments.id, theirs: payments.chargeId }).from(payments)),
    refunds: ids(await db.select({ id: refunds.id, theirs: refunds.providerRefundId }).from(refunds)),
    payouts: ids(await db.select({ id: payouts.id, theirs: payouts.transferId }).from(payouts)),
    refundTransfers: ids(await db.select({ id: refunds.id, theirs: refunds.transferId }).from(refunds)),
    reversals: ids(
      await db
        .select({ id: transferReversals.id, theirs: transferReversals.providerReversalId })
        .from(transferReversals),
    ),
    orphans: new Set(orphans.map(({ id }) => id)),
  }
}

/** The lines that one balance transaction of the provider asks for: the money itself, and the provider's fee on it. */
export function expectedLines(transaction: BalanceTransaction, known: KnownIds): ExpectedLine[] {
  const { amountPence, feePence, balanceTransactionId } = transaction
  const keys = keysOf(transaction, known)
  if (transaction.kind === 'provider_fee') {
    return [
      { key: `psp_fee:${balanceTransactionId}`, amountPence: pence(amountPence - feePence), transaction },
    ]
  }
  const lines: ExpectedLine[] = []
  if (amountPence !== 0) lines.push({ key: keys.money, amountPence, transaction })
  if (feePence !== 0) lines.push({ key: keys.fee, amountPence: pence(-feePence), transaction })
  return lines
}

function keysOf(
  transaction: BalanceTransaction,
  known: KnownIds,
): { money: string | null; fee: string | null } {
  const { kind, sourceId, balanceTransactionId } = transaction
  const named = (prefix: string, id: string | undefined) => (id === undefined ? null : `${prefix}:${id}`)
  const onlyMoney = (money: string | null) => ({ money, fee: null })
  switch (kind) {
    case 'charge': {
      if (known.orphans.has(sourceId))
        return { money: `orphan_charge:${sourceId}`, fee: `psp_fee:${sourceId}` }
      const id = known.payments.get(sourceId)
      return { money: named('charge', id), fee: named('psp_fee', id) }
    }
    case 'refund': {
      const id = known.refunds.get(sourceId)
      return onlyMoney(named('refund_paid', id) ?? `orphan_refund:${sourceId}`)
    }
    case 'refund_returned':
      return onlyMoney(named('refund_returned', known.refunds.get(sourceId)))
    case 'transfer':
      return onlyMoney(
        named('refund_paid', known.refundTransfers.get(sourceId)) ??
          named('transfer', known.payouts.get(sourceId)),
      )
    case 'transfer_reversed':
      return onlyMoney(named('transfer_reversed', known.reversals.get(sourceId)))
    case 'dispute':
      return { money: `dispute_funds:${balanceTransactionId}`, fee: `psp_fee:${balanceTransactionId}` }
    case 'bank_payout':
      return onlyMoney(`bank_payout:${sourceId}`)
    case 'bank_payout_returned':
      return onlyMoney(`bank_payout_returned:${sourceId}`)
    case 'provider_fee':
    case 'unknown':
      return onlyMoney(null)
  }
}
