import { setTimeout as delay } from 'node:timers/promises'
import type { Influencer, Page as PageOf, SessionRequest, TokenPair } from '@parley/contract'
import type { Browser, Page } from '@playwright/test'
import { apiCaller, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import type { DemoPage, Role } from './demo-pages.ts'
import { eventPeople } from './event-people.ts'
import { logIn } from './log-in.ts'

const DEMO_PASSWORD = 'parley-demo'
const FURNISHED_WITHIN_MS = 60_000
const OPENS_WITHIN_MS = 60_000
const QUIET_WITHIN_MS = 5_000
/** Words on a page that is still loading. */
const LOADING = /^(One moment|Logging in|Logging out|Looking for (this|your calls)|Getting .* ready)/

/** A running server with the demo's people and their requests. */
export interface DemoServer {
  origin: string
  /** The slugs that `:call`, `:waiting`, `:link`, `:event` and `:queue` stand for. */
  slugs: Record<string, string>
  logIn(username: Role): Promise<TestPerson>
  addressOf(path: string): string
}

/** The page of this role's own browser, and what it logged since the last check. */
export interface DemoSession {
  page: Page
  drainErrors(): string[]
}

/** The demo's requests are made after the server is ready: answers when the last of them, the sold place, exists. */
async function findSlugs(origin: string, logIn: DemoServer['logIn']): Promise<Record<string, string>> {
  const { call } = apiCaller(origin)
  const [fay, finn] = [await logIn('fay-fan'), await logIn('finn-fan')]
  const until = Date.now() + FURNISHED_WITHIN_MS
  while (Date.now() < until) {
    const calls = await call<PageOf<SessionRequest>>(fay, 'GET /api/parley/nora-chess/parley_request/')
    const waiting = await call<PageOf<SessionRequest>>(finn, 'GET /api/parley/otto-outfits/parley_request/')
    const links = await call<PageOf<SessionRequest>>(finn, 'GET /api/parley/prepaid-link/')
    const otto = await call<Influencer>(null, 'GET /api/parley/otto-outfits/')
    const found = {
      call: calls.body.results.find(one => one.state === 'accepted')?.slug ?? '',
      waiting: waiting.body.results[0]?.slug ?? '',
      link: links.body.results[0]?.slug ?? '',
      event: otto.body.virtual_events[0]?.slug ?? '',
    }
    if (!Object.values(found).includes('')) {
      const place = await call<SessionRequest>(fay, `GET /api/parley/${found.event}/event-session/`)
      if (place.status === 200 && place.body.payment.stripe_intent_confirmed) return found
    }
    await delay(200)
  }
  throw new Error('the demo was not furnished in time')
}

/** The queue is open half an hour before its start: its page then shows whose turn comes when. */
const QUEUE_STARTS_IN_MS = 25 * 60_000

/** A queue of private turns with one turn sold, by the demo's people; the demo itself does not make it. */
async function addQueue(origin: string, logIn: DemoServer['logIn']): Promise<string> {
  const people = eventPeople(origin)
  const event = await people.event(await logIn('nora-chess'), {
    ...{ title: 'Two minutes of chess', description: 'One position, your move, my answer.' },
    ...{ duration: 120, capacity: 12, format: 'queue', absent: 'refund' },
    starts_at: new Date(Date.now() + QUEUE_STARTS_IN_MS).toISOString(),
  })
  await people.place(await logIn('fay-fan'), event)
  return event.slug
}

/** Waits until this server has its demo data. */
export async function openDemo(origin: string): Promise<DemoServer> {
  async function logInAs(username: Role): Promise<TestPerson> {
    const login = { email: `${username}@demo.example`, password: DEMO_PASSWORD }
    const { body } = await apiCaller(origin).call<TokenPair>(null, 'POST /api/auth/jwt/create/', login)
    return { id: '', username, access: body.access, refresh: body.refresh }
  }
  const slugs: Record<string, string> = await findSlugs(origin, logInAs)
  slugs.queue = await addQueue(origin, logInAs)
  const addressOf = (path: string) =>
    origin + path.replace(/:(call|waiting|link|event|queue)/, (_, name: string) => slugs[name] ?? '')
  return { origin, slugs, logIn: logInAs, addressOf }
}

/** A separate browser for this person, with a camera and without animations; null is a visitor. */
export async function openPageAs(
  browser: Browser,
  person: TestPerson | null,
  viewport: { width: number; height: number },
): Promise<DemoSession> {
  const context = await browser.newContext({
    viewport,
    permissions: ['camera', 'microphone'],
    reducedMotion: 'reduce',
  })
  if (person) await logIn(context, person)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  return { page, drainErrors: () => errors.splice(0) }
}

/**
 * Uses the page, since its code may wait for a use; true once the code runs: React has then marked the server's HTML.
 */
const isRunning = () => {
  window.dispatchEvent(new Event('pointermove'))
  return Object.keys(document.querySelector('main') ?? {}).some(key => key.startsWith('__react'))
}

/** Waits until the code of a page runs, whatever it still loads. */
export async function codeRuns(page: Page): Promise<void> {
  await page.waitForFunction(isRunning, undefined, { timeout: OPENS_WITHIN_MS })
}

/** Waits until the code of a page runs, no text says that it is loading, and its fonts are there. */
export async function pageReady(page: Page): Promise<void> {
  await codeRuns(page)
  // A page shows what it is loading in the frame after the one in which its code began to run.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  // Next the page asks who is logged in, and loads the part for that person; a page that listens for events is never
  // idle.
  await page.waitForLoadState('networkidle', { timeout: QUIET_WITHIN_MS }).catch(() => undefined)
  await page.getByText(LOADING).first().waitFor({ state: 'detached', timeout: OPENS_WITHIN_MS })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
}

/** Opens a page and waits until it shows its proof. */
export async function openDemoPage(page: Page, demo: DemoServer, one: DemoPage): Promise<void> {
  await page.goto(demo.addressOf(one.path))
  if (one.leadsTo) await page.waitForURL(demo.origin + one.leadsTo, { timeout: OPENS_WITHIN_MS })
  const proof = page.getByText(one.proof).filter({ visible: true }).first()
  await proof.waitFor({ timeout: OPENS_WITHIN_MS })
  await pageReady(page)
}
