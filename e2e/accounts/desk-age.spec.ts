import type { StaffStandingPerson } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { expect, type Page, test } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { addApp } from '../../apps/server/src/testing/second-factor.ts'
import { violationsInThemes } from '../support/axe.ts'
import { pageReady } from '../support/demo-server.ts'
import { grantRole } from '../support/desk.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { openServer } from '../support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let people: ReturnType<typeof eventPeople>
let star: TestPerson
test.beforeAll(async () => {
  server = await openServer({ MIN_AGE: '18' })
  people = eventPeople(server.origin)
  star = await people.influencer('grown-star')
  const said = await people.call(star, 'POST /api/user/me/birth-date/', { date: '1990-02-28' })
  expect(said.status).toBe(200)
})
test.afterAll(async () => server?.close())

expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 } })

const realClock = { now: () => new Date(), offsetSeconds: () => 0 }
const isAccessible = async (page: Page) => expect(await violationsInThemes(page, 'all')).toEqual([])
const birthDateSheet = (page: Page) => page.getByRole('dialog', { name: 'When were you born?' })

/** Presses Book and confirms the call. */
async function book(page: Page): Promise<void> {
  await page.goto(`${server.origin}/profile/${star.username}`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
}

async function say(page: Page, [day, month, year]: readonly [string, string, string]): Promise<void> {
  const sheet = birthDateSheet(page)
  await sheet.getByLabel('Day').fill(day)
  await sheet.getByLabel('Month').fill(month)
  await sheet.getByLabel('Year').fill(year)
  await sheet.getByRole('button', { name: 'Continue' }).click()
}

test('the first booking asks for a birth date, once, and then continues', async ({ page }) => {
  await logIn(page, await people.fan('grown-fan'))
  await book(page)
  await expect(birthDateSheet(page).getByText(/Nobody sees your birth date/)).toBeVisible()
  await isAccessible(page)
  await say(page, ['31', '2', '1990'])
  await expect(birthDateSheet(page).getByRole('alert')).toHaveText(
    'Please enter a day, a month and a year that there were',
  )
  await expect(birthDateSheet(page).getByLabel('Day')).toBeFocused()
  await isAccessible(page)
  await say(page, ['28', '2', '1990'])
  await expect(page.getByText('Session Request Sent')).toBeVisible()
  await expect(birthDateSheet(page)).toBeHidden()
})

/** Another moderator changes the birth date of a person. */
async function correctByColleague(person: TestPerson, date: string): Promise<void> {
  const colleague = await people.fan('desk-arno')
  await grantRole(server.dataDir, colleague.username, 'moderator')
  const app = await addApp({ ...people, clock: realClock }, colleague)
  expect((await people.call(colleague, 'POST /api/auth/step-up/', { code: app.code() })).status).toBe(200)
  const path = `/api/staff/people/${person.id}/` as const
  const { body } = await people.call<StaffStandingPerson>(colleague, `GET ${path}`)
  const act = { date, reason: 'A letter of their school', version: body.age.version }
  expect((await people.call(colleague, `POST ${path}birth-date/`, act)).status).toBeLessThan(300)
}

test('a person who is too young reads why nothing is booked; a moderator sees no date, corrects it with a reason, and the booking succeeds', async ({
  page,
  browser,
}) => {
  const fan = await people.fan('young-fan')
  await logIn(page, fan)
  await book(page)
  await say(page, ['1', '5', String(new Date().getFullYear() - 12)])
  await expect(
    page.getByText('You are too young for this. If your birth date is wrong, our support can change it'),
  ).toBeVisible()
  await expect(birthDateSheet(page)).toBeHidden()
  await expect(page.getByText('Session Request Sent')).toHaveCount(0)

  const moderator = await people.fan('desk-agnes')
  await grantRole(server.dataDir, moderator.username, 'moderator')
  const app = await addApp({ ...people, clock: realClock }, moderator)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const desk = await context.newPage()
  await logIn(desk, moderator)
  await desk.goto(`${server.origin}/staff/people/${fan.id}`)
  await pageReady(desk)
  await expect(desk.getByText('Too young.')).toBeVisible()
  await expect(desk.getByText(/not highly effective in the sense of Ofcom/)).toBeVisible()
  const card = desk.getByRole('heading', { name: 'Age' }).locator('..')
  await expect(card.getByText(String(new Date().getFullYear() - 12))).toHaveCount(0)
  await card.getByLabel('Another birth date').fill('1990-05-01')
  await card.getByLabel('Reason, for the record').fill('I have seen their passport')
  await isAccessible(desk)
  await correctByColleague(fan, '1991-01-01')
  await card.getByRole('button', { name: 'Change the birth date' }).click()
  const proof = desk.getByRole('dialog', { name: 'Is it you?' })
  await proof.getByLabel('Code of your authenticator app').fill(app.code(1))
  await proof.getByRole('button', { name: 'Continue' }).click()
  // The colleague was quicker: what is written stays, beside what the colleague did.
  await expect(desk.getByText(messages.staleCase)).toBeVisible()
  await expect(desk.getByText('Old enough. Staff wrote this down.')).toBeVisible()
  await expect(card.getByLabel('Reason, for the record')).toHaveValue('I have seen their passport')
  await expect(card.getByLabel('Another birth date')).toHaveValue('1990-05-01')
  await card.getByRole('button', { name: 'Change the birth date' }).click()
  await expect(desk.getByText('The birth date is changed.')).toBeFocused()
  await expect(desk.getByText('Old enough. Staff wrote this down.')).toBeVisible()
  await expect(desk.getByLabel('Another birth date')).toHaveValue('')
  await context.close()
  await book(page)
  await expect(page.getByText('Session Request Sent')).toBeVisible()
})
