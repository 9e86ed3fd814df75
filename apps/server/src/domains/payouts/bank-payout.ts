import { CURRENCY } from '@parley/contract'
import { withTransaction } from '../../db/client.ts'
import { bankLegs, bankReturnedLegs, postJournal } from '../ledger/public.ts'
import type { PayoutsDeps } from './deps.ts'
import { bankPayouts } from './tables.ts'

/** Writes down money that the provider sent to the platform's own bank, or that came back; any number of times. */
export async function recordBankPayout(deps: PayoutsDeps, id: string): Promise<void> {
  const { amountPence, currency, status, hasReturned } = await deps.books.bankPayout(id)
  if (isForeign(deps, { id, currency })) return
  const at = deps.clock.now()
  await withTransaction(deps.db, async tx => {
    await tx
      .insert(bankPayouts)
      .values({ id, amountPence, status, createdAt: at, updatedAt: at })
      .onConflictDoUpdate({ target: bankPayouts.id, set: { status, updatedAt: at } })
    const entry = { requestId: null, at }
    const legs = bankLegs(amountPence)
    await postJournal(tx, { ...entry, key: `bank_payout:${id}`, kind: 'bank_payout', legs })
    if (!hasReturned) return
    const back = bankReturnedLegs(amountPence)
    await postJournal(tx, {
      ...entry,
      key: `bank_payout_returned:${id}`,
      kind: 'bank_payout_returned',
      legs: back,
    })
  })
  if (status === 'failed') deps.log.error({ bankPayoutId: id }, 'a payout to the platform’s bank failed')
}

/** Writes down money that came from the platform's own bank to the provider, or went back; any number of times. */
export async function recordTopUp(deps: PayoutsDeps, id: string): Promise<void> {
  const { amountPence, currency, hasArrived, hasReturned } = await deps.books.topUp(id)
  if (!hasArrived || isForeign(deps, { id, currency })) return
  const entry = { requestId: null, at: deps.clock.now() }
  await withTransaction(deps.db, async tx => {
    const legs = bankReturnedLegs(amountPence)
    await postJournal(tx, { ...entry, key: `top_up:${id}`, kind: 'top_up', legs })
    if (!hasReturned) return
    const back = bankLegs(amountPence)
    await postJournal(tx, { ...entry, key: `top_up_returned:${id}`, kind: 'top_up_returned', legs: back })
  })
}

/** Money in another currency is no pence: the reconciliation shows it, and nothing is booked. */
function isForeign({ log }: Pick<PayoutsDeps, 'log'>, moved: { id: string; currency: string }): boolean {
  if (moved.currency === CURRENCY) return false
  log.error(moved, 'money of the platform moved in another currency than the books are in')
  return true
}
