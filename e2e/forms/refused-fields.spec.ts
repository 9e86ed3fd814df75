import { expect, type Locator, type Page } from '@playwright/test'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 } })

/** Saves with a value that the server refuses, then types in another field, and then corrects the refused one. */
async function correct(page: Page, refused: Locator, [wrong, right]: [string, string]): Promise<Locator> {
  await refused.fill(wrong)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(refused).toHaveAttribute('aria-invalid', 'true')
  await expect(refused).toBeFocused()
  const other = page.getByLabel(/^(Description|Bio)$/)
  await other.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('more')
  await expect(other).toBeFocused()
  await expect(other).toHaveValue(/more/)
  await refused.fill(right)
  await expect(refused).not.toHaveAttribute('aria-invalid')
  return other
}

test('a username that the server refuses on a profile takes no focus from other fields, and can be corrected', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const [taken, star] = [await people.influencer('refused-taken'), await people.influencer('refused-star')]
  await logIn(page, star)
  await page.goto(`${server.origin}/profile/${star.username}#edit`)
  await pageReady(page)
  await correct(page, page.getByLabel('Username'), [taken.username, 'refused-star-2'])
})

test('a start that the server refuses for an event takes no focus from other fields, and can be corrected', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).influencer('refused-host'))
  await page.goto(`${server.origin}/add-event`)
  await page.getByLabel('Title').fill('Endgames')
  await page.getByLabel('Description').fill('Rooks and pawns.')
  await page.getByLabel('Price per person').fill('7.5')
  await correct(page, page.getByLabel('Starts at'), ['2020-01-01T12:00', '2099-01-01T12:00'])
})

test('a username that the server refuses in the settings takes no focus from other fields, and can be corrected', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const [taken, fan] = [await people.fan('refused-name'), await people.fan('refused-fan')]
  const lives = { country: 'UK', city: 'Ely', address: '1 High Street' }
  await people.call(fan, 'PATCH /api/user/me/', lives)
  await logIn(page, fan)
  await page.goto(`${server.origin}/my-account`)
  await correct(page, page.getByLabel('Username'), [taken.username, 'refused-fan-2'])
})
