import { expect, type Page, test } from '@playwright/test'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { StreamPage } from './pages/stream-page.ts'
import { violationsNow } from './support/axe.ts'
import { type EventPeople, eventPeople } from './support/event-people.ts'
import { expectMoving } from './support/moving-video.ts'
import { openPersonBrowser, openServer, type PersonBrowser } from './support/two-people.ts'
import { expectUncovered } from './support/uncovered.ts'

let server: Awaited<ReturnType<typeof openServer>>
let people: EventPeople
let ivy: TestPerson
let fred: TestPerson
let lola: TestPerson
let ivyAt: PersonBrowser
let fredAt: PersonBrowser
let lolaAt: PersonBrowser

test.beforeAll(async () => {
  server = await openServer()
  people = eventPeople(server.origin)
  ivy = await people.influencer('ivy')
  fred = await people.fan('fred')
  lola = await people.fan('lola')
  ivyAt = await people.openPage(ivy, 'desk')
  fredAt = await people.openPage(fred, 'phone')
  lolaAt = await people.openPage(lola, 'desk')
})
test.afterAll(async () => {
  for (const somebody of [ivyAt, fredAt, lolaAt]) await somebody?.browser.close()
  await server?.close()
})
test.afterEach(() => {
  const errors = [ivyAt, fredAt, lolaAt].flatMap(somebody => somebody.errors.splice(0))
  expect(errors).toEqual([])
})

/** Drawing a large video and animations costs more CPU than the broadcast. */
async function drawLittle(): Promise<void> {
  for (const { page } of [ivyAt, fredAt, lolaAt]) {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
  }
}

const accessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])

const expectFrames = (stream: StreamPage) => expectMoving(() => stream.framesShown(), 45_000)

async function payByCard(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page.getByLabel('Name on card').fill('Fred Person')
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('Zip').fill('N1 9GU')
  await page.getByRole('button', { name: `Pay £${amount}` }).click()
}

test('an influencer writes an event, looks at it and saves it; a fan books, pays and may enter', {
  tag: '@without-media',
}, async () => {
  const { page } = ivyAt
  await page.goto('/profile/ivy')
  await page.getByRole('link', { name: 'Add event' }).click()
  await page.waitForURL('**/add-event/')
  await expect(page.getByLabel('Duration')).toHaveValue('60')
  await page.getByLabel('Description').fill('Four openings')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please specify a title')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('Openings for beginners')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Openings for beginners', level: 1 })).toBeVisible()
  // The preview is a step of its own: back leads to the form with its words.
  await page.goBack()
  await expect(page.getByLabel('Title')).toHaveValue('Openings for beginners')
  await page.getByLabel('Description').fill('Four openings that never let you down')
  await page.getByLabel('Price per person').fill('7.5')
  await page.getByLabel('Places').fill('2')
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('heading', { name: 'Openings for beginners', level: 1 })).toBeVisible()
  await expect(page.getByText('60 minutes, per person · 2 of 2 places left')).toBeVisible()
  await accessible(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await accessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile Saved')).toBeVisible()
  await page.waitForURL('**/live-event/openings-for-beginners')
  await expect(page.getByText('Profile Saved')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await accessible(page)
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Description').fill('no')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a longer desription')).toBeVisible()

  const visitor = await openPersonBrowser(server.origin, 'phone')
  await visitor.page.goto('/live-event/openings-for-beginners')
  await expect(visitor.page.getByText('Four openings that never let you down')).toBeVisible()
  await visitor.page.getByRole('button', { name: 'Sign up for live event' }).click()
  await expect(visitor.page.getByText('login to continue')).toBeVisible()
  await visitor.page.waitForURL('**/login?next=%2Flive-event%2Fopenings-for-beginners')
  expect(visitor.errors).toEqual([])
  await visitor.browser.close()

  const fan = fredAt.page
  await fan.goto('/edit-event/openings-for-beginners')
  await fan.waitForURL('**/profile/ivy')
  await fan.getByRole('link', { name: 'Openings for beginners' }).click()
  await fan.getByRole('button', { name: 'Book event' }).click()
  await expect(fan.getByRole('dialog')).toContainText('does not start within 15 minutes')
  await fan.getByRole('button', { name: 'Confirm' }).click()
  await expect(fan.getByText('Session Request Sent')).toBeVisible()
  await payByCard(fan, '7.50')
  const start = fan.getByRole('link', { name: 'Start Event' })
  await expect(start).toHaveAttribute('href', '/stream/ivy/openings-for-beginners')
  await accessible(fan)
})

test('an owner cancels an event once they have confirmed it, and everybody gets their money back', {
  tag: '@without-media',
}, async () => {
  const event = await people.event(ivy, { title: 'Called off', duration: 60 })
  const place = await people.place(fred, event)
  const { page } = ivyAt
  await page.goto(`/live-event/${event.slug}`)
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click()
  await expect(page.getByText('This event was cancelled', { exact: true })).toBeVisible()
  const status = async () => (await people.request(fred, place.slug)).payment.status
  await expect.poll(status).toBe('refunded')
})

test('an owner broadcasts to two viewers, one of them late; a reload continues it; its last second ends it for all', async () => {
  await drawLittle()
  // No machine is so slow that the late viewer comes after the end. The last second is that of a short event.
  const event = await people.event(ivy, { title: 'Ten minutes', duration: 600 })
  const short = await people.event(ivy, { title: 'Ten seconds', duration: 10 })
  for (const each of [fred, lola]) for (const booked of [event, short]) await people.place(each, booked)
  const path = `/stream/ivy/${event.slug}`
  const [owner, viewer, late] = [
    new StreamPage(ivyAt.page, 'owner'),
    new StreamPage(fredAt.page, 'viewer'),
    new StreamPage(lolaAt.page, 'viewer'),
  ]
  await viewer.page.goto(path)
  await expect(viewer.words('Waiting for @ivy')).toBeVisible()
  await expect(viewer.watching).toHaveText('1 watching')
  await accessible(viewer.page)
  expect(await viewer.page.getByTestId('local-video').count()).toBe(0)

  await owner.page.goto(path)
  await owner.goLive()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await expectFrames(viewer)
  await expect(owner.words('Your picture goes out well')).toBeVisible({ timeout: 60_000 })
  await owner.page.getByRole('button', { name: '1 watching' }).click()
  await expect(owner.page.getByRole('list', { name: 'Watching now' })).toHaveText('@fred')
  await expect(owner.page.getByRole('button', { name: 'Next camera' })).toBeVisible()
  await expect(owner.page.getByRole('button', { name: 'End call' })).toHaveCount(0)

  await late.page.goto(path)
  await expect(late.watching).toHaveText('2 watching')
  await late.page.reload()
  await expectFrames(late)
  expect(await late.secondsLeft()).toBeLessThan(600)
  await accessible(owner.page)

  const end = `/stream/ivy/${short.slug}`
  for (const each of [viewer, late]) {
    await each.page.goto(end)
    await expect(each.words('Waiting for @ivy')).toBeVisible()
  }
  await owner.page.goto(end)
  await owner.goLive()
  for (const { page } of [owner, viewer, late]) {
    await expect(page.getByRole('heading', { name: 'The event has ended' })).toBeVisible({ timeout: 90_000 })
  }
  await viewer.page.getByRole('link', { name: 'Back to the profile' }).click()
  await viewer.page.waitForURL('**/profile/ivy')
  await late.page.reload()
  await expect(late.page.getByRole('heading', { name: 'The event has ended' })).toBeVisible()
})

test('an owner ends a broadcast: everybody is told and leaves, the open page of the event says so, and the rest is refunded', {
  tag: '@on-one-provider',
}, async () => {
  await drawLittle()
  const event = await people.event(ivy, { title: 'Ended early', duration: 600, capacity: 2 })
  const place = await people.place(fred, event)
  const [owner, viewer] = [new StreamPage(ivyAt.page, 'owner'), new StreamPage(fredAt.page, 'viewer')]
  const onlooker = lolaAt.page
  const comeBack = () => onlooker.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await onlooker.goto(`/live-event/${event.slug}`)
  await expect(onlooker.getByText('1 of 2 places left')).toBeVisible()

  await viewer.page.goto(`/stream/ivy/${event.slug}`)
  await expect(viewer.words('Waiting for @ivy')).toBeVisible()
  await owner.page.goto(`/stream/ivy/${event.slug}`)
  await owner.goLive()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await expectFrames(viewer)
  await expect(owner.words('Your picture goes out well')).toBeVisible({ timeout: 60_000 })
  await comeBack()
  await expect(onlooker.getByRole('status').filter({ hasText: 'This event is live now.' })).toBeAttached({
    timeout: 60_000,
  })
  await expect(onlooker.getByText('Live now').first()).toBeVisible()

  await owner.page.getByRole('button', { name: 'Sound and picture' }).click()
  await expect(owner.page.getByRole('switch', { name: 'Microphone on' })).toBeChecked()
  await accessible(owner.page)
  await owner.page.keyboard.press('Escape')
  await owner.page.getByRole('button', { name: 'End the event' }).click()
  const dialog = owner.page.getByRole('dialog')
  await expect(dialog).toContainText(
    /of 10:00 was not broadcast, so that part of every place goes back: £4\.\d\d of £5\.00/,
  )
  await accessible(owner.page)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await owner.page.getByRole('button', { name: 'End the event' }).click()
  await dialog.getByRole('button', { name: 'End it now' }).click()
  for (const { page } of [owner, viewer]) {
    await expect(page.getByRole('heading', { name: 'The event has ended' })).toBeVisible()
  }
  await expect(viewer.page.getByText(/early: that part of your place comes back to you/)).toBeVisible()
  const refunded = async () => (await people.request(fred, place.slug)).payment.status
  await expect.poll(refunded).toBe('partly_refunded')
  await expect(owner.page.getByRole('link', { name: 'Your earnings' })).toBeVisible()
  await viewer.page.getByRole('link', { name: 'Your ticket' }).click()
  await expect(viewer.page.getByText(/£4\.\d\d is going back to the card ending 4242/)).toBeVisible()
  await comeBack()
  await expect(onlooker.getByText('This event has ended', { exact: true })).toBeVisible({ timeout: 60_000 })
})

test('a late viewer reads what is left, a viewer without the host reads that the host will be back; the host ends the event from its page', {
  tag: '@on-one-provider',
}, async () => {
  await drawLittle()
  const event = await people.event(ivy, { title: 'Away for a moment', duration: 600, capacity: 1 })
  await people.place(fred, event)
  const [owner, viewer] = [new StreamPage(ivyAt.page, 'owner'), new StreamPage(fredAt.page, 'viewer')]
  await owner.page.goto(`/stream/ivy/${event.slug}`)
  await owner.goLive()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await lolaAt.page.goto(`/stream/ivy/${event.slug}`)
  await expect(
    lolaAt.page.getByRole('heading', { name: 'You have no place, and all are taken' }),
  ).toBeVisible()
  await expect.poll(() => owner.secondsLeft(), { timeout: 60_000 }).toBeLessThan(588)
  await viewer.page.goto(`/stream/ivy/${event.slug}`)
  const late = viewer.page.getByText(/^You are in\. 09:\d\d is left/)
  await expect(late).toBeVisible({ timeout: 60_000 })
  const [hand, chat, safety] = ['Raise hand', 'Open the chat', 'Safety'].map(name =>
    viewer.page.getByRole('button', { name }),
  )
  await expectUncovered(
    viewer.page,
    [late, hand, chat, safety].filter(each => each !== undefined),
  )
  await accessible(viewer.page)
  await owner.page.goto(`/live-event/${event.slug}`)
  await expect(viewer.words('Waiting for @ivy')).toBeVisible({ timeout: 60_000 })
  await expect(
    viewer.page.getByText(/The host will be back\. The clock is stopped with 09:\d\d left/),
  ).toBeVisible()
  await owner.page.getByRole('button', { name: 'End the event' }).click()
  await owner.page.getByRole('button', { name: 'End it now' }).click()
  await expect(owner.page.getByText('This event has ended', { exact: true })).toBeVisible()
  await expect(viewer.page.getByRole('heading', { name: 'The event has ended' })).toBeVisible()
})

/**
 * The browser plays no sound until the page is touched, as phones do. An automated browser would count any script as a
 * touch.
 */
function refuseSoundUntilTouched(): void {
  let isTouched = false
  addEventListener('pointerdown', () => {
    isTouched = true
  })
  const play = HTMLMediaElement.prototype.play
  HTMLMediaElement.prototype.play = function playUnlessRefused() {
    const isRefused = !this.muted && !isTouched
    return isRefused ? Promise.reject(new DOMException('no touch yet', 'NotAllowedError')) : play.call(this)
  }
}

test('a viewer whose browser plays no sound by itself sees the picture, and hears the sound after one tap', {
  tag: '@on-one-provider',
}, async () => {
  await drawLittle()
  const event = await people.event(ivy, { title: 'One tap', duration: 600 })
  await people.place(fred, event)
  const [owner, viewer] = [new StreamPage(ivyAt.page, 'owner'), new StreamPage(fredAt.page, 'viewer')]
  await owner.page.goto(`/stream/ivy/${event.slug}`)
  await owner.goLive()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await viewer.page.addInitScript(refuseSoundUntilTouched)
  await viewer.page.goto(`/stream/ivy/${event.slug}`)
  await expectFrames(viewer)
  const isMuted = () => viewer.video.evaluate(video => (video as HTMLVideoElement).muted)
  expect(await isMuted()).toBe(true)
  await accessible(viewer.page)
  const sound = viewer.page.getByRole('button', { name: 'Tap to hear' })
  // The picture is low beside an open chat.
  await viewer.page.getByRole('button', { name: 'Open the chat' }).press('Enter')
  await expectUncovered(viewer.page, [sound, viewer.words('Live')])
  await sound.click()
  await expect(sound).toBeHidden()
  expect(await isMuted()).toBe(false)
  await expectFrames(viewer)
  // A broadcast costs CPU until its host has left.
  await owner.page.goto('/faq')
})

test('a person without a paid place is led to the page of the event', { tag: '@without-media' }, async () => {
  const event = await people.event(ivy, { title: 'Places only', duration: 60 })
  const { page } = lolaAt
  await page.goto(`/stream/ivy/${event.slug}`)
  await expect(page.getByRole('heading', { name: 'You have no place at this event' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the event' }).click()
  await expect(page.getByRole('button', { name: 'Book event' })).toBeVisible()
})
