import { type Browser, expect, type Page, test } from '@playwright/test'
import { violations } from './support/axe.ts'
import { DEMO_PAGES, type DemoPage, ROLES, type Role, SECURE_PATHS } from './support/demo-pages.ts'
import {
  type DemoServer,
  type DemoSession,
  openDemo,
  openDemoPage,
  openPageAs,
  pageReady,
} from './support/demo-server.ts'
import { writeTextsInGerman } from './support/german-texts.ts'
import { openServer } from './support/two-people.ts'
import { untilDrawn } from './support/until-drawn.ts'

// Each test checks forty pages in both themes and widths, which takes long on a busy machine. Each worker has a server
// of its own, so the roles run in parallel.
test.describe.configure({ mode: 'parallel', timeout: 600_000 })

/** The width of the smallest phones, and the width that a larger phone has left when text has double size. */
const NARROW = [360, 320]
const PLACES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } } as const

let server: Awaited<ReturnType<typeof openServer>>
let demo: DemoServer

test.beforeAll(async () => {
  server = await openServer({ DEMO: '1', NODE_ENV: 'development' })
  demo = await openDemo(server.origin)
})
test.afterAll(async () => server?.close())

async function openForPerson(browser: Browser, role: Role, place: keyof typeof PLACES): Promise<DemoSession> {
  return openPageAs(browser, role === 'visitor' ? null : await demo.logIn(role), PLACES[place])
}

/** In the page: everything that axe reads, without the ids that React generates. */
const contentNow = () =>
  [
    document.title,
    ...[...document.body.children].filter(each => each.tagName !== 'SCRIPT').map(each => each.outerHTML),
  ]
    .join('')
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/_r_\w+_/g, '')

/**
 * The first check applies every rule; the same elements in another theme or width can only differ in colours and
 * overlaps. Some addresses show the same page, which axe checks once in each width.
 */
async function expectSound(page: Page, name: string, seen: Set<string>): Promise<void> {
  const { wide, room } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    room: window.innerWidth,
  }))
  expect.soft(wide, `${name} is not wider than the window`).toBeLessThanOrEqual(room)
  const content = `${page.viewportSize()?.width} ${await page.evaluate(contentNow)}`
  if (seen.has(content)) return
  seen.add(content)
  expect.soft(await violations(page, 'light'), `${name}, light: axe`).toEqual([])
  expect.soft(await violations(page, 'dark', 'colours'), `${name}, dark: axe on colours`).toEqual([])
}

/** In the page: images, headings and controls that the window cuts off at a side, unless one can scroll to them. */
function cutOff(): string[] {
  const isScrollable = (element: Element): boolean => {
    for (let box: Element | null = element; box && box !== document.body; box = box.parentElement)
      if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return true
    return false
  }
  return [...document.querySelectorAll('header a, header button, main img, main a, main button, main h1')]
    .filter(element => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 1 && (left < -1 || right > window.innerWidth + 1) && right > 0 && !isScrollable(element)
    })
    .map(element => element.outerHTML.slice(0, 160))
}

/** In the page: what makes it wider than its window, the innermost elements, as part of the failure. */
function tooWide(): string[] {
  const isClipped = (element: Element): boolean => {
    for (let box = element.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') return true
    return false
  }
  const found = [...document.body.querySelectorAll('*')].filter(
    element => element.getBoundingClientRect().right > window.innerWidth + 1 && !isClipped(element),
  )
  return found
    .filter(element => !found.some(other => other !== element && element.contains(other)))
    .map(
      element =>
        `${Math.round(element.getBoundingClientRect().right)} px: ${element.outerHTML.slice(0, 160)}`,
    )
}

/** Expects that nothing is wider than a narrow window, nor cut off by it, in German, whose words are longer. */
async function expectNarrowFits(page: Page, name: string): Promise<void> {
  expect.soft(await writeTextsInGerman(page), `${name}: texts in German`).toBeGreaterThan(0)
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 700 })
    await page.evaluate(untilDrawn)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    const what = wide > width ? await page.evaluate(tooWide) : []
    const fits = `${name} fits into ${width} px in German${what.map(each => `\n${each}`).join('')}`
    expect.soft(wide, fits).toBeLessThanOrEqual(width)
    expect.soft(await page.evaluate(cutOff), `${name} is cut off by ${width} px in German`).toEqual([])
  }
}

/** Expects the same where the device shows text in twice its size. */
async function expectLargeTextFits(page: Page, name: string): Promise<void> {
  await page.setViewportSize(PLACES.phone)
  const enlarge = (size: string) =>
    page.evaluate(to => document.documentElement.style.setProperty('font-size', to), size)
  await enlarge('200%')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect.soft(wide, `${name} fits with text in twice its size`).toBeLessThanOrEqual(PLACES.phone.width)
  expect.soft(await page.evaluate(cutOff), `${name} is cut off with text in twice its size`).toEqual([])
  await enlarge('')
}

const isExpected = (error: string, { isMissing }: DemoPage) =>
  isMissing === true && error.includes('status of 404')

const pagesOf = (role: Role) => DEMO_PAGES.filter(({ roles }) => roles.includes(role))
const placesOf = ({ only }: DemoPage) => (only ? [only] : (['phone', 'desk'] as const))

for (const role of ROLES) {
  test(`every page of ${role} is sound, on a phone and on a desk`, async ({ browser }) => {
    const { page, drainErrors } = await openForPerson(browser, role, 'phone')
    const seen = new Set<string>()
    for (const one of pagesOf(role)) {
      for (const place of placesOf(one)) {
        const name = `${one.path} for ${role}, ${place}`
        await page.setViewportSize(PLACES[place])
        const isOpen = place !== placesOf(one)[0]
        const opened = await (isOpen ? pageReady(page) : openDemoPage(page, demo, one)).catch(
          (error: Error) => error.message,
        )
        expect.soft(opened, `${name} opens at ${page.url()}`).toBeUndefined()
        await expectSound(page, name, seen)
        if (place === placesOf(one).at(-1)) {
          await expectLargeTextFits(page, name)
          await expectNarrowFits(page, name)
        }
        const errors = drainErrors().filter(error => !isExpected(error, one))
        expect.soft(errors, `${name}: errors`).toEqual([])
      }
    }
    await page.context().close()
  })
}

test('a visitor is sent from every secure page to the login', async ({ browser }) => {
  const { page, drainErrors } = await openForPerson(browser, 'visitor', 'desk')
  for (const path of SECURE_PATHS) {
    const address = demo.addressOf(path)
    await page.goto(address)
    const next = encodeURIComponent(address.slice(server.origin.length))
    await expect.soft(page, path).toHaveURL(`${server.origin}/login?next=${next}`)
    await expect.soft(page.getByRole('heading', { name: 'Log in' }), path).toBeVisible()
    expect.soft(drainErrors(), `${path}: errors`).toEqual([])
  }
  await page.context().close()
})
