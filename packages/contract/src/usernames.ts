/** Path words: a username must never shadow a fixed path of the API or of the site. */
export const RESERVED_USERNAMES: ReadonlySet<string> = new Set([
  'me',
  'requests',
  'prepaid-link',
  'prepaid',
  'parley_request',
  'parley_requests',
  'parley',
  'admin',
  'api',
  'user',
  'users',
  'influencer',
  'session',
  'event',
  'event-session',
  'live_event',
  'live_events',
  'get_user',
  'auth',
  'login',
  'logout',
  'signup',
  'profile',
  'chat',
  'paidchat',
  'stream',
  'faq',
  'terms',
  'company-terms',
  'my-account',
  'password-reset',
  'social-login',
  'sandbox',
  'media',
  'password-reset-simple',
  'save-card',
  'session-request',
  'video',
  'assets',
  'healthz',
  'readyz',
  'metrics',
  'null',
  'undefined',
  'support',
  'help',
  'root',
  'system',
])

/** Letters, digits, hyphen, underscore and dot; no dot first or last (dots end sentences and file names). */
export const USERNAME_PATTERN = /^(?!\.)[A-Za-z0-9._-]+(?<!\.)$/

/** True when the name could be somebody's. */
export function usernameIsFree(username: string): boolean {
  return !RESERVED_USERNAMES.has(username.toLowerCase())
}
