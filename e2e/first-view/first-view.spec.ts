import { expect, type Page, test } from '@playwright/test'
import { type DemoServer, openDemo } from '../support/demo-server.ts'
import { openServer } from '../support/two-people.ts'
import { untilDrawn } from '../support/until-drawn.ts'
import { type Shift, watchShifts } from './layout-shifts.ts'

const PATHS = [
  '/',
  '/faq',
  '/terms',
  '/explore',
  '/explore?kind=events',
  '/profile/nora-chess',
  '/live-event/:event',
]
const WIDTHS = [360, 390, 412, 768, 1280]
const HEIGHT = 840
/** Lighthouse shows a layout shift with three digits. */
const SHIFT_MAX = 0.0005

let server: Awaited<ReturnType<typeof openServer>>
let demo: DemoServer
// A test opens seven pages, which takes long on a busy machine.
test.describe.configure({ timeout: 300_000 })

test.beforeAll(async () => {
  server = await openServer({ DEMO: '1', NODE_ENV: 'development' })
  demo = await openDemo(server.origin)
})
test.afterAll(async () => server?.close())

/** Opens a page whose fonts arrive after it was drawn without them; answers what moved. */
async function shiftsOfFonts(page: Page, address: string): Promise<Shift[]> {
  const fonts = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async route => {
    await fonts.promise
    await route.continue()
  })
  await page.addInitScript(watchShifts)
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  await page.evaluate(untilDrawn)
  const isThere = () => document.fonts.check('700 40px "Bricolage Grotesque"')
  expect(await page.evaluate(isThere)).toBe(false)
  fonts.resolve()
  await page.waitForFunction(isThere)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.evaluate(untilDrawn)
  return page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
}

for (const width of WIDTHS) {
  test(`nothing moves when the fonts arrive after the text, ${width} px wide`, async ({ browser }) => {
    const moved: Record<string, Shift[]> = {}
    for (const path of PATHS) {
      // A context of its own has no font from another path.
      const viewport = { width, height: HEIGHT }
      const context = await browser.newContext({ viewport, reducedMotion: 'reduce' })
      const shifts = await shiftsOfFonts(await context.newPage(), demo.addressOf(path))
      if (shifts.reduce((sum, { value }) => sum + value, 0) > SHIFT_MAX) moved[path] = shifts
      await context.close()
    }
    expect(moved).toEqual({})
  })
}

/**
 * In the page: how each element looks, and what is drawn before and after it. Answers what differs from the last time.
 */
function newLooks(): string[] {
  const seen = globalThis as unknown as { looks?: Map<string, string> }
  const looks = new Map<string, string>()
  for (const [nth, element] of [...document.body.querySelectorAll('*')].entries()) {
    if (element.tagName === 'SCRIPT') continue
    for (const pseudo of ['', '::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      if (pseudo !== '' && style.content === 'none') continue
      const name = `${nth} ${element.tagName}.${element.getAttribute('class')}${pseudo}`
      for (const property of style) {
        // The value of an automatic margin depends on when it was last laid out; the place does not.
        if (!property.startsWith('margin-'))
          looks.set(`${name} ${property}`, style.getPropertyValue(property))
      }
      looks.set(`${name} place`, JSON.stringify(element.getBoundingClientRect()))
    }
  }
  const { looks: before = new Map<string, string>() } = seen
  seen.looks = looks
  return [...looks].flatMap(([what, now]) =>
    now === before.get(what) ? [] : [`${what}: ${before.get(what)}, then ${now}`],
  )
}

/** In the page: opens what is closed, and lays out what is far below, whose computed styles are not complete before. */
function showAll(): void {
  for (const one of document.querySelectorAll('details')) one.open = true
  for (const one of document.querySelectorAll<HTMLElement>('main *')) {
    if (getComputedStyle(one).contentVisibility === 'auto') one.style.contentVisibility = 'visible'
  }
}

/** In the page: loads the whole style sheet, as the page's start does. */
async function loadAllStyles(): Promise<void> {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][disabled]')
  if (!sheet) throw new Error('the page has all styles already')
  await new Promise((resolve, reject) => {
    sheet.onload = resolve
    sheet.onerror = reject
    sheet.disabled = false
  })
}

for (const [width, colorScheme] of [
  [390, 'light'],
  [1280, 'dark'],
] as const) {
  test(`a page has all styles of what it shows before it loads the others, ${colorScheme}, ${width} px wide`, async ({
    browser,
  }) => {
    for (const path of PATHS) {
      const viewport = { width, height: HEIGHT }
      const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      // The clock stands still, so that no code starts.
      await page.clock.install({ time: '2026-01-01T10:00:00Z' })
      await page.clock.pauseAt('2026-01-01T10:00:01Z')
      await page.goto(demo.addressOf(path))
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      await page.evaluate(showAll)
      await page.evaluate(newLooks)
      await page.evaluate(loadAllStyles)
      expect(await page.evaluate(newLooks), path).toEqual([])
      await context.close()
    }
  })
}

test('a page whose code starts at once has all styles of what it shows, also before the sheet', async ({
  browser,
}) => {
  for (const path of ['/login', '/sign-up', '/save-card', '/staff', '/there/is/nothing']) {
    const context = await browser.newContext({
      viewport: { width: 390, height: HEIGHT },
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    const sheet = Promise.withResolvers<void>()
    await page.route('**/*.css', async route => {
      await sheet.promise
      await route.continue()
    })
    // Its code never comes, so that nothing else changes a look.
    await page.route('**/*.js', () => undefined)
    await page.goto(server.origin + path, { waitUntil: 'commit' })
    await page.getByRole('contentinfo').waitFor()
    await page.evaluate(untilDrawn)
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    await page.evaluate(newLooks)
    sheet.resolve()
    await page.waitForFunction(() => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]')?.sheet)
    expect(await page.evaluate(newLooks), path).toEqual([])
    await context.close()
  }
})

test('the code of a page runs when all styles are there, so that nothing it adds is without them', async ({
  page,
}) => {
  const styles = Promise.withResolvers<void>()
  await page.route('**/*.css', async route => {
    await styles.promise
    await route.continue()
  })
  const sheet = page.waitForRequest('**/*.css')
  await page.goto(demo.addressOf('/faq'))
  await page.getByRole('button', { name: 'Menu' }).click()
  await sheet
  await page.waitForLoadState('load')
  await page.evaluate(untilDrawn)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  styles.resolve()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Log in' })).toBeVisible()
})
