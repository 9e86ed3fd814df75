import { escapeHtml } from '../../core/escape-html.ts'
import type { DiscoveryDeps } from './deps.ts'
import { countPublicEvents, listPublicSlugs } from './search/search-events.ts'
import { countPublicProfiles, listPublicUsernames } from './search/search-profiles.ts'

/** Far below what a search engine takes (50 000 addresses, 50 MB), so that one answer costs little. */
export const ADDRESSES_A_PAGE = 5_000

const FIXED_PATHS = ['/', '/explore', '/faq', '/terms', '/company-terms', '/session-request']

/** Paths that nobody but their owner has use for: search engines leave them alone. */
const PRIVATE_PATHS = [
  '/api/',
  '/sandbox/',
  '/chat/',
  '/paidchat/',
  '/stream/',
  '/prepaid',
  '/my-account',
  '/save-card',
  '/user',
  '/add-event',
  '/edit-event/',
  '/device-check',
  '/logout',
  '/login',
  '/password-reset',
  '/social-login',
]

interface Address {
  path: string
  changedAt?: Date
}

/** What search engines may look at, in words of robots.txt. */
export function robotsText(origin: string): string {
  const rules = PRIVATE_PATHS.map(path => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

/** The list of the lists of public addresses. */
export async function siteMapIndex(deps: DiscoveryDeps): Promise<string> {
  const [profiles, events] = await Promise.all([countPublicProfiles(deps.db), countPublicEvents(deps.db)])
  const names = ['site-1', ...pages('profiles', profiles), ...pages('events', events)]
  const entries = names.map(name => `<sitemap><loc>${deps.publicOrigin}/sitemaps/${name}.xml</loc></sitemap>`)
  return document('sitemapindex', entries)
}

function pages(kind: string, addresses: number): string[] {
  const count = Math.ceil(addresses / ADDRESSES_A_PAGE)
  return Array.from({ length: count }, (_, index) => `${kind}-${index + 1}`)
}

/** One list of public addresses; null when there is none of that name. */
export async function siteMap(deps: DiscoveryDeps, name: string): Promise<string | null> {
  const [, kind, digits] = /^(site|profiles|events)-([1-9]\d{0,4})$/.exec(name) ?? []
  if (!kind) return null
  const addresses = await addressesOf(deps, kind, Number(digits))
  if (addresses.length === 0) return null
  return document(
    'urlset',
    addresses.map(address => entry(deps.publicOrigin, address)),
  )
}

async function addressesOf({ db }: DiscoveryDeps, kind: string, page: number): Promise<Address[]> {
  const slice = { limit: ADDRESSES_A_PAGE, offset: (page - 1) * ADDRESSES_A_PAGE }
  if (kind === 'profiles') {
    const found = await listPublicUsernames(db, slice)
    return found.map(({ username, updatedAt }) => ({ path: `/profile/${username}`, changedAt: updatedAt }))
  }
  if (kind === 'events') {
    const found = await listPublicSlugs(db, slice)
    return found.map(({ slug, updatedAt }) => ({ path: `/live-event/${slug}`, changedAt: updatedAt }))
  }
  return page === 1 ? FIXED_PATHS.map(path => ({ path })) : []
}

function entry(origin: string, { path, changedAt }: Address): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeHtml(origin + encodeURI(path))}</loc>${changed}</url>`
}

function document(root: string, entries: readonly string[]): string {
  const open = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...entries, `</${root}>`, ''].join('\n')
}
