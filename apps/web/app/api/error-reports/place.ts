/** Fixed words of our own addresses; every other part is a name, a title or a secret. */
const WORDS = new Set(
  (
    'accept add-event api assets auth billing broadcast card-saved card-wallet chat company-terms earnings edit-event event ' +
    'event-session explore faq general influencer jwt create refresh live-event live_event live_events login logout me ' +
    'my-account not-found-cover notifications paidchat parley parley_request parley_requests password password-reset ' +
    'password-reset-simple pay payment-intent pictures prepaid prepaid-link profile regular reject requests save-card ' +
    'security session session-request signup social-login stream terms user ws-ticket'
  ).split(' '),
)
const BUILT_FILE = /^\/assets\/[\w.-]+\.(?:js|css)$/

/** An address as a pattern: `/profile/ann?x=1` is `/profile/:x`. Names, slugs, queries and hosts are left out. */
export function placeOf(address: string): string {
  const path = pathOf(address)
  if (BUILT_FILE.test(path)) return path
  return path
    .split('/')
    .map(segment => (segment === '' || WORDS.has(segment) ? segment : ':x'))
    .join('/')
}

function pathOf(address: string): string {
  const start = address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '')
  const path = start.split(/[?#]/, 1)[0] ?? ''
  return path.startsWith('/') ? path : `/${path}`
}

/**
 * Pages of calls, payments and passwords, and their API paths: no recording, no trace, and of an error only its code.
 */
const QUIET =
  /\/(?:chat|paidchat|stream|save-card|prepaid|session-request|signup|my-account|earnings|login|password-reset|password-reset-simple|social-login|user|session|event-session|pay|payment-intent|prepaid-link|card-saved|card-wallet|ws-ticket|auth|password)(?:\/|$)/

/** True for a pattern, as `placeOf` makes it, that belongs to a call, a payment or a password. */
export const isQuiet = (place: string): boolean => QUIET.test(place)
