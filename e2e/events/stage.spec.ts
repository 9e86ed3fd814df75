import { expect, type Locator, type Page, test } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { StreamPage } from '../pages/stream-page.ts'
import { violationsNow } from '../support/axe.ts'
import { drawScreen, shapeOf } from '../support/draw-screen.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { expectMoving } from '../support/moving-video.ts'
import { openServer, type PersonBrowser } from '../support/two-people.ts'
import { expectUncovered } from '../support/uncovered.ts'

const DESK = { width: 1280, height: 800 }
const ON_ITS_SIDE = { width: 667, height: 375 }

let server: Awaited<ReturnType<typeof openServer>>
let people: EventPeople
let ivy: TestPerson
let fans: [TestPerson, TestPerson]
let ivyAt: PersonBrowser
let fredAt: PersonBrowser
let lolaAt: PersonBrowser

test.beforeAll(async () => {
  server = await openServer()
  people = eventPeople(server.origin)
  ivy = await people.influencer('ivy')
  fans = [await people.fan('fred'), await people.fan('lola')]
  ivyAt = await people.openPage(ivy, 'desk')
  fredAt = await people.openPage(fans[0], 'phone')
  lolaAt = await people.openPage(fans[1], 'desk')
  for (const { page } of [ivyAt, fredAt, lolaAt]) {
    // Drawing a large video and animations costs more CPU than the broadcast.
    await page.setViewportSize({ width: 390, height: 700 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
  }
})
test.afterAll(async () => {
  for (const somebody of [ivyAt, fredAt, lolaAt]) await somebody?.browser.close()
  await server?.close()
})
test.afterEach(() => {
  expect([ivyAt, fredAt, lolaAt].flatMap(somebody => somebody.errors.splice(0))).toEqual([])
})

const accessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])
const guestOf = (page: Page) => page.getByTestId('guest-video')
const expectGuestMoving = (page: Page) =>
  expectMoving(
    async () =>
      (await guestOf(page).count()) === 0
        ? 0
        : guestOf(page).evaluate(
            video => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames,
          ),
    45_000,
  )

/** The owner's window instead of their camera, seen and said, paused, and the camera again. */
async function shareAndStop({ page }: StreamPage, viewers: readonly StreamPage[]): Promise<void> {
  const shapes = () => Promise.all(viewers.map(viewer => shapeOf(viewer.page)))
  const before = await shapes()
  expect(before).not.toContain(2)
  await page.evaluate(drawScreen)
  await page.getByRole('button', { name: 'Sound and picture' }).click()
  await page.getByRole('button', { name: 'Text or slides' }).click()
  await expect(page.getByText('Your screen is seen in place of your camera.')).toBeVisible()
  for (const viewer of viewers) await expect(viewer.words('@ivy shares a screen or a picture')).toBeVisible()
  await expect.poll(shapes, { timeout: 60_000 }).toEqual([2, 2])
  for (const viewer of viewers) await expectMoving(() => viewer.framesShown(), 45_000)
  await accessible(page)
  await page.getByRole('button', { name: 'Pause sharing' }).click()
  for (const viewer of viewers) await expect(viewer.words('@ivy has paused sharing')).toBeVisible()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect.poll(shapes, { timeout: 60_000 }).toEqual(before)
  for (const viewer of viewers) await expect(viewer.words('their screen')).toHaveCount(0)
}

/** On a desk and on a phone on its side; afterwards the window is as before. */
async function inBoth(page: Page, look: () => Promise<void>): Promise<void> {
  const before = page.viewportSize() ?? DESK
  for (const size of [DESK, ON_ITS_SIDE]) {
    await page.setViewportSize(size)
    await look()
  }
  await page.setViewportSize(before)
}

/** A text above a button, which does not cover it. */
async function expectAbove(text: Locator, button: Locator | undefined): Promise<void> {
  const gap = async () => {
    const [one, other] = [await text.boundingBox(), await button?.boundingBox()]
    return one && other ? other.y - one.y - one.height : -1
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(0)
}

test('a viewer raises their hand, is invited, sees the preview, joins the stage, is seen by all, is muted and removed', async () => {
  const event = await people.event(ivy, { title: 'With a guest', duration: 600 })
  for (const each of fans) await people.place(each, event)
  const path = `/stream/ivy/${event.slug}`
  const [owner, guest, viewer] = [
    new StreamPage(ivyAt.page, 'owner'),
    new StreamPage(fredAt.page, 'viewer'),
    new StreamPage(lolaAt.page, 'viewer'),
  ]
  for (const { page } of [guest, viewer]) await page.goto(path)
  await owner.page.goto(path)
  await owner.goLive()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await expectMoving(() => guest.framesShown(), 45_000)
  await expectMoving(() => viewer.framesShown(), 45_000)
  await shareAndStop(owner, [guest, viewer])

  // Owner and guest have no mouse.
  const [ownerKeys, guestKeys] = [keyboardOf(owner.page), keyboardOf(guest.page)]
  await guestKeys.press(guest.page.getByRole('button', { name: 'Raise hand' }))
  await expect(guest.page.getByRole('button', { name: 'Lower hand' })).toBeVisible()
  await expect(guest.words('Your hand is up. The host sees it.')).toBeVisible()
  await accessible(guest.page)
  await ownerKeys.press(owner.page.getByRole('button', { name: '1 raised hand' }))
  await accessible(owner.page)
  await ownerKeys.press(owner.page.getByRole('button', { name: 'Invite @fred' }))
  await expect(owner.words('@fred is invited and decides now.')).toBeVisible()

  const sheet = guest.page.getByRole('dialog', { name: '@ivy invites you on the stage' })
  await expect(sheet).toContainText('2 people will see and hear you.')
  await expect(sheet.getByTestId('local-video')).toBeVisible()
  await inBoth(guest.page, async () => {
    const title = sheet.getByRole('heading')
    const answers = [/Not now/, /Go on the stage/].map(name => sheet.getByRole('button', { name }))
    await expectUncovered(guest.page, [title, ...answers])
    await expect.poll(async () => (await title.boundingBox())?.width ?? 0).toBeGreaterThan(200)
  })
  await accessible(guest.page)
  await expect(guestOf(viewer.page)).toHaveCount(0)
  await guestKeys.press(sheet.getByRole('button', { name: 'Go on the stage' }))

  await owner.page.keyboard.press('Escape')
  for (const { page } of [owner, viewer]) await expectGuestMoving(page)
  await expect(viewer.page.getByRole('region', { name: 'On the stage: @fred' })).toBeVisible()
  await expect(guest.page.getByRole('region', { name: 'You are on the stage' })).toBeVisible()
  await expectMoving(() => guest.framesShown(), 45_000)
  for (const { page } of [owner, guest, viewer]) await accessible(page)
  await expect(owner.page.getByRole('region', { name: 'On the stage: @fred' })).toMatchAriaSnapshot(`
    - 'region "On the stage: @fred"':
      - paragraph: /@fred, guest/
      - button "Mute guest"
      - button "Remove guest"
  `)
  await expect(guest.page.getByRole('region', { name: 'You are on the stage' })).toMatchAriaSnapshot(`
    - region "You are on the stage":
      - paragraph: /You are on the stage/
      - button "Mute microphone"
      - button "Turn camera off"
      - button "Leave the stage"
  `)

  await inBoth(owner.page, async () => {
    const [mute, remove] = [/Mute/, /Remove/].map(name => owner.page.getByRole('button', { name }))
    await expectAbove(owner.page.getByText('@fred, guest'), mute)
    await expectAbove(owner.page.getByText('@fred, guest'), remove)
  })
  await inBoth(guest.page, async () => {
    const mute = guest.page.getByRole('button', { name: 'Mute microphone' })
    await expectAbove(guest.page.getByText('You are on the stage'), mute)
  })

  // Who watches can report the guest too, not only the host.
  await viewer.page.getByRole('button', { name: 'Safety: @fred' }).click()
  await expect(viewer.page.getByRole('button', { name: 'Report @fred' })).toBeVisible()
  await accessible(viewer.page)
  await viewer.page.keyboard.press('Escape')

  const isMuted = () => guestOf(viewer.page).evaluate(video => (video as HTMLVideoElement).muted)
  await ownerKeys.press(owner.page.getByRole('button', { name: 'Mute guest', exact: true }))
  await expect(guest.page.getByText('The host has muted you')).toBeVisible()
  await expect.poll(isMuted).toBe(true)
  await ownerKeys.press(owner.page.getByRole('button', { name: 'Unmute guest' }))
  await expect.poll(isMuted).toBe(false)

  await ownerKeys.press(owner.page.getByRole('button', { name: 'Remove guest' }))
  for (const { page } of [owner, viewer]) await expect(guestOf(page)).toHaveCount(0)
  await expect(guest.page.getByTestId('local-video')).toHaveCount(0)
  await expect(guest.page.getByRole('button', { name: 'Raise hand' })).toBeVisible()
  await expectMoving(() => guest.framesShown(), 45_000)
})
