import { expect, test } from '@playwright/test'
import { TEST_PASSWORD } from '../../apps/server/src/testing/api-caller.ts'
import { violations, violationsInThemes } from '../support/axe.ts'
import { pageReady } from '../support/demo-server.ts'
import { logIn } from '../support/log-in.ts'
import { buy, offering, overtake, ownRequests, timesOn } from '../support/offered-times.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { openServer } from '../support/two-people.ts'

const HOLD_SECONDS = 600
const ALWAYS = [{ from: '00:00', to: '24:00' }]

let server: Awaited<ReturnType<typeof openServer>>
test.beforeAll(async () => {
  server = await openServer()
})
test.afterAll(async () => server?.close())

expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 }, timezoneId: 'America/New_York', locale: 'en-GB' })

test('a fan finds somebody while typing, asks for a time that is taken and one near it, and lets that go: when the hold ends they can pick again', async ({
  page,
}) => {
  const { people, influencer } = await offering(server.origin, { name: 'ophelia', windows: ALWAYS })
  const fan = await people.fan('typist')
  await logIn(page, fan)
  await page.clock.install()
  await page.goto(`${server.origin}/session-request`)
  await pageReady(page)
  await page.getByRole('combobox', { name: 'Who' }).pressSequentially('oph')
  const found = page.getByRole('option', { name: /@ophelia/ })
  await expect(found).toContainText('£25.00')
  await expect(found.locator('img')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByText('15 minutes for £25.00')).toBeVisible()
  await expect(page.getByText(/gets £22\.50, Parley £2\.50\./)).toBeVisible()
  await page.getByRole('button', { name: 'Next free time' }).click()
  await expect(page.getByRole('radio', { name: 'At the time above' })).toBeChecked()
  await expect(page.getByText('in New York')).toBeVisible()
  await expect(page.getByRole('list', { name: 'What comes back if you cancel' })).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  const rival = await people.fan('overtaker')
  await overtake(page, { people, fan: rival, influencer, call: '/parley_request/' })
  await page.getByRole('button', { name: 'Send request' }).click()
  const near = page.getByRole('region', { name: 'Free times near it' }).getByRole('button')
  await expect(near).toHaveCount(3)
  const picker = page.getByRole('region', { name: 'Pick a time' })
  await expect(picker.getByText('Not free any more')).toBeVisible()
  await expect(picker.getByText('Your time')).toHaveCount(0)
  expect(await ownRequests(people, fan)).toEqual([])
  expect(await violationsInThemes(page)).toEqual([])
  await near.nth(1).click()
  await expect(picker.getByText('Your time')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'At the time above' })).toBeChecked()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL(`${server.origin}/profile/${influencer.username}`)
  await expect(page.getByText(/^Held for you until \d\d:\d\d$/)).toBeVisible()
  const [held] = await ownRequests(people, fan)
  if (!held) throw new Error('a time is held')

  await people.call(null, 'POST /sandbox/clock/advance/', { seconds: HOLD_SECONDS })
  await expect.poll(async () => (await people.request(fan, held.slug)).outcome).toBe('unpaid')
  await page.clock.fastForward(HOLD_SECONDS * 1000)
  await expect(page.getByText(/^Held for you until/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Book now' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next free time' })).toBeVisible()
})

test('an influencer says yes to a booked time on their calendar, and calls it off there', async ({
  page,
}) => {
  const { people, influencer } = await offering(server.origin, {
    ...{ name: 'ottilie', windows: ALWAYS },
    accept: 'hand',
  })
  const fan = await people.fan('patient')
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const [, , first] = await timesOn(people, influencer, tomorrow)
  const { slug } = await buy(people, { fan, influencer, when: { slot: first?.start } })
  expect((await people.request(fan, slug)).state).toBe('offered')
  await logIn(page, influencer)
  await page.goto(`${server.origin}/calendar`)
  await pageReady(page)
  await expect(page.getByText('You accept booked times by hand.')).toBeVisible()
  const next = page.getByRole('region', { name: 'Who is next' })
  const accept = page.getByRole('button', { name: 'Accept' })
  await expect(accept).toHaveCount(1)
  await expect(next.getByRole('button', { name: 'Accept' })).toBeVisible()
  const deadline = page.getByText(/^Answer until .+; without it all the money goes back\.$/)
  await expect(deadline.first()).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  await accept.click()
  await expect(accept).toHaveCount(0)
  await expect(deadline).toHaveCount(0)
  expect((await people.request(fan, slug)).state).toBe('accepted')
  await expect(next.getByText('@patient')).toBeVisible()
  await next.getByRole('link', { name: 'Start Session' }).click()
  await expect(page.getByRole('heading', { name: /^Your call with @patient opens on / })).toBeVisible()
  await expect(page.getByText(/^in \d+ (h|minutes?|day)/)).toBeVisible()
  expect(await violations(page, 'dark')).toEqual([])
  await page.goBack()
  await page.getByRole('button', { name: 'Call off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Call off this call?' })
  const effect = 'All the money goes back to @patient, and both calendars take it out.'
  await expect(dialog.getByText(effect)).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Call off' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(next.getByText('No call with a date is coming up.')).toBeVisible()
  const ended = await people.request(fan, slug)
  expect(ended).toMatchObject({ state: 'rejected', payment: { refunded_amount: ended.amount } })
})

test('a visitor writes what to talk about, logs in, and has their words again; who logs in after them has not', async ({
  page,
}) => {
  const { people, influencer } = await offering(server.origin, { name: 'odette', windows: ALWAYS })
  const [fan, next] = [await people.fan('wordy'), await people.fan('next-one')]
  const logInHere = async ({ username }: typeof fan) => {
    await page.getByLabel('Email').fill(`${username}@example.org`)
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }
  const words = page.getByLabel('What I would like to talk about')
  const address = `${server.origin}/session-request?influencer=${influencer.username}`
  await page.goto(address)
  await pageReady(page)
  await expect(page.getByText('15 minutes for £25.00')).toBeVisible()
  await words.fill('The Sicilian, and nothing else')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.waitForURL(/\/login/)
  expect(page.url()).not.toContain('Sicilian')
  await logInHere(fan)
  await page.waitForURL(address)
  await expect(words).toHaveValue('The Sicilian, and nothing else')
  await page.getByRole('button', { name: /menu/i }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Log out' }).click()
  await expect(page).toHaveURL(`${server.origin}/`)
  await expect(page.getByRole('link', { name: 'Log in' }).first()).toBeVisible()
  await page.goto(`${server.origin}/login`)
  await pageReady(page)
  await logInHere(next)
  await page.waitForURL(url => !url.pathname.startsWith('/login'))
  await page.goto(address)
  await pageReady(page)
  await expect(page.getByText('15 minutes for £25.00')).toBeVisible()
  await expect(words).toHaveValue('')
})

test('a call that has opened by the time of the server opens on a device whose clock is hours slow', async ({
  page,
}) => {
  const { people, influencer } = await offering(server.origin, { name: 'opal', windows: ALWAYS })
  const fan = await people.fan('slow-watch')
  const clock = await people.call<{ now: string }>(null, 'POST /sandbox/clock/advance/', { seconds: 0 })
  const at = (ms: number) => new Date(Date.parse(clock.body.now) + ms).toISOString()
  const when = { timeRange: { start: at(300_000), end: at(3_600_000) } }
  const { slug } = await buy(people, { fan, influencer, when })
  await logIn(page, fan)
  await page.clock.install({ time: Date.now() - 7_200_000 })
  await page.goto(`${server.origin}/chat/${slug}`)
  await expect(page.getByRole('heading', { name: 'Waiting for @opal' })).toBeVisible()
})
