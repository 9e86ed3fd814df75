import { AxeBuilder } from '@axe-core/playwright'
import type { Influencer, Page as PageOf, SessionRequest, TokenPair } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { apiCaller, type TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { openServer } from './support/two-people.ts'

const PLACES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const
const THEMES = ['light', 'dark'] as const
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** The themes share their markup: of these rules alone the dark one can break what the light one keeps. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const DEMO_PASSWORD = 'parley-demo'
/** What a page says while it is not there yet. */
const UNSETTLED = /^(One moment|Logging in|Logging out|Looking for this|Getting .* ready)/

/** Who looks: nobody, two fans, and two influencers, of whom one holds an event. */
type Role = 'visitor' | 'fay-fan' | 'finn-fan' | 'nora-chess' | 'otto-outfits'

interface RoutePage {
  /** `:call`, `:waiting`, `:link` and `:event` stand for the demo requests' slugs. */
  path: string
  roles: readonly Role[]
  /** A heading or words that only the settled page has. */
  proof: string | RegExp
  /** Where the page leads by itself. */
  leadsTo?: string
  /** The page or what it asks for is answered 404 on purpose, which the browser logs. */
  isMissing?: true
  /** The one place where it is looked at, for a page whose opening changes what the others show. */
  only?: 'desk'
}

const EVERYBODY: readonly Role[] = ['visitor', 'fay-fan', 'otto-outfits']
const MEMBERS: readonly Role[] = ['fay-fan', 'otto-outfits']
const VISITOR: readonly Role[] = ['visitor']
const FAN: readonly Role[] = ['fay-fan']
const OWNER: readonly Role[] = ['otto-outfits']

const PAGES: readonly RoutePage[] = [
  { path: '/', roles: EVERYBODY, proof: 'Monitize your audience' },
  { path: '/explore', roles: EVERYBODY, proof: 'Nora Demo' },
  { path: '/explore?kind=events', roles: VISITOR, proof: 'Autumn wardrobe live' },
  { path: '/explore?q=nothing-like-this', roles: VISITOR, proof: 'Show all' },
  { path: '/device-check', roles: EVERYBODY, proof: 'Test camera and microphone' },
  { path: '/faq', roles: EVERYBODY, proof: 'Frequently asked questions' },
  { path: '/terms', roles: EVERYBODY, proof: 'Terms and privacy' },
  { path: '/company-terms', roles: EVERYBODY, proof: 'Terms for influencers' },
  { path: '/login', roles: VISITOR, proof: 'Log in' },
  { path: '/login?next=%2Ffaq', roles: MEMBERS, proof: 'Frequently asked questions', leadsTo: '/faq' },
  { path: '/password-reset-simple', roles: VISITOR, proof: 'Forgot your password?' },
  { path: '/password-reset', roles: VISITOR, proof: 'This address is not complete' },
  { path: '/password-reset?token=spent', roles: VISITOR, proof: 'Choose a new password' },
  { path: '/social-login?problem=cancelled', roles: VISITOR, proof: 'The login was cancelled.' },
  { path: '/carry-over', roles: VISITOR, proof: 'This link does not work any more' },
  { path: '/session-request', roles: EVERYBODY, proof: 'Request a call' },
  { path: '/session-request?influencer=nora-chess', roles: FAN, proof: 'Request a call' },
  { path: '/signup/regular', roles: VISITOR, proof: messages.createAccount },
  { path: '/signup/influencer', roles: VISITOR, proof: messages.createAccount },
  { path: '/signup/regular', roles: FAN, proof: 'Payment Details' },
  { path: '/signup/regular', roles: OWNER, proof: 'Monitize your audience', leadsTo: '/' },
  { path: '/signup/influencer', roles: MEMBERS, proof: 'You have an account' },
  { path: '/profile/otto-outfits', roles: EVERYBODY, proof: 'Otto Demo' },
  { path: '/profile/otto-outfits#sessions', roles: OWNER, proof: 'Your sessions' },
  { path: '/profile/nora-chess', roles: ['fay-fan', 'nora-chess'], proof: 'Nora Demo' },
  { path: '/profile/nobody-at-all', roles: EVERYBODY, proof: messages.backHome, isMissing: true },
  { path: '/live-event/:event', roles: EVERYBODY, proof: 'Autumn wardrobe live' },
  { path: '/live-event/:event', roles: ['finn-fan'], proof: 'Autumn wardrobe live' },
  { path: '/live-event/nothing', roles: EVERYBODY, proof: messages.backHome, isMissing: true },
  { path: '/prepaid/:link', roles: EVERYBODY, proof: 'A prepaid video call from @finn-fan' },
  { path: '/prepaid/:link', roles: ['finn-fan'], proof: 'A prepaid video call from @finn-fan' },
  { path: '/prepaid/nothing', roles: EVERYBODY, proof: messages.noPaidSession, isMissing: true },
  { path: '/not-found-cover', roles: EVERYBODY, proof: messages.badLink, isMissing: true },
  {
    path: '/there/is/nothing',
    roles: EVERYBODY,
    proof: messages.badLink,
    leadsTo: '/not-found-cover',
    isMissing: true,
  },
  { path: '/my-account', roles: MEMBERS, proof: 'Private information' },
  { path: '/my-account#call-sessions', roles: MEMBERS, proof: 'To Do' },
  { path: '/my-account#security', roles: MEMBERS, proof: 'Where you are logged in' },
  { path: '/my-account#notifications', roles: MEMBERS, proof: 'Camera and microphone' },
  { path: '/my-account#billing', roles: MEMBERS, proof: 'Saved cards pay a booking in one tap.' },
  { path: '/save-card', roles: MEMBERS, proof: 'Save a card' },
  { path: '/earnings', roles: MEMBERS, proof: 'Set up payouts' },
  { path: '/receipt/:call', roles: FAN, proof: 'Time used' },
  { path: '/receipt/:call', roles: OWNER, proof: messages.noPaidSession, isMissing: true },
  { path: '/user', roles: MEMBERS, proof: 'User' },
  { path: '/prepaid', roles: MEMBERS, proof: 'Create a Parley request' },
  { path: '/prepaid', roles: ['finn-fan'], proof: /somebody who knows good walks/ },
  { path: '/add-event', roles: OWNER, proof: 'Add event' },
  { path: '/add-event', roles: FAN, proof: 'Monitize your audience', leadsTo: '/' },
  { path: '/edit-event/:event', roles: OWNER, proof: 'Edit event' },
  { path: '/edit-event/:event', roles: FAN, proof: 'Otto Demo', leadsTo: '/profile/otto-outfits' },
  { path: '/chat/:call', roles: FAN, proof: 'Waiting for @nora-chess' },
  { path: '/chat/:call', roles: ['finn-fan'], proof: 'There is no call here', isMissing: true },
  { path: '/chat/:waiting', roles: ['finn-fan'], proof: 'Waiting for @otto-outfits' },
  { path: '/paidchat/:waiting', roles: OWNER, proof: 'Waiting for @finn-fan' },
  { path: '/paidchat/:call', roles: ['nora-chess'], proof: 'Waiting for @fay-fan' },
  { path: '/stream/otto-outfits/:event', roles: FAN, proof: 'Autumn wardrobe live' },
  // The owner's camera begins the event, which nobody can edit any more.
  { path: '/stream/otto-outfits/:event', roles: OWNER, proof: 'Autumn wardrobe live', only: 'desk' },
  {
    path: '/stream/otto-outfits/:event',
    roles: ['finn-fan'],
    proof: 'You have no place at this event',
    isMissing: true,
  },
  // At last: it ends the login.
  { path: '/logout', roles: EVERYBODY, proof: 'Monitize your audience', leadsTo: '/' },
]

const SECURE_PATHS = [
  '/my-account?from=mail',
  '/save-card',
  '/earnings',
  '/receipt/:call',
  '/user',
  '/prepaid?x=1&y=2',
  '/add-event',
  '/edit-event/:event',
  '/chat/:call',
  '/paidchat/:call',
  '/stream/otto-outfits/:event',
]

// A sweep looks at some thirty pages twice; on a busy machine each takes seconds.
test.describe.configure({ timeout: 300_000 })

let server: Awaited<ReturnType<typeof openServer>>
let slugs: Record<string, string>

// Forty pages, each looked at twice: how long that takes on a busy machine is no matter of theirs.
test.describe.configure({ timeout: 300_000 })

test.beforeAll(async () => {
  server = await openServer({ DEMO: '1', NODE_ENV: 'development' })
  slugs = await demoSlugs()
})
test.afterAll(async () => server?.close())

async function logIn(username: Role): Promise<TestPerson> {
  const login = { email: `${username}@demo.example`, password: DEMO_PASSWORD }
  const { body } = await apiCaller(server.origin).call<TokenPair>(null, 'POST /api/auth/jwt/create/', login)
  return { id: '', username, access: body.access, refresh: body.refresh }
}

/** The demo's requests are made after the server is open: the sold place is the last of them. */
async function demoSlugs(): Promise<Record<string, string>> {
  const { call } = apiCaller(server.origin)
  const [fay, finn] = [await logIn('fay-fan'), await logIn('finn-fan')]
  const found: Record<string, string> = {}
  const look = async () => {
    const calls = await call<PageOf<SessionRequest>>(fay, 'GET /api/parley/nora-chess/parley_request/')
    const waiting = await call<PageOf<SessionRequest>>(finn, 'GET /api/parley/otto-outfits/parley_request/')
    const links = await call<PageOf<SessionRequest>>(finn, 'GET /api/parley/prepaid-link/')
    const otto = await call<Influencer>(null, 'GET /api/parley/otto-outfits/')
    found.call = calls.body.results.find(one => one.state === 'accepted')?.slug ?? ''
    found.waiting = waiting.body.results[0]?.slug ?? ''
    found.link = links.body.results[0]?.slug ?? ''
    found.event = otto.body.virtual_events[0]?.slug ?? ''
    if (Object.values(found).includes('')) return false
    const place = await call<SessionRequest>(fay, `GET /api/parley/${found.event}/event-session/`)
    return place.status === 200 && place.body.payment.stripe_intent_confirmed
  }
  await expect.poll(look, { timeout: 30_000 }).toBe(true)
  return found
}

const addressOf = (path: string) =>
  server.origin + path.replace(/:(call|waiting|link|event)/, (_, name: string) => slugs[name] ?? '')

/** A page of this role's own browser, and what it logged since it was last asked. */
async function sitDown(
  browser: Browser,
  role: Role,
  place: keyof typeof PLACES,
): Promise<{ page: Page; takeErrors(): string[] }> {
  const context = await browser.newContext({
    viewport: PLACES[place],
    permissions: ['camera', 'microphone'],
    reducedMotion: 'reduce',
  })
  if (role !== 'visitor') {
    const { access, refresh } = await logIn(role)
    await context.addInitScript(
      pair => {
        // What was renewed since is kept, and a logout stays one.
        if (sessionStorage.getItem('was-in')) return
        sessionStorage.setItem('was-in', 'yes')
        localStorage.setItem('auth', JSON.stringify(pair))
      },
      { access, refresh },
    )
  }
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  return { page, takeErrors: () => errors.splice(0) }
}

/** Opens a page and waits until it says what it is for. */
async function open(page: Page, { path, proof, leadsTo }: RoutePage): Promise<void> {
  await page.goto(addressOf(path))
  if (leadsTo) await page.waitForURL(server.origin + leadsTo, { timeout: 10_000 })
  await expect(page.getByText(proof).filter({ visible: true }).first()).toBeVisible({ timeout: 10_000 })
  await expect(page.getByText(UNSETTLED)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** What axe finds wrong: everything in the light theme, and then what colours alone decide in the dark one. */
async function violations(page: Page, colorScheme: (typeof THEMES)[number]): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] })
  if (colorScheme === 'dark') axe.withRules(COLOUR_RULES)
  else axe.withTags(AXE_TAGS)
  // The legacy mode opens no second page for each result; no frame of another origin is missed by it.
  const found = await axe.setLegacyMode().analyze()
  return found.violations.map(one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}`)
}

async function expectSound(page: Page, name: string): Promise<void> {
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: window.innerWidth,
  }))
  expect.soft(wide, `${name} is not wider than the window`).toBeLessThanOrEqual(room)
  for (const theme of THEMES) {
    expect.soft(await violations(page, theme), `${name}, ${theme}: axe`).toEqual([])
  }
}

const isExpected = (error: string, { isMissing }: RoutePage) =>
  isMissing === true && error.includes('status of 404')

const pagesOf = (role: Role, place: 'phone' | 'desk') =>
  PAGES.filter(({ roles, only }) => roles.includes(role) && (only === undefined || only === place))

for (const place of ['phone', 'desk'] as const) {
  for (const role of ['visitor', 'fay-fan', 'finn-fan', 'nora-chess', 'otto-outfits'] as const) {
    test(`every page of ${role} is sound, ${place}`, async ({ browser }) => {
      const { page, takeErrors } = await sitDown(browser, role, place)
      for (const one of pagesOf(role, place)) {
        const name = `${one.path} for ${role}, ${place}`
        const opened = await open(page, one).catch((error: Error) => error.message)
        expect.soft(opened, `${name} opens at ${page.url()}`).toBeUndefined()
        await expectSound(page, name)
        const errors = takeErrors().filter(error => !isExpected(error, one))
        expect.soft(errors, `${name}: errors`).toEqual([])
      }
      await page.context().close()
    })
  }

  test(`a visitor is sent from every secure page to the login, ${place}`, async ({ browser }) => {
    const { page, takeErrors } = await sitDown(browser, 'visitor', place)
    for (const path of SECURE_PATHS) {
      const address = addressOf(path)
      await page.goto(address)
      const next = encodeURIComponent(address.slice(server.origin.length))
      await expect.soft(page, path).toHaveURL(`${server.origin}/login?next=${next}`)
      await expect.soft(page.getByRole('heading', { name: 'Log in' }), path).toBeVisible()
      expect.soft(takeErrors(), `${path}: errors`).toEqual([])
    }
    await page.context().close()
  })
}
