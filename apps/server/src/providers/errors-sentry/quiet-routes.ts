/**
 * Routes of calls and payments, by words of their patterns. They leave no trace, and their bugs are reported by type
 * and code alone: who called or paid whom, and when, is nobody else's business, not even as a pattern of times.
 */
const QUIET = [
  /^\/(?:chat|paidchat|stream)\//,
  /\/(?:ws-ticket|session|event-session|pay|payment-intent|card-wallet|card-saved|cards|prepaid|prepaid-link)(?:\/|$)/,
  /\/(?:parley_requests?|requests|live_events?|slots|payments|attendance|waiting|gift|keepsakes)(?:\/|$)/,
  /\/(?:queue|questions|crew|money|problems?|disputes|opinions|reports|blocks?)(?:\/|$)/,
  /\/(?:accept|reject|cancel|give-back|refund-again|cancel-event|end-event)(?:\/|$)/,
  /:slug\/event(?:\/|$)/,
  /webhook/,
  /payout|earnings|connect/,
  /^\/sandbox\//,
]

/** True for the pattern of a route that belongs to a call or a payment. */
export const isQuietRoute = (route: string): boolean => QUIET.some(pattern => pattern.test(route))
