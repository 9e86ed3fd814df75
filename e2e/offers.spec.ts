import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsNow } from './support/axe.ts'
import { eventPeople } from './support/event-people.ts'
import { logIn } from './support/log-in.ts'
import { type SharedServer, test } from './support/shared-server.ts'

let server: SharedServer
let people: ReturnType<typeof eventPeople>

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  people = eventPeople(server.origin)
})

const accessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])

const open = (page: Page, path: string) => page.goto(server.origin + path)

test('an influencer who signs up types minutes: the page says what is sold and what they get, and asks about hours', async ({
  page,
}) => {
  await open(page, '/signup/influencer')
  await page.getByLabel('Username').fill('mia')
  await page.getByLabel('First name').fill('Mia')
  await page.getByLabel('Last name').fill('Person')
  await page.getByLabel('Email').fill('mia@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm password').fill('correct horse')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Duration')).toHaveValue('1')
  await expect(page.getByLabel('Unit')).toHaveValue('2')
  await expect(page.getByText('That is 1 minute.')).toBeVisible()
  await page.getByLabel('Price').fill('18')
  await page.getByLabel('Duration').fill('15')
  await expect(page.getByText('£18.00 for 15 minutes; you get £16.20.')).toBeVisible()
  await page.getByRole('button', { name: '30 min', exact: true }).click()
  await expect(page.getByText('£18.00 for 30 minutes; you get £16.20.')).toBeVisible()
  await expect(page.getByLabel('Duration')).toHaveValue('30')

  await page.getByLabel('Duration').fill('15')
  await page.getByLabel('Unit').selectOption({ label: 'hours' })
  await expect(page.getByText('£18.00 for 15 hours; you get £16.20.')).toBeVisible()
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#c8371b' } })
    .png()
    .toBuffer()
  await page.getByLabel('Picture').setInputFiles({ name: 'mia.png', mimeType: 'image/png', buffer: picture })
  await page.getByLabel('Description').fill('Questions about your garden')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const question = page.getByRole('dialog', { name: 'Is it really 15 hours?' })
  await expect(question).toBeVisible()
  await accessible(page)
  await question.getByRole('button', { name: 'Change it' }).click()
  await expect(question).toBeHidden()
  await page.getByLabel('Duration').fill('1')
  await page.getByLabel('Unit').selectOption({ label: 'minutes' })
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const asFirst = page.getByRole('dialog', { name: 'Is it really 1 minute?' })
  await expect(asFirst.getByText('When the time is used up, the call ends by itself.')).toBeVisible()
  await asFirst.getByRole('button', { name: 'Change it' }).click()
  await expect(asFirst).toBeHidden()
  await page.getByRole('button', { name: '15 min', exact: true }).click()
  await expect(page.getByLabel('Unit')).toHaveValue('2')
  await accessible(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByText('Your profile is @mia')).toBeVisible()
  await page.waitForURL(`${server.origin}/`)
  await open(page, '/profile/mia')
  await expect(page.getByText('15 minutes').first()).toBeVisible()
})

test('a prepaid link begins with minutes, says who gets what, and asks about more than three hours', async ({
  page,
}) => {
  await logIn(page, await people.fan('gus'))
  await open(page, '/prepaid')
  await page.getByLabel('Amount').fill('18')
  await page.getByLabel('Duration').fill('15')
  await page.getByLabel('Description').fill('Help me with my garden')
  await expect(page.getByText('£18.00 for 15 minutes; whoever accepts gets £16.20.')).toBeVisible()
  await page.getByLabel('Duration').fill('181')
  await page.getByRole('button', { name: 'Generate Link' }).click()
  const question = page.getByRole('dialog', { name: 'Is it really 181 minutes?' })
  await question.getByRole('button', { name: 'Change it' }).click()
  await page.getByLabel('Duration').fill('180')
  await page.getByRole('button', { name: 'Generate Link' }).click()
  await expect(page.getByRole('heading', { name: 'Pay to get your link' })).toBeVisible()
})

test('the profile and the event form say the same in their own words; a length that was saved before is not asked about', async ({
  page,
}) => {
  const nia = await people.influencer('nia')
  await logIn(page, nia)
  await open(page, '/profile/nia')
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Price of a private call').fill('40')
  await page.getByRole('button', { name: '10 min', exact: true }).click()
  await expect(page.getByText('£40.00 for 10 minutes; you get £36.00.')).toBeVisible()
  await page.getByLabel('Duration').fill('4')
  await page.getByLabel('Unit').selectOption({ label: 'hours' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, 4 hours' }).click()
  await expect(page.getByText('Profile Saved')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Price of a private call').fill('41')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile Saved')).toBeVisible()

  await open(page, '/add-event/')
  await page.getByLabel('Price per person').fill('5')
  await expect(page.getByText('£5.00 per person for 60 minutes; you get £4.50 of each.')).toBeVisible()
  await page.getByLabel('Title').fill('All day')
  await page.getByLabel('Description').fill('A whole day of chess')
  await page.getByLabel('Duration').fill('8')
  await page.getByLabel('Unit').selectOption({ label: 'hours' })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog', { name: 'Is it really 8 hours?' })).toBeVisible()
})
