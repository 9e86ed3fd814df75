import type { SessionRequest } from '@parley/contract'
import { TITLE_MAX, USERNAME_MAX } from '@parley/contract/constants'
import { type Browser, expect, type Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { offering } from '../support/offered-times.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

const PHONE = { width: 360, height: 800 }

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})

/** In the page: doubles the size of the text, and lays out also what is far below. */
function enlarge(): void {
  document.documentElement.style.fontSize = '200%'
  for (const one of document.querySelectorAll<HTMLElement>('main *')) {
    if (getComputedStyle(one).contentVisibility === 'auto') one.style.contentVisibility = 'visible'
  }
}

/** A page in German on a small phone. */
async function openSmall(browser: Browser, person: TestPerson | null, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'de-DE', reducedMotion: 'reduce' })
  if (person) await logIn(context, person)
  const page = await context.newPage()
  await page.goto(server.origin + path)
  await pageReady(page)
  return page
}

/** The same with text of double size. */
async function openLarge(browser: Browser, person: TestPerson | null, path: string): Promise<Page> {
  const page = await openSmall(browser, person, path)
  await page.evaluate(enlarge)
  return page
}

/** In the page: buttons and figures that are partly outside the window. */
const outside = () =>
  [...document.querySelectorAll<HTMLElement>('main button, main a, main dd, main output')].flatMap(
    element => {
      const { left, right, width } = element.getBoundingClientRect()
      const isOut = width > 1 && (left < 0 || right > window.innerWidth)
      return isOut && !element.closest('ul') ? [element.textContent] : []
    },
  )

async function fits(page: Page): Promise<void> {
  expect.soft(await page.evaluate(outside), page.url()).toEqual([])
  const aside = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect.soft(await page.evaluate(aside), page.url()).toBe(0)
  await page.context().close()
}

test('pages fit a small phone with text of double size, in German', async ({ browser }) => {
  const people = eventPeople(server.origin)
  const fan = await people.fan('large-text-fan')
  const host = await people.influencer('large-text-host')
  await fits(await openLarge(browser, null, '/'))
  await fits(await openLarge(browser, null, '/profile/large-text-host'))
  const applying = await openLarge(browser, fan, '/become-influencer')
  await expect(applying.getByRole('button', { name: '15 Min.' })).toBeVisible()
  await fits(applying)
  const home = await openLarge(browser, host, '/')
  await expect(home.getByRole('link', { name: 'Testen' })).toBeVisible()
  await fits(home)
  const event = await people.event(host, { title: 'Large figures', amount: '9999.00', duration: 3600 })
  await people.place(fan, event)
  const earnings = await openLarge(browser, host, '/earnings')
  await expect(earnings.getByText('Auszahlbar')).toBeVisible()
  await fits(earnings)
})

/** In the page: whether the figures lie inside the ring, which cuts what is outside. */
function isWholeInRing(figures: Element): boolean {
  const range = document.createRange()
  range.selectNodeContents(figures)
  const [drawn, ring] = [range.getBoundingClientRect(), figures.parentElement?.getBoundingClientRect()]
  return ring !== undefined && drawn.left >= ring.left && drawn.right <= ring.right
}

/** In the page: where the text of an element is drawn. */
function drawnBox(element: Element): { left: number; right: number } {
  const range = document.createRange()
  range.selectNodeContents(element)
  const { left, right } = range.getBoundingClientRect()
  return { left, right }
}

/** In the page: how much of an icon its badge covers, in hundredths. */
function coveredPart(badge: Element): number {
  const [over, icon] = [
    badge.getBoundingClientRect(),
    badge.parentElement?.querySelector('svg')?.getBoundingClientRect(),
  ]
  if (!icon) return 100
  const wide = Math.min(over.right, icon.right) - Math.max(over.left, icon.left)
  const high = Math.min(over.bottom, icon.bottom) - Math.max(over.top, icon.top)
  return Math.round((100 * Math.max(wide, 0) * Math.max(high, 0)) / (icon.width * icon.height))
}

test('the number at an icon leaves the icon to be seen with text of double size', async ({ browser }) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('large-badge-host')
  for (let nth = 0; nth < 11; nth++) {
    const fan = await people.fan(`large-badge-fan-${nth}`)
    const { body: request } = await people.book(fan, host)
    await people.confirm((await people.pay(fan, request)).body)
  }
  const page = await openLarge(browser, host, '/profile/large-badge-host')
  const badge = page.getByRole('banner').getByText('9+')
  await expect(badge).toBeVisible()
  expect(await badge.evaluate(coveredPart)).toBeLessThan(30)
  expect((await badge.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.context().close()
})

for (const size of [PHONE, { width: 667, height: 375 }]) {
  test(`the time left is whole with text of double size, ${size.width} px wide`, async ({ browser }) => {
    const people = eventPeople(server.origin)
    const host = await people.influencer(`large-clock-${size.width}`)
    const fan = await people.fan(`large-clock-fan-${size.width}`)
    for (const [title, duration] of [
      ['Half an hour', 1800],
      ['Two hours', 7200],
    ] as const) {
      const event = await people.event(host, { title, duration })
      await people.place(fan, event)
      const page = await openLarge(browser, fan, `/stream/${host.username}/${event.slug}`)
      await page.setViewportSize(size)
      const figures = page.getByTestId('countdown')
      await expect(figures).toBeVisible()
      expect.soft(await figures.evaluate(isWholeInRing), title).toBe(true)
      await fits(page)
    }
  })
}

test('the longest usernames and titles, in which no browser finds a place to break a line, fit a small phone', async ({
  browser,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('host'.padEnd(USERNAME_MAX, 'w'), { price: '9999.99' })
  const fan = await people.fan('fan'.padEnd(USERNAME_MAX, 'm'))
  const title = 'Donau'.padEnd(TITLE_MAX, 'dampfschifffahrt')
  const event = await people.event(host, { title, duration: 3600 })
  const soon = new Date(Date.now() + 20 * 60_000).toISOString()
  const turns = { duration: 120, capacity: 4, format: 'queue', absent: 'refund', starts_at: soon }
  const queue = await people.event(host, { title, ...turns })
  for (const each of [event, queue]) await people.place(fan, each)
  const { body: request } = await people.book(fan, host)
  await people.confirm((await people.pay(fan, request)).body)
  const profile = `/profile/${host.username}`
  await fits(await openSmall(browser, null, profile))
  for (const path of [`/live-event/${event.slug}`, `/live-event/${queue.slug}`, '/bookings'])
    await fits(await openSmall(browser, fan, path))
  for (const path of [profile, `/receipt/${request.slug}`, `/stream/${host.username}/${queue.slug}`])
    await fits(await openSmall(browser, fan, path))
  for (const path of [`${profile}#sessions`, `/queue/${queue.slug}`, '/calendar'])
    await fits(await openSmall(browser, host, path))
  const bookings = await openLarge(browser, fan, '/bookings')
  // Beside the price there is no space for some letters of the name.
  const name = bookings.getByRole('main').getByText(`@${host.username}`, { exact: true }).first()
  expect.soft((await name.boundingBox())?.width).toBeGreaterThan(120)
  await fits(bookings)
})

test('the lines of an error do not lie on each other with text of double size, in German', async ({
  browser,
}) => {
  const page = await openLarge(browser, null, '/signup/regular')
  await page.getByRole('button', { name: 'Weiter' }).click()
  const errors = page.locator('p[id$="-error"]')
  await expect(errors).toHaveCount(6)
  const tooTight = await errors.evaluateAll(all =>
    all.filter(
      each => parseFloat(getComputedStyle(each).lineHeight) < parseFloat(getComputedStyle(each).fontSize),
    ),
  )
  expect(tooTight).toHaveLength(0)
  await fits(page)
})

/** In the page: elements with a text of one word that is broken into lines. */
const brokenWords = (all: Element[]) =>
  all
    .filter(each => each.scrollHeight > 2 * Number.parseFloat(getComputedStyle(each).fontSize) + 24)
    .map(each => each.textContent)

/** In the page: elements whose text is wider than their place, and so lies on what stands beside it. */
const tooWide = (all: Element[]) =>
  all.filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)

test('a week keeps the names of its days whole, and an event its price beside its words, with text of double size', async ({
  browser,
}) => {
  const windows = [{ from: '09:00', to: '17:00' }]
  const { people, influencer } = await offering(server.origin, { name: 'large-text-week', windows })
  const week = await openLarge(browser, influencer, '/availability')
  await week.setViewportSize({ width: 390, height: 800 })
  const days = week.getByRole('heading', { level: 3 })
  await expect(days.first()).toBeVisible()
  expect(await days.evaluateAll(brokenWords)).toEqual([])
  expect(await week.locator('input[type="time"]').evaluateAll(tooWide)).toEqual([])
  await fits(week)
  const starts_at = new Date(Date.now() + 86_400_000).toISOString()
  const priced = { title: 'Large words', amount: '9999.00', duration: 3600, capacity: 20, starts_at }
  await people.event(influencer, priced)
  const profile = await openLarge(browser, null, '/profile/large-text-week')
  const event = profile.getByRole('listitem').filter({ hasText: 'Large words' })
  await expect(event).toContainText('9.999,00')
  expect(await event.locator('p').evaluateAll(tooWide)).toEqual([])
  await fits(profile)
})

test('the price and the length of an offer are whole inside its ring, with text of usual and of double size', async ({
  browser,
}) => {
  const people = eventPeople(server.origin)
  const giver = await people.fan('large-text-giver')
  const offer = { amount: '10000.00', duration: 600, duration_display: 2, description: 'A long walk' }
  const { body } = await people.call<SessionRequest>(giver, 'POST /api/parley/prepaid-link/', offer)
  await people.confirm((await people.pay(giver, body)).body)
  const path = `/prepaid/${body.slug}`
  for (const page of [await openSmall(browser, null, path), await openLarge(browser, null, path)]) {
    const price = page.getByText('10.000,00')
    await expect(price).toBeVisible()
    for (const figure of [price, page.getByText('10 Minuten')]) {
      const [lies, ring] = [await figure.evaluate(drawnBox), await figure.locator('../..').boundingBox()]
      expect(lies.left).toBeGreaterThanOrEqual(ring?.x ?? 0)
      expect(lies.right).toBeLessThanOrEqual((ring?.x ?? 0) + (ring?.width ?? 0))
    }
    await fits(page)
  }
})
