import type { PayoutAccount } from '@parley/contract'

const SOON_MS = 1_000
const UNDECIDED_MS = 5_000
const DECIDED_MS = 15_000

/**
 * How long the page waits before it polls the payout account again. A person often returns before the provider's
 * webhook arrives, so the first polls follow each other within seconds. A decided account can change too, when the
 * provider requires another document.
 */
export function recheckAfterMs(status: PayoutAccount['status'], polls: number): number | false {
  if (status === 'none') return false
  return status === 'onboarding' ? Math.min(UNDECIDED_MS, SOON_MS * Math.max(1, polls)) : DECIDED_MS
}
