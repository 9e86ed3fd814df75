import { brotliCompressSync } from 'node:zlib'
import { expect, type Page, test } from '@playwright/test'
import { pageReady } from './support/demo-server.ts'
import { eventPeople } from './support/event-people.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { openServer } from './support/two-people.ts'

/** 18:50 in UTC, some days ahead; in Tokyo this is 03:50 of the next day. */
const startsAt = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T18:50:00.000Z`

let server: Awaited<ReturnType<typeof openServer>>
let profile = ''
let event = ''
test.beforeAll(async () => {
  server = await openServer()
  const people = eventPeople(server.origin)
  const host = await people.influencer('early-host')
  profile = `/profile/${host.username}`
  event = `/live-event/${(await people.event(host, { title: 'An evening', starts_at: startsAt })).slug}`
})
test.afterAll(async () => server?.close())

expectNoPageErrors('thrown')

/** Opens a page whose own code is held back until the answered function is called. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await code.promise
    await route.continue()
  })
  await page.goto(server.origin + path, { waitUntil: 'domcontentloaded' })
  return code.resolve
}

test('a menu that was tapped before the page’s own code ran opens when the code runs, and only once', async ({
  page,
}) => {
  const letCodeCome = await openWithoutCode(page, '/faq')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letCodeCome()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('link', { name: 'Log in' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toHaveCount(0)
})

const isScript = (url: string) => /\.js$/.test(new URL(url).pathname)

test('a page without any use is complete and loads no script; the first use starts its code', async ({
  context,
}) => {
  // Each path has a page of its own: after a use the code still loads its parts while the next path opens.
  for (const path of ['/', '/faq', '/terms', '/explore', '/explore?kind=events', profile, event]) {
    const page = await context.newPage()
    // The clock stands still, so that only a use of the page starts its code.
    await page.clock.install({ time: '2026-01-01T10:00:00Z' })
    await page.clock.pauseAt('2026-01-01T10:00:01Z')
    const scripts: string[] = []
    page.on('request', request => isScript(request.url()) && scripts.push(request.url()))
    await page.goto(server.origin + path, { waitUntil: 'load' })
    expect(scripts, path).toEqual([])
    // A resting mouse sends an event when the page moves below it; this must not start the code.
    await page.evaluate(() => dispatchEvent(new PointerEvent('pointermove')))
    await expect(page.locator('link[rel=modulepreload]'), path).toHaveCount(0)
    const code = page.waitForRequest(request => isScript(request.url()))
    await page.keyboard.press('Tab')
    await code
    await page.close()
  }
})

/** Bytes of script in the page itself, compressed as they are sent. */
const FIRST_VIEW_SCRIPT_MAX_BYTES = 30_000

test('the first view of a public page has at most 30 kB of script, compressed', async ({ request }) => {
  for (const path of ['/', '/faq', '/terms', '/explore', profile, event]) {
    const html = await (await request.get(server.origin + path)).text()
    // Only inline script: other scripts are inert until the page is complete, or used.
    expect(html, path).not.toMatch(/<script[^>]* src=|<link rel="modulepreload"|<script type="module"/)
    const text = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join('')
    expect(text.length, path).toBeGreaterThan(1_000)
    expect(brotliCompressSync(text).byteLength, path).toBeLessThanOrEqual(FIRST_VIEW_SCRIPT_MAX_BYTES)
  }
})

test('a tap on Book before the page’s own code runs leads to the login when it runs', async ({ page }) => {
  const letCodeCome = await openWithoutCode(page, profile)
  const book = page.getByRole('button', { name: 'Sign up to video call' })
  await book.click()
  await expect(book).toHaveAttribute('data-taken', '')
  letCodeCome()
  await page.waitForURL(/\/login/)
})

/** Blocks the page's code for the first openings of the page; answers how often it was opened. */
async function loseCode(page: Page, times: number): Promise<() => number> {
  let opened = 0
  page.on('request', request => request.isNavigationRequest() && opened++)
  await page.route(/\/assets\/.*\.js$/, route => (opened <= times ? route.abort() : route.continue()))
  return () => opened
}

for (const path of ['/explore', '/faq', '/'])
  test(`if the code of ${path} does not load, a press reloads the page, and the next press works`, async ({
    page,
  }) => {
    const opened = await loseCode(page, 1)
    await page.goto(server.origin + path)
    const button = page.getByRole('button', { name: 'Menu' })
    await button.click()
    await expect.poll(opened).toBe(2)
    await button.click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })

test('if the code still does not load, the button waits no longer, and each press reloads the page', async ({
  page,
}) => {
  const opened = await loseCode(page, 2)
  await page.goto(server.origin + profile)
  const button = page.getByRole('button', { name: 'Sign up to video call' })
  await button.click()
  await expect.poll(opened).toBe(2)
  await button.click()
  await expect(button).not.toHaveAttribute('data-taken')
  await button.click()
  await expect.poll(opened).toBe(3)
  await button.click()
  await page.waitForURL(/\/login/)
})

test('a page whose code starts at once reloads itself once if the code does not load', async ({ page }) => {
  const opened = await loseCode(page, 1)
  await page.goto(`${server.origin}/login`)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText('Email is required.')).toBeVisible()
  expect(opened()).toBe(2)
})

test('a visitor books by one press, on a profile and on an event', async ({ browser }) => {
  for (const [path, name] of [
    [profile, 'Sign up to video call'],
    [event, 'Sign up for live event'],
  ] as const) {
    const page = await (await browser.newContext()).newPage()
    await page.goto(server.origin + path)
    await page.getByRole('button', { name }).click()
    await page.waitForURL(/\/login\?next=/)
    await page.context().close()
  }
})

test('sliders that were moved before the page’s own code runs keep their values, and the sum follows', async ({
  page,
}) => {
  const letCodeCome = await openWithoutCode(page, '/')
  const price = page.getByLabel('Your price for a call')
  const slider = page.getByLabel('Calls a month')
  const moved = []
  for (const each of [price, slider]) {
    const before = await each.inputValue()
    await each.press('ArrowRight')
    moved.push(await each.inputValue())
    expect(moved.at(-1)).not.toBe(before)
  }
  letCodeCome()
  await expect(slider).toHaveAttribute('aria-valuetext', `${moved[1]} calls`)
  await expect(price).toHaveAttribute('aria-valuetext', new RegExp(`^£${moved[0]}`))
  expect([await price.inputValue(), await slider.inputValue()]).toEqual(moved)
})

test('a search needs no script', async ({ page }) => {
  await openWithoutCode(page, '/explore')
  await page.getByRole('searchbox').fill('chess')
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL(/q=chess/)
})

/** The zones that are furthest from UTC, and one with a quarter of an hour. */
const ZONES = ['Asia/Tokyo', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu']

for (const locale of ['en-GB', 'de-DE'])
  test(`Explore shows the times of events in the reader’s zone before any code, and the same afterwards, in ${locale}`, async ({
    browser,
  }) => {
    for (const timezoneId of ZONES) {
      const context = await browser.newContext({ timezoneId, locale })
      const page = await context.newPage()
      const letCodeCome = await openWithoutCode(page, '/explore?kind=events')
      const times = page.locator('time')
      if (timezoneId === 'Asia/Tokyo') await expect(times.first()).toContainText('03:50')
      const early = await times.allTextContents()
      letCodeCome()
      await pageReady(page)
      await expect(times).toHaveText(early)
      await context.close()
    }
  })

const zoneName = (locale: string, timeZone: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, hour: 'numeric', timeZoneName: 'short' })
    .formatToParts(new Date(startsAt))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

for (const [locale, timezoneId] of [
  ['en-GB', 'Europe/London'],
  ['en-GB', 'America/New_York'],
  ['de-DE', 'Europe/Berlin'],
] as const)
  test(`an event names the zone of its time before any code, and the same afterwards: ${timezoneId}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ timezoneId, locale })
    const page = await context.newPage()
    const letCodeCome = await openWithoutCode(page, event)
    const time = page.locator('time').first()
    await expect(time).toContainText(`:50 ${zoneName(locale, timezoneId)}`)
    const early = await time.textContent()
    letCodeCome()
    await pageReady(page)
    await expect(time).toHaveText(early ?? '')
    await context.close()
  })

/** A new release: the server does not have a later part of an open page any more, until the page reloads. */
async function release(page: Page, part: RegExp): Promise<() => number> {
  let opened = 0
  page.on('request', request => request.isNavigationRequest() && opened++)
  await page.route(part, route =>
    opened === 0 ? route.fulfill({ status: 404, json: { detail: 'Not found.' } }) : route.continue(),
  )
  return () => opened
}

test.describe('a part of the code that is loaded later', () => {
  // The test answers what the worker would otherwise answer.
  test.use({ serviceWorkers: 'block' })

  for (const { path, part, name } of [
    { path: '/faq', part: /\/assets\/menu-drawer-[^/]*\.js$/, name: 'Menu' },
    { path: '', part: /\/assets\/share-sheet-[^/]*\.js$/, name: 'Share' },
  ])
    test(`a page of the former release reloads once where ${name} cannot load, and then ${name} opens`, async ({
      page,
    }) => {
      await page.goto(server.origin + (path || profile))
      const button = page.getByRole('button', { name }).first()
      await pageReady(page)
      const opened = await release(page, part)
      await button.click()
      await expect.poll(opened).toBe(1)
      await button.click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(opened()).toBe(1)
    })

  test('a page whose part a program in the browser blocks does not reload', async ({ page }) => {
    await page.goto(server.origin + profile)
    await pageReady(page)
    let opened = 0
    page.on('request', request => request.isNavigationRequest() && opened++)
    await page.route(/\/assets\/share-sheet-[^/]*\.js$/, route => route.abort())
    const failed = page.waitForEvent('requestfailed', request => request.method() === 'HEAD')
    await page.getByRole('button', { name: 'Share' }).first().click()
    await failed
    await expect(page.getByRole('button', { name: 'Share' }).first()).toBeEnabled()
    expect(opened).toBe(0)
  })
})
