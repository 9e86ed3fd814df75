import type { Browser, Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type DemoServer, openPageAs, pageReady } from '../../e2e/support/demo-server.ts'
import type { Album } from './album.ts'

export const PHONE = { width: 390, height: 844 }

/** What the states need to take screenshots. */
export interface Gallery {
  browser: Browser
  demo: DemoServer
  /** The folder of the demo's database, for acts that only the operator of a server can do. */
  dataDir: string
  album: Album
  /** Whether the words of the command select this screen. */
  isChosen(name: string): boolean
  reportProblem(problem: string): void
}

/** A state of a screen that needs some steps before its screenshot. */
export interface State {
  name: string
  take(gallery: Gallery): Promise<void>
}

export interface Visit {
  person: TestPerson | null
  path: string
  /** Prepares the browser before the page is opened. */
  before?: (page: Page) => Promise<void>
}

/**
 * A page uses up the refresh token of a person with a second factor: a later visit, after a minute, needs the next one.
 */
async function keepRefresh(page: Page, person: TestPerson): Promise<void> {
  const cookies = await page.context().cookies()
  const kept = cookies.find(({ name }) => name.startsWith('parley_refresh'))
  if (kept?.value) Object.assign(person, { refresh: kept.value })
}

/** Opens an address in this person's own browser, which is closed after the screenshots. */
export async function visit(
  { browser, demo }: Gallery,
  { person, path, before }: Visit,
  view: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = await openPageAs(browser, person, PHONE)
  page.setDefaultTimeout(20_000)
  try {
    await before?.(page)
    await page.goto(demo.addressOf(path))
    await pageReady(page)
    await view(page)
    if (person) await keepRefresh(page, person)
  } finally {
    await page.context().close()
  }
}

/** Types a card of the sandbox. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Finn Demo')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
}

const POLL_MS = 200
const POLLS_MAX = 150

/** Polls until the answer is the one that the screenshot needs. */
export async function until<T>(read: () => Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    const found = await read()
    if (isIt(found)) return found
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
  }
  throw new Error('what the picture shows did not come to be')
}

const takerIn =
  (usual: 'whole' | 'window') =>
  ({ album }: Gallery, page: Page, role: string) =>
  (title: string, frame: 'whole' | 'window' = usual) =>
    album.take(page, { title, role, frame, check: 'axe' })

/** Takes screenshots of one screen after the other, each of the whole page. */
export const takerOf = takerIn('whole')
/** The same, each of the part that a person sees at once. */
export const windowTakerOf = takerIn('window')
