import { Outage } from '../core/outage.ts'
import { type BalanceTransaction, listOrphans, refundOrphan } from '../domains/payments/public.ts'
import { adoptBalanceTransaction, type RequestsDeps } from '../domains/requests/public.ts'
import { agree, type BooksToCompare, type Comparison, compareBooks } from './compare-books.ts'

/**
 * What was applied may ask for more: a charge that belongs to nobody goes back, and its refund is a balance transaction
 * too.
 */
const ROUNDS_MAX = 4

export interface Applied {
  comparison: Comparison
  /** Balance transactions that the books followed, oldest first. */
  applied: BalanceTransaction[]
  /** Balance transactions that a person has to look at, and why. */
  listed: { transaction: BalanceTransaction; why: string }[]
  /** Charges without a request that were given back. */
  refunded: string[]
}

/** Fetches what the provider knows and the books do not, and applies it, until both agree or nothing moves any more. */
export async function applyMissing(deps: RequestsDeps, compared: BooksToCompare): Promise<Applied> {
  const applied: BalanceTransaction[] = []
  const refunded: string[] = []
  let listed: Applied['listed'] = []
  let comparison = await compareBooks(compared)
  for (let round = 0; round < ROUNDS_MAX && !agree(comparison); round++) {
    listed = []
    const unknown = new Set(comparison.missing.map(line => line.transaction))
    for (const transaction of [...unknown].toReversed()) {
      const why = await adopt(deps, transaction)
      if (why === null) applied.push(transaction)
      else listed.push({ transaction, why })
    }
    refunded.push(...(await refundOrphans(deps, comparison, listed)))
    comparison = await compareBooks(compared)
  }
  return { comparison, applied, listed, refunded }
}

/** Null when the books followed; else why not. One that fails does not keep the others from being applied. */
async function adopt(deps: RequestsDeps, transaction: BalanceTransaction): Promise<string | null> {
  try {
    const outcome = await adoptBalanceTransaction(deps, transaction)
    return outcome === 'applied' ? null : 'the books cannot say what this belongs to'
  } catch (error) {
    // Without the provider nothing can be said: better to stop than to list everything.
    if (error instanceof Outage && error.mayRetry === 'yes') throw error
    return error instanceof Error ? error.message : 'it could not be applied'
  }
}

/** Gives charges back that belong to nobody, unless their money went on, or a bank is asking for it. */
async function refundOrphans(
  deps: RequestsDeps,
  { unknownCharges, orphanFacts }: Comparison,
  listed: Applied['listed'],
): Promise<string[]> {
  const charges = new Map(unknownCharges.map(charge => [charge.sourceId, charge]))
  const { wentOn, disputed } = orphanFacts
  const refunded: string[] = []
  for (const orphan of await listOrphans(deps)) {
    const charge = charges.get(orphan.id)
    if (!charge) continue
    if (wentOn.has(charge.marks.request_id ?? '') || disputed.has(orphan.intentId)) {
      listed.push({
        transaction: charge,
        why: 'its request is lost, and its money was paid out or is disputed',
      })
      continue
    }
    if (await refundOrphan(deps, orphan)) refunded.push(orphan.id)
    else
      listed.push({
        transaction: charge,
        why: 'its request is lost, and its refund came back or was refused',
      })
  }
  return refunded
}
