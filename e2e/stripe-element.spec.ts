import { expect, type Page, test } from '@playwright/test'
import { apiCaller, type TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { bookIvy, payAtTheBank } from './support/booking.ts'
import { logIn } from './support/log-in.ts'
import { openStripeServer } from './support/stripe-server.ts'
import { untilDrawn } from './support/until-drawn.ts'

let server: Awaited<ReturnType<typeof openStripeServer>>
let api: ReturnType<typeof apiCaller>
test.beforeAll(async () => {
  server = await openStripeServer()
  api = apiCaller(server.origin)
  await api.influencer('ivy', { price: '12.50' })
})
test.afterAll(async () => server?.close())

/**
 * Opens a page for a person in a browser with a stub of Stripe.js; violations of the page's content policy are kept.
 */
async function openForPerson(page: Page, person: TestPerson) {
  const stripe = await server.replaceStripe(page.context())
  const forbidden: string[] = []
  page.on('console', message => {
    if (/content security policy|permissions policy/i.test(message.text())) forbidden.push(message.text())
  })
  const events = await recordEvents(page)
  await logIn(page, person)
  return { ...stripe, forbidden, events }
}

/** Presses that reach the page, what it submits and sends, and each document that a frame opens, in their order. */
async function recordEvents(page: Page): Promise<string[]> {
  const events: string[] = []
  page.on('framenavigated', frame => events.push(`opened ${frame.url()}`))
  page.on('request', request => request.method() === 'POST' && events.push(`sent ${request.url()}`))
  await page.exposeFunction('noteEvent', (event: string) => events.push(event))
  await page.addInitScript(() => {
    const note = ({ type, target }: Event) =>
      Reflect.get(
        window,
        'noteEvent',
      )(`${type} ${target instanceof Element ? target.outerHTML.slice(0, 120) : target}`)
    for (const type of ['pointerdown', 'pointerup', 'click', 'submit']) addEventListener(type, note, true)
  })
  return events
}

const fields = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')

async function typeCard(page: Page, number: string): Promise<void> {
  await fields(page).getByLabel('Card number').fill(number)
  await fields(page).getByLabel('Expiration date').fill('12 / 34')
  await fields(page).getByLabel('Security code').fill('123')
  // A press right after a scroll can reach the frame where it was before: the browser chooses by what it drew last.
  await page.getByRole('button', { name: /^(Pay £|Save Card)/ }).scrollIntoViewIfNeeded()
  await page.evaluate(untilDrawn)
}

const book = (page: Page) => bookIvy({ page, origin: server.origin })

const confirms = (requested: string[]) => requested.filter(one => one.endsWith('/confirm'))

test('nothing of Stripe’s is fetched before somebody pays; then a double click pays once', async ({
  page,
}) => {
  const { requested, forbidden } = await openForPerson(page, await api.fan('payer'))
  await page.goto(`${server.origin}/profile/ivy`)
  await expect(page.getByRole('button', { name: 'Book now' })).toBeVisible()
  expect(requested).toEqual([])
  await book(page)
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay £12.50' }).dblclick()
  await expect(page.getByText('Payment succeeded!')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  expect(confirms(requested)).toHaveLength(1)
  expect(forbidden).toEqual([])
  const audit = await server.audit()
  expect(audit.code, audit.output).toBe(0)
})

test('an incomplete and a declined card are shown under the card, and another one pays', async ({ page }) => {
  const { requested } = await openForPerson(page, await api.fan('trier'))
  await book(page)
  const pay = page.getByRole('button', { name: 'Pay £12.50' })
  await typeCard(page, '4242')
  await pay.click()
  await expect(page.getByRole('alert').filter({ hasText: 'card error' })).toContainText('incomplete')
  expect(confirms(requested)).toEqual([])
  await typeCard(page, '4000 0000 0000 0002')
  await pay.click()
  await expect(page.getByRole('alert').filter({ hasText: 'card error' })).toContainText('declined')
  await typeCard(page, '4242 4242 4242 4242')
  await pay.click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
})

test('the bank asks for a check, the buyer approves, and returns to an address without a query', async ({
  page,
}) => {
  await openForPerson(page, await api.fan('approver'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await payAtTheBank({ page, origin: server.origin }, 'Approve')
})

test('the bank asks for a check, the buyer fails, and may try again', async ({ page }) => {
  await openForPerson(page, await api.fan('failer'))
  await book(page)
  await typeCard(page, '4000 0027 6000 3184')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await page.waitForURL(/challenge/)
  await page.getByRole('button', { name: 'Fail' }).click()
  await expect(page.getByText('Your payment was not successful, please try again.').first()).toBeVisible()
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
})

test('a card is saved in the account, and pays the next booking in one tap', async ({ page }) => {
  const { requested } = await openForPerson(page, await api.fan('saver'))
  await page.goto(`${server.origin}/my-account#billing`)
  await page.getByRole('button', { name: 'Add a card' }).click()
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Save Card' }).click()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  const before = requested.length
  await book(page)
  await page.getByRole('button', { name: /Pay £12\.50 with Visa/ }).dblclick()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  expect(requested.slice(before)).toEqual([])
})

test('a card is saved when the buyer ticks the box while paying, also after a declined one without the tick', async ({
  page,
}) => {
  await openForPerson(page, await api.fan('ticker'))
  await book(page)
  const pay = page.getByRole('button', { name: 'Pay £12.50' })
  await typeCard(page, '4000 0000 0000 0002')
  await pay.click()
  await expect(page.getByRole('alert').filter({ hasText: 'card error' })).toContainText('declined')
  await page.getByRole('checkbox', { name: 'Save this card for next time' }).check()
  await typeCard(page, '4242 4242 4242 4242')
  await pay.click()
  await expect(page.getByRole('link', { name: 'Start Session' })).toBeVisible()
  await page.goto(`${server.origin}/my-account#billing`)
  await expect(page.getByText(/4242/)).toHaveCount(1)
})

test('a bank that checks a card being saved redirects back, and the card is saved', async ({ page }) => {
  await openForPerson(page, await api.fan('checked'))
  await page.goto(`${server.origin}/save-card`)
  await typeCard(page, '4000 0025 0000 3155')
  await page.getByRole('button', { name: 'Save Card' }).click()
  await page.waitForURL(/challenge/)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL(`${server.origin}/my-account#billing`)
  await expect(page.getByText('Visa •••• 3155')).toBeVisible()
})

test('where Stripe is blocked the page says so, and tries again when asked', async ({ page }) => {
  const { block, events } = await openForPerson(page, await api.fan('blocked'))
  block('blocked')
  await book(page)
  await expect(page.getByText('The card form could not be loaded.')).toBeVisible()
  block('reachable')
  await page.getByRole('button', { name: 'Try again' }).click()
  await typeCard(page, '4242 4242 4242 4242')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  const start = page.getByRole('link', { name: 'Start Session' })
  // Once nothing followed the press: the events say where it was lost.
  await expect
    .poll(async () => ((await start.isVisible()) ? 'paid' : events.join('\n')), { timeout: 20_000 })
    .toBe('paid')
})
