import type { Earnings, OwnDispute, Page as PageOf } from '@parley/contract'
import { expect, type Page, test } from '@playwright/test'
import { apiCaller, type TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { violationsInThemes } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { keyboardOf } from './support/keyboard.ts'
import { logIn } from './support/log-in.ts'
import { proveWho } from './support/prove-who.ts'
import { openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let api: ReturnType<typeof apiCaller>
test.beforeAll(async () => {
  server = await openServer({ RELEASE_AFTER_HOURS: '72', PLATFORM_FEE_PERCENT: '12.5' })
  api = apiCaller(server.origin)
})
test.afterAll(async () => server?.close())

/** A sandbox card whose payments are disputed at once. */
const DISPUTED_CARD = '4000000000000259'

async function expectSound(page: Page): Promise<void> {
  expect(await violationsInThemes(page, 'all')).toEqual([])
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(wide).toBeLessThanOrEqual(0)
}

/** Somebody's request with an influencer, paid by a test card. */
async function paidRequest(fan: TestPerson, influencer: TestPerson, card?: string) {
  const { body: request } = await api.book(fan, influencer)
  const { body: intent } = await api.pay(fan, request)
  await api.confirm(intent, card)
  await api.call(fan, 'POST /api/parley/parley_request/payment-intent/', {
    paymentIntentId: intent.payment_intent,
  })
  return request
}

test.use({ viewport: { width: 390, height: 844 } })

test('a new influencer sees what they will keep, and sets up their payouts', async ({ page }) => {
  await logIn(page, await api.influencer('ivy'))
  await page.goto(server.origin)
  // A press before the page's own code runs opens nothing.
  await pageReady(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Earnings' }).click()
  await expect(page.getByText('Of each call or event you keep 87.5%')).toBeVisible()
  await expect(page.getByText('72 hours after it took place')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add a second factor' })).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await proveWho(page)
  await page.getByRole('button', { name: 'Verify me', exact: true }).click()
  await page.waitForURL(`${server.origin}/earnings`)
  await expect(page.getByRole('heading', { name: 'Payouts are on' })).toBeVisible()
})

test('a document that the provider wants soon is named, with its day', async ({ page }) => {
  await logIn(page, await api.influencer('inka'))
  await page.goto(`${server.origin}/earnings`)
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await proveWho(page)
  await page.getByRole('button', { name: 'ask for a document within two weeks' }).click()
  await expect(page.getByRole('heading', { name: 'Payouts are on' })).toBeVisible()
  await expect(page.getByText('Show an identity document.')).toBeVisible()
  await expect(page.getByText(/Payouts stop without it on .*\d{4}/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Answer Stripe' })).toBeVisible()
})

test('a person whom the provider refuses is told so, and may try again', async ({ page }) => {
  await logIn(page, await api.influencer('ida'))
  await page.goto(`${server.origin}/earnings`)
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await proveWho(page)
  await page.getByRole('button', { name: 'Refuse me' }).click()
  await expect(page.getByRole('heading', { name: 'Your payouts are stopped' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Set up payouts' })).toBeVisible()
  await expectSound(page)
})

test('a decision that arrives after the person has returned appears without a reload', async ({ page }) => {
  const undecided = { ...FULL.payout_account, status: 'onboarding', requirements: [], due_at: null }
  await logIn(page, await api.influencer('isa'))
  await page.goto(`${server.origin}/earnings`)
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await proveWho(page)
  await page.getByRole('button', { name: 'Refuse me' }).waitFor()
  // The first time, the person returns before the provider's webhook arrives.
  await page.route(
    '**/api/influencer/me/earnings/**',
    route => route.fulfill({ json: { ...FULL, payout_account: undecided } }),
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Refuse me' }).click()
  await expect(page.getByRole('heading', { name: 'Your payouts are not ready yet' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your payouts are stopped' })).toBeVisible()
})

test('what a buyer paid is held for the influencer, less the fee, and found from the settings', async ({
  page,
}) => {
  const influencer = await api.influencer('ines', { price: '20.00' })
  await paidRequest(await api.fan('payer'), influencer)
  await logIn(page, influencer)
  await page.goto(`${server.origin}/my-account#billing`)
  await expect(page.getByRole('tab', { name: 'Billing' })).toBeInViewport({ ratio: 0.9 })
  await page.getByRole('link', { name: 'Your earnings' }).click()
  await expect(page.getByText('£17.50')).toBeVisible()
  // These are their first earnings: without the second factor a password would lead them to another page.
  await page.getByRole('link', { name: 'Add a second factor' }).click()
  await expect(page.getByRole('tab', { name: 'Security' })).toHaveAttribute('aria-selected', 'true')
})

/** Earnings in which each part of the page has something to show. */
const FULL: Earnings = {
  currency: 'gbp',
  payout_account: {
    status: 'restricted',
    requirements: [
      { code: 'individual.verification.document', message: 'Show an identity document.' },
      { code: 'external_account', message: 'Add the bank account that your money goes to.' },
    ],
    due_at: '2027-02-03T00:00:00.000Z',
    payouts_enabled: false,
  },
  held: '22.50',
  payable: '1245.00',
  in_transit: '0.00',
  debt: '18.90',
  paid_out: '3480.75',
  upcoming: [
    {
      amount: '1200.00',
      payable_at: '2027-01-11T10:00:00.000Z',
      request_slug: 'one',
      reason: { code: 'scheduled', message: 'It goes out seven days after it became yours.' },
    },
    {
      amount: '45.00',
      payable_at: null,
      request_slug: 'two',
      reason: { code: 'account_not_ready', message: 'Stripe still needs something from you.' },
    },
  ],
  entries: {
    count: 2,
    next: null,
    previous: null,
    results: [
      {
        id: '0190a000-0000-7000-8000-000000000001',
        kind: 'release',
        amount: '22.50',
        fee: '2.50',
        at: '2027-01-04T10:00:00.000Z',
        request_slug: 'one',
        status: 'waiting',
      },
      {
        id: '0190a000-0000-7000-8000-000000000002',
        kind: 'dispute',
        amount: '-18.90',
        fee: '-2.10',
        at: '2027-01-02T10:00:00.000Z',
        request_slug: 'two',
        status: 'settled',
      },
    ],
  },
}

test('held, payable, paid out, owed and what comes next fit on a phone', async ({ page }) => {
  await logIn(page, await api.influencer('ilse'))
  await page.route('**/api/influencer/me/earnings/**', route => route.fulfill({ json: FULL }))
  await page.goto(`${server.origin}/earnings`)
  for (const words of ['£3,480.75', '£1,245.00', '£18.90', 'Show an identity document.', '−£18.90']) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await expect(page.getByText('£2.10 fee given back')).toBeVisible()
  await expectSound(page)
})

/** An influencer's sale that its buyer disputes; our answer to the bank is ready. */
async function disputedSale(name: string) {
  const influencer = await api.influencer(name, { price: '20.00' })
  await paidRequest(await api.fan(`${name}-fan`), influencer, DISPUTED_CARD)
  const mine = async () =>
    (await api.call<PageOf<OwnDispute>>(influencer, 'GET /api/influencer/me/disputes/')).body.results[0]
  await expect.poll(async () => (await mine())?.pack?.staged_at ?? null).not.toBeNull()
  return { influencer, mine }
}

test('a disputed sale: its influencer reads what we tell the bank, adds a statement, and changes it', async ({
  page,
}) => {
  const { influencer, mine } = await disputedSale('irma-told')
  await logIn(page, influencer)
  await page.goto(`${server.origin}/earnings#disputes`)
  await pageReady(page)
  const disputes = page.getByRole('region', { name: 'Disputes' })
  await expect(disputes.getByRole('heading', { name: 'Disputes' })).toBeInViewport()
  await expect(disputes.getByRole('heading', { name: /^£20\.00: The buyer says/ })).toBeVisible()
  await expect(disputes.getByText(/^Our answer is ready\. It goes to the bank by itself on/)).toBeVisible()
  const keys = keyboardOf(page)
  await keys.press(disputes.locator('summary'))
  await expect(disputes.getByText('What the buyer confirmed before paying')).toBeVisible()
  await expect(disputes.getByText('It never gets the chat, pictures, your address')).toBeVisible()
  const words = disputes.getByLabel('What the bank should know (optional)')
  const add = disputes.getByRole('button', { name: 'Add to the answer' })
  await expect(add).toBeDisabled()
  await expect(disputes.getByText('2000 characters left')).toBeVisible()
  await keys.type(words, 'We spoke for all of the time')
  await expect(disputes.getByText('1972 characters left')).toBeVisible()
  await expectSound(page)
  await keys.press(add)
  await expect(disputes.getByRole('heading', { name: 'What you told the bank' })).toBeFocused()
  // The page says so without a reload once the provider has the statement.
  await expect(disputes.getByText('Your words are part of our answer.')).toBeVisible()
  await expectSound(page)
  await keys.press(disputes.getByRole('button', { name: 'Change what you wrote' }))
  await expect(words).toHaveValue('We spoke for all of the time')
  await words.fill('We spoke for all of the time, and they thanked me')
  // Staff decided in another window.
  const refusal = {
    status: 409,
    json: { detail: 'The answer has gone to the bank, which reads one answer only' },
  }
  await page.route('**/statement/', route => route.fulfill(refusal), { times: 1 })
  await keys.press(add)
  await expect(disputes.getByRole('alert')).toHaveText(refusal.json.detail)
  await keys.press(add)
  await expect(disputes.getByText('and they thanked me')).toBeVisible()
  await expect.poll(async () => (await mine())?.statement?.text).toContain('and they thanked me')
})

test('a page that was looked at often says too once the words of the influencer are part of the answer', async ({
  page,
}) => {
  const { influencer } = await disputedSale('irma-looks')
  let loads = 0
  let isBeingAdded = true
  await page.route('**/me/disputes/?*', async route => {
    const response = await route.fetch()
    const list: PageOf<OwnDispute> = await response.json()
    const statement = list.results[0]?.statement
    if (statement && isBeingAdded) {
      isBeingAdded = false
      statement.staged_at = null
    }
    loads++
    await route.fulfill({ response, json: list })
  })
  await logIn(page, influencer)
  await page.goto(`${server.origin}/earnings#disputes`)
  const words = page.getByLabel('What the bank should know (optional)')
  await words.fill('We spoke for all of the time')
  const lookAgain = async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
    return loads
  }
  await expect.poll(lookAgain).toBeGreaterThan(10)
  await page.getByRole('button', { name: 'Add to the answer' }).click()
  await expect(page.getByText('Your words are part of our answer.')).toBeVisible()
})

test('the page says when earnings cannot be loaded, and requests them again', async ({ page }) => {
  await logIn(page, await api.influencer('inga'))
  const answer = { status: 503, json: { detail: 'Please try again in a moment.' } }
  await page.route('**/api/influencer/me/earnings/**', route => route.fulfill(answer))
  await page.goto(`${server.origin}/earnings`)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/influencer/me/earnings/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Set up payouts' })).toBeVisible()
})

test('a request that is over has a receipt for both of its parties', async ({ page, browser }) => {
  const influencer = await api.influencer('iris', { price: '20.00' })
  const fan = await api.fan('buyer')
  const request = await paidRequest(fan, influencer)
  await api.call(influencer, `POST /api/influencer/requests/${request.id}/reject/`, { reason: 'I am ill' })
  await logIn(page, fan)
  await page.goto(`${server.origin}/my-account#call-sessions`)
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(
    page.getByText('Rejected. £20.00 is going back to the card ending 4242, 5 to 10 days.'),
  ).toBeVisible()
  await expect(page.getByText('Price after refunds', { exact: true }).locator('..')).toContainText('£0.00')
  await expectSound(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Book again' }).click()
  await expect(page).toHaveURL(`${server.origin}/profile/iris`)

  const other = await (await browser.newContext()).newPage()
  await logIn(other, influencer)
  await other.goto(`${server.origin}/receipt/${request.slug}`)
  await expect(other.getByText('Your share')).toBeVisible()
  await other.context().close()
})

/** A buyer with a refund for a rejected request, to a card that their bank has closed. */
async function sentBack(name: string) {
  const influencer = await api.influencer(`of-${name}`, { price: '20.00' })
  const fan = await api.fan(name)
  const request = await paidRequest(fan, influencer, '4000000000005126')
  await api.call(influencer, `POST /api/influencer/requests/${request.id}/reject/`, {})
  return { fan, request, comesBack: () => comesBack(fan, request.slug) }
}

/** The bank answers some seconds later; the test does not wait for the sandbox's clock. */
async function comesBack(fan: TestPerson, slug: string): Promise<void> {
  const status = async () => (await api.request(fan, slug)).payment.status
  await expect.poll(status).toBe('refunded')
  await expect
    .poll(async () => {
      await api.call(null, 'POST /sandbox/clock/advance/', { seconds: 10 })
      return status()
    })
    .toBe('refund_failed')
}

test('a refund that the bank sent back goes to the card once more, or to an account that its buyer names', async ({
  page,
}) => {
  const { fan, request, comesBack } = await sentBack('closed-card')
  await comesBack()
  await logIn(page, fan)
  await page.goto(`${server.origin}/receipt/${request.slug}`)
  const isYours = page.getByText(
    'Your bank sent £20.00 back to us. It is yours: choose another way to get it.',
  )
  const ways = page.getByRole('region', { name: 'Where should the money go?' })
  await expect(isYours).toBeVisible()
  await expectSound(page)
  // A double click sends the money once.
  await ways.getByRole('button', { name: 'To the card ending 5126 once more' }).dblclick()
  await expect(ways).toHaveCount(0)
  await expect(
    page.getByText('Rejected. £20.00 is going back to the card ending 5126, 5 to 10 days.'),
  ).toBeVisible()

  await comesBack()
  await page.reload()
  await expect(isYours).toBeVisible()
  await ways.getByRole('button', { name: 'To another card or bank account' }).click()
  await expect(ways.getByRole('status')).toHaveText(/^Tell Stripe first where it goes/)
  await expect(ways.getByRole('alert')).toHaveCount(0)
  await ways.getByRole('link', { name: 'Name your account' }).click()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await proveWho(page)
  await page.getByRole('button', { name: 'Verify me', exact: true }).click()
  await page.waitForURL(`${server.origin}/earnings`)
  await expect(page.getByRole('heading', { name: 'Payouts are on' })).toBeVisible()
  await page.goto(`${server.origin}/receipt/${request.slug}`)
  await ways.getByRole('button', { name: 'To another card or bank account' }).click()
  const goesThere = page.getByText('Rejected. £20.00 is going to the account you named, 2 to 7 days.')
  await expect(goesThere).toBeVisible()
  await expect(ways).toHaveCount(0)
  await page.reload()
  await expect(goesThere).toBeVisible()
  for (const { code, output } of [await server.audit(), await server.reconcile()]) {
    expect(code, output).toBe(0)
  }
})
