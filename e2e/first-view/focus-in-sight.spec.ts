import type { SessionRequest } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { pageReady } from '../support/demo-server.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

/** More presses of Tab than the page has stops. */
const STOPS_MAX = 60

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
test.use({ viewport: { width: 390, height: 600 } })

interface Stop {
  name: string
  /** Whether something lies on its middle. */
  isCovered: boolean
}

/** In the page: the focused element; null outside of the page. */
function focusNow(): Stop | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return { name: focused.textContent ?? '', isCovered: !focused.contains(shown) }
}

async function bookAndPay(people: EventPeople, fan: TestPerson, host: TestPerson): Promise<SessionRequest> {
  const { body: request } = await people.book(fan, host)
  await people.confirm((await people.pay(fan, request)).body)
  return request
}

/** Presses Tab until the focus leaves the page; answers the stops in their order. */
async function stopsOfTab(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let nth = 0; nth < STOPS_MAX; nth++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusNow)
    if (stop === null) break
    stops.push(stop)
  }
  return stops
}

test('what gets the focus by Tab is never behind the bar with the main button of a phone', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('focus-host')
  const fan = await people.fan('focus-fan')
  const event = await people.event(host, { title: 'Focus on a phone', duration: 60, capacity: 4 })
  await people.place(fan, event)
  await logIn(page, fan)
  await page.goto(`${server.origin}/live-event/${event.slug}`)
  await pageReady(page)
  await expect(page.getByRole('link', { name: 'Start Event' })).toBeVisible()
  const stops = await stopsOfTab(page)
  expect(stops.map(({ name }) => name)).toContain('Terms and privacy')
  expect(stops.filter(({ isCovered }) => isCovered)).toEqual([])
})

test('what gets the focus by Tab in a green room is never behind the bar with Join, and Join leaves the focus in the call', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('focus-green')
  const fan = await people.fan('focus-joins')
  const request = await bookAndPay(people, fan, host)
  await logIn(page, fan)
  await page.goto(`${server.origin}/chat/${request.slug}`)
  const join = page.getByRole('button', { name: 'Join', exact: true })
  await expect(join).toBeEnabled()
  const stops = await stopsOfTab(page)
  expect(stops.map(({ name }) => name)).toContain('Back to the profile')
  expect(stops.filter(({ isCovered }) => isCovered)).toEqual([])
  await join.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'End call' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('an action that removes its own button leaves the focus on the entry that it changed', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('focus-accepts')
  const fan = await people.fan('focus-asks')
  await bookAndPay(people, fan, host)
  await logIn(page, host)
  await page.goto(`${server.origin}/profile/focus-accepts#sessions`)
  await page.getByRole('button', { name: 'Accept', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: '@focus-asks' })).toBeFocused()
})

test('a dialog that removes the button which opened it leaves the focus near that button', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('focus-cancelled')
  const fan = await people.fan('focus-cancels')
  await bookAndPay(people, fan, host)
  await logIn(page, fan)
  await page.goto(`${server.origin}/bookings`)
  await page.getByRole('button', { name: 'Cancel request' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
})

test('the form for a new card has the focus once it can be filled in, and Cancel returns it to the button', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).fan('focus-card'))
  await page.goto(`${server.origin}/my-account#billing`)
  const add = page.getByRole('button', { name: 'Add a card' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Card number')).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('Enter')
  await expect(add).toBeFocused()
})

test('the entry after a removed one gets the focus, so that a person continues in the middle of a long list', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const fan = await people.fan('focus-blocks')
  for (const name of ['focus-first', 'focus-second', 'focus-third']) {
    const { id } = await people.fan(name)
    await people.call(fan, `POST /api/user/${id}/block/`)
  }
  await logIn(page, fan)
  await page.goto(`${server.origin}/my-account#security`)
  const second = page.getByRole('button', { name: 'Unblock @focus-second' })
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(second).toHaveCount(0)
  await expect(page.locator('li:focus')).toContainText(/@focus-(first|third)/)
})

test('a screen reader reads the title of the page to which a link leads, and Tab continues in its content', async ({
  page,
}) => {
  await page.goto(`${server.origin}/login`)
  await pageReady(page)
  await page.getByRole('link', { name: 'Sign up as a user' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/signup/regular')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.locator('[aria-live]').filter({ hasText: await page.title() })).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('the button that loads the end of a long list leaves the focus on the first entry that it loaded', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('focus-many')
  const fan = await people.fan('focus-lists')
  const request = await bookAndPay(people, fan, host)
  await logIn(page, fan)
  const pageOf = (from: number, next: string | null) => ({
    ...{ count: 60, next, previous: null },
    results: Array.from({ length: 30 }, (_, nth) => ({
      ...request,
      id: crypto.randomUUID(),
      description: `Call ${from + nth}`,
    })),
  })
  await page.route('**/api/user/me/requests/?*booked=open*', route =>
    route.fulfill({
      json: route.request().url().includes('page=2')
        ? pageOf(31, null)
        : pageOf(1, '/api/user/me/requests/?booked=open&page=2'),
    }),
  )
  await page.goto(`${server.origin}/bookings`)
  await page.getByRole('button', { name: 'Show more' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0)
  await expect(page.locator('li:focus')).toContainText('Call 31')
})

test('the next step of a prepaid link is in sight and has the focus: to pay, and then that it is ready', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).fan('focus-links'))
  await page.goto(`${server.origin}/prepaid`)
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel('Duration').fill('3')
  await page.getByLabel('Description').fill('Three minutes of chess')
  await page.getByRole('button', { name: 'Generate Link' }).click()
  const pay = page.getByRole('heading', { name: 'Pay to get your link' })
  await expect(pay).toBeFocused()
  await expect(pay).toBeInViewport()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Name on card').fill('Focus Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
  await page.getByRole('button', { name: 'Pay £12.50' }).first().click()
  const ready = page.getByRole('heading', { name: 'Your link is ready' })
  await expect(ready).toBeFocused()
  await expect(ready).toBeInViewport()
  await expect(page.getByText('Payment succeeded!')).toBeInViewport()
})
