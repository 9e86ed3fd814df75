import type { Pence } from '@parley/contract'
import { newId } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { insertsInto } from '../../db/built-once.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { withCustomer } from './cards/ensure-customer.ts'
import type { PaymentsDeps } from './deps.ts'
import { assertMayBeginPayment } from './payer-bounds.ts'
import { findPaymentOf, lockPayment, type PaymentRow, updatePayment } from './store.ts'
import { payments } from './tables.ts'

const insertPayment = insertsInto(payments, insert => insert.returning())

export interface Sale {
  requestId: string
  payerId: string
  amountPence: Pence
}

/**
 * Writes down that the buyer is to be charged, before the provider is asked; the open one is reused. The payer is
 * locked.
 */
export async function planPayment(tx: Tx, sale: Sale, now: Date): Promise<PaymentRow> {
  const current = await findPaymentOf(tx, sale.requestId)
  return current && current.status !== 'canceled' ? current : planFirstPayment(tx, sale, now)
}

/** The same for a sale that has no payment yet. */
export async function planFirstPayment(tx: Tx, sale: Sale, now: Date): Promise<PaymentRow> {
  await assertMayBeginPayment(tx, sale.payerId, now)
  const planned = { id: newId(), ...sale, status: 'creating' as const, createdAt: now, updatedAt: now }
  const [row] = await insertPayment(tx, planned)
  invariant(row, 'an inserted payment is returned')
  return row
}

const underWay = new Map<string, Promise<PaymentRow>>()

/** Creates the payment's intent at the provider if it has none yet; callers at the same time share one call. */
export function ensureIntent(deps: PaymentsDeps, payment: PaymentRow): Promise<PaymentRow> {
  if (payment.intentId) return Promise.resolve(payment)
  const running = underWay.get(payment.id)
  if (running) return running
  const started = createIntent(deps, payment).finally(() => underWay.delete(payment.id))
  underWay.set(payment.id, started)
  return started
}

async function createIntent(deps: PaymentsDeps, payment: PaymentRow): Promise<PaymentRow> {
  const { id: paymentId, requestId, amountPence } = payment
  const intent = await withCustomer(deps, payment.payerId, customerId =>
    deps.payments.createIntent({ paymentId, requestId, amountPence, customerId }),
  )
  return withTransaction(deps.db, async tx => {
    const locked = await lockPayment(tx, payment.id)
    invariant(locked, 'a payment is never deleted')
    if (locked.intentId) return locked
    const status = locked.status === 'creating' ? ('open' as const) : locked.status
    const change = {
      intentId: intent.intentId,
      clientSecret: intent.clientSecret,
      status,
      updatedAt: deps.clock.now(),
    }
    await updatePayment(tx, payment.id, change)
    return { ...locked, ...change }
  })
}
