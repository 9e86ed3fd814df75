import { expect, type Page } from '@playwright/test'
import { apiCaller } from '../apps/server/src/testing/api-caller.ts'
import { bookIvy, payAtTheBank } from './support/booking.ts'
import { logIn } from './support/log-in.ts'
import { type SharedServer, test } from './support/shared-server.ts'

let server: SharedServer
let api: ReturnType<typeof apiCaller>
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  api = apiCaller(server.origin)
  await api.influencer('ivy', { price: '12.50' })
})

async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Name on card').fill('Fred Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
}

const book = (page: Page) => bookIvy({ page, origin: server.origin })

test('the bank asks for a check, the buyer approves, and the address has no query afterwards', async ({
  page,
}) => {
  await logIn(page, await api.fan('approver'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await payAtTheBank({ page, origin: server.origin }, 'Approve')
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
})

test('the bank asks for a check, the buyer fails, and may try again with another card', async ({ page }) => {
  await logIn(page, await api.fan('failer'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await page.setViewportSize({ width: 390, height: 844 })
  await payAtTheBank({ page, origin: server.origin }, 'Fail')
  await expect(page.getByText('Your payment was not successful, please try again.')).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Pay £12.50' })).toBeInViewport()
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
})

test('an unpaid booking leads to its payment, and not to the top of the profile', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, await api.fan('later-payer'))
  await book(page)
  await page.goto(`${server.origin}/bookings`)
  await page.getByRole('link', { name: 'Pay on their profile' }).click()
  await expect(page.getByRole('heading', { name: 'Pay to confirm' })).toBeFocused()
  await expect(page.getByLabel('Card number')).toBeInViewport()
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

test('a card is saved when the buyer ticks the box while paying, and pays the next booking in one tap', async ({
  page,
}) => {
  await logIn(page, await api.fan('ticker'))
  await book(page)
  const tick = page.getByRole('checkbox', { name: 'Save this card for next time' })
  await expect(tick).not.toBeChecked()
  await tick.check()
  await typeCard(page, '4000 0000 0000 0002')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByText('card error')).toBeVisible()
  await expect(tick).toBeChecked()
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  // When a page closes before the answer, the browser cancels its request.
  await expect(page.getByText('Cancelled. £12.50 is going back')).toBeVisible()
  await book(page)
  await page.getByRole('button', { name: /Pay £12\.50 with Visa.*4242/ }).click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  await page.goto(`${server.origin}/my-account#billing`)
  await expect(page.getByText(/4242/)).toHaveCount(1)
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

test('the money rule stands once on a screen: on the page, then in the open sheet, and not beside a paid call', async ({
  page,
}) => {
  await logIn(page, await api.fan('reader'))
  await page.goto(`${server.origin}/profile/ivy`)
  const rule = page.getByText('You pay for the time you are both there.').filter({ visible: true })
  await expect(rule).toHaveCount(1)
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(page.getByRole('dialog').getByText('You pay for the time you are both there.')).toBeVisible()
  await expect(rule).toHaveCount(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await typeCard(page, '4242 4242 4242 4242')
  await expect(rule).toHaveCount(1)
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  await expect(rule).toHaveCount(0)
})

test('after a lost answer about cancelling, the bookings show what the server did', async ({ page }) => {
  await logIn(page, await api.fan('lost-canceller'))
  await book(page)
  await page.goto(`${server.origin}/bookings`)
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.route('**/cancel/', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible()
  await expect(page.getByText('Cancelled. Nothing was charged.')).toBeVisible()
})

test('after cancelling, the card says where the money goes and nothing about the payment', async ({
  page,
}) => {
  await logIn(page, await api.fan('canceller'))
  await book(page)
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByText('Payment succeeded!')).toBeVisible()
  await expect(page.getByText('£12.50 was paid with the card ending 4242.')).toBeVisible()
  const open = (count: number) => page.getByRole('link', { name: `Your bookings, ${count} open` })
  await expect(open(1)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  const words = 'Cancelled. £12.50 is going back to the card ending 4242, 5 to 10 days.'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByText('Payment succeeded!')).toHaveCount(0)
  // A person's own act changes the badge at once, not at the next request to the server.
  await expect(open(0)).toBeVisible({ timeout: 8_000 })
  await page.goto(`${server.origin}/my-account#call-sessions`)
  await expect(page.getByText(words)).toBeVisible()
  // The price of the booking, and the one sentence of what went back.
  await expect(page.getByRole('listitem').filter({ hasText: words }).getByText('£12.50')).toHaveCount(2)
})

test('back from the bank the page says that it confirms, and never offers to book again', async ({
  page,
}) => {
  await logIn(page, await api.fan('patient'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await page.waitForURL(/challenge/)
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/payment-intent/', async route => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Confirming your payment...').filter({ visible: true })).toBeVisible()
  await expect(page.getByText('Book now').filter({ visible: true })).toHaveCount(0)
  answer()
  await expect(page.getByText('Payment succeeded!')).toBeVisible()
})

test('an unknown payment intent gets an error', async ({ page }) => {
  await logIn(page, await api.fan('stranger'))
  for (const path of ['/profile/ivy', '/prepaid']) {
    const query = 'payment_intent=pi_nobodys&payment_intent_client_secret=x&redirect_status=succeeded'
    await page.goto(`${server.origin}${path}?${query}`)
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(page).toHaveURL(`${server.origin}${path}`)
  }
})

/** The middle of the button that pays, in pixels from the top of the page, however far it is scrolled. */
const placeOfPay = (page: Page) =>
  page.getByRole('button', { name: 'Pay £12.50' }).evaluate(button => {
    const { top, height } = button.getBoundingClientRect()
    return Math.round(top + height / 2 + window.scrollY)
  })

test('a double click on Pay after a failed check pays once: nothing moves, and nothing is cancelled', async ({
  page,
}) => {
  await logIn(page, await api.fan('doubler'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await payAtTheBank({ page, origin: server.origin }, 'Fail')
  // The next Tab stays in the payment form; it does not begin at the top of the page.
  await expect(page.getByRole('heading', { name: 'Pay to confirm' })).toBeFocused()
  await typeCard(page, '4242 4242 4242 4242')
  const before = await placeOfPay(page)
  let answer = () => {}
  const held = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/pay/', async route => {
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Pay £12.50' }).dblclick()
  await expect(page.getByText('Paying...')).toBeVisible()
  expect(await placeOfPay(page)).toBe(before)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  answer()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  // The second press of a double click must not open what has replaced the first button.
  await page.getByRole('button', { name: 'Cancel request' }).dispatchEvent('click', { detail: 2 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a long press on Pay still pays while the text of the booking disappears', async ({ page }) => {
  await logIn(page, await api.fan('slow-finger'))
  await book(page)
  const pay = page.getByRole('button', { name: 'Pay £12.50' })
  const before = await placeOfPay(page)
  await pay.hover()
  await page.mouse.down()
  await expect(page.getByText('Session Request Sent')).toHaveCount(0)
  expect(await placeOfPay(page)).toBe(before)
  await page.mouse.up()
  await expect(page.getByText('Credit card number is invalid')).toBeVisible()
})

test('a payment step that cannot continue leads back to the account step', async ({ page }) => {
  await page.route('**/card-wallet/', route => route.fulfill({ status: 503, json: { detail: 'Not now' } }))
  await page.goto(`${server.origin}/signup/regular`)
  for (const [label, value] of [
    ['Username', 'stepper'],
    ['First name', 'Sam'],
    ['Last name', 'Stepper'],
    ['Email', 'stepper@example.org'],
    ['Confirm password', 'correct horse battery'],
  ] as const) {
    await page.getByLabel(label).fill(value)
  }
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('STEP 1 / 2')).toBeVisible()
  await expect(page.getByText('Not now')).toBeVisible()
  await page.unroute('**/card-wallet/')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('user: already created')).toBeVisible()
  await expect(page.getByText('Payment Details')).toBeVisible()
})
