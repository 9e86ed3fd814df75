import { expect, type Page, test } from '@playwright/test'
import { CallPage } from './pages/call-page.ts'
import { violationsNow } from './support/axe.ts'
import { callApi } from './support/paid-call.ts'
import { openPersonBrowser, openServer, type PersonBrowser } from './support/two-people.ts'

const PASSWORD = 'correct horse battery'
const DESCRIPTION = 'Three minutes of chess for a beginner'

let server: Awaited<ReturnType<typeof openServer>>
let gina: PersonBrowser
let theo: PersonBrowser
let olga: PersonBrowser
test.beforeAll(async () => {
  server = await openServer()
  for (const username of ['gina', 'theo', 'olga']) await signUp(username)
  gina = await openPersonBrowser(server.origin, 'desk')
  theo = await openPersonBrowser(server.origin, 'phone')
  olga = await openPersonBrowser(server.origin, 'phone')
})
test.afterAll(async () => {
  for (const somebody of [gina, theo, olga]) await somebody?.browser.close()
  await server?.close()
})

async function signUp(username: string): Promise<void> {
  const form = new FormData()
  const fields = { username, first_name: 'Test', last_name: 'Person', email: `${username}@example.org` }
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('password', PASSWORD)
  form.set('confirmpassword', PASSWORD)
  await callApi(`${server.origin}/api/user/`, { form })
}

/** Fills in the login form that is open. */
async function logIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('Email').fill(`${username}@example.org`)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
}

const PAYS = '4242 4242 4242 4242'
const CHALLENGED = '4000 0025 0000 3155'

/** On the open page of prepaid links: makes a link and pays for it; answers its path. */
async function makeLink(page: Page, card: string): Promise<string> {
  await page.getByLabel('Amount').fill('12.50')
  await page.getByLabel('Duration').fill('3')
  await page.getByLabel('Description').fill(DESCRIPTION)
  await page.getByRole('button', { name: 'Generate Link' }).click()
  await expect(page.getByText('Call: pay to view link').first()).toBeVisible()
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Name on card').fill('Gina Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
  await page.getByRole('button', { name: 'Pay £12.50' }).first().click()
  if (card === CHALLENGED) {
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.waitForURL('/prepaid')
  }
  await expect(page.getByText('Payment succeeded!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your link is ready' })).toBeVisible()
  const link = page.getByRole('link', { name: 'Open the offer' }).first()
  return (await link.getAttribute('href')) ?? ''
}

/** What axe finds wrong with a page, in both themes. */
async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  // A colour in a transition between the themes has no meaningful contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of ['light', 'dark']) {
    await page.evaluate(mode => {
      document.documentElement.dataset.theme = mode
    }, theme)
    const wrong = await violationsNow(page, theme === 'dark' ? 'colours' : 'all')
    found.push(...wrong.map(each => `${theme}: ${each}`))
  }
  return found
}

test('somebody pays for a call and passes its link on; the first person who accepts it meets them in the call, and both get back in from the profile', async () => {
  await gina.page.goto('/prepaid')
  await gina.page.waitForURL('/login?next=%2Fprepaid')
  await logIn(gina.page, 'gina')
  await gina.page.waitForURL('/prepaid')
  await expect(gina.page.getByRole('heading', { name: 'Create a Parley request' })).toBeVisible()
  await gina.page.getByRole('button', { name: 'Generate Link' }).click()
  for (const words of ['Please specify a price', 'A description is required']) {
    await expect(gina.page.getByText(words)).toBeVisible()
  }
  expect(await violations(gina.page)).toEqual([])
  const path = await makeLink(gina.page, PAYS)
  const sendIt = 'Send it to somebody: they read “claim to view link” until they accept.'
  await expect(gina.page.getByText(sendIt)).toBeVisible()
  // Who comes back on a phone finds the link to share before the form for another one.
  await gina.page.setViewportSize({ width: 390, height: 844 })
  await gina.page.reload()
  await expect(gina.page.getByRole('button', { name: 'Copy link' })).toBeInViewport()
  await gina.page.getByRole('button', { name: 'Create another link' }).click()
  await expect(gina.page.getByLabel('Amount')).toBeFocused()
  await gina.page.setViewportSize({ width: 1280, height: 800 })
  expect(await violations(gina.page)).toEqual([])

  // A visitor sees what the link offers, is led to the login, and returns to the offer afterwards.
  await theo.page.goto(path)
  await expect(theo.page.getByRole('heading', { name: 'A prepaid video call from @gina' })).toBeVisible()
  await expect(theo.page.getByText(DESCRIPTION)).toBeVisible()
  await expect(theo.page.getByText('£12.50')).toBeVisible()
  await expect(theo.page.getByText('3 minutes')).toBeVisible()
  expect(await violations(theo.page)).toEqual([])
  await theo.page.getByRole('button', { name: 'Login to Accept Offer' }).click()
  await expect(theo.page.getByText('login to continue')).toBeVisible()
  await theo.page.waitForURL(`/login?next=${encodeURIComponent(path)}`)
  await logIn(theo.page, 'theo')
  await theo.page.waitForURL(path)

  // Another person has the page open too, and accepts too late.
  await olga.page.goto(`/login?next=${encodeURIComponent(path)}`)
  await logIn(olga.page, 'olga')
  await expect(olga.page.getByRole('button', { name: 'Accept Offer', exact: true })).toBeVisible()
  await expect(theo.page.getByText('claim to view link', { exact: true })).toBeVisible()
  await theo.page.getByRole('button', { name: 'Accept Offer', exact: true }).click()
  await expect(theo.page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  await olga.page.getByRole('button', { name: 'Accept Offer', exact: true }).click()
  await expect(olga.page.getByText('Somebody has accepted this already')).toBeVisible()
  await olga.page.waitForURL('/prepaid')
  await olga.page.goto(path)
  await expect(olga.page.getByRole('heading', { name: 'No paid session here' })).toBeVisible()
  expect(await violations(olga.page)).toEqual([])

  await theo.page.getByRole('link', { name: 'Start Session' }).click()
  await theo.page.waitForURL(path.replace('/prepaid/', '/paidchat/'))
  const theoCall = new CallPage(theo.page)
  await expect(theoCall.waitingFor('gina')).toBeVisible({ timeout: 60_000 })
  await expect(gina.page.getByText('They accepted your offer')).toBeVisible({ timeout: 60_000 })
  await gina.page.getByRole('link', { name: 'Start Session' }).click()
  await gina.page.waitForURL(path.replace('/prepaid/', '/chat/'))
  const ginaCall = new CallPage(gina.page)
  await theoCall.join()
  await ginaCall.join()
  await expect.poll(() => ginaCall.framesShown(), { timeout: 60_000 }).toBeGreaterThan(0)
  await expect.poll(() => theoCall.framesShown(), { timeout: 60_000 }).toBeGreaterThan(0)

  await ginaCall.button('End call').click()
  await ginaCall.endDialog.getByRole('button', { name: 'End Call' }).click()
  await gina.page.waitForURL('/profile/theo')
  const waysIn = (page: Page) => page.getByRole('region', { name: 'Prepaid calls' })
  await expect(waysIn(gina.page).getByText(DESCRIPTION)).toBeVisible()
  expect(await violations(gina.page)).toEqual([])
  await waysIn(gina.page).getByRole('link', { name: 'Start Session' }).click()
  await gina.page.waitForURL(path.replace('/prepaid/', '/chat/'))
  await ginaCall.join()
  await expect.poll(() => ginaCall.framesShown(), { timeout: 60_000 }).toBeGreaterThan(0)

  // The performer's way back is on their own page.
  await theoCall.button('End call').click()
  await theoCall.endDialog.getByRole('button', { name: 'End Call' }).click()
  await theo.page.waitForURL('/profile/theo')
  await waysIn(theo.page).getByRole('link', { name: 'Start Session' }).click()
  await theo.page.waitForURL(path.replace('/prepaid/', '/paidchat/'))
  const audit = await server.audit()
  expect(audit.code, audit.output).toBe(0)
  // Accepting too late gets 409, and another person's link gets 404.
  const unexpected = (error: string) => !/40[49]/.test(error)
  expect([...gina.errors, ...theo.errors].filter(unexpected)).toEqual([])
  expect(olga.errors.filter(unexpected)).toEqual([])
})

test('a link paid with a check of the bank and then revoked returns the money, and says so to a person who opens it', async () => {
  await gina.page.goto('/prepaid')
  const path = await makeLink(gina.page, CHALLENGED)
  const link = gina.page.getByRole('listitem').filter({ has: gina.page.locator(`a[href="${path}"]`) })
  await link.getByRole('button', { name: 'Revoke' }).click()
  const sheet = gina.page.getByRole('dialog', { name: 'Revoke this link?' })
  await expect(sheet.getByText('You get £12.50 back, all of it.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Revoke' }).click()
  await expect(gina.page.getByText('Cancelled, £12.50 back')).toBeVisible()
  await olga.page.goto(path)
  await expect(olga.page.getByText('This offer is over: Cancelled')).toBeVisible()
  await expect(olga.page.getByRole('button', { name: 'Accept Offer' })).toHaveCount(0)
})
