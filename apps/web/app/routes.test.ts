import { expect, it } from 'vitest'
import routes from './routes.ts'

type Access = 'public' | 'secure'
const GUARDS = new Set(['routes/secure.tsx', 'routes/call/secure-call.tsx'])

interface Entry {
  path?: string | undefined
  file: string
  children?: Entry[] | undefined
}

/** Every address of the site, and whether its layout requires a login. */
function accessOf(entries: readonly Entry[], around: Access): [string, Access][] {
  return entries.flatMap(({ path, file, children }): [string, Access][] => {
    const access = GUARDS.has(file) ? 'secure' : around
    return children ? accessOf(children, access) : [[`/${path ?? ''}`, access]]
  })
}

const found = new Map(accessOf(await routes, 'public'))

it.each<[string, Access]>([
  ['/', 'public'],
  ['/login', 'public'],
  ['/password-reset-simple', 'public'],
  ['/signup/regular', 'public'],
  ['/signup/influencer', 'public'],
  ['/logout', 'secure'],
  ['/my-account', 'secure'],
  ['/explore', 'public'],
  ['/device-check', 'public'],
  ['/carry-over', 'public'],
  ['/gift', 'public'],
  ['/faq', 'public'],
  ['/terms', 'public'],
  ['/company-terms', 'public'],
  ['/session-request', 'public'],
  ['/user', 'secure'],
  ['/save-card', 'secure'],
  ['/earnings', 'secure'],
  ['/bookings', 'secure'],
  ['/become-influencer', 'secure'],
  ['/receipt/:slug', 'secure'],
  ['/profile/:username', 'public'],
  ['/live-event/:slug', 'public'],
  ['/add-event', 'secure'],
  ['/edit-event/:slug', 'secure'],
  ['/chat/:slug', 'secure'],
  ['/paidchat/:slug', 'secure'],
  ['/stream/:username/:slug', 'secure'],
  // Its page asks a visitor to log in before accepting: everybody may see an open offer.
  ['/prepaid/:slug', 'public'],
  ['/prepaid', 'secure'],
  ['/not-found-cover', 'public'],
  ['/*', 'public'],
])('%s is %s', (path, access) => {
  expect(found.get(path)).toBe(access)
})
