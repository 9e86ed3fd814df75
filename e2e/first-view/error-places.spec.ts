import { expect, type Page } from '@playwright/test'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
test.use({ viewport: { width: 390, height: 844 } })

/** Where a control is on the page, also after the page has scrolled to the first error. */
const topOf = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: true })
    .evaluate(button => Math.round(button.getBoundingClientRect().top + scrollY))

interface Form {
  path: string
  button: string
  error: string
}

/** The errors that are not clipped: what an eye reads of a row. */
const errorsInSight = (page: Page) =>
  page
    .locator('p[id$="-error"]')
    .evaluateAll(errors =>
      errors.filter(each => getComputedStyle(each).clipPath === 'none').map(each => each.textContent),
    )

async function refuse(page: Page, { path, button, error }: Form): Promise<void> {
  await page.goto(server.origin + path)
  await pageReady(page)
  const before = await topOf(page, button)
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByText(error)).toBeVisible()
  expect(await topOf(page, button)).toBe(before)
}

const PUBLIC_FORMS: Form[] = [
  { path: '/login', button: 'Log in', error: 'Email is required.' },
  { path: '/signup/regular', button: 'Continue', error: 'Please specify a username' },
  { path: '/password-reset-simple', button: 'Send reset link', error: 'Email is required.' },
]
for (const form of PUBLIC_FORMS)
  test(`errors have their place below the fields of ${form.path}: the button does not move`, async ({
    page,
  }) => {
    await refuse(page, form)
  })

test('errors have their place in the form of an event', async ({ page }) => {
  await logIn(page, await eventPeople(server.origin).influencer('error-place-host'))
  await refuse(page, { path: '/add-event/', button: 'Save', error: 'Please specify a title' })
})

test('fields beside one another share one line of error: the button of a card form does not move', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).fan('error-place-payer'))
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await refuse(page, { path: '/save-card', button: 'Save Card', error: 'Please enter the date as MM/YY' })
  }
  const date = page.getByLabel('Expiry')
  await expect(date).toHaveAccessibleDescription('Please enter the date as MM/YY')
  await expect(page.getByLabel('CVV')).toHaveAccessibleDescription(/Not a valid CVV/)
  const [expiry, cvv, zip] = [
    'Please enter the date as MM/YY',
    'Not a valid CVV. Should contain only numbers',
    'Please enter a valid zip',
  ]
  const above = (await errorsInSight(page)).slice(0, 2)
  const place = await topOf(page, 'Save Card')
  for (const [label, error] of [
    ['CVV', cvv],
    ['Zip', zip],
    ['Expiry', expiry],
    ['Name on card', expiry],
  ] as const) {
    await page.getByLabel(label).focus()
    expect(await errorsInSight(page), label).toEqual([...above, error])
  }
  expect(await topOf(page, 'Save Card')).toBe(place)
  await refuse(page, { path: '/session-request', button: 'Send request', error: 'Please specify a username' })
})

test('errors have their place in a sheet, which stands in the middle of a large window', async ({ page }) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('error-place-line')
  const event = await people.event(host, { title: 'A chat with helpers', duration: 3600 })
  await logIn(page, host)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${server.origin}/live-event/${event.slug}`)
  await page.getByRole('button', { name: 'Moderators' }).click()
  const add = page.getByRole('dialog').getByRole('button', { name: 'Add moderator' })
  await page.getByRole('dialog').getByLabel('Username').fill('nobody-by-this-name')
  const topOfAdd = () => add.evaluate(button => Math.round(button.getBoundingClientRect().top))
  const before = await topOfAdd()
  await add.click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveAccessibleDescription(/./)
  expect(await topOfAdd()).toBe(before)
})

test('the error of a length that is too short is as wide as its form, and lies on no button', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).influencer('error-place-length'))
  await page.goto(`${server.origin}/add-event/`)
  await pageReady(page)
  await page.getByLabel('Title').fill('A very short event')
  await page.getByLabel('Description').fill('Over before it begins')
  await page.getByLabel('Duration').fill('0')
  for (const size of ['100%', '150%']) {
    await page.evaluate(fontSize => document.documentElement.style.setProperty('font-size', fontSize), size)
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click()
    const error = page.getByText('Please enter a duration between 1 second and 24 hours')
    await expect(error).toBeVisible()
    const chip = await page.getByRole('button', { name: '5 min', exact: true }).boundingBox()
    const lies = await error.boundingBox()
    expect((lies?.y ?? 0) + (lies?.height ?? 0), size).toBeLessThanOrEqual(chip?.y ?? 0)
  }
})

test('a field that the server refuses says so and gets the focus', async ({ page }) => {
  const people = eventPeople(server.origin)
  await people.fan('error-place-taken')
  await page.goto(`${server.origin}/signup/regular`)
  await pageReady(page)
  for (const [label, text] of [
    ['Username', 'error-place-taken'],
    ['First name', 'Test'],
    ['Last name', 'Person'],
    ['Email', 'error-place-new@example.org'],
    ['Password', 'correct horse battery'],
    ['Confirm password', 'correct horse battery'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Continue' }).click()
  const username = page.getByLabel('Username')
  await expect(username).toHaveAccessibleDescription('This username is already taken')
  await expect(username).toBeFocused()
  await expect(page.getByText('username: This username is already taken')).toBeVisible()

  await logIn(page, await people.influencer('error-place-renames'))
  await page.goto(`${server.origin}/profile/error-place-renames`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await username.fill('error-place-taken')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('username: This username is already taken', { exact: true })).toBeVisible()
  await expect(username).toBeFocused()
  await expect(username).toBeInViewport()
})
