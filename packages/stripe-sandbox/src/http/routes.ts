import { ACCOUNT_ROUTES } from '../resources/accounts.ts'
import { BALANCE_ROUTES } from '../resources/balance-transactions.ts'
import { CHARGE_ROUTES } from '../resources/charges.ts'
import { CUSTOMER_ROUTES } from '../resources/customers.ts'
import { DISPUTE_ROUTES } from '../resources/disputes.ts'
import { EVENT_ROUTES } from '../resources/events.ts'
import { FILE_ROUTES } from '../resources/files.ts'
import { FRAUD_WARNING_ROUTES } from '../resources/fraud-warnings.ts'
import { PAYMENT_INTENT_ROUTES } from '../resources/payment-intent-routes.ts'
import { PAYMENT_METHOD_ROUTES } from '../resources/payment-method-routes.ts'
import { PAYOUT_ROUTES } from '../resources/payouts.ts'
import { REFUND_ROUTES } from '../resources/refunds.ts'
import { SETUP_INTENT_ROUTES } from '../resources/setup-intents.ts'
import { TOP_UP_ROUTES } from '../resources/top-ups.ts'
import { TRANSFER_ROUTES } from '../resources/transfers.ts'
import type { Route } from '../work.ts'

export const ROUTES: readonly Route[] = [
  ...CUSTOMER_ROUTES,
  ...PAYMENT_METHOD_ROUTES,
  ...PAYMENT_INTENT_ROUTES,
  ...SETUP_INTENT_ROUTES,
  ...CHARGE_ROUTES,
  ...REFUND_ROUTES,
  ...DISPUTE_ROUTES,
  ...FRAUD_WARNING_ROUTES,
  ...FILE_ROUTES,
  ...EVENT_ROUTES,
  ...BALANCE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...TRANSFER_ROUTES,
  ...PAYOUT_ROUTES,
  ...TOP_UP_ROUTES,
]
