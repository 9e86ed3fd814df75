import { expect, type Page, test } from '@playwright/test'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { violationsNow } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { type EventPeople, eventPeople } from './support/event-people.ts'
import { openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let people: EventPeople

test.beforeAll(async () => {
  server = await openServer()
  people = eventPeople(server.origin)
  const nora = await people.influencer('nora')
  const otto = await people.influencer('otto', { price: '12.50' })
  const shy = await people.influencer('shy')
  await describe(nora, { category: 'games', main_session: { description: 'Bring a chess game you lost.' } })
  await describe(otto, { category: 'fashion', main_session: { description: 'An honest outfit rating.' } })
  await describe(shy, { category: 'games', main_session: { description: 'Chess for nobody to see.' } })
  await people.call(shy, 'PATCH /api/user/me/', { public_profile: false })
  await people.event(nora, { title: 'Openings for "all" </script>', duration: 3600 })
})
test.afterAll(async () => server?.close())

const describe = (person: TestPerson, patch: object) =>
  people.call(person, `PATCH /api/influencer/${person.username}/`, patch)

const cards = (page: Page) => page.locator('#found ~ ul > li')
const links = (page: Page) => cards(page).getByRole('link')

test('without any script people are found by word and by category, and a card leads to the profile', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Explore' }).click()
  await expect(cards(page)).toHaveCount(2)
  await page.getByRole('searchbox', { name: 'Search' }).fill('ches')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(`${server.origin}/explore?q=ches`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('1 person for “ches”')
  await expect(cards(page)).toContainText(['£25.00'])
  await page.getByRole('link', { name: 'Fashion and beauty' }).click()
  await expect(page).toHaveURL(`${server.origin}/explore?category=fashion&q=ches`)
  await page.getByRole('link', { name: 'Show all' }).click()
  await page.getByRole('link', { name: 'Live events' }).click()
  await expect(cards(page)).toContainText(['Openings for "all" </script>'])
  await page.getByRole('link', { name: 'People' }).click()
  await links(page).last().click()
  await expect(page).toHaveURL(`${server.origin}/profile/nora`)
  await context.close()
})

test('with scripts a search is one page, goes back with the browser and is said aloud', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const documents: string[] = []
  page.on('request', request => request.isNavigationRequest() && documents.push(request.url()))
  await page.goto('/explore')
  // Before the page's code runs, the browser itself sends a search, and loads a new document.
  await pageReady(page)
  await page.getByRole('searchbox', { name: 'Search' }).fill('outfit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('1 person for “outfit”')
  await expect(page.getByRole('heading', { level: 2 })).toHaveAttribute('aria-live', 'polite')
  // A person without a mouse can change the words at once, or continue to the results.
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
  await page.goBack()
  await expect(cards(page)).toHaveCount(2)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('')
  expect(documents).toHaveLength(1)
  await context.close()
})

test('after a search on a phone its keyboard does not cover what was found', async ({ browser }) => {
  const context = await browser.newContext({
    ...{ baseURL: server.origin, viewport: { width: 390, height: 844 } },
    ...{ isMobile: true, hasTouch: true },
  })
  const page = await context.newPage()
  await page.goto('/explore')
  await pageReady(page)
  const words = page.getByRole('searchbox', { name: 'Search' })
  await words.fill('outfit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('1 person for “outfit”')
  await expect(words).not.toBeFocused()
  await context.close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`people, events and nothing found are accessible and fit a phone, ${colorScheme}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      colorScheme,
    })
    const page = await context.newPage()
    for (const path of [
      '/explore',
      '/explore?kind=events',
      '/explore?q=nothing-like-this',
      '/device-check',
    ]) {
      await page.goto(path)
      const rules = colorScheme === 'dark' ? 'colours' : 'wcag'
      expect.soft(await violationsNow(page, rules), path).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(wide, path).toBeLessThanOrEqual(390)
    }
    await context.close()
  })
}

interface Head {
  canonical: string | null
  picture: string | null
  robots: string | null
  data: { '@type': string }[]
}

/** The data of a page for search engines and link previews. */
async function headOf(page: Page, path: string): Promise<Head> {
  const answer = await page.goto(path)
  const found = await page.evaluate(() => ({
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? null,
    picture: document.querySelector('meta[property="og:image"]')?.getAttribute('content') ?? null,
    data: [...document.querySelectorAll('script[type="application/ld+json"]')].map(
      block => block.textContent ?? '',
    ),
  }))
  const robots = answer?.headers()['x-robots-tag'] ?? null
  return { ...found, robots, data: found.data.map(text => JSON.parse(text) as Head['data'][number]) }
}

test('search engines and link previews get the person, the offer, the price and a picture; text that people typed is escaped', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.origin })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  const { origin } = server

  const profile = await headOf(page, '/profile/nora?utm_source=mail')
  expect(profile).toMatchObject({ canonical: `${origin}/profile/nora`, robots: null })
  expect(profile.data).toMatchObject([
    {
      '@type': 'ProfilePage',
      mainEntity: {
        '@type': 'Person',
        makesOffer: { '@type': 'Offer', price: '25.00', priceCurrency: 'GBP' },
      },
    },
  ])
  const event = await headOf(page, '/live-event/openings-for-all-script')
  expect(event.data).toMatchObject([{ '@type': 'Event', name: 'Openings for "all" </script>' }])
  for (const address of [profile.picture, event.picture]) {
    const picture = await context.request.get(address ?? '')
    expect(picture.headers()).toMatchObject({ 'content-type': 'image/jpeg' })
  }
  expect(await headOf(page, '/explore?page=1&category=games')).toMatchObject({
    canonical: `${origin}/explore?category=games`,
    robots: null,
    data: [{ '@type': 'ItemList', itemListElement: [{ url: `${origin}/profile/nora` }] }],
  })
  expect(await headOf(page, '/explore?q=chess')).toMatchObject({ robots: 'noindex', data: [] })
  expect(await headOf(page, '/login')).toMatchObject({ robots: 'noindex' })
  expect(errors).toEqual([])
  await context.close()
})
