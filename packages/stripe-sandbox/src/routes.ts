import { ACCOUNT_ROUTES } from './accounts.ts'
import { BALANCE_ROUTES } from './balance-transactions.ts'
import { CHARGE_ROUTES } from './charges.ts'
import { CUSTOMER_ROUTES } from './customers.ts'
import { DISPUTE_ROUTES } from './disputes.ts'
import { EVENT_ROUTES } from './events.ts'
import { PAYMENT_INTENT_ROUTES } from './payment-intent-routes.ts'
import { PAYMENT_METHOD_ROUTES } from './payment-method-routes.ts'
import { PAYOUT_ROUTES } from './payouts.ts'
import { REFUND_ROUTES } from './refunds.ts'
import { SETUP_INTENT_ROUTES } from './setup-intents.ts'
import { TRANSFER_ROUTES } from './transfers.ts'
import type { Route } from './work.ts'

export const ROUTES: readonly Route[] = [
  ...CUSTOMER_ROUTES,
  ...PAYMENT_METHOD_ROUTES,
  ...PAYMENT_INTENT_ROUTES,
  ...SETUP_INTENT_ROUTES,
  ...CHARGE_ROUTES,
  ...REFUND_ROUTES,
  ...DISPUTE_ROUTES,
  ...EVENT_ROUTES,
  ...BALANCE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...TRANSFER_ROUTES,
  ...PAYOUT_ROUTES,
]
