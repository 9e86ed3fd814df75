import { DAY_MS, MINUTE_MS, type Slots, TERMS_SENTENCE } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import { violationsInThemes } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { eventPeople } from './support/event-people.ts'
import { keyboardOf } from './support/keyboard.ts'
import { logIn } from './support/log-in.ts'
import { buy, offering, ownRequests, payFor, sellsModerately, timesOn } from './support/offered-times.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { type SharedServer, test } from './support/shared-server.ts'

let server: SharedServer
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
})

expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 }, timezoneId: 'America/New_York', locale: 'en-GB' })

const hourIn = (zone: string, at: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at))

const timeIn = (zone: string, at: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
    new Date(at ?? ''),
  )

/** The next day on which London's clocks change, as `YYYY-MM-DD`. */
function nextChange(): string {
  for (let ms = Date.now() + 3 * DAY_MS; ; ms += DAY_MS) {
    const date = new Date(ms).toISOString().slice(0, 10)
    const noonBefore = new Date(Date.parse(`${date}T12:00Z`) - DAY_MS)
    if (hourIn('Europe/London', noonBefore) !== hourIn('Europe/London', new Date(`${date}T12:00Z`)))
      return date
  }
}
const before = (date: string) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)
const dayName = (date: string) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${date}T12:00Z`))

/** Opens the month of a date and chooses the date, by keys alone. */
async function openDate(page: Page, date: string): Promise<void> {
  const keys = keyboardOf(page)
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const name = month.format(new Date(`${date}T12:00Z`))
  const heading = page.getByRole('region', { name: 'Pick a time' }).getByRole('heading', { level: 3 }).first()
  for (let shown = await heading.textContent(); shown !== name; shown = await heading.textContent()) {
    await keys.press(page.getByRole('button', { name: 'Month after' }))
    await expect(heading).not.toHaveText(shown ?? '')
  }
  const day = page.getByRole('button', { name: dayName(date), exact: true })
  await expect(day).toBeEnabled()
  await keys.press(day)
}

test('a fan in New York books nine o’clock in London on the day the clocks change, by keys alone', async ({
  page,
}) => {
  // Some hundred presses, each checked: only what hangs ends by it.
  test.setTimeout(360_000)
  const { people, influencer } = await offering(server.origin, {
    ...{ name: 'lena', windows: [{ from: '09:00', to: '09:30' }] },
    // A day ahead at least, so that what was moved can be moved again; and only at these times.
    ...{ mode: 'only', notice: 1440 },
  })
  const fan = await people.fan('newyorker')
  const date = nextChange()
  const keys = keyboardOf(page)
  await logIn(page, fan)
  await page.goto(`${server.origin}/profile/${influencer.username}`)
  await pageReady(page)
  const picker = page.getByRole('region', { name: 'Pick a time' })
  await expect(picker.getByText('in New York')).toBeVisible()
  await keys.press(page.getByRole('button', { name: 'All times' }))
  await openDate(page, before(date))
  await openDate(page, date)
  await expect(page.getByRole('link', { name: 'Suggest another time' })).toHaveCount(0)
  expect(await violationsInThemes(page)).toEqual([])
  const times = picker.getByRole('listitem').getByRole('button')
  await expect(times).toHaveCount(1)
  // A new day is said by its name; its times are not read out as well.
  await expect(picker.locator('[aria-live] button')).toHaveCount(0)
  // Nine o'clock in London, whatever New York's own clock does in these weeks.
  const shown = await times.first().textContent()
  await keys.press(times.first())
  await expect(page.getByRole('button', { name: 'Change the time' })).toBeFocused()
  await expect(picker.getByText('in New York')).toBeVisible()
  await keys.press(page.getByRole('button', { name: 'Book now' }))
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(new RegExp(`${shown}\\sGMT-\\d`))).toBeVisible()
  await keys.press(sheet.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByText(/^Held for you until \d\d:\d\d$/)).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  const [booked] = await ownRequests(people, fan)
  if (!booked?.slot) throw new Error('a time was booked')
  const start = new Date(booked.slot.start)
  expect(start.toISOString().slice(0, 10)).toBe(date)
  expect(hourIn('Europe/London', start)).toBe(9)
  expect(shown).toBe(timeIn('America/New_York', booked.slot.start))

  await payFor(people, fan, booked)
  await page.goto(`${server.origin}/bookings`)
  await pageReady(page)
  const move = page.getByRole('button', { name: 'Move', exact: true })
  await keys.press(move)
  await keys.press(sheet.getByRole('button', { name: 'Next free time' }))
  await keys.press(sheet.getByRole('button', { name: 'Move', exact: true }))
  await expect(sheet).toBeHidden()
  await expect(page.getByText(/^Moving costs nothing, until .+\. You can move it once\.$/)).toBeVisible()
  const [moved] = await ownRequests(people, fan)
  expect(moved).toMatchObject({ id: booked.id, slot: { sequence: 1, moves_left: 1 } })
  expect(moved?.slot?.start).not.toBe(booked.slot.start)
})

test('when two tabs choose the same time, one holds it, and the other is told and sees other times', async ({
  browser,
}) => {
  const { people, influencer } = await offering(server.origin, {
    name: 'milo',
    windows: [{ from: '09:00', to: '12:00' }],
  })
  const tabs = await Promise.all(
    ['first', 'second'].map(async name => {
      const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-GB' })
      const tab = await context.newPage()
      await logIn(tab, await people.fan(name))
      await tab.goto(`${server.origin}/profile/${influencer.username}`)
      await tab.getByRole('button', { name: 'Next free time' }).click()
      await tab.getByRole('button', { name: 'Book now' }).click()
      await expect(tab.getByRole('dialog').getByText('When')).toBeVisible()
      return tab
    }),
  )
  const [first, second] = tabs
  if (!first || !second) throw new Error('there are two tabs')
  await first.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(first.getByText(/^Held for you until/)).toBeVisible()
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(second.getByText('This time has been taken')).toBeVisible()
  // Without another time nothing is booked: a call at any time is not what was wanted.
  const sheet = second.getByRole('dialog')
  const near = sheet.getByRole('region', { name: 'Free times near it' }).getByRole('button')
  await expect(near).toHaveCount(3)
  await expect(sheet.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  await expect(sheet.getByText(TERMS_SENTENCE)).toHaveCount(0)
  expect(await violationsInThemes(second)).toEqual([])
  const other = (await near.nth(1).textContent()) ?? ''
  await near.nth(1).click()
  await expect(sheet.getByRole('definition').filter({ hasText: other })).toBeVisible()
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(second.getByText(/^Held for you until/)).toBeVisible()
  for (const tab of tabs) await tab.context().close()
})

/** Expects the title, time, length, price, influencer, refund rule and button in the window of a phone. */
async function isInOneLook(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog')
  const facts = [
    ...[sheet.getByRole('heading').first(), sheet.getByText('When'), sheet.getByText('Length')],
    ...[sheet.getByText('Price'), sheet.getByText(/gets £22\.50, Parley £2\.50\./)],
    sheet.getByRole('list', { name: 'What comes back if you cancel' }),
    ...[sheet.getByRole('button', { name: 'Cancel' }), sheet.getByRole('button', { name: 'Confirm' })],
  ]
  for (const fact of facts) await expect(fact).toBeInViewport({ ratio: 1 })
}

test('the tapped time is booked, however late the address of the page changes', async ({ page }) => {
  const { people, influencer } = await offering(server.origin, {
    name: 'hasty',
    windows: [{ from: '09:00', to: '12:00' }],
  })
  await sellsModerately(people, influencer)
  const fan = await people.fan('quick')
  await logIn(page, fan)
  await page.goto(`${server.origin}/profile/${influencer.username}`)
  await pageReady(page)
  const sheet = page.getByRole('dialog')
  // Without a time: the right to cancel, beside Confirm.
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(sheet.getByText(TERMS_SENTENCE)).toBeInViewport({ ratio: 1 })
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'All times' }).click()
  await expect(page.getByRole('link', { name: 'Suggest another time' })).toBeVisible()
  const times = page.getByRole('region', { name: 'Pick a time' }).getByRole('listitem').getByRole('button')
  await expect(times.last()).toHaveText(/^0[67]:30$/)
  // Another zone, another time of the same day.
  await page.getByLabel('Times are shown in').selectOption('Europe/London')
  await expect(page.getByRole('button', { name: 'Next free time' })).toContainText('in London')
  await expect(times.last()).toHaveText('11:30')
  let answer: (() => void) | undefined
  const slow = new Promise<void>(done => {
    answer = done
  })
  // The address changes when the data of the new page are loaded.
  await page.route(/\.data(\?|$)/, async route => {
    await slow
    // The page may have left the request.
    await route.continue().catch(() => undefined)
  })
  await times.last().click()
  await page.getByRole('button', { name: 'Book now' }).click()
  await expect(sheet.getByText('When')).toBeVisible()
  await expect(sheet.getByText(/11:30 \(London\)/)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await isInOneLook(page)
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^Held for you until/)).toBeVisible()
  await expect(page.getByText(/11:30 \(London\)/)).toBeVisible()
  answer?.()
  const [booked] = await ownRequests(people, fan)
  const start = new Date(booked?.slot?.start ?? '')
  expect([hourIn('Europe/London', start), start.getUTCMinutes()]).toEqual([11, 30])
})

test('an influencer suggests another time, and the fan takes it on their own page', async ({
  browser,
  page,
}) => {
  const { people, influencer } = await offering(server.origin, {
    name: 'juno',
    windows: [{ from: '09:00', to: '12:00' }],
  })
  const fan = await people.fan('movable')
  const far = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
  const start = (await timesOn(people, influencer, far))[0]?.start
  await buy(people, { fan, influencer, when: { slot: start } })
  await logIn(page, influencer)
  await page.goto(`${server.origin}/profile/${influencer.username}#sessions`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Suggest other times' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Next free time' }).click()
  const words = sheet.getByLabel('Your words to them (optional)')
  await words.fill('My train is late')
  // A sheet that is closed by mistake has lost nothing.
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Suggest other times' }).click()
  await expect(words).toHaveValue('My train is late')
  await expect(sheet.getByRole('button', { name: /^Leave out/ })).toHaveCount(1)
  expect(await violationsInThemes(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Suggest', exact: true }).click()
  await expect(page.getByText(/^You suggested /)).toBeVisible()
  const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-GB' })
  const tab = await context.newPage()
  await logIn(tab, fan)
  await tab.goto(`${server.origin}/profile/${influencer.username}`)
  await pageReady(tab)
  const suggestion = tab.getByRole('region', { name: `@${influencer.username} suggests another time` })
  await expect(suggestion.getByText('My train is late')).toBeVisible()
  expect(await violationsInThemes(tab)).toEqual([])
  await suggestion.getByRole('radio').first().check()
  await suggestion.getByRole('button', { name: 'Answer' }).click()
  await expect(suggestion).toBeHidden()
  const [moved] = await ownRequests(people, fan)
  expect(moved?.slot).toMatchObject({ sequence: 1, moves_left: 2, proposal: null })
  expect(moved?.slot?.start).not.toBe(start)
  await context.close()
})

/** The first Monday to Friday that is two or more days ahead. */
function workdayAhead(): string {
  const weekday = (days: number) => new Date(Date.now() + days * DAY_MS).getUTCDay()
  const days = [2, 3, 4].find(ahead => ![0, 6].includes(weekday(ahead))) ?? 4
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
}

test('an influencer opens their times, changes a day and sees what fans will see', async ({ page }) => {
  const people = eventPeople(server.origin)
  const owner = await people.influencer('nell')
  await logIn(page, owner)
  await page.goto(`${server.origin}/profile/${owner.username}`)
  const checklist = page.getByRole('region', { name: 'Ready for bookings' })
  await checklist.getByRole('link', { name: 'Offer times' }).click()
  await expect(page).toHaveURL(`${server.origin}/availability`)
  await page.getByLabel(/^Times, or ask freely/).check()
  await page.getByRole('button', { name: 'Copy to Mon–Fri: the times of Monday' }).click()
  await page.getByRole('button', { name: 'Add a time on Saturday' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.getByLabel('A call can begin every').fill('60')
  await expect(page.getByLabel('A call can begin every')).toHaveAccessibleDescription('minutes.')
  await page.getByLabel('A fan can move a call until').fill('36')
  await expect(page.getByLabel('A fan can move a call until')).toHaveAccessibleDescription('hours before it.')
  // A date of its own, which would have the times of its weekday.
  const closed = workdayAhead()
  await page.getByLabel('A date', { exact: true }).fill(closed)
  await page.getByRole('button', { name: 'Add this date' }).click()
  expect(await violationsInThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('region', { name: 'The next seven days, as fans see them' })
  await expect(shown.getByText(/09:00 · 10:00 · 11:00/).first()).toBeVisible()
  const name = new Date(closed).toLocaleDateString('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  await expect(shown.getByRole('listitem').filter({ hasText: name })).toHaveText(`${name}Nothing free`)
  expect(await violationsInThemes(page)).toEqual([])
  await page.goto(`${server.origin}/my-account`)
  await page.getByRole('main').getByRole('link', { name: 'Your times' }).click()
  await expect(page).toHaveURL(`${server.origin}/availability`)
  await expect(page.getByLabel('A call can begin every')).toHaveValue('60')
  await expect(page.getByLabel('A fan can move a call until')).toHaveValue('36')
})

test('a call is in its influencer’s calendar, and its buyer cancels it for half of the price', async ({
  browser,
  page,
}) => {
  const { people, influencer } = await offering(server.origin, {
    ...{ name: 'cora', windows: [{ from: '00:00', to: '24:00' }] },
    notice: 15,
  })
  await sellsModerately(people, influencer)
  const fan = await people.fan('fickle')
  const { body: free } = await people.call<Slots>(
    null,
    `GET /api/parley/${influencer.username}/slots/?zone=UTC`,
  )
  const { amount } = await buy(people, { fan, influencer, when: { slot: free.next_slot?.start } })
  const half = `£${(Math.ceil(Number(amount) * 50) / 100).toFixed(2)}`

  await logIn(page, influencer)
  await page.goto(`${server.origin}/calendar`)
  await pageReady(page)
  const next = page.getByRole('region', { name: 'Who is next' })
  await expect(next.getByText('@fickle')).toBeVisible()
  await expect(next.getByText(/^in \d/)).toBeVisible()
  await expect(next.getByRole('link', { name: 'Start Session' })).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const tab = await context.newPage()
  await logIn(tab, fan)
  await tab.clock.install()
  await tab.goto(`${server.origin}/bookings`)
  await pageReady(tab)
  const countdown = tab.getByText(/^in \d+ minutes$/)
  const minutesLeft = async () => Number(/\d+/.exec((await countdown.textContent()) ?? ''))
  const atFirst = await minutesLeft()
  // They pass for the server too: a page follows the time of its answers.
  await tab.route('**/api/**', async route => {
    if (route.request().resourceType() !== 'fetch') return route.continue()
    const response = await route.fetch()
    const later = new Date(Date.parse(response.headers().date ?? '') + 5 * MINUTE_MS)
    await route.fulfill({ response, headers: { ...response.headers(), date: later.toUTCString() } })
  })
  await tab.clock.fastForward('05:00')
  await expect.poll(minutesLeft).toBeLessThanOrEqual(atFirst - 5)
  await expect(tab.getByText(new RegExp(`^Cancel until .*: ${half} back\\.$`))).toBeVisible()
  expect(await violationsInThemes(tab)).toEqual([])
  await tab.unrouteAll({ behavior: 'wait' })
  await tab.getByRole('button', { name: 'Cancel request' }).click()
  const sheet = tab.getByRole('dialog')
  await expect(sheet.getByText(new RegExp(`${half} back`))).toBeVisible()
  await sheet.getByRole('button', { name: 'Cancel request' }).click()
  await expect(tab.getByText(`Cancelled late. ${half} is going back`)).toBeVisible()
  await tab.getByRole('link', { name: 'Where every penny is' }).click()
  const rail = tab.getByRole('main').getByRole('listitem')
  await expect(rail.filter({ hasText: 'With the bank' })).toContainText(half)
  await expect(rail.filter({ hasText: 'Becomes the influencer’s' })).toBeVisible()
  expect(await violationsInThemes(tab)).toEqual([])
  await page.reload()
  await expect(page.getByText('No call with a date is coming up.')).toBeVisible()
  await context.close()
})
