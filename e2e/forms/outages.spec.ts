import { expect, type Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 } })

const AWAY = 'Please try again in a moment'
const LOST = 'No connection. Check your network and try again.'

/** The server fails at this path, or cannot be reached, until the returned function is called. */
async function failAt(page: Page, path: string, how: 'away' | 'lost'): Promise<() => Promise<void>> {
  const pattern = `**${path}`
  await page.route(pattern, route =>
    how === 'lost' ? route.abort('connectionreset') : route.fulfill({ status: 503, json: { detail: AWAY } }),
  )
  return () => page.unroute(pattern)
}

/** Made by this person in another browser. */
async function carryOverLink({ access, refresh }: TestPerson): Promise<string> {
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ path: '/my-account', refresh })
  const made = await fetch(`${server.origin}/api/user/me/carry-over/`, { method: 'POST', headers, body })
  return ((await made.json()) as { link: string }).link
}

for (const [how, words] of [
  ['away', AWAY],
  ['lost', LOST],
] as const) {
  test(`what could not be loaded is no bad link while the server is ${how}: it says so, and is tried again`, async ({
    page,
  }) => {
    const people = eventPeople(server.origin)
    const host = await people.influencer(`outage-host-${how}`)
    const event = await people.event(host, { title: `A hidden talk ${how}`, duration: 60 })
    await people.call(host, 'PATCH /api/user/me/', { public_profile: false })
    await logIn(page, host)
    const again = page.getByRole('button', { name: 'Try again' })
    const profile = `/api/parley/${host.username}/`
    for (const [address, failing, shown] of [
      [`/profile/${host.username}`, `/api/user/get_user/${host.username}/`, 'Test Person'],
      [`/profile/${host.username}`, profile, 'Test Person'],
      [`/live-event/${event.slug}`, `/api/parley/${event.slug}/event/`, event.title],
      [`/edit-event/${event.slug}`, `/api/parley/${event.slug}/event/`, 'Edit event'],
      ['/add-event', profile, 'Add event'],
    ] as const) {
      const back = await failAt(page, failing, how)
      await page.goto(server.origin + address)
      await expect(page.getByText(words)).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`${address}/?$`))
      await back()
      await again.click()
      await expect(page.getByRole('heading', { name: shown, level: 1 })).toBeVisible()
      await expect(again).toBeHidden()
    }
  })

  test(`a login from another browser or a network waits while the server is ${how}`, async ({ page }) => {
    const fan = await eventPeople(server.origin).fan(`outage-fan-${how}`)
    const again = page.getByRole('button', { name: 'Try again' })
    const exchange = '/api/user/carry-over/exchange/'
    const back = await failAt(page, exchange, how)
    await page.goto(await carryOverLink(fan))
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
    await back()
    // The person could not be loaded, and is logged in all the same.
    const me = await failAt(page, '/api/user/me/', how)
    await again.click()
    await expect(page).toHaveURL(`${server.origin}/my-account`)
    await expect(page.getByText(words)).toBeVisible()
    await me()
    await again.click()
    await expect(page.getByText('Change account information and settings')).toBeVisible()

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    const open = await failAt(page, '/api/user/social-login/exchange/', how)
    await page.goto(`${server.origin}/social-login?code=no-such-code`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByText('took too long')).toBeHidden()
    await open()
    await again.click()
    await expect(page.getByRole('alert').filter({ hasText: 'took too long' })).toBeVisible()
  })
}

test('settings that could not be loaded say so and can be asked for again, and state nothing else', async ({
  page,
}) => {
  const fan = await eventPeople(server.origin).fan('outage-settings-fan')
  await logIn(page, fan)
  const again = page.getByRole('button', { name: 'Try again' })
  for (const [tab, failing, shown] of [
    ['notifications', '/api/user/me/calendar-feed/', 'There is no address yet.'],
    ['security', '/api/user/me/factors/', 'Add a passkey'],
    ['security', '/api/user/me/logins/?page_size=100', 'This device'],
    ['security', '/api/user/me/blocks/?page_size=100', 'You have blocked nobody.'],
  ] as const) {
    const back = await failAt(page, failing, 'lost')
    await page.goto(`${server.origin}/my-account#${tab}`)
    await expect(again).toBeVisible()
    await expect(page.getByText(shown)).toBeHidden()
    await back()
    await again.click()
    await expect(page.getByText(shown)).toBeVisible()
    await page.goto(`${server.origin}/faq`)
  }
})

test('a second try that fails says so again, and its button has the focus for a third one', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).fan('outage-keyboard-fan'))
  const again = page.getByRole('button', { name: 'Try again' })
  const back = await failAt(page, '/api/user/me/requests/?booked=past*', 'lost')
  await page.goto(`${server.origin}/bookings`)
  await expect(page.getByRole('alert').filter({ hasText: LOST })).toBeVisible()
  await again.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Looking for your calls')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: LOST })).toBeVisible()
  await expect(again).toBeFocused()
  await back()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'To Do' })).toBeVisible()
})
