import { noSuchObject, refusedRequest } from '../errors.ts'
import { type Intent, idOf, isSecretOf } from '../resources/intents.ts'
import { collect, failAuthentication } from '../resources/payment-intents.ts'
import { completeSetup, failSetupAuthentication } from '../resources/setup-intents.ts'
import type { Store } from '../store.ts'
import type { Work } from '../work.ts'
import { escaped, renderPage } from './page.ts'

/** The intent whose secret the visitor knows; anybody else learns nothing, not even that it exists. */
export function intentForVisitor(store: Store, id: string, secret: string): Intent {
  const intent = store.find('payment_intent', id) ?? store.find('setup_intent', id)
  if (intent === undefined || !isSecretOf(intent, secret)) throw noSuchObject('challenge', id)
  return intent
}

/** The bank's question, or the page that says that it is answered already. */
export function challengePage(store: Store, intent: Intent, stylesheet: string): string {
  if (intent.status !== 'requires_action') return challengeDonePage(intent, stylesheet)
  const method = store.named('payment_method', idOf(intent.payment_method) ?? '')
  const card = escaped(`${method.card?.brand ?? 'card'} ending ${method.card?.last4 ?? ''}`)
  const what =
    intent.object === 'payment_intent'
      ? `a payment of <strong>${escaped(price(intent.amount, intent.currency))}</strong> with your ${card}`
      : `that your ${card} is saved for later payments`
  const content = `<p>Your bank asks you to confirm ${what}.</p>
<form method="post">
<input type="hidden" name="secret" value="${escaped(intent.client_secret ?? '')}">
<button name="outcome" value="approve">Approve</button>
<button name="outcome" value="fail">Fail</button>
</form>`
  return renderPage({ title: 'Confirm with your bank', content, stylesheet })
}

/** What is shown where there is no page to go back to. */
export function challengeDonePage(intent: Intent, stylesheet: string): string {
  const content = `<p>${redirectStatus(intent) === 'succeeded' ? 'It is confirmed.' : 'It was not confirmed.'} You can close this page.</p>`
  return renderPage({ title: 'Your bank has answered', content, stylesheet })
}

function price(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100)
}

/** Carries out what the cardholder chose; a challenge answered already stays as it is. */
export function answerChallenge(work: Work, intent: Intent, outcome: string): void {
  if (outcome !== 'approve' && outcome !== 'fail') throw refusedRequest('Choose to approve or to fail.')
  if (intent.status !== 'requires_action') return
  if (intent.object === 'payment_intent') {
    if (outcome === 'approve') collect(work, intent, 'passed')
    else failAuthentication(work, intent)
    return
  }
  if (outcome === 'approve') completeSetup(work, intent)
  else failSetupAuthentication(work, intent)
}

/** The return address with what Stripe adds to it, or undefined where there is none. */
export function returnAddress(store: Store, intent: Intent): URL | undefined {
  const address = store.attribute(intent.id, 'return_url')
  if (address === undefined) return undefined
  const url = new URL(address)
  url.searchParams.set(intent.object, intent.id)
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '')
  url.searchParams.set('redirect_status', redirectStatus(intent))
  return url
}

function redirectStatus(intent: Intent): string {
  if (intent.status === 'succeeded') return 'succeeded'
  return intent.status === 'processing' ? 'pending' : 'failed'
}
