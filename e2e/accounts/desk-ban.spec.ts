import type { Page as PageOf } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { TEST_PASSWORD, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import type { TestApp } from '../../apps/server/src/testing/second-factor.ts'
import { pageReady } from '../support/demo-server.ts'
import { deskMember, isAccessible, proveByApp } from '../support/desk-member.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { openServer } from '../support/two-people.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const realClock = { now: () => new Date(), offsetSeconds: () => 0 }

let server: Awaited<ReturnType<typeof openServer>>
let people: ReturnType<typeof eventPeople>
test.beforeAll(async () => {
  server = await openServer()
  people = eventPeople(server.origin)
})
test.afterAll(async () => server?.close())

expectNoPageErrors('thrown')
// Three people, each in a browser of their own; this limit only ends what hangs.
test.describe.configure({ timeout: 240_000 })
test.use(PHONE)

interface Moderator {
  desk: Page
  app: TestApp
}

/** A moderator with a second factor, logged in. */
async function moderator(browser: Browser, name: string): Promise<Moderator> {
  const { dataDir } = server
  const { person, app } = await deskMember({ dataDir, people, clock: realClock }, name, 'moderator')
  const desk = await (await browser.newContext(PHONE)).newPage()
  await logIn(desk, person)
  return { desk, app }
}

async function open({ desk }: Moderator, path: string): Promise<void> {
  await desk.goto(`${server.origin}${path}`)
  await pageReady(desk)
}

const prove = ({ desk, app }: Moderator) => proveByApp(desk, app)

const pageStatus = async ({ username }: TestPerson) =>
  (await people.call(null, `GET /api/parley/${username}/`)).status

async function mailed({ username }: TestPerson): Promise<string> {
  const mails = `GET /sandbox/mail/?as=json&to=${username}@example.org` as const
  const { body } = await people.call<PageOf<{ text: string }>>(null, mails)
  return body.results.map(({ text }) => text).join('\n')
}

test('an account that was closed for good opens again only when a second moderator confirms it, and its person is back', async ({
  page,
  browser,
}) => {
  const star = await people.influencer('closed-star')
  const first = await moderator(browser, 'desk-mira')
  await open(first, `/staff/people/${star.id}`)
  await first.desk.getByLabel('For how long').selectOption('For good')
  await expect(first.desk.getByText(/Only two members of staff can lift this\./)).toBeVisible()
  await first.desk.getByLabel('Reason, as the person reads it').fill('You sold what you never gave')
  await first.desk.getByRole('button', { name: 'Suspend @closed-star' }).click()
  await prove(first)
  await expect(first.desk.getByText(/^Closed for good since/)).toBeVisible()
  expect(await pageStatus(star)).toBe(404)
  await tryToLogIn(page, star)
  // It has a place in the page, because an alert would disappear within seconds.
  await expect(page.getByRole('main').getByText(messages.suspended)).toBeVisible()

  const card = first.desk.getByRole('heading', { name: 'Lift the suspension' }).locator('..')
  await card.getByLabel('Reason, for the record').fill('The bank has shown that it was not them')
  await card.getByRole('button', { name: 'Lift the suspension' }).click()
  await expect(
    card.getByText('Somebody has asked to lift it: a second member of staff decides.'),
  ).toBeVisible()
  await isAccessible(first.desk)
  await open(first, '/staff')
  const own = first.desk.getByRole('region', { name: 'Waits for a second member of staff' })
  await expect(own.getByText('You asked for this: another member of staff confirms it.')).toBeVisible()
  await expect(own.getByRole('button', { name: 'Confirm' })).toHaveCount(0)
  expect(await pageStatus(star)).toBe(404)

  const second = await moderator(browser, 'desk-mael')
  await open(second, '/staff')
  const waiting = second.desk.getByRole('region', { name: 'Waits for a second member of staff' })
  await expect(waiting.getByText('Open the account of @closed-star again')).toBeVisible()
  await expect(waiting.getByText(/^Asked for by @desk-mira/)).toBeVisible()
  await expect(waiting.getByText('The bank has shown that it was not them')).toBeVisible()
  await waiting.getByLabel('Reason, for the record').fill('I have read the letter of the bank')
  await isAccessible(second.desk)
  await waiting.getByRole('button', { name: 'Confirm' }).click()
  await prove(second)
  await expect(second.desk.getByText('It is carried out.')).toBeFocused()
  await expect(waiting).toBeHidden()

  expect(await pageStatus(star)).toBe(200)
  await expect.poll(() => mailed(star)).toContain('The suspension of your account is over.')
  await tryToLogIn(page, star)
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto(`${server.origin}/profile/${star.username}`)
  await pageReady(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const { desk } of [first, second]) await desk.context().close()
})

async function tryToLogIn(page: Page, { username }: TestPerson): Promise<void> {
  await page.goto(`${server.origin}/login`)
  await pageReady(page)
  await page.getByLabel('Email').fill(`${username}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}
