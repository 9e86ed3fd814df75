import type { SessionRequest } from '@parley/contract'
import { expect } from '@playwright/test'
import { apiCaller } from '../../apps/server/src/testing/api-caller.ts'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

let server: SharedServer
let api: ReturnType<typeof apiCaller>
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
  api = apiCaller(server.origin)
})

test('a person who leaves the page before the answer about a payment comes is not brought back by it', async ({
  page,
}) => {
  await api.influencer('gone-on-star')
  await logIn(page, await api.fan('gone-on'))
  const answer = Promise.withResolvers<void>()
  await page.route('**/payment-intent/', async route => {
    await answer.promise
    await route.continue()
  })
  const query = 'payment_intent=pi_nobodys&payment_intent_client_secret=x&redirect_status=succeeded'
  await page.goto(`${server.origin}/profile/gone-on-star?${query}`)
  await pageReady(page)
  await expect(page.getByText('Confirming your payment...').filter({ visible: true })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page).toHaveURL(`${server.origin}/faq`)
  const answered = page.waitForResponse(response => response.url().endsWith('/payment-intent/'))
  answer.resolve()
  expect((await answered).status()).toBe(404)
  // What follows an answer follows it before what is requested next.
  await page.evaluate(() => fetch('/healthz').then(() => undefined))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(page.url()).toBe(`${server.origin}/faq`)
})

test('an offer that is accepted with a login that ended elsewhere leads to the login, though the offer is hidden by then', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const [star, fan] = [await people.influencer('ended-login'), await people.fan('offers-call')]
  const { body: link } = await people.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', {
    ...{ amount: '10.00', duration: 600, description: 'Ten minutes for somebody' },
  })
  await people.confirm((await people.pay(fan, link)).body)
  const isPaid = async () => (await people.request(fan, link.slug)).payment.stripe_intent_confirmed
  await expect.poll(isPaid).toBe(true)
  await logIn(page, star)
  const path = `/prepaid/${link.slug}`
  await page.goto(server.origin + path)
  await pageReady(page)
  for (const ended of ['**/accept/', '**/jwt/refresh/'])
    await page.route(ended, route => route.fulfill({ status: 401, json: { detail: 'Your login has ended' } }))
  await page.getByRole('button', { name: 'Accept Offer', exact: true }).click()
  await expect(page).toHaveURL(`${server.origin}/login?next=${encodeURIComponent(path)}`)
})
