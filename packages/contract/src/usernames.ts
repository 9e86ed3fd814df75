import { NAME_MAX, USERNAME_MAX } from './constants.ts'

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
  'explore',
  'device-check',
  'faq',
  'terms',
  'company-terms',
  'my-account',
  'password-reset',
  'social-login',
  'confirm-email',
  'undo-email',
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
  'become-influencer',
  'bookings',
  'earnings',
  'receipt',
  'live-event',
  'add-event',
  'edit-event',
  'pictures',
  'share-pictures',
  'sitemaps',
  'carry-over',
  'ws-ticket',
  'docs',
  'openapi.json',
  'payments',
  'gift',
  'keepsakes',
  'queue',
  'availability',
  'calendar',
  'calendars',
  'money',
  'reports',
  'reviews',
  'notices',
  'staff',
  'appeals',
  'push',
  'design',
  'static',
  'support',
  'help',
  'root',
  'system',
])

/** Letters, digits, hyphen, underscore and dot; no dot first or last (dots end sentences and file names). */
export const USERNAME_PATTERN = /^(?!\.)[A-Za-z0-9._-]+(?<!\.)$/

/** True when the name shadows no path. */
export function usernameIsFree(username: string): boolean {
  return !RESERVED_USERNAMES.has(username.toLowerCase())
}

/** The platform's own name; an `i` looks like an `l`. */
const ITSELF = 'par[il]ey'
/** What stands beside it in a name of the platform's own, and names no person. */
const BESIDE = [
  'account|admins?|administrators?|app|billing|care|center|centre|com|contact|crew|customer|desk|finance|help|hq|info',
  'it|legal|live|mail|mod|moderation|moderators?|net|news|noreply|of|official|online|org|payments?|payouts?|pay|press',
  'privacy|real|refunds?|safety|sales|security|services?|staff|support|system|team|tech|the|trust|uk|verification',
  'verified|verify',
].join('|')
const NAMES_PLATFORM = new RegExp(`^(?:${BESIDE})*${ITSELF}(?:${ITSELF}|${BESIDE})*$`)
/** The same without its name: an office that a person asks for help. */
const NAMES_OFFICE =
  /^(?:official|the)?(?:administrators?|helpdesk|customer(?:care|services?|support)|(?:admin|billing|help|moderation|payments?|safety|security|staff|support)(?:cent(?:er|re)|desk|team))$/
/** Who speaks for a site, without a person's name or another word. */
const ROLE = [
  'abuse|admins?|administrat(?:ion|ors?)|billing|compliance|helpdesk|help|moderation|moderators?|modteam|noreply|official',
  'payments?|payouts?|postmaster|refunds?|root|safety|security|staff|superuser|support|sysadmin|system',
  'trustandsafety|trustsafety|verification|verified|verify|webmaster',
].join('|')
/** What may stand before and after it. */
const BEFORE_ROLE = 'customer|global|our|real|site|super|the|web'
const AFTER_ROLE = 'account|bot|cent(?:er|re)|contact|department|dept|desk|info|mail|online|service|team'
/** An `i` looks like an `l`. */
const NAMES_ROLE = new RegExp(`^(?:${BEFORE_ROLE})*(?:${ROLE})+(?:${AFTER_ROLE})*$`.replace(/[il]/g, '[il]'))
/** Digits that are read as letters. */
const READ_AS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't' }

/** Letters of other alphabets, and signs, that look like these. */
const LOOKS_LIKE: Record<string, string> = {
  ...{ а: 'a', е: 'e', і: 'i', ӏ: 'l', о: 'o', р: 'p', с: 'c', у: 'y', ѕ: 's' },
  ...{ α: 'a', ι: 'i', ο: 'o', ρ: 'p', υ: 'y', ı: 'i', ɑ: 'a', ⅼ: 'l', '|': 'l', '!': 'l', $: 's' },
}

/** How a name is read, with digits for letters, and with digits after it. */
const readingsOf = (joined: string): string[] =>
  [joined, joined.replace(/(?<!\d)\d+$/, '')].map(each =>
    each.replace(/[013457]/g, digit => READ_AS[digit] ?? digit),
  )

const isOfPlatform = (joined: string): boolean =>
  readingsOf(joined).some(read => NAMES_PLATFORM.test(read) || NAMES_OFFICE.test(read))

/**
 * True when a name poses as the platform: its name with nothing but its own words, or an office or a role of it,
 * however they are joined, with digits for letters or after them. Attack: `parley-support` or `moderator` asks for a
 * password. With any other word, as in `parley-fan`, a name is somebody's own, and so is a role with a number.
 */
export function posesAsPlatform(username: string): boolean {
  // Attack: a long text that fits in very many ways.
  if (username.length > USERNAME_MAX) return false
  const joined = username.toLowerCase().replace(/[._-]/g, '')
  if (isOfPlatform(joined)) return true
  return !/\d$/.test(joined) && readingsOf(joined).some(read => NAMES_ROLE.test(read))
}

/** The same of the name that others read, which may have any letter: an accent or another alphabet hides nothing. */
export function nameIsOfPlatform(firstName: string, lastName: string): boolean {
  // Attack: a long text that takes long to read. A form says of it that it is too long.
  if (Math.max(firstName.length, lastName.length) > NAME_MAX) return false
  const plain = `${firstName} ${lastName}`.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
  const latin = [...plain].map(each => LOOKS_LIKE[each] ?? each).join('')
  return isOfPlatform(latin.replace(/[^\p{L}\p{N}]/gu, ''))
}
