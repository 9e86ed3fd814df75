import { expect } from '@playwright/test'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

/** More presses of Tab than the page has stops. */
const STOPS_MAX = 60

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
test.use({ viewport: { width: 390, height: 600 } })

/** In the page: the name of the focused element, and whether something lies on its middle; null outside of the page. */
function focusNow(): { name: string; isCovered: boolean } | null {
  const focused = document.activeElement
  if (!focused || focused === document.body) return null
  const { left, right, top, bottom } = focused.getBoundingClientRect()
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return { name: focused.textContent ?? '', isCovered: !focused.contains(shown) }
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
  const stops: { name: string; isCovered: boolean }[] = []
  for (let nth = 0; nth < STOPS_MAX; nth++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(focusNow)
    if (stop === null) break
    stops.push(stop)
  }
  expect(stops.map(({ name }) => name)).toContain('Terms and privacy')
  expect(stops.filter(({ isCovered }) => isCovered)).toEqual([])
})

test('an action that removes its own button leaves the focus on the entry that it changed', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('focus-accepts')
  const fan = await people.fan('focus-asks')
  const { body: request } = await people.book(fan, host)
  await people.confirm((await people.pay(fan, request)).body)
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
  const { body: request } = await people.book(fan, host)
  await people.confirm((await people.pay(fan, request)).body)
  await logIn(page, fan)
  await page.goto(`${server.origin}/bookings`)
  await page.getByRole('button', { name: 'Cancel request' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('main')?.id)).toBe('content')
})
