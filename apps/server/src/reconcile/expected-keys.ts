import { type Pence, pence } from '@parley/contract'
import type { ClientBase } from 'pg'
import type { BalanceTransaction } from '../domains/payments/public.ts'

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

/**
 * Our row of each of some things at the provider, by its id there, with those from which they came;
 * `reconciled_charges` has those of the payments.
 */
export async function findKnownIds(client: ClientBase, sourceIds: readonly string[]): Promise<KnownIds> {
  const ids = async (from: string): Promise<Ids> => {
    const { rows } = await client.query<{ theirs: string; id: string }>(from, [sourceIds])
    return new Map(rows.map(row => [row.theirs, row.id]))
  }
  const orphans = await ids('select id as theirs, id from orphan_charges where id = any($1)')
  return {
    payments: await ids('select theirs, id from reconciled_charges where theirs = any($1)'),
    refunds: await ids(
      'select provider_refund_id as theirs, id from refunds where provider_refund_id = any($1)',
    ),
    payouts: await ids('select transfer_id as theirs, id from payouts where transfer_id = any($1)'),
    refundTransfers: await ids('select transfer_id as theirs, id from refunds where transfer_id = any($1)'),
    reversals: await ids(
      'select provider_reversal_id as theirs, id from transfer_reversals where provider_reversal_id = any($1)',
    ),
    orphans: new Set(orphans.keys()),
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
  const { kind, sourceId, parentId, balanceTransactionId } = transaction
  const named = (prefix: string, id: string | undefined) => (id === undefined ? null : `${prefix}:${id}`)
  // Of an instant payout, or where refunds cost: a fee that no event of its own names.
  const withFee = (money: string | null) => ({ money, fee: `psp_fee:${balanceTransactionId}` })
  switch (kind) {
    case 'charge': {
      if (known.orphans.has(sourceId))
        return { money: `orphan_charge:${sourceId}`, fee: `psp_fee:${sourceId}` }
      const id = known.payments.get(sourceId)
      return { money: named('charge', id), fee: named('psp_fee', id) }
    }
    case 'refund': {
      const id = known.refunds.get(sourceId)
      return withFee(named('refund_paid', id) ?? `orphan_refund:${sourceId}`)
    }
    case 'refund_returned':
      return withFee(
        named('refund_returned', known.refunds.get(sourceId)) ?? `orphan_refund_returned:${sourceId}`,
      )
    case 'transfer':
      return withFee(
        named('refund_paid', known.refundTransfers.get(sourceId)) ??
          named('transfer', known.payouts.get(sourceId)) ??
          `transfer_by_hand:${sourceId}`,
      )
    case 'transfer_reversed':
      return withFee(
        named('transfer_reversed', known.reversals.get(sourceId)) ??
          named('refund_returned', known.refunds.get(sourceId)) ??
          named('refund_returned', known.refundTransfers.get(parentId ?? '')),
      )
    case 'dispute':
      return { money: `dispute_funds:${balanceTransactionId}`, fee: `psp_fee:${balanceTransactionId}` }
    case 'bank_payout':
      return withFee(`bank_payout:${sourceId}`)
    case 'bank_payout_returned':
      return withFee(`bank_payout_returned:${sourceId}`)
    case 'top_up':
      return withFee(`top_up:${sourceId}`)
    case 'top_up_returned':
      return withFee(`top_up_returned:${sourceId}`)
    case 'reserve':
      return withFee(`reserve:${balanceTransactionId}`)
    case 'provider_fee':
    case 'unknown':
      return { money: null, fee: null }
  }
}
