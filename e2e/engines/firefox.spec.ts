import { type Browser, expect, type Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { CallPage, turnOnBoth } from '../pages/call-page.ts'
import { StreamPage } from '../pages/stream-page.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { expectMoving } from '../support/moving-video.ts'
import { test } from '../support/shared-server.ts'
import { countAudioPackets, type Kept, keepConnections } from '../support/two-people.ts'
import { openFirefox } from './open-firefox.ts'

const MEETS_WITHIN_MS = 60_000
/** Drawing a large video costs more CPU than the call. */
const SMALL = { width: 390, height: 700 }

let origin: string
let people: EventPeople
let firefox: Browser
let foxy: TestPerson
let chromia: TestPerson

test.beforeAll(async ({ sharedServer }) => {
  origin = sharedServer.origin
  people = eventPeople(origin)
  firefox = await openFirefox()
  foxy = await people.fan('foxy-fan')
  chromia = await people.influencer('chromia', { price: '12.50' })
})
test.afterAll(() => firefox?.close())

interface Participant {
  browser: Browser
  person: TestPerson
}

/** Opens a page for a person in this browser; errors that the page throws or logs are kept. */
async function openPageOf(browser: Browser, person: TestPerson): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport: SMALL, baseURL: origin })
  await logIn(context, person)
  await context.addInitScript(keepConnections)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  return { page, errors }
}

/** Video frames and audio packets of the other side arrive. */
async function expectVideoAndSound(side: CallPage | StreamPage): Promise<void> {
  await expectMoving(() => side.framesShown(), MEETS_WITHIN_MS)
  const packets = () => side.page.evaluate(countAudioPackets)
  const before = await packets()
  await expect.poll(packets).toBeGreaterThan(before + 20)
}

async function bookAndPay(page: Page): Promise<void> {
  await page.goto('/profile/chromia')
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Session Request Sent')).toBeVisible()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Name on card').fill('Foxy Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
  await page.getByRole('button', { name: 'Pay £12.50' }).click()
  await expect(page.getByText('Payment succeeded!')).toBeVisible()
}

test('a fan in Firefox books, pays, sees and hears an influencer in Chromium and is seen and heard, comes back after a reload and ends it', async ({
  browser,
}) => {
  const fox = await openPageOf(firefox, foxy)
  const chrome = await openPageOf(browser, chromia)
  const [fan, influencer] = [new CallPage(fox.page), new CallPage(chrome.page)]
  await bookAndPay(fan.page)
  await fan.page.getByRole('link', { name: 'Start Session' }).click()
  await fan.page.waitForURL(/\/chat\//)
  const slug = new URL(fan.page.url()).pathname.split('/')[2] ?? ''
  await influencer.page.goto(`/paidchat/${slug}`)
  await Promise.all([fan.join(), influencer.join()])
  await Promise.all([expectVideoAndSound(fan), expectVideoAndSound(influencer)])

  const used = async () => (await people.request(foxy, slug)).used_duration
  await expect.poll(used).toBeGreaterThan(2)
  const before = await fan.secondsLeft()
  const others = await influencer.secondsLeft()
  expect(others).toBeLessThanOrEqual(before + 1)
  expect(others).toBeGreaterThanOrEqual((await fan.secondsLeft()) - 1)

  await fan.page.reload()
  await Promise.all([expectVideoAndSound(fan), expectVideoAndSound(influencer)])
  await fan.button('End call').click()
  await fan.endDialog.getByRole('button', { name: 'End Call' }).click()
  await fan.page.waitForURL('/profile/chromia')
  await expect(influencer.waitingFor('foxy-fan')).toBeVisible({ timeout: MEETS_WITHIN_MS })
  expect([...fox.errors, ...chrome.errors]).toEqual([])
  await Promise.all([fan.page.context().close(), influencer.page.context().close()])
})

const EVENT = { duration: 600, capacity: 2 }

/** Broadcasts an event from the owner's browser to the viewer's. */
async function broadcast(
  { owner, viewer }: { owner: Participant; viewer: Participant },
  title: string,
): Promise<void> {
  const event = await people.event(owner.person, { ...EVENT, title })
  const place = await people.place(viewer.person, event)
  const path = `/stream/${owner.person.username}/${event.slug}`
  const [host, guest] = [
    await openPageOf(owner.browser, owner.person),
    await openPageOf(viewer.browser, viewer.person),
  ]
  const [stage, seen] = [new StreamPage(host.page, 'owner'), new StreamPage(guest.page, 'viewer')]
  await seen.page.goto(path)
  await expect(seen.words(`Waiting for @${owner.person.username}`)).toBeVisible()
  await stage.page.goto(path)
  await stage.goLive()
  await expect(stage.words('Live')).toBeVisible({ timeout: MEETS_WITHIN_MS })
  await expectVideoAndSound(seen)
  // The camera of Chromium has too few frames a second for this.
  if (owner.browser === firefox)
    await expect(stage.words('Your picture goes out well')).toBeVisible({ timeout: MEETS_WITHIN_MS })
  await stage.page.getByRole('button', { name: 'End the event' }).click()
  await stage.page.getByRole('button', { name: 'End it now' }).click()
  await expect(seen.page.getByRole('heading', { name: 'The event has ended' })).toBeVisible()
  await seen.page.goto(`/receipt/${place.slug}`)
  await expect(seen.page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  expect([...host.errors, ...guest.errors]).toEqual([])
  await Promise.all([host.page.context().close(), guest.page.context().close()])
}

test('a viewer in Firefox sees and hears an event from Chromium, and has a receipt', async ({ browser }) => {
  const viewer = { browser: firefox, person: foxy }
  await broadcast({ owner: { browser, person: chromia }, viewer }, 'From Chromium to Firefox')
})

test('an owner in Firefox broadcasts to a viewer in Chromium', async ({ browser }) => {
  const owner = { browser: firefox, person: await people.influencer('foxy-owner') }
  await broadcast({ owner, viewer: { browser, person: foxy } }, 'From Firefox to Chromium')
})

/** In the page: the connections to video rooms that are open. */
const countConnected = () =>
  ((window as Kept).keptConnections ?? []).filter(each => each.connectionState === 'connected').length

/** Time to pay for two places before the line may be opened. */
const LINE_STARTS_IN_MS = 15_000
const LINE = {
  ...{ title: 'Ten minutes each', duration: 600, amount: '60.00', capacity: 2 },
  ...{ format: 'queue', absent: 'refund' },
}

/** Opens a fan's page of a line, and says there that they are ready. */
async function waitReady({ browser, person }: Participant, path: string) {
  const fan = await openPageOf(browser, person)
  await fan.page.goto(path)
  await turnOnBoth(fan.page)
  await fan.page.getByRole('button', { name: 'I am ready' }).click()
  await expect(fan.page.getByText(/Put the phone down/)).toBeVisible()
  return { ...fan, stage: new StreamPage(fan.page, 'viewer') }
}

test('a fan in Firefox waits connected as the second of a line, is called, sees and hears the host in Chromium and is seen and heard, and ends the turn', async ({
  browser,
}) => {
  const starts_at = new Date(Date.now() + LINE_STARTS_IN_MS).toISOString()
  const hana = await people.influencer('hana-hosts')
  const event = await people.event(hana, { ...LINE, starts_at })
  const early = await people.fan('early-fan')
  await people.place(early, event)
  const place = await people.place(foxy, event)
  const path = `/stream/${hana.username}/${event.slug}`
  const first = await waitReady({ browser, person: early }, path)
  const fox = await waitReady({ browser: firefox, person: foxy }, path)
  const host = await openPageOf(browser, hana)
  const button = (name: string) => host.page.getByRole('button', { name, exact: true })
  await host.page.goto(path)
  await turnOnBoth(host.page)
  const open = button('Open the line')
  await expect(open).not.toHaveAttribute('aria-disabled', 'true', { timeout: MEETS_WITHIN_MS })
  await open.click()
  await expectMoving(() => first.stage.framesShown(), MEETS_WITHIN_MS)

  await expect(fox.page.getByRole('heading', { name: 'You are next' })).toBeVisible()
  await expect.poll(() => fox.page.evaluate(countConnected), { timeout: MEETS_WITHIN_MS }).toBeGreaterThan(0)
  expect(await fox.stage.framesShown()).toBe(0)
  await expect(host.page.getByText('Next: @foxy-fan, number 2, ready')).toBeVisible()
  await button('Next').click()
  await expect(first.page.getByRole('heading', { name: 'Your turn is over' })).toBeVisible()

  await expect(host.page.getByText('@foxy-fan', { exact: true })).toBeVisible({ timeout: MEETS_WITHIN_MS })
  const met = new StreamPage(host.page, 'viewer')
  await Promise.all([expectVideoAndSound(fox.stage), expectVideoAndSound(met)])
  const used = async () => (await people.request(foxy, place.slug)).used_duration
  await expect.poll(used).toBeGreaterThan(2)
  const ending = new CallPage(fox.page)
  await ending.button('End call').click()
  await ending.endDialog.getByRole('button', { name: 'End Call' }).click()
  await expect(fox.page.getByRole('heading', { name: 'Your turn is over' })).toBeVisible()
  expect([...first.errors, ...fox.errors, ...host.errors]).toEqual([])
  for (const { page } of [first, fox, host]) await page.context().close()
})
