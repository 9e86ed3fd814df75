import type { Locator, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { test } from '../support/shared-server.ts'
import { expectUncovered } from '../support/uncovered.ts'

/** Phones on their side: a large one, and a small one whose browser shows its address. */
const LARGE = { width: 844, height: 390 }
const SMALL = { width: 667, height: 320 }

let people: EventPeople
let host: TestPerson
let fan: TestPerson

test.use({ viewport: LARGE, permissions: ['camera', 'microphone'], reducedMotion: 'reduce' })
test.beforeAll(async ({ sharedServer }) => {
  people = eventPeople(sharedServer.origin)
  host = await people.influencer('sideways-host')
  fan = await people.fan('sideways-fan')
})

async function open(page: Page, person: TestPerson, path: string): Promise<void> {
  await logIn(page, person)
  await page.goto(path)
}

/** In both sizes each of these is seen whole, and none lies on another. */
async function uncoveredInBoth(page: Page, controls: readonly Locator[]): Promise<void> {
  for (const size of [LARGE, SMALL]) {
    await page.setViewportSize(size)
    await expectUncovered(page, controls)
  }
}

test('who waits for a broadcast sees the time, what the connection does, and for whom they wait', async ({
  page,
  sharedServer,
}) => {
  const event = await people.event(host, { title: 'Seen from the side', duration: 3600 })
  await people.place(fan, event)
  await open(page, fan, `${sharedServer.origin}/stream/sideways-host/${event.slug}`)
  await uncoveredInBoth(page, [
    page.getByRole('timer', { name: 'Time left' }),
    page.getByRole('heading', { name: 'Seen from the side' }),
    page.getByText('Your connection is ready'),
    page.getByRole('main').getByRole('img', { name: 'sideways-host' }),
    page.getByText('Waiting for @sideways-host', { exact: true }),
    page.getByText(/It begins as soon as they are live/),
  ])
})

test('a fan in line sees their own video, their number and what to do, and the host all words beside the buttons', async ({
  page,
  sharedServer,
  browser,
}) => {
  const event = await people.event(host, {
    ...{ title: 'Line from the side', duration: 120, capacity: 4, format: 'queue', absent: 'refund' },
    starts_at: new Date(Date.now() + 20 * 60_000).toISOString(),
  })
  await people.place(fan, event)
  const path = `${sharedServer.origin}/stream/sideways-host/${event.slug}`
  await open(page, fan, path)
  await uncoveredInBoth(page, [
    page.getByRole('heading', { name: 'You are number 1' }),
    page.getByRole('button', { name: 'Turn on camera and microphone' }),
    page.getByRole('button', { name: 'Unmute microphone' }),
    page.getByRole('button', { name: 'Turn camera on' }),
    page.getByRole('button', { name: 'I am ready' }),
  ])
  const hosting = await browser.newContext({ viewport: LARGE, reducedMotion: 'reduce' })
  const hosts = await hosting.newPage()
  await open(hosts, host, path)
  await uncoveredInBoth(hosts, [
    hosts.getByRole('button', { name: 'Open the line' }),
    hosts.getByText(/You can open it when the event begins/),
    hosts.getByRole('button', { name: 'Camera and sound' }),
  ])
  await hosts.setViewportSize(LARGE)
  const title = await hosts.getByRole('heading', { name: 'Line from the side' }).boundingBox()
  expect(title?.height, 'the title has one line').toBeLessThan(30)
  await hosts.setViewportSize({ width: 568, height: 240 })
  const words = await hosts.getByText(/You can open it when the event begins/).boundingBox()
  const button = await hosts.getByRole('button', { name: 'Camera and sound' }).boundingBox()
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  await hosting.close()
})

test('a fan without a camera reads that it is off above its switches, which say so too', async ({
  page,
  sharedServer,
}) => {
  // A host has one line at a time, and another test's begins at the same time.
  const another = await people.influencer('sideways-camera')
  const event = await people.event(another, {
    ...{ title: 'Line without a camera', duration: 120, capacity: 4, format: 'queue', absent: 'refund' },
    starts_at: new Date(Date.now() + 20 * 60_000).toISOString(),
  })
  await people.place(fan, event)
  await page.addInitScript(() => {
    const none = () => Promise.reject(new DOMException('There is none', 'NotFoundError'))
    navigator.mediaDevices.getUserMedia = none
  })
  await open(page, fan, `${sharedServer.origin}/stream/sideways-camera/${event.slug}`)
  await page.getByRole('button', { name: 'Turn on camera and microphone' }).click()
  for (const size of [LARGE, { width: 360, height: 480 }]) {
    await page.setViewportSize(size)
    await expectUncovered(page, [
      page.getByText('Camera off'),
      page.getByRole('button', { name: 'Unmute microphone' }),
      page.getByRole('button', { name: 'Turn camera on' }),
    ])
  }
})

test('a shared page shows what it offers and its button at once', async ({ page, sharedServer }) => {
  const event = await people.event(host, {
    ...{ title: 'An evening seen from the side', description: 'Bring one thing you made.', duration: 3600 },
    starts_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  })
  await page.goto(`${sharedServer.origin}/live-event/${event.slug}`)
  await uncoveredInBoth(page, [
    page.getByRole('heading', { name: 'An evening seen from the side' }),
    page
      .getByRole('complementary')
      .getByRole('paragraph')
      .filter({ has: page.locator('time') }),
    page.getByRole('complementary').getByText('£5.00', { exact: true }).first(),
    page.getByRole('button', { name: 'Sign up for live event' }),
  ])
  await page.goto(`${sharedServer.origin}/profile/sideways-host`)
  await uncoveredInBoth(page, [
    page.getByRole('heading', { level: 1 }),
    page
      .getByRole('complementary')
      .getByText(/^£[\d.]+$/)
      .first(),
    page.getByRole('button', { name: 'Sign up to video call' }),
  ])
})

test('who books sees the price and the button at once, and who is invited what the call is', async ({
  page,
  sharedServer,
}) => {
  const middle = { width: 740, height: 360 }
  const buyer = await people.fan('sideways-buyer')
  await open(page, buyer, `${sharedServer.origin}/profile/sideways-host`)
  await page.getByRole('button', { name: 'Book now' }).click()
  const sheet = page.getByRole('dialog')
  for (const size of [middle, SMALL]) {
    await page.setViewportSize(size)
    await expectUncovered(page, [
      sheet.locator('[data-price="£25.00"]'),
      sheet.getByRole('button', { name: 'Cancel' }),
      sheet.getByRole('button', { name: 'Confirm' }),
    ])
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(sheet.locator('[data-price]')).toBeHidden()
  await expect(sheet.getByText('£25.00', { exact: true })).toBeVisible()

  const { body: request } = await people.book(buyer, host)
  await people.confirm((await people.pay(buyer, request)).body)
  await expect
    .poll(async () => (await people.request(buyer, request.slug)).payment.stripe_intent_confirmed)
    .toBe(true)
  const message = { message: 'Happy birthday! I hope that you like it.' }
  const gift = await people.call<{ url: string }>(
    buyer,
    `POST /api/parley/${request.slug}/session/gift/`,
    message,
  )
  await open(page, fan, gift.body.url)
  const time = page.getByText('15 minutes', { exact: true })
  for (const size of [middle, LARGE]) {
    await page.setViewportSize(size)
    await expectUncovered(page, [
      page.getByRole('heading', { name: '@sideways-buyer invites you to a video call' }),
      time,
      page.getByText('with @sideways-host'),
      page.getByRole('button', { name: 'Accept the invitation' }),
    ])
  }
  const isOneLine = await time.evaluate(text => {
    const range = document.createRange()
    range.selectNodeContents(text)
    return range.getClientRects().length === 1
  })
  expect(isOneLine, 'the length fits its ring').toBe(true)
})
