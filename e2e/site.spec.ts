import { expect } from '@playwright/test'
import { apiCaller, type TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { CallPage } from './pages/call-page.ts'
import { pageReady } from './support/demo-server.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { makePaidCall } from './support/paid-call.ts'
import { type SharedServer, test } from './support/shared-server.ts'

/** One more than the badge shows. */
const OPEN_REQUESTS = 10

let server: SharedServer
let api: ReturnType<typeof apiCaller>
let isla: TestPerson
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  api = apiCaller(server.origin)
  isla = await api.influencer('isla', { price: '12.50', duration: 900 })
})

expectNoPageErrors('thrown')

test('secure pages send a visitor to the login, with path and query', async ({ page }) => {
  for (const path of [
    '/my-account?from=mail',
    '/user',
    '/save-card',
    '/prepaid?x=1&y=2',
    '/add-event/',
    '/edit-event/some-event',
    '/chat/some-call',
    '/paidchat/some-call',
    '/stream/isla/some-event',
  ]) {
    await page.goto(server.origin + path)
    await expect(page).toHaveURL(`${server.origin}/login?next=${encodeURIComponent(path)}`)
  }
})

test('a visitor who follows a bad link is told so and finds the landing page', async ({ page }) => {
  await page.goto(`${server.origin}/there/is/nothing`)
  await expect(page).toHaveURL(`${server.origin}/not-found-cover`)
  await expect(page.getByRole('heading', { name: 'Oops! Looks like you followed a bad link' })).toBeVisible()
  await page.getByRole('link', { name: 'Back home' }).click()
  await expect(page).toHaveURL(`${server.origin}/`)
  await expect(page.getByRole('heading', { name: 'Monitize your audience' })).toBeVisible()
})

test('the login leads to the sign-up and to a new password', async ({ page }) => {
  await page.goto(`${server.origin}/login?next=/faq`)
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/password-reset-simple',
  )
  await page.getByRole('link', { name: 'Sign up as a user' }).click()
  await expect(page).toHaveURL(`${server.origin}/signup/regular?next=%2Ffaq`)
})

test('a member finds the account in the header, turns the page dark in the menu, and logs out there', async ({
  page,
}) => {
  await logIn(page, await api.fan('member'))
  await page.goto(server.origin)
  await expect(page.getByRole('link', { name: 'My account', exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await page.evaluate(() => localStorage.getItem('themeMode'))).toBe('dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // A press before the page's own code runs opens nothing.
  await pageReady(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/`)
  expect(await page.evaluate(() => localStorage.getItem('auth'))).toBeNull()
})

test('an influencer edits the profile: Cancel restores it, Save keeps it', async ({ page }) => {
  await logIn(page, isla)
  await page.goto(server.origin)
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page).toHaveURL(`${server.origin}/profile/isla`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const before = await page.getByLabel('Description').inputValue()
  await page.getByLabel('Description').fill('Not what I want to say')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(before)).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Description')).toHaveValue(before)
  await page.getByLabel('Description').fill('Openings, endings and all between')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile Saved')).toBeVisible()
  await expect(page.getByText('Openings, endings and all between')).toBeVisible()
  // What is below the note stays where a finger is about to press it.
  const topOfShare = () =>
    page
      .getByRole('button', { name: 'Share' })
      .last()
      .evaluate(button => button.getBoundingClientRect().top + window.scrollY)
  const shown = await topOfShare()
  await expect(page.getByText('Profile Saved')).toBeHidden()
  expect(await topOfShare()).toBe(shown)
})

test('requests are counted up to nine, listed no higher than 950 pixels, accepted and rejected', async ({
  page,
}) => {
  const fan = await api.fan('keen')
  for (let i = 0; i < OPEN_REQUESTS; i++) {
    const { body } = await api.book(fan, isla)
    await api.confirm((await api.pay(fan, body)).body)
  }
  const paid = async () => {
    const list = await api.call<{ count: number }>(isla, 'GET /api/influencer/requests/?paid=true')
    return list.body.count
  }
  await expect.poll(paid).toBe(OPEN_REQUESTS)
  // A stranger's booking counts when it is paid, and not before.
  await api.book(await api.fan('undecided'), isla)
  await logIn(page, isla)
  await page.goto(`${server.origin}/profile/isla`)
  await expect(page.getByRole('link', { name: 'Your requests, 9+ open' })).toBeVisible()
  const tab = page.getByRole('tab', { name: /Sessions/ })
  await expect(tab).toContainText('9+')
  await tab.click()
  const list = page.getByRole('region', { name: 'Requests' })
  await expect(list.getByRole('heading', { name: 'Private' })).toBeVisible()
  expect((await list.boundingBox())?.height).toBe(950)
  await list.getByRole('button', { name: 'Accept' }).first().click()
  await expect(list.getByRole('button', { name: 'Accept' })).toHaveCount(OPEN_REQUESTS - 1)
  await list.getByRole('button', { name: 'Reject' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(list.getByRole('button', { name: 'Reject' })).toHaveCount(OPEN_REQUESTS - 2)
  // Header and tab agree: the accepted one is still open, the rejected one is not.
  const open = OPEN_REQUESTS - 1
  await expect(tab).toHaveText(new RegExp(`Sessions\\s*${open}(?!\\d|\\+)`))
  await expect(page.getByRole('link', { name: `Your requests, ${open} open` })).toBeVisible({
    timeout: 60_000,
  })
})

test('the owner of a profile copies its link', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, isla)
  await page.goto(`${server.origin}/profile/isla`)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'copied!' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/profile/isla`)
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
})

test('an error is red, news are green, both at the bottom left', async ({ page }) => {
  const fan = await api.fan('alerted')
  await page.goto(`${server.origin}/login`)
  const colourOf = async (text: string) => {
    const alert = page.getByText(text).locator('..')
    const box = await alert.boundingBox()
    expect(box?.x).toBeLessThan(100)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan((page.viewportSize()?.height ?? 0) - 150)
    const colour = await alert.evaluate(element => getComputedStyle(element).backgroundColor)
    return colour.match(/\d+/g)?.map(Number) ?? []
  }
  await page.getByLabel('Email').fill(`${fan.username}@example.org`)
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Log in' }).click()
  const [red = 0, notGreen = 0] = await colourOf('Login: failed. Try again')
  expect(red).toBeGreaterThan(notGreen)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  const [notRed = 0, green = 0] = await colourOf('Logged in')
  expect(green).toBeGreaterThan(notRed)
})

test('a sign-up says what is wrong, writes names small, and stays at its step until all is right', async ({
  page,
}) => {
  await page.goto(`${server.origin}/signup/influencer`)
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const words of [
    'Please specify a username',
    'Please specify your first name',
    'Please specify your last name',
    'Email is required.',
    'Please specify your password',
    'Please confirm your password',
  ]) {
    await expect(page.getByText(words)).toBeVisible()
  }
  await expect(page.getByText('STEP 1 / 2')).toBeVisible()
  await page.getByLabel('Username').pressSequentially('New.Face')
  await expect(page.getByLabel('Username')).toHaveValue('new.face')
  await page.getByLabel('Email').pressSequentially('Face@Example.org')
  await expect(page.getByLabel('Email')).toHaveValue('face@example.org')
  await page.getByLabel('First name').fill('New')
  await page.getByLabel('Last name').fill('Face')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password').fill('correct horses')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Both password need to be the same')).toBeVisible()
  await page.getByLabel('Confirm password').fill('correct horse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('STEP 2 / 2')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByText('STEP 1 / 2')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('new.face')
})

test('a call page that comes out of the back cache reloads', async ({ browser }) => {
  const { request, fan } = await makePaidCall(server.origin, 60)
  const at = { origin: server.origin, path: `/chat/${request.slug}`, person: fan }
  const { page } = await CallPage.open(browser, at)
  await expect(page.getByRole('heading', { name: /Waiting for/ })).toBeVisible()
  const loaded = page.waitForEvent('load')
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await loaded
  await page.close()
})

test('loading a profile stops after two seconds', async ({ page }) => {
  await page.route('**/api/user/me/', () => undefined)
  await logIn(page, await api.fan('two-seconds'))
  const startMs = Date.now()
  await page.goto(`${server.origin}/profile/nobody-here`)
  await expect(page).toHaveURL(`${server.origin}/not-found-cover`)
  // At least two seconds: a busy machine makes it only longer.
  expect(Date.now() - startMs).toBeGreaterThan(1_900)
})
