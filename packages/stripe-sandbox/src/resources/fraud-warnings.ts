import type Stripe from 'stripe'
import { newId } from '../identifiers.ts'
import type { Route, Work } from '../work.ts'
import { idOf } from './intents.ts'
import { listRoute, retrieveRoute } from './lists.ts'

/** The issuer of a card says that a payment may be fraud; nothing else happens. */
export function warnOfFraud(
  work: Work,
  charge: Stripe.Charge,
  fraudType: string,
): Stripe.Radar.EarlyFraudWarning {
  const intentId = idOf(charge.payment_intent)
  const warning: Stripe.Radar.EarlyFraudWarning = {
    id: newId('issfr'),
    object: 'radar.early_fraud_warning',
    // Something can be done about it as long as the charge is neither disputed nor refunded.
    actionable: !charge.disputed && !charge.refunded,
    charge: charge.id,
    created: work.seconds,
    fraud_type: fraudType,
    livemode: false,
    ...(intentId === null ? {} : { payment_intent: intentId }),
  }
  work.store.insert(warning)
  work.emit('radar.early_fraud_warning.created', warning)
  return warning
}

const PATH = '/v1/radar/early_fraud_warnings'
export const FRAUD_WARNING_ROUTES: readonly Route[] = [
  listRoute('radar.early_fraud_warning', PATH, ['charge', 'payment_intent']),
  retrieveRoute('radar.early_fraud_warning', PATH),
]
