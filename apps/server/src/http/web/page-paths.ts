import { categoryOf, EXPLORE_KINDS, type ExploreQuery, PAGE_SIZE_DEFAULT } from '@parley/contract'
import type { PublicData } from '@parley/web/public-data'

/** The page for a link that leads nowhere. */
export const BAD_LINK = '/not-found-cover'

const FIXED = new Set([
  '/',
  '/faq',
  '/terms',
  '/company-terms',
  '/session-request',
  '/login',
  '/password-reset-simple',
  '/signup/regular',
  '/signup/influencer',
  '/device-check',
  BAD_LINK,
])
/** Pages that nobody looks for. */
const NOT_INDEXED = new Set(['/login', '/password-reset-simple', BAD_LINK, '/device-check'])
const LANDING = '/'
const EXPLORE = '/explore'
/** They say what a person logs in or signs up for. */
const BEFORE_SALE = new Set(['/login', '/signup/regular'])
const EXPLORE_PARAMETERS = ['q', 'category', 'kind', 'page'] as const
const PARAMETER_MAX = 100
const PROFILE = /^\/profile\/([A-Za-z0-9._-]{1,50})$/

/** No username and no event's name: one page each for all names that nobody has. */
const NOBODY = '/profile/-'
const NO_EVENT = '/live-event/-'

const LIVE_EVENT = /^\/live-event\/([A-Za-z0-9_-]{1,200})$/

/** Paths of the server itself: an unknown one below them is an API answer, not a page. */
const SERVER_PATHS = /^\/(api|sandbox|pictures|share-pictures|sitemaps|webhooks)(\/|\?|$)/

export function isServerPath(url: string): boolean {
  return SERVER_PATHS.test(url)
}

/**
 * The path without query and last slash; null when it is not one: `//host` would become another site's address, and so
 * would a backslash, which `new URL` reads as a slash.
 */
export function pagePath(url: string): string | null {
  const path = url.split(/[?#]/, 1)[0] ?? '/'
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return null
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/**
 * What a page is rendered by: its path, on Explore what is looked for, and at login and sign-up the profile or event
 * that they lead to. All other parameters stay outside, so that nobody fills a cache by inventing them.
 */
export function pageAddress(path: string, url: string): string {
  if (path !== EXPLORE && !BEFORE_SALE.has(path)) return namedOnce(path)
  const parameters = new URLSearchParams(url.split('?')[1]?.split('#')[0])
  if (BEFORE_SALE.has(path)) {
    const next = pagePath(parameters.get('next') ?? '')
    return next && (PROFILE.test(next) || LIVE_EVENT.test(next))
      ? `${path}?${new URLSearchParams({ next: namedOnce(next) })}`
      : path
  }
  const known = EXPLORE_PARAMETERS.flatMap(name => {
    const value = parameters.get(name)
    return value ? [[name, value.slice(0, PARAMETER_MAX)]] : []
  })
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}

/**
 * A profile has one address however its username is written. Attack: a reader who writes one name in a thousand ways,
 * each of which takes the place of another page in the cache.
 */
const namedOnce = (path: string) => (PROFILE.test(path) ? path.toLowerCase() : path)

/**
 * True for pages that search engines may list: those for everybody, and of Explore not every combination of words.
 */
export function isIndexed(address: string): boolean {
  const [path = '', query] = address.split('?')
  if (path === EXPLORE) return !new URLSearchParams(query).has('q')
  return (FIXED.has(path) && !NOT_INDEXED.has(path)) || PROFILE.test(path) || LIVE_EVENT.test(path)
}

/**
 * The address from which the page is rendered: for an unknown or hidden name, the one page that says so. Attack: a
 * robot that tries names, each of which would be rendered again.
 */
export async function addressShown(data: PublicData, address: string): Promise<string> {
  const slug = LIVE_EVENT.exec(address)?.[1]
  if (slug !== undefined) return (await data.eventVersion(slug)) === null ? NO_EVENT : address
  const username = PROFILE.exec(address)?.[1]
  if (username === undefined) return address
  const found =
    (await data.version(username)) ?? (await data.person(username)) ?? (await data.movedTo(username))
  return found === null ? NOBODY : address
}

const NAMED_PAGE = /^\/(profile|stream)\/([A-Za-z0-9._-]{1,50})(\/.*)?$/

/** Where a page went that names somebody by their former username; null when it does not. */
export async function movedPage(data: PublicData, address: string): Promise<string | null> {
  const [, page, username, rest = ''] = NAMED_PAGE.exec(address) ?? []
  if (page === undefined || username === undefined) return null
  const now = await data.movedTo(username)
  return now && `/${page}/${now}${rest}`
}

/** How many pages of results are kept for each category: few readers want more of them. */
const PAGES_KEPT = 5

/**
 * What a page of Explore looks for that is kept; null for those with words, which anybody can make more of (attack: a
 * full cache).
 */
function keptExplore(query: string | undefined): ExploreQuery | null {
  const { q, category: code, kind: kindName, page } = Object.fromEntries(new URLSearchParams(query))
  if (q !== undefined) return null
  if (page !== undefined && !(/^[1-9]$/.test(page) && Number(page) <= PAGES_KEPT)) return null
  const kind = kindName === undefined ? 'influencers' : EXPLORE_KINDS.find(known => known === kindName)
  const category = code === undefined ? undefined : categoryOf(code)
  if (!kind || category === null) return null
  return { q: '', kind, category, page: Number(page ?? 1), page_size: PAGE_SIZE_DEFAULT }
}

/**
 * What the page of an address is made of: `fixed`, the row version of a profile or of an event's owner (which a login
 * or a sign-up may lead to), what the landing page or a page of Explore shows, or null for pages that are not kept.
 */
export async function pageVersion(data: PublicData, address: string): Promise<string | null> {
  const [path = '', query] = address.split('?')
  if (address === NOBODY || address === NO_EVENT) return 'fixed'
  const sold = BEFORE_SALE.has(path) && new URLSearchParams(query).get('next')
  if (sold) return pageVersion(data, sold)
  if (path === LANDING) return data.onNowVersion()
  if (FIXED.has(path)) return 'fixed'
  if (path === EXPLORE) {
    const shown = keptExplore(query)
    return shown && data.exploreVersion(shown)
  }
  const username = PROFILE.exec(path)?.[1]
  const slug = LIVE_EVENT.exec(path)?.[1]
  if (username === undefined && slug === undefined) return null
  const version = username !== undefined ? await data.version(username) : await data.eventVersion(slug ?? '')
  return version === null ? null : String(version)
}
