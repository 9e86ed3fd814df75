import { expect, type Page, test } from '@playwright/test'
import { apiCaller } from '../apps/server/src/testing/api-caller.ts'
import { bookIvy, payAtTheBank } from './support/booking.ts'
import { logIn } from './support/log-in.ts'
import { openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let api: ReturnType<typeof apiCaller>
test.beforeAll(async () => {
  server = await openServer()
  api = apiCaller(server.origin)
  await api.influencer('ivy', { price: '12.50' })
})
test.afterAll(async () => server?.close())

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Fred Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
}

const book = (page: Page) => bookIvy({ page, origin: server.origin })

test('the bank asks, the buyer approves, and the address is clean again', async ({ page }) => {
  await logIn(page, await api.fan('approver'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await payAtTheBank({ page, origin: server.origin }, 'Approve')
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
})

test('the bank asks, the buyer fails, and may try again with another card', async ({ page }) => {
  await logIn(page, await api.fan('failer'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await payAtTheBank({ page, origin: server.origin }, 'Fail')
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
})

test('a card saved at sign-up pays in one tap, and a double click charges once', async ({ page }) => {
  await page.goto(`${server.origin}/signup/regular?next=/profile/ivy`)
  await page.getByLabel('Username').fill('saver')
  await page.getByLabel('First name').fill('Sam')
  await page.getByLabel('Last name').fill('Saver')
  await page.getByLabel('Email').fill('saver@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByLabel('Confirm password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Payment Details')).toBeVisible()
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: /Save Card|Sign Up/ }).click()
  await expect(page.getByRole('heading', { name: 'Account created' })).toBeVisible()
  await page.waitForURL(/\/profile\/ivy/)
  await book(page)
  await page.getByRole('button', { name: /Pay £12\.50 with Visa/ }).dblclick()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  const audit = await server.audit()
  expect(audit.code, audit.output).toBe(0)
})

test('a visitor is asked to log in first, and comes back to the profile', async ({ page }) => {
  const fan = await api.fan('visitor')
  await page.goto(`${server.origin}/profile/ivy`)
  await page.getByRole('button', { name: 'Sign up to video call' }).click()
  await expect(page.getByText('login to continue')).toBeVisible()
  await page.waitForURL(`${server.origin}/login?next=%2Fprofile%2Fivy`)
  await page.getByLabel('Email').fill(`${fan.username}@example.org`)
  await page.getByLabel('Password').fill('wrong password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Login: failed. Try again')).toBeVisible()
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Logged in')).toBeVisible()
  await page.waitForURL(`${server.origin}/profile/ivy`)
  await expect(page.getByRole('button', { name: 'Book now' })).toBeVisible()
})
