import type Stripe from 'stripe'
import type { Engine } from '../engine.ts'
import { refusedRequest } from '../errors.ts'
import type { FaultControl } from '../options.ts'
import { closeAccount, decideAccount } from '../resources/accounts.ts'
import { changeBalance, chargeFee } from '../resources/balance-transactions.ts'
import { closeDispute, escalateInquiry, openDispute, openInquiry } from '../resources/disputes.ts'
import { warnOfFraud } from '../resources/fraud-warnings.ts'
import { idOf } from '../resources/intents.ts'
import { collect, failPayment, refuseUnlessIn } from '../resources/payment-intents.ts'
import { decidePayout } from '../resources/payouts.ts'
import { reverseTopUp } from '../resources/top-ups.ts'
import type { WebhookQueue } from '../webhooks.ts'
import type { Work } from '../work.ts'
import type { FaultRules } from './faults.ts'
import type { WebhookFaults } from './webhook-faults.ts'

export interface FaultControlDeps {
  engine: Engine
  rules: FaultRules
  webhookFaults: WebhookFaults
  webhooks: WebhookQueue
  wake: () => void
}

/** The controls by which tests inject faults. */
export function createFaultControl(deps: FaultControlDeps): FaultControl {
  const { engine, rules, webhookFaults, webhooks, wake } = deps
  const release = (order: readonly string[] = []) => {
    const released = engine.perform(() => webhooks.release(order))
    wake()
    return released
  }
  return {
    add: rule => rules.add(rule),
    list: () => rules.list(),
    clear: () => {
      rules.clear()
      webhookFaults.clear()
      release()
    },
    webhooks: {
      add: fault => webhookFaults.add(fault),
      hold: () => webhookFaults.hold(),
      release,
      resend: eventId => {
        engine.perform(({ store }) => webhooks.enqueue(store.named('event', eventId)))
        wake()
      },
    },
    endProcessing: (id, outcome) => engine.perform(work => endProcessing(work, id, outcome)),
    openDispute: (id, reason = 'fraudulent') =>
      engine.perform(work => openDispute(work, chargeOf(work, id), reason).id),
    openInquiry: id => engine.perform(work => openInquiry(work, chargeOf(work, id), 'fraudulent').id),
    escalateInquiry: id => {
      engine.perform(work => escalateInquiry(work, work.store.named('dispute', id)))
    },
    warnOfFraud: id =>
      engine.perform(work => warnOfFraud(work, chargeOf(work, id), 'made_with_stolen_card').id),
    closeDispute: (id, outcome) => {
      engine.perform(work => closeDispute(work, work.store.named('dispute', id), outcome))
    },
    decidePayout: (id, decision) => engine.perform(work => decidePayout(work, id, decision)),
    reverseTopUp: id => engine.perform(work => reverseTopUp(work, id)),
    changeBalance: change => engine.perform(work => changeBalance(work, change)),
    chargeFee: amount => engine.perform(work => chargeFee(work, amount)),
    closeAccount: id => engine.perform(work => closeAccount(work, id)),
    decideAccount: (id, decision) => {
      engine.perform(work => decideAccount(work, id, decision))
    },
  }
}

function endProcessing(work: Work, id: string, outcome: 'succeeded' | 'failed'): void {
  const intent = work.store.named('payment_intent', id)
  refuseUnlessIn(intent, ['processing'], 'decide')
  if (outcome === 'succeeded') {
    collect(work, intent, 'none')
    return
  }
  const method = work.store.named('payment_method', idOf(intent.payment_method) ?? '')
  const decline = {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  }
  failPayment(work, { intent, method, decline, authentication: 'none' })
}

function chargeOf(work: Work, intentId: string): Stripe.Charge {
  const chargeId = idOf(work.store.named('payment_intent', intentId).latest_charge)
  const charge = work.store.find('charge', chargeId ?? '')
  if (charge?.paid !== true)
    throw refusedRequest(`PaymentIntent ${intentId} has no successful charge to dispute.`)
  return charge
}
