import type { Influencer, LiveEvent } from '@parley/contract'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, matchRoutes, type RouteObject } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { PublicData } from './public-data.ts'
import routes from './routes.ts'

const amounts = { amount: '25.00', duration: 900, duration_display: 2 }
const ivy: Influencer = {
  user: { id: '1', username: 'ivy', first_name: 'Ivy', last_name: 'Ives' },
  profile: { picture: { url: '/pictures/1', widths: [], formats: [] } as never },
  category: null,
  main_session: { ...amounts, description: 'Chess openings' } as Influencer['main_session'],
  main_live_event: { amount: null },
  booking_mode: 'off',
  virtual_events: [],
  version: 1,
  is_demo: false,
  fee_percent: 10,
  money_back_rule: '',
  money_back: { policy: 'flexible', sentence: '', steps: [] },
}
const talk: LiveEvent = {
  ...amounts,
  ...{ id: '2', slug: 'talk', title: 'A talk on endgames', description: 'Rooks and pawns' },
  ...{ duration_display: 2, format: 'broadcast', absent: null, order: null, state: 'scheduled' },
  ...{ starts_at: null, capacity: null, places_left: null },
  profile: { picture: null },
  influencer: { user: { id: '1', username: 'ivy' } },
} as LiveEvent
const site: PublicData['site'] = {
  origin: 'http://localhost:3000',
  feePercent: 10,
  releaseAfterHours: 48,
  socialNetworks: [],
  paymentProvider: 'sandbox',
  publishableKey: 'pk_test_1',
}
const publicData = {
  site,
  influencer: async name => (name === 'ivy' ? ivy : null),
  event: async slug => (slug === 'talk' ? talk : null),
  eventVersion: async () => '1-event',
  explore: async () => ({ count: 0, results: [] }),
  onNow: async () => [],
} as Partial<PublicData>

interface PageModule {
  default: ComponentType
  loader?: (args: unknown) => unknown
}
const modules = import.meta.glob<PageModule>('./routes/**/*.tsx')
const moduleOf = async (file: string) => {
  const module = await modules[`./${file}`]?.()
  if (!module) throw new Error(`no ${file}`)
  return module
}

interface Entry {
  path?: string | undefined
  index?: boolean | undefined
  file: string
  children?: Entry[] | undefined
}
const entries: readonly Entry[] = await routes
/** The header and footer are left out: the words must be those of the page. */
const FRAME = 'routes/site.tsx'
const BEHIND = 'the page behind the guard'

const shapeOf = ({ file, path, index, children }: Entry): RouteObject => ({
  id: file,
  ...(path ? { path } : {}),
  ...(index ? { index } : { children: children?.map(shapeOf) ?? [] }),
})

/** What the server renders of an address, before a page knows who is logged in: the guards and the page itself. */
async function render(address: string, page: 'page' | 'stand-in'): Promise<string> {
  const loaderData: Record<string, unknown> = { root: { site } }
  const shape = entries.map(shapeOf)
  for (const { route, params } of matchRoutes(shape, address) ?? []) {
    const isLayout = (route.children?.length ?? 0) > 0
    if (route.id === FRAME) continue
    if (!isLayout && page === 'stand-in') {
      route.Component = () => BEHIND
      continue
    }
    const module = await moduleOf(route.id ?? '')
    route.Component = module.default
    const request = new Request(`${site.origin}${address}`)
    const found = await module.loader?.({ request, params, context: { get: () => publicData } })
    loaderData[route.id ?? ''] = dataIn(found)
  }
  const root = { id: 'root', path: '/', loader: () => null, children: shape }
  const Site = createRoutesStub([root] as Parameters<typeof createRoutesStub>[0])
  return renderToStaticMarkup(<Site initialEntries={[address]} hydrationData={{ loaderData }} />)
}

/** What a loader found, without the status of the answer. */
const dataIn = (found: unknown) =>
  typeof found === 'object' && found !== null && 'data' in found ? found.data : (found ?? null)

describe('a visitor', () => {
  it.each([
    ['/', 'Monitize your audience'],
    ['/explore', 'Explore'],
    ['/faq', 'Frequently asked questions'],
    ['/terms', 'Last modified: 23 Aug 2022'],
    ['/company-terms', 'Terms for influencers'],
    ['/login', 'Forgot password?'],
    ['/password-reset-simple', 'Send reset link'],
    ['/signup/regular', 'Book time with the people you follow.'],
    ['/signup/influencer', 'Picture'],
    ['/session-request', 'Request a call'],
    ['/profile/ivy', 'Chess openings'],
    ['/profile/ivy', 'Share</button>'],
    ['/live-event/talk', 'A talk on endgames'],
    // Its page asks a visitor to log in before accepting: everybody may see an open offer.
    ['/prepaid/some-slug', 'Looking for this offer'],
    ['/gift', 'One moment'],
    ['/carry-over', 'Opening the link'],
    ['/device-check', 'Test camera and microphone'],
    ['/not-found-cover', 'Oops! Looks like you followed a bad link'],
  ])('opens %s and reads "%s"', async (address, words) => {
    const page = await render(address, 'page')
    expect(page).toContain(words)
  })

  it.each([
    ['/logout', 'One moment'],
    ['/my-account', 'One moment'],
    ['/user', 'One moment'],
    ['/save-card', 'One moment'],
    ['/earnings', 'One moment'],
    ['/bookings', 'One moment'],
    ['/become-influencer', 'One moment'],
    ['/receipt/some-slug', 'One moment'],
    ['/add-event', 'One moment'],
    ['/edit-event/talk', 'One moment'],
    ['/prepaid', 'One moment'],
    ['/availability', 'One moment'],
    ['/calendar', 'One moment'],
    ['/payments', 'One moment'],
    ['/money/some-slug', 'One moment'],
    ['/staff', 'One moment'],
    ['/chat/some-slug', 'Getting your call ready'],
    ['/paidchat/some-slug', 'Getting your call ready'],
    ['/stream/ivy/talk', 'Getting your call ready'],
  ])('reads nothing of %s but "%s" before it is known who they are', async (address, words) => {
    const page = await render(address, 'stand-in')
    expect(page).toContain(words)
    expect(page).not.toContain(BEHIND)
  })

  it.each([
    ['/login', '/signup/regular', 'Sign up as a user'],
    ['/login', '/password-reset-simple', 'Forgot password?'],
    ['/password-reset-simple', '/login', 'Back to login'],
    ['/not-found-cover', '/', 'Back home'],
  ])('finds on %s a link to %s, "%s"', async (address, path, words) => {
    const page = await render(address, 'page')
    expect(page).toMatch(new RegExp(`<a [^>]*href="${path}"[^>]*>(<[^>]*>)*${words.replace('?', '\\?')}<`))
  })

  it.each([
    ['/profile/ivy', 'visitor', 'Sign up to video call'],
    ['/profile/ivy', 'member', 'Book now'],
    ['/live-event/talk', 'visitor', 'Sign up for live event'],
    ['/live-event/talk', 'member', 'Book event'],
  ])('sees on %s the button for a %s, "%s"', async (address, reader, words) => {
    const [, part = ''] = (await render(address, 'page')).split(`data-for="${reader}"`)
    const [, button = ''] = /<button[^>]*>(.*?)<\/button>/.exec(part) ?? []
    expect(button.replaceAll(/<[^>]*>/g, '')).toContain(words)
  })

  it('at an unknown address is sent to the page that says so', async () => {
    const [unknown] = matchRoutes(entries.map(shapeOf), '/nobody/wrote/this') ?? []
    const answer = await (await moduleOf(unknown?.route.id ?? '')).loader?.({})
    expect(answer).toBeInstanceOf(Response)
    const { status, headers } = answer as Response
    expect([status, headers.get('location')]).toEqual([302, '/not-found-cover'])
  })
})
