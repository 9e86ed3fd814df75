import { timingSafeEqual } from 'node:crypto'
import { noSuchObject } from '../errors.ts'
import { accountDecision, decideAccount } from '../resources/accounts.ts'
import type { Store } from '../store.ts'
import type { Work } from '../work.ts'
import { escaped, renderPage } from './page.ts'

/** Refuses anyone who did not come by a fresh account link. */
export function requireAccountLink(
  store: Store,
  visit: { account: string; token: string; seconds: number },
): void {
  const expected = Buffer.from(store.attribute(visit.account, 'link_token') ?? '')
  const given = Buffer.from(visit.token)
  const isKnown = expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given)
  const expires = Number(store.attribute(visit.account, 'link_expires') ?? '0')
  if (!isKnown || visit.seconds > expires) throw noSuchObject('account link', visit.account)
}

export function onboardingPage(token: string, stylesheet: string): string {
  const content = `<p>Stripe would ask here who you are and where your money goes. In the sandbox you choose the answer.</p>
<form method="post">
<input type="hidden" name="token" value="${escaped(token)}">
<button name="decision" value="verified">Verify me</button>
<button name="decision" value="asked">Verify me, and ask for a document within two weeks</button>
<button name="decision" value="restricted">Refuse me</button>
</form>`
  return renderPage({ title: 'Set up your payouts', content, stylesheet })
}

/** Decides the account as its owner chose and answers where the browser goes next; the link is used up. */
export function completeOnboarding(work: Work, account: string, decision: string): string {
  decideAccount(work, account, accountDecision(decision))
  work.store.setAttribute(account, 'link_expires', '0')
  return work.store.attribute(account, 'link_return_url') ?? '/'
}
