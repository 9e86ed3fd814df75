import { expect, type Page, test } from '@playwright/test'
import { apiCaller, type TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { CallPage } from './pages/call-page.ts'
import { violationsNow } from './support/axe.ts'
import { keyboardOf } from './support/keyboard.ts'
import { logIn } from './support/log-in.ts'
import { openPersonBrowser, openServer, type PersonBrowser } from './support/two-people.ts'

const PASSWORD = 'correct horse battery'

let server: Awaited<ReturnType<typeof openServer>>
let ivy: TestPerson
let ivyAt: PersonBrowser
let fredAt: PersonBrowser
test.beforeAll(async () => {
  server = await openServer()
  ivy = await apiCaller(server.origin).influencer('ivy', { price: '12.50' })
  ivyAt = await openPersonBrowser(server.origin, 'desk')
  await logIn(ivyAt.page, ivy)
  fredAt = await openPersonBrowser(server.origin, 'desk')
})
test.afterAll(async () => {
  await ivyAt?.browser.close()
  await fredAt?.browser.close()
  await server?.close()
})

async function signUp(page: Page): Promise<void> {
  const keys = keyboardOf(page)
  await page.goto('/profile/ivy')
  await keys.press(page.getByRole('button', { name: 'Sign up to video call' }))
  await page.waitForURL('**/login?next=%2Fprofile%2Fivy')
  await keys.press(page.getByRole('link', { name: 'Sign up as a user' }))
  await page.waitForURL('**/signup/regular?next=%2Fprofile%2Fivy')
  await keys.type(page.getByLabel('Username'), 'fred')
  await keys.type(page.getByLabel('First name'), 'Fred')
  await keys.type(page.getByLabel('Last name'), 'Person')
  await keys.type(page.getByLabel('Email'), 'fred@example.org')
  await keys.type(page.getByLabel('Password', { exact: true }), PASSWORD)
  await keys.type(page.getByLabel('Confirm password'), PASSWORD)
  await keys.press(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByText('STEP 2 / 2')).toBeFocused()
  await keys.press(page.getByRole('button', { name: 'Skip' }))
  await expect(page.getByRole('heading', { name: 'Account created' })).toBeVisible()
  await page.waitForURL('**/profile/ivy')
}

async function bookAndPay(page: Page): Promise<void> {
  const keys = keyboardOf(page)
  const book = page.getByRole('button', { name: 'Book now' })
  await keys.press(book)
  const sheet = page.getByRole('dialog')
  await expect(sheet).toBeVisible()
  // Escape closes it, and the focus returns.
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(book).toBeFocused()
  await keys.press(book)
  await keys.press(sheet.getByRole('button', { name: 'Confirm' }))
  // The focus moves to the payment, while the sheet closes and after it has closed.
  const payment = page.getByRole('heading', { name: 'Pay to confirm' })
  await expect(payment).toBeFocused()
  await expect(sheet).toHaveCount(0)
  await expect(payment).toBeFocused()
  await keys.type(page.getByLabel('Card number'), '4242424242424242')
  await keys.type(page.getByLabel('Name on card'), 'Fred Person')
  await keys.type(page.getByLabel('Expiry'), '1234')
  await keys.type(page.getByLabel('CVV'), '123')
  await keys.type(page.getByLabel('Zip'), 'N1 9GU')
  await keys.press(page.getByRole('button', { name: 'Pay £12.50' }))
  await expect(page.getByText('Payment succeeded!')).toBeVisible()
  // The form disappears: the focus stays in the panel, just before what happens next.
  await expect(page.getByRole('complementary', { name: 'Video call' })).toBeFocused()
}

test('somebody without a mouse signs up, books, pays, has the call and leaves it; the focus is visible at every stop', async () => {
  const { page } = fredAt
  const keys = keyboardOf(page)
  await signUp(page)
  await bookAndPay(page)

  await keys.press(page.getByRole('link', { name: 'Start Session' }))
  await page.waitForURL(/\/chat\//)
  const call = new CallPage(page)
  await expect(call.waitingFor('ivy')).toBeVisible({ timeout: 60_000 })
  await keys.press(page.getByRole('button', { name: 'Turn on camera and microphone' }))
  // The pressed button does not exist any more; a screen reader names the place of the focus.
  await expect(page.getByRole('group', { name: 'Camera and microphone' })).toBeFocused()
  await keys.press(page.getByRole('button', { name: 'Join', exact: true }))
  await expect(call.words('Your connection is ready')).toBeVisible({ timeout: 60_000 })
  await keys.goTo(call.button('Mute microphone'))
  await ivyAt.page.goto(new URL(page.url()).pathname.replace('/chat/', '/paidchat/'))
  await new CallPage(ivyAt.page).join()
  await expect.poll(() => call.framesShown(), { timeout: 60_000 }).toBeGreaterThan(0)

  // It has the focus since before the other person came.
  await expect(call.button('Mute microphone')).toBeFocused()
  await keys.press(call.button('Mute microphone'))
  await expect(call.button('Unmute microphone')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(call.button('Mute microphone')).toBeFocused()
  await keys.press(call.button('More'))
  await expect(page.getByRole('dialog', { name: 'Camera and sound' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(call.button('More')).toBeFocused()

  // Some time was used, so that who leaves has something to say of it.
  await expect.poll(async () => (await call.secondsLeft()) % 60).toBeGreaterThan(0)
  await keys.press(call.button('End call'))
  await keys.press(call.endDialog.getByRole('button', { name: 'End Call' }))
  await page.waitForURL('**/profile/ivy')
  await expect(page.getByRole('heading', { name: 'Test Person' })).toBeVisible()
  const about = page.getByRole('region', { name: 'How was the call with @ivy?' })
  await keys.press(about.getByRole('button', { name: 'Good', exact: true }))
  await expect(about.getByText('Thank you for telling us.')).toBeVisible()
  expect(await violationsNow(page)).toEqual([])
  // Once: on the next page nobody is asked.
  await keys.press(page.getByRole('link', { name: 'Parley' }).first())
  await expect(about).toHaveCount(0)
  expect([...fredAt.errors, ...ivyAt.errors]).toEqual([])
})
