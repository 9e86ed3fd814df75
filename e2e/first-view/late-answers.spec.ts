import { expect, type Page } from '@playwright/test'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

const PHONE = { width: 390, height: 844 }

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
test.use({ viewport: PHONE })

/** The page gets no answer from this path before the returned function is called. */
async function holdAnswer(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(`**${path}`, async route => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('the links below the login form do not move when the icons of the social networks appear', async ({
  page,
}) => {
  const answer = await holdAnswer(page, '/api/user/social-login/')
  const requested = page.waitForRequest('**/api/user/social-login/')
  await page.goto(`${server.origin}/login`)
  await requested
  const signUp = page.getByRole('link', { name: 'Sign up as a user' })
  const before = await signUp.boundingBox()
  answer()
  await expect(page.getByRole('link', { name: 'Log in with Google' })).toBeVisible()
  expect(await signUp.boundingBox()).toEqual(before)
})

test("a fan's buttons on the landing page have their place before they appear", async ({ page }) => {
  await logIn(page, await eventPeople(server.origin).fan('late-answers-fan'))
  // The browser knows from an earlier page that this person is a fan.
  await page.goto(`${server.origin}/faq`)
  await expect(page.locator('html')).toHaveAttribute('data-kind', 'regular')
  const answer = await holdAnswer(page, '/api/user/me/')
  await page.goto(server.origin)
  const picture = page.getByTestId('preview')
  const before = await picture.boundingBox()
  answer()
  await expect(page.getByRole('main').getByRole('link', { name: 'My account' })).toBeVisible()
  expect(await picture.boundingBox()).toEqual(before)
})
