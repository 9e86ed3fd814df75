import type Stripe from 'stripe'
import { expect, test } from 'vitest'
import { intentFacts } from './facts.ts'

/** An intent whose charge the balance got in a currency. */
function settled(currency: string): Stripe.PaymentIntent {
  const latest_charge = { id: 'ch_1', paid: true, balance_transaction: { id: 'txn_1', currency, fee: 60 } }
  const intent = { id: 'pi_1', status: 'succeeded', amount: 2500, currency: 'gbp', latest_charge }
  return { ...intent, setup_future_usage: null } as unknown as Stripe.PaymentIntent
}

test('a fee in pounds is known with the charge, and one in another currency is no pence', () => {
  expect(intentFacts(settled('gbp'))).toMatchObject({ feePence: 60, settledIn: 'gbp' })
  expect(intentFacts(settled('eur'))).toMatchObject({ feePence: null, settledIn: 'eur' })
})
