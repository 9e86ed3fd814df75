import { expect, type Locator, type Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { turnOnBoth } from '../pages/call-page.ts'
import { violationsNow } from '../support/axe.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { test } from '../support/shared-server.ts'
import type { PersonBrowser } from '../support/two-people.ts'

let people: EventPeople
let queenie: TestPerson
let quinn: TestPerson
let hostAt: PersonBrowser
let fanAt: PersonBrowser

test.beforeAll(async ({ sharedServer }) => {
  people = eventPeople(sharedServer.origin)
  queenie = await people.influencer('queenie')
  quinn = await people.fan('quinn')
  hostAt = await people.openPage(queenie, 'desk')
  fanAt = await people.openPage(quinn, 'phone')
})
test.afterAll(async () => {
  for (const somebody of [hostAt, fanAt]) await somebody?.browser.close()
})
test.afterEach(() => {
  expect([hostAt, fanAt].flatMap(somebody => somebody.errors.splice(0))).toEqual([])
})

const accessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])

/** A time as a person types it into a `datetime-local` control. */
const localTime = (atMs: number) => {
  const at = new Date(atMs)
  return new Date(atMs - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

async function payByCard(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Name on card').fill('Quinn Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
  await page.getByRole('button', { name: `Pay £${amount}` }).click()
}

/** By keyboard: @quinn goes to the front, and back behind number 2. */
async function moveFar(desk: Page, rows: Locator): Promise<void> {
  const far = desk.getByRole('button', { name: 'Move @quinn far' })
  await far.focus()
  await desk.keyboard.press('Enter')
  await desk.getByRole('button', { name: 'To the front' }).focus()
  await desk.keyboard.press('Enter')
  await expect(rows).toHaveText([/@quinn/, /@rudi/])
  await expect(far).toBeFocused()
  await desk.keyboard.press('Enter')
  const number = desk.getByLabel('Behind number')
  await number.fill('9')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Nobody else who waits has this number.')).toBeVisible()
  await accessible(desk)
  await number.fill('2')
  await desk.keyboard.press('Enter')
  await expect(rows).toHaveText([/@rudi/, /@quinn/])
}

test('an influencer writes a queue of private turns; a fan reads what they buy, pays, and reads their number', async () => {
  const { page } = hostAt
  await page.goto('/add-event')
  await page.getByRole('radio', { name: /Queue of private turns/ }).check()
  await expect(page.getByLabel('Duration')).toHaveValue('2')
  await page.getByLabel('Title').fill('Two minutes with Queenie')
  await page.getByLabel('Description').fill('Ask me one thing, and bring your cat')
  await page.getByLabel('Price of a turn').fill('6')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A queue begins at a time')).toBeVisible()
  await expect(page.getByText('A queue has 1 to 500 places')).toBeVisible()
  await page.getByLabel('Starts at').fill(localTime(Date.now() + 60 * 60_000))
  await page.getByLabel('Places').fill('5')
  await page.getByRole('radio', { name: 'They get all of their money back' }).check()
  await accessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/live-event/two-minutes-with-queenie')
  await expect(page.getByRole('link', { name: 'See the line' })).toBeVisible()
  await expect(page.getByText(/2 minutes one to one · 5 of 5 places left/)).toBeVisible()
  await accessible(page)

  const fan = fanAt.page
  await fan.goto('/live-event/two-minutes-with-queenie')
  await expect(fan.getByText(/You buy a private video call of 2 minutes: one to one/)).toBeVisible()
  await expect(fan.getByText('Also if you are not there when you are called.')).toBeVisible()
  await fan.getByRole('button', { name: 'Book event' }).click()
  const sheet = fan.getByRole('dialog', { name: 'A turn at “Two minutes with Queenie”' })
  await expect(sheet).toContainText('A private video call, one to one')
  await accessible(fan)
  await sheet.getByRole('button', { name: 'Confirm' }).click()
  await payByCard(fan, '6.00')
  await expect(fan.getByRole('heading', { name: 'Your turn is paid' })).toBeVisible()
  await expect(fan.getByText(/2 minutes one to one · 4 of 5 places left/)).toBeVisible()
  await expect(
    fan.getByText(/You are number 1\. Your turn about \d\d:\d\d to \d\d:\d\d\s[^.]+\./),
  ).toBeVisible()
  await accessible(fan)
})

test('a fan in line says that they are ready and gives the place up; an usher sees and orders the line on a phone, by keys', async () => {
  const fan = fanAt.page
  const rudi = await people.fan('rudi')
  const startsAt = new Date(Date.now() + 20 * 60_000).toISOString()
  const event = await people.event(queenie, {
    ...{ title: 'Line by keys', duration: 60, capacity: 4 },
    ...{ format: 'queue', absent: 'refund', starts_at: startsAt },
  })
  for (const each of [quinn, rudi]) await people.place(each, event)
  const umbra = await people.fan('umbra-ushers')
  const crew = { ushers: [umbra.username], moderators: [] }
  await people.call(queenie, `PUT /api/parley/${event.slug}/event/crew/`, crew)

  await fan.goto(`/stream/queenie/${event.slug}`)
  await expect(fan.getByRole('heading', { name: 'You are number 1' })).toBeVisible()
  await expect(fan.getByText(/Your turn is expected between/).first()).toBeVisible()
  const ready = fan.getByRole('button', { name: 'I am ready' })
  await expect(ready).toBeDisabled()
  const leave = fan.getByRole('button', { name: 'Leave the line' })
  const before = await leave.boundingBox()
  await turnOnBoth(fan)
  await expect(fan.getByText('Your camera works.')).toBeVisible()
  expect(await leave.boundingBox()).toEqual(before)
  await ready.focus()
  await fan.keyboard.press('Enter')
  await expect(ready).toHaveAttribute('aria-pressed', 'true')
  await expect(ready).toBeFocused()
  await expect(fan.getByText(/Put the phone down/)).toBeVisible()
  await accessible(fan)

  const usherAt = await people.openPage(umbra, 'phone')
  const desk = usherAt.page
  await desk.goto(`/queue/${event.slug}`)
  const rows = desk.getByRole('listitem').filter({ hasText: '@' })
  await expect(rows).toHaveText([/1@quinn.*Ready/, /2@rudi.*Not ready/])
  await accessible(desk)
  // What a screen reader reads of a fan's row.
  await expect(rows.first()).toMatchAriaSnapshot(`
    - listitem:
      - text: /1.*@quinn.*Ready/
      - button "Move @quinn up" [disabled]
      - button "Move @quinn down"
      - button "Skip @quinn"
      - button "Remove @quinn"
  `)
  // On a phone nothing is cut off at the side, and each button is as large as a finger.
  expect(await desk.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  const sides = await rows
    .getByRole('button')
    .evaluateAll(buttons =>
      buttons.flatMap(button => [
        button.getBoundingClientRect().width,
        button.getBoundingClientRect().height,
      ]),
    )
  expect(Math.min(...sides)).toBeGreaterThanOrEqual(44)
  const down = desk.getByRole('button', { name: 'Move @quinn down' })
  await down.focus()
  await desk.keyboard.press('Enter')
  await expect(rows).toHaveText([/@rudi/, /@quinn/])
  await expect(down).toBeFocused()
  await expect(fan.getByText('1 person is before you.')).toBeVisible()
  await moveFar(desk, rows)
  await desk.getByRole('button', { name: 'Skip @rudi' }).click()
  await expect(rows.first()).toContainText('Skipped')
  await desk.getByRole('button', { name: 'Let @rudi in again' }).click()
  await expect(rows).toHaveText([/@quinn/, /@rudi.*Not ready/])
  await desk.getByRole('button', { name: 'Remove @rudi' }).click()
  await expect(desk.getByRole('dialog')).toContainText('They get all of their money back')
  await accessible(desk)
  await desk.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(rows.filter({ hasText: '@rudi' })).toContainText('Not reached')
  expect(usherAt.errors).toEqual([])
  await usherAt.browser.close()

  await fan.getByRole('button', { name: 'Leave the line' }).click()
  await expect(fan.getByRole('dialog')).toContainText('all of your money, £5.00, goes back')
  await fan.getByRole('button', { name: 'Give up my place' }).click()
  await expect(fan.getByRole('heading', { name: 'You left the line' })).toBeVisible()
  await expect(fan.getByRole('heading', { name: 'You left the line' })).toBeFocused()
  await accessible(fan)
  // It is read out, and no box is drawn around it: nothing can be pressed there.
  await fan.reload()
  const left = fan.getByRole('heading', { name: 'You left the line' })
  await expect(left).toBeFocused()
  await expect(left).toHaveCSS('outline-style', 'none')
})
