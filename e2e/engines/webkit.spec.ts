import { messages, type TokenPair, type WhoWaits } from '@parley/contract'
import { expect } from '@playwright/test'
import { TEST_PASSWORD, type TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { test } from '../support/shared-server.ts'
import { openWebKit, type WebKitPage } from './open-webkit.ts'

const BROWSERS = 'Chrome, Safari or Firefox'
/** A sandbox card whose bank asks for a check each time. */
const CHALLENGED_CARD = '4000002760003184'

let people: EventPeople
let webkit: Awaited<ReturnType<typeof openWebKit>>
let page: WebKitPage
let owner: TestPerson

test.beforeAll(async ({ sharedServer: { origin } }) => {
  people = eventPeople(origin)
  webkit = await openWebKit()
  page = webkit.page(origin)
  owner = await people.influencer('epiphany', { price: '12.50' })
})
test.afterAll(() => webkit?.close())

async function signUp(username: string): Promise<void> {
  await page.fill('Username', username)
  await page.fill('First name', 'Wanda')
  await page.fill('Last name', 'Webkit')
  await page.fill('Email', `${username}@example.org`)
  await page.fill('Password', TEST_PASSWORD)
  await page.fill('Confirm password', TEST_PASSWORD)
  await page.press('Continue')
  await page.see('STEP 2 / 2')
  await page.press('Skip')
  await page.see('Account created')
}

async function pay(): Promise<void> {
  await page.fill('Card number', '4242 4242 4242 4242')
  await page.fill('Name on card', 'Wanda Webkit')
  await page.fill('Expiry', '12/34')
  await page.fill('CVV', '123')
  await page.fill('Zip', 'N1 9GU')
  await page.press('Pay £12.50')
  await page.see('Payment succeeded!')
}

async function loggedIn(username: string): Promise<TestPerson> {
  const login = { email: `${username}@example.org`, password: TEST_PASSWORD }
  const { body } = await people.call<TokenPair>(null, 'POST /api/auth/jwt/create/', login)
  return { id: '', username, ...body }
}

async function findAndBuy(): Promise<void> {
  await page.open('/')
  await page.press('Explore')
  // The landing page shows them too.
  await page.at('/explore')
  await page.see('@epiphany')
  await page.open('/profile/epiphany')
  await page.see(`Open this page in ${BROWSERS} before you pay.`)
  await page.open('/signup/regular?next=/profile/epiphany')
  await signUp('wanda')
  await page.at('/profile/epiphany')
  await page.press('Book now')
  await page.press('Confirm')
  await page.see('Session Request Sent')
  await pay()
  const paid = await page.see(
    `It is paid, and nothing is lost. Open this page in ${BROWSERS} to join. If the call does not begin within 30 days, all of it comes back to you.`,
  )
  expect(paid).not.toContain('before you pay')
}

async function openTheCall(): Promise<void> {
  await page.press('Start Session')
  await page.see('You cannot join the call here')
  const call = await page.see(`Open this page in ${BROWSERS} to join.`)
  expect(call).toContain('Time counts only while you are both there.')
  expect(call).not.toContain('before you pay')
  expect(await page.count('video')).toBe(0)
  await page.press('Go on with another device')
  await expect.poll(() => page.count('[role=img][aria-label="QR code of the link"]')).toBe(1)
}

async function changeSettings(): Promise<void> {
  await page.open('/my-account')
  await page.fill('Country', 'UK')
  await page.fill('City', 'Ely')
  await page.fill('Address', '1 High Street')
  await page.press('Save')
  await page.see(messages.settingsSaved)
}

async function openThePlace(): Promise<void> {
  const fan = await loggedIn('wanda')
  const startsAt = new Date(Date.now() + 26 * 3_600_000)
  const event = await people.event(owner, {
    ...{ title: 'An evening in another browser', duration: 600, capacity: 5 },
    starts_at: startsAt.toISOString(),
  })
  await people.place(fan, event)
  const paid = new RegExp(
    `Your place is paid\\. Open this page in ${BROWSERS} by \\d\\d:\\d\\d\\s\\S+ on \\w+`,
  )
  for (const path of [`/live-event/${event.slug}`, `/stream/epiphany/${event.slug}`]) {
    await page.open(path)
    const text = await page.see(paid)
    expect(text).toContain('what you miss of the event is not paid back')
    expect(text).not.toContain('before you pay')
  }
}

/** The accessible name of the header's badge. */
const badge = (open: number) => `[aria-label="Your requests, ${open} open"]`

/** How many requests wait for the owner, as the server says. */
async function waiting(): Promise<number> {
  const { body } = await people.call<WhoWaits>(owner, 'GET /api/user/me/waiting/')
  return body.open_private
}

/** Loads the icon that a page names, as an image of the page: the same rule of its policy decides about both. */
const LOAD_ICON = `
  const done = arguments[arguments.length - 1]
  const icon = new Image()
  icon.onload = () => done('loaded')
  icon.onerror = () => done('refused')
  icon.src = document.querySelector('link[rel=icon]').href`

/** Pays for a request of the owner's up to the bank's check; answers the address of that check. */
async function payUpToTheBank(): Promise<string> {
  const fan = await people.fan('wilma')
  const { body: request } = await people.book(fan, owner)
  const { body } = await people.confirm((await people.pay(fan, request)).body, CHALLENGED_CARD)
  return (body as { next_action: { redirect_to_url: { url: string } } }).next_action.redirect_to_url.url
}

async function seeRequestsComeIn(): Promise<void> {
  const bank = await payUpToTheBank()
  await page.open('/logout')
  await page.at('/')
  await page.see('Log in')
  await page.open('/login?next=/faq')
  await page.fill('Email', 'epiphany@example.org')
  await page.fill('Password', TEST_PASSWORD)
  await page.press('Log in')
  await page.at('/faq')
  // The header shows none before it knows how many wait.
  const before = await waiting()
  expect(before).toBeGreaterThan(0)
  await expect.poll(() => page.count(badge(before))).toBe(1)
  await page.driver.executeScript('window.isSamePage = true')
  const fan = await people.fan('wendy')
  const { body: request } = await people.book(fan, owner)
  await people.confirm((await people.pay(fan, request)).body)
  await expect.poll(() => page.count(badge(before + 1))).toBe(1)
  expect(await page.driver.executeScript('return window.isSamePage')).toBe(true)

  await page.driver.get(bank)
  await page.see('Your bank asks you to confirm')
  expect(await page.driver.executeAsyncScript(LOAD_ICON)).toBe('loaded')
}

// The journey is long, and the machine is busy: this limit only ends what hangs.
test.setTimeout(360_000)

// One person does all steps: this needs one sign-up, and the bookings are theirs.
test('in WebKitGTK, which has no WebRTC, somebody finds a person, signs up, books and pays, and is told before and after what to do and by when', async () => {
  await test.step('they find a person, sign up, book and pay', findAndBuy)
  await test.step('the call says what to do instead', openTheCall)
  await test.step('settings can be changed', changeSettings)
  await test.step(
    'the buyer of a place reads by when to be there, on the event’s page and on the page of the broadcast',
    openThePlace,
  )
  await test.step(
    'an influencer sees a request come in while they read, and the bank’s page has its icon',
    seeRequestsComeIn,
  )
})
