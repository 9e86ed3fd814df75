import type { PayoutAccount } from '@parley/contract'

const SOON_MS = 1_000
const UNDECIDED_MS = 5_000
const DECIDED_MS = 15_000

/**
 * How long the page waits before it asks for the payout account again. A person who comes back from the provider is often
 * faster than the provider's webhook, so the first questions follow each other within seconds. A decided account can
 * change too: the provider asks for another document.
 */
export function recheckAfterMs(status: PayoutAccount['status'], timesAsked: number): number | false {
  if (status === 'none') return false
  return status === 'onboarding' ? Math.min(UNDECIDED_MS, SOON_MS * Math.max(1, timesAsked)) : DECIDED_MS
}
