import type { Browser, Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type DemoServer, pageReady, sitDownAs } from '../../e2e/support/demo-server.ts'
import type { Album } from './album.ts'

export const PHONE = { width: 390, height: 844 }

/** What pictures are taken with. */
export interface Gallery {
  browser: Browser
  demo: DemoServer
  /** Where the demo's database is, for what only the operator of a server does. */
  dataDir: string
  album: Album
  /** Whether the words of the command ask for this screen. */
  isAsked(name: string): boolean
  tellProblem(problem: string): void
}

/** Something that has to be done before there is a picture of it. */
export interface State {
  name: string
  take(gallery: Gallery): Promise<void>
}

export interface Visit {
  person: TestPerson | null
  path: string
  /** What is done to the browser before the page is opened. */
  before?: (page: Page) => Promise<void>
}

/** A browser of this person's own at an address; it is closed when the pictures are taken. */
export async function visit(
  { browser, demo }: Gallery,
  { person, path, before }: Visit,
  look: (page: Page) => Promise<void>,
): Promise<void> {
  const { page } = await sitDownAs(browser, person, PHONE)
  page.setDefaultTimeout(20_000)
  try {
    await before?.(page)
    await page.goto(demo.addressOf(path))
    await pageReady(page)
    await look(page)
  } finally {
    await page.context().close()
  }
}

/** What a person pays with in the sandbox. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Finn Demo')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
}

const POLL_MS = 200
const POLLS_MAX = 150

/** Asks until the answer is the one that the picture needs. */
export async function until<T>(ask: () => Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (let polls = 0; polls < POLLS_MAX; polls++) {
    const found = await ask()
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

/** Pictures of one screen after the other, of all of the page. */
export const takerOf = takerIn('whole')
/** The same, of what a person sees of it at once. */
export const windowTakerOf = takerIn('window')
