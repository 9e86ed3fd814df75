import { messages, type Page as PageOf } from '@parley/contract'
import { type AccountDeletion, deletionRefusedSchema } from '@parley/contract/accounts'
import { expect, type Page, test } from '@playwright/test'
import { apiCaller, TEST_PASSWORD, type TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { isAccessible } from './support/accessible.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { pressSlowly } from './support/press-slowly.ts'
import { proveWho } from './support/prove-who.ts'
import { openServer } from './support/two-people.ts'

const NEW_PASSWORD = 'another good password'
const [DECLINED, ASKS, PAYS] = ['4000 0000 0000 0002', '4000 0027 6000 3184', '4242 4242 4242 4242']

let server: Awaited<ReturnType<typeof openServer>>
let api: ReturnType<typeof apiCaller>
test.beforeAll(async () => {
  server = await openServer({ GOOGLE_CLIENT_ID: 'of-the-tests', GOOGLE_CLIENT_SECRET: 'of-the-tests' })
  api = apiCaller(server.origin)
  await api.influencer('ivy', { price: '12.50', duration: 900 })
})
test.afterAll(async () => server?.close())
expectNoPageErrors('thrown')

async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

test('a visitor fills in a request, logs in on the way, and arrives at its payment', async ({ page }) => {
  const fan = await api.fan('asker')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}/session-request`)
  await page.getByLabel('Who').fill('@Nobody')
  await page.getByRole('radio', { name: 'At an agreed time' }).check()
  await expect(page.getByText('There is no influencer by this name')).toBeVisible()
  await page.getByLabel('Who').fill('ivy')
  await pressSlowly(page, page.getByRole('radio', { name: 'Any time' }))
  await expect(page.getByText('15 minutes for £12.50')).toBeVisible()
  await page.getByRole('radio', { name: 'At an agreed time' }).check()
  await page.getByLabel('Who').fill('@Nobody')
  await page.getByLabel('Who').blur()
  await expect(page.getByText('There is no influencer by this name')).toBeVisible()
  await page.getByLabel('Who').fill('iv')
  const found = page.getByRole('option', { name: /@ivy/ })
  await expect(found).toContainText('£12.50')
  await found.click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Please choose a start in the future')).toBeVisible()
  await page.getByLabel('Start').fill('2099-01-01T12:00')
  await expect(page.getByText('15 minutes for £12.50')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('radio', { name: 'Any time' }).check()
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText(messages.loginToContinue)).toBeVisible()
  await page.waitForURL(/\/login\?next=%2Fsession-request%3Finfluencer%3Divy$/)
  await expect(page.getByRole('link', { name: 'Log in with Google' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Log in with/ })).toHaveCount(6)
  await page.getByLabel('Email').fill('asker@example.org')
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByLabel('Who')).toHaveValue('ivy')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL('**/profile/ivy')
  await expect(page.getByText(messages.requestSent)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pay to confirm' })).toBeVisible()
  const own = await api.call<PageOf<{ state: string }>>(fan, 'GET /api/user/me/requests/')
  expect(own.body.results.map(request => request.state)).toEqual(['offered'])
})

test('private information is checked, saved and shown', async ({ page }) => {
  await logIn(page, await api.fan('settler'))
  await page.goto(`${server.origin}/my-account`)
  await expect(page.getByRole('heading', { name: 'Test Person' })).toBeVisible()
  await expect(page.getByText('Change account information and settings')).toBeVisible()
  await expect(page.getByRole('link', { name: '@settler' })).toHaveAttribute('href', '/profile/settler')
  await page.getByLabel('Full name').fill('T')
  await page.getByLabel('Bio').fill('x'.repeat(501))
  await page.getByRole('button', { name: 'Save' }).click()
  for (const message of [
    'fullNameInvalid',
    'bioLong',
    'countryRequired',
    'cityRequired',
    'addressRequired',
  ] as const) {
    await expect(page.getByText(messages[message], { exact: true })).toBeVisible()
  }
  await isAccessible(page)
  await page.getByLabel('Full name').fill('Theodora van Person')
  await page.getByLabel('Email').fill('IVY@example.org')
  await page.getByLabel('Bio').fill('x'.repeat(500))
  await page.getByLabel('Country').fill('UK')
  await page.getByLabel('City').fill('Ely')
  await page.getByLabel('Address').fill('1 High Street')
  await page.getByRole('button', { name: 'Save' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Your password').fill('not my password')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await expect(proof.getByText(messages.passwordWrong)).toBeVisible()
  await isAccessible(page)
  await proveWho(page)
  await expect(page.getByText(messages.emailTaken)).toBeVisible()
  // The refused request did not use up the proof.
  await page.getByLabel('Email').fill('theodora@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(messages.settingsSaved)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Theodora van Person' })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('Ely')
  await expect(page.getByText('Waiting for confirmation at theodora@example.org')).toBeVisible()
  await isAccessible(page)
  await page.getByLabel('Username').fill('IVY')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(messages.usernameTaken)).toBeVisible()
  await page.getByLabel('Username').fill('Theodora')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: '@theodora' })).toHaveAttribute('href', '/profile/theodora')
  await expect(page.getByLabel('Username')).toHaveValue('theodora')
  await page.getByRole('link', { name: /billing/ }).click()
  await expect(page).toHaveURL(/#billing$/)
  await expect(page.getByText('You have no saved card.')).toBeVisible()
})

test('call sessions show what the person must do, and past calls', async ({ page }) => {
  const fan = await api.fan('busy')
  const ivy: TestPerson = { id: '', username: 'ivy', access: '', refresh: '' }
  const { body: first } = await api.book(fan, ivy)
  await api.call(fan, `POST /api/influencer/parley_requests/${first.id}/cancel/`)
  const start = new Date(Date.now() + 86_400_000).toISOString()
  const end = new Date(Date.now() + 88_000_000).toISOString()
  await api.book(fan, ivy, { timeRange: { start, end } })
  await logIn(page, fan)
  await page.goto(`${server.origin}/my-account#call-sessions`)
  const toDo = page.locator('section', { has: page.getByRole('heading', { name: 'To Do' }) }).last()
  await expect(toDo.getByText('Waiting for payment')).toBeVisible()
  await expect(toDo.getByRole('listitem')).toHaveCount(1)
  const past = page.locator('section', { has: page.getByRole('heading', { name: 'Past' }) }).last()
  await expect(past.getByText('Cancelled. Nothing was charged.', { exact: true })).toBeVisible()
  await isAccessible(page)
  await toDo.getByRole('link', { name: 'Pay on their profile' }).click()
  await page.waitForURL('**/profile/ivy#pay-step')
})

test('security changes the password, revokes logins, exports and hides the profile', async ({ page }) => {
  const fan = await api.fan('careful')
  // The browser has a login of its own, beside that of the sign-up.
  await logIn(page, fan)
  await page.goto(`${server.origin}/my-account#security`)
  const logins = page.getByRole('region', { name: 'Logins' })
  await expect(logins.getByRole('listitem')).toHaveCount(2)
  await expect(logins.getByText('This device')).toBeVisible()
  await isAccessible(page)
  await logins.getByRole('button', { name: /Revoke/ }).click()
  await proveWho(page)
  await expect(logins.getByRole('listitem')).toHaveCount(1)
  const bearer = { authorization: `Bearer ${fan.access}` }
  expect((await fetch(`${server.origin}/api/user/me/`, { headers: bearer })).status).toBe(401)

  await page.getByRole('button', { name: 'Change password' }).click()
  for (const message of [
    'currentPasswordRequired',
    'newPasswordRequired',
    'repeatPasswordRequired',
  ] as const) {
    await expect(page.getByText(messages[message])).toBeVisible()
  }
  await page.getByLabel('Current password').fill('not my password')
  await page.getByLabel('New password').fill('7 chars')
  await page.getByLabel('Repeat password').fill('7 chars')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(messages.passwordShort)).toHaveCount(2)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Repeat password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(messages.currentPasswordWrong)).toBeVisible()
  await page.getByLabel('Current password').fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(messages.passwordChanged)).toBeVisible()
  await expect(page.getByLabel('Current password')).toHaveValue('')

  await expect(page.getByRole('switch', { name: 'Expose your email' })).not.toBeChecked()
  // Its name does not say “Off” while it is on.
  await page.getByRole('switch', { name: 'Public Profile', exact: true }).click()
  await expect.poll(async () => (await api.call(null, 'GET /api/user/get_user/careful/')).status).toBe(404)
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Public Profile' })).not.toBeChecked()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  expect((await download).suggestedFilename()).toBe('parley-export.json')
})

test('notification switches begin with their defaults and keep what a person sets', async ({ page }) => {
  await logIn(page, await api.fan('listener'))
  await page.goto(`${server.origin}/my-account`)
  await openTab(page, 'Notifications')
  const isOn = async () =>
    Promise.all((await page.getByRole('switch').all()).map(each => each.getAttribute('aria-checked')))
  await expect(page.getByRole('switch')).toHaveCount(9)
  expect(await isOn()).toEqual(['true', 'true', 'true', 'false', 'false', 'true', 'true', 'true', 'true'])
  await isAccessible(page)
  const saved = () => page.waitForResponse(answer => answer.request().method() === 'PATCH' && answer.ok())
  for (const name of ['Phone calls', 'Chat email']) {
    const answer = saved()
    await page.getByRole('switch', { name }).click()
    await answer
  }
  await page.getByRole('switch', { name: 'Mic off' }).click()
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = page.getByLabel('Address of your calendar')
  await expect(address).toHaveValue(/\/calendars\/[\w-]{22}\.ics$/)
  const feed = await address.inputValue()
  expect((await page.request.get(feed)).status()).toBe(200)
  await page.reload()
  await expect(
    page.getByText(/^Your address works since .*\. A new one or a new password ends it\.$/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'End the address' }).click()
  await expect(page.getByText(/^There is no address yet\./)).toBeVisible()
  expect((await page.request.get(feed)).status()).toBe(404)
  await expect(page.getByRole('switch')).toHaveCount(9)
  expect(await isOn()).toEqual(['true', 'true', 'true', 'true', 'true', 'true', 'true', 'true', 'false'])
})

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Carla Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
  await page.getByRole('button', { name: 'Save Card' }).click()
}

test('billing adds a card by its rules and removes it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, await api.fan('carla'))
  await page.goto(`${server.origin}/my-account#billing`)
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.getByRole('button', { name: 'Save Card' }).click()
  for (const message of [
    'cardNumberInvalid',
    'cardNameRequired',
    'cardDateInvalid',
    'zipInvalid',
    'cvvDigits',
  ] as const) {
    await expect(page.getByText(messages[message])).toBeVisible()
  }
  await isAccessible(page)
  await typeCard(page, DECLINED)
  const refusal = page.getByRole('alert').filter({ hasText: 'declined' })
  await expect(refusal).toBeVisible()
  const [button, words] = [
    await page.getByRole('button', { name: 'Save Card' }).boundingBox(),
    await refusal.boundingBox(),
  ]
  expect(words?.y).toBeGreaterThan(button?.y ?? Number.POSITIVE_INFINITY)
  await typeCard(page, PAYS)
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await expect(page.getByText('Expires 12/34')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Remove Visa •••• 4242' }).click()
  await expect(page.getByText('You have no saved card.')).toBeVisible()
})

test("saving a card includes the bank's check and returns to billing", async ({ page }) => {
  await logIn(page, await api.fan('checked'))
  await page.goto(`${server.origin}/save-card`)
  await expect(page.getByRole('button', { name: 'Save Card' })).toBeVisible()
  await isAccessible(page)
  await typeCard(page, ASKS)
  await page.waitForURL(/challenge/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL('**/my-account#billing')
  await expect(page.getByText('•••• 3184')).toBeVisible()
})

test('a forgotten password is replaced by the link of a mail, once', async ({ page }) => {
  await api.fan('forgetful')
  await page.goto(`${server.origin}/login`)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText(messages.emailRequired)).toBeVisible()
  await page.getByLabel('Email').fill('forgetful@example.org')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByText('a link to choose a new password is on its way')).toBeVisible()
  const link = await linkOfMail('forgetful@example.org')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await isAccessible(page)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Repeat password').fill(`${NEW_PASSWORD}!`)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText(messages.confirmDiffers)).toBeVisible()
  await page.getByLabel('Repeat password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await page.waitForURL('**/login')
  await expect(page.getByText(messages.passwordChanged)).toBeVisible()
  await page.getByLabel('Email').fill('forgetful@example.org')
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`${server.origin}/`)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await isAccessible(page)
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

/** The one-time link of the newest mail to an address. */
async function linkOfMail(to: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const list = await fetch(`${server.origin}/sandbox/mail/?to=${encodeURIComponent(to)}`, {
        headers: { accept: 'application/json' },
      })
      text = JSON.stringify(await list.json())
      return text
    })
    .toMatch(/password-reset\?token=/)
  return /https?:\/\/[^"\s\\<]+\/password-reset\?token=[\w-]+/.exec(text)?.[0] ?? ''
}

test('an account is deleted with its password, and a login fails afterwards', async ({ page }) => {
  await logIn(page, await api.fan('leaver'))
  await page.goto(`${server.origin}/my-account#security`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByLabel('Your password').fill('not my password')
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await expect(dialog.getByText(messages.passwordWrong)).toBeVisible()
  await isAccessible(page)
  await dialog.getByLabel('Your password').fill(TEST_PASSWORD)
  await dialog.getByRole('button', { name: 'Delete for good' }).click()
  await page.waitForURL(`${server.origin}/`)
  await expect(page.getByText('Your account is deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  const login = { email: 'leaver@example.org', password: TEST_PASSWORD }
  expect((await api.call(null, 'POST /api/auth/jwt/create/', login)).status).toBe(401)
})

test('who leaves may forgo earnings below the payout minimum, by confirming it', async ({ page }) => {
  await logIn(page, await api.influencer('pennies'))
  const forgone: unknown[] = []
  const why =
    'The £0.90 that you earned can be paid out when you leave if you set up your payouts first. You can also give it up.'
  const last = { amount: '0.90', waits_for: 'no_account', payable_at: null }
  const refused = deletionRefusedSchema.parse({ detail: why, reasons: [why], forgo: last })
  await page.route('**/api/user/me/', async route => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    const deletion = route.request().postDataJSON() as AccountDeletion
    forgone.push(deletion.forgo)
    return deletion.forgo ? route.continue() : route.fulfill({ status: 409, json: refused })
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}/my-account#security`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog')
  const forgo = dialog.getByRole('switch', { name: 'I give up the £0.90 that I earned' })
  const remove = dialog.getByRole('button', { name: 'Delete for good' })
  await dialog.getByLabel('Your password').fill(TEST_PASSWORD)
  await expect(forgo).toHaveCount(0)
  await remove.click()
  await expect(dialog.getByText(why)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Your earnings' })).toBeVisible()
  await expect(forgo).not.toBeChecked()
  await isAccessible(page)
  // The switch does not change until it is pressed, and closing the dialog resets the press.
  await remove.click()
  await expect.poll(() => forgone).toEqual([false, false])
  await forgo.click()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(forgo).toHaveCount(0)
  await dialog.getByLabel('Your password').fill(TEST_PASSWORD)
  await remove.click()
  await expect(forgo).not.toBeChecked()
  await forgo.click()
  await remove.click()
  await page.waitForURL(`${server.origin}/`)
  expect(forgone).toEqual([false, false, false, true])
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
})

test('the pages for debugging and for company terms read as text', async ({ page }) => {
  await page.goto(`${server.origin}/user`)
  await page.waitForURL(/\/login\?next=%2Fuser$/)
  await logIn(page, await api.fan('debugger'))
  await page.goto(`${server.origin}/user`)
  await expect(page.getByText('"username": "debugger"')).toBeVisible()
  await isAccessible(page)
  await page.goto(`${server.origin}/company-terms`)
  await expect(page.getByRole('heading', { name: 'Terms for influencers' })).toBeVisible()
  await isAccessible(page)
  await page.goto(`${server.origin}/social-login?problem=no_verified_email&next=%2Ffaq`)
  await expect(page.getByRole('alert').filter({ hasText: 'does not vouch for an email' })).toBeVisible()
  await isAccessible(page)
})
