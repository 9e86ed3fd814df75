import { escapeHtml } from '../../core/escape-html.ts'
import type { DiscoveryDeps } from './deps.ts'
import { type Range, rangeOf, rangeText } from './search/range.ts'
import { listPublicSlugs } from './search/search-events.ts'
import { listPublicUsernames } from './search/search-profiles.ts'
import type { SiteMapRanges } from './site-map-ranges.ts'

const FIXED_PATHS = ['/', '/explore', '/faq', '/terms', '/company-terms', '/session-request']

/** Paths that only their owner can use: search engines skip them. */
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

/** The text of robots.txt. */
export function robotsText(origin: string): string {
  const rules = PRIVATE_PATHS.map(path => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}

/** The sitemap index: the list of all sitemaps. */
export async function siteMapIndex(deps: DiscoveryDeps, ranges: SiteMapRanges): Promise<string> {
  const [profiles, events] = await Promise.all([ranges.ofProfiles(), ranges.ofEvents()])
  const names = ['site', ...lists('profiles', profiles), ...lists('events', events)]
  const entries = names.map(name => `<sitemap><loc>${deps.publicOrigin}/sitemaps/${name}.xml</loc></sitemap>`)
  return document('sitemapindex', entries)
}

const lists = (kind: string, ranges: readonly Range[]) => ranges.map(range => `${kind}-${rangeText(range)}`)

/** One sitemap, perhaps empty; null for a name that is not a range. */
export async function siteMap(deps: DiscoveryDeps, name: string): Promise<string | null> {
  const addresses = await addressesOf(deps, name)
  return (
    addresses &&
    document(
      'urlset',
      addresses.map(address => entry(deps.publicOrigin, address)),
    )
  )
}

async function addressesOf({ db }: DiscoveryDeps, name: string): Promise<Address[] | null> {
  if (name === 'site') return FIXED_PATHS.map(path => ({ path }))
  const [, kind, text = ''] = /^(profiles|events)-(.+)$/.exec(name) ?? []
  const range = rangeOf(text)
  if (!range) return null
  if (kind === 'profiles') {
    const found = await listPublicUsernames(db, range)
    return found.map(({ username, updatedAt }) => ({ path: `/profile/${username}`, changedAt: updatedAt }))
  }
  const found = await listPublicSlugs(db, range)
  return found.map(({ slug, updatedAt }) => ({ path: `/live-event/${slug}`, changedAt: updatedAt }))
}

function entry(origin: string, { path, changedAt }: Address): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${escapeHtml(origin + encodeURI(path))}</loc>${changed}</url>`
}

function document(root: string, entries: readonly string[]): string {
  const open = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
  return ['<?xml version="1.0" encoding="UTF-8"?>', open, ...entries, `</${root}>`, ''].join('\n')
}
