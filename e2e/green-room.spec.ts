import { type Browser, expect, type Page, test } from '@playwright/test'
import { CallPage, turnOnBoth } from './pages/call-page.ts'
import { StreamPage } from './pages/stream-page.ts'
import { violationsNow } from './support/axe.ts'
import { eventPeople } from './support/event-people.ts'
import { logIn } from './support/log-in.ts'
import { makePaidCall, type PaidCall } from './support/paid-call.ts'
import { launchSecondBrowser, openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let theirs: Browser

test.beforeAll(async () => {
  server = await openServer()
  theirs = await launchSecondBrowser()
})
test.afterAll(async () => {
  await theirs?.close()
  await server?.close()
})

const open = (browser: Browser, side: 'fan' | 'influencer', call: PaidCall) =>
  CallPage.openSide(browser, side, { origin: server.origin, call, beforeLoad: recordRequests })

const joinOf = (page: Page) => page.getByRole('button', { name: 'Join', exact: true })

/** Longer than any countdown after which a page could join by itself. */
const NOBODY_JOINS_FOR_MS = 5_000

/** Records what the page asks of `getUserMedia`. */
function recordRequests(): void {
  const requested: MediaStreamConstraints[] = []
  Object.assign(window, { requested })
  const { getUserMedia } = MediaDevices.prototype
  MediaDevices.prototype.getUserMedia = function (wanted) {
    requested.push(wanted ?? {})
    return getUserMedia.call(this, wanted)
  }
}
const requestsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { requested: MediaStreamConstraints[] }).requested)

const accessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])

test('both first see their own preview; nothing is sent and no time runs before both have joined, and then each sees the other', async ({
  browser,
}) => {
  const call = await makePaidCall(server.origin, 120)
  const fan = await open(browser, 'fan', call)
  await expect(fan.waitingFor(call.influencer.username)).toBeVisible({ timeout: 60_000 })
  await expect(fan.page.getByText('You would be neither seen nor heard.')).toBeVisible()
  expect(await requestsOf(fan.page)).toEqual([])
  await accessible(fan.page)
  await turnOnBoth(fan.page)
  await expect(fan.ownVideo).toBeVisible()
  expect(await requestsOf(fan.page)).toMatchObject([{ audio: {}, video: {} }])
  for (const found of ['Your camera works.', 'Your connection is good.']) {
    await expect(fan.page.getByText(found)).toBeVisible({ timeout: 60_000 })
  }
  await accessible(fan.page)
  const influencer = await open(theirs, 'influencer', call)
  await expect(influencer.page.getByText(`@${call.fan.username} is here.`)).toBeVisible({ timeout: 60_000 })
  await expect(
    influencer.page.getByText('You send neither sound nor video: no time runs until you switch one on.'),
  ).toBeVisible()
  await turnOnBoth(influencer.page)
  await expect(influencer.page.getByText('Press Join when you are ready.')).toBeVisible()
  // Both are in the green room with camera and microphone on, and nobody pressed Join: no countdown joins them.
  const joinedFan = fan.page
    .getByRole('group', { name: 'Call controls' })
    .waitFor({ timeout: NOBODY_JOINS_FOR_MS })
  await expect(joinedFan).rejects.toThrow()
  await expect(joinOf(influencer.page)).toBeVisible()
  await joinOf(influencer.page).click()
  await expect(influencer.waitingFor(call.fan.username)).toBeVisible()
  await expect(influencer.words('Your connection is ready')).toBeVisible({ timeout: 60_000 })
  await expect(fan.page.getByText('Press Join when you are ready.')).toBeVisible()
  expect(await fan.framesShown()).toBe(0)
  expect(await influencer.framesShown()).toBe(0)

  const pressedMs = Date.now()
  await joinOf(fan.page).click()
  await expect.poll(() => fan.framesShown(), { timeout: 60_000, intervals: [20] }).toBeGreaterThan(0)
  test.info().annotations.push({ type: 'Join to first frame', description: `${Date.now() - pressedMs} ms` })
  await expect.poll(() => influencer.framesShown(), { timeout: 60_000 }).toBeGreaterThan(0)
  const leftSeconds = await fan.secondsLeft()
  // No time was used before the press, and reading the pages takes time too.
  expect(leftSeconds).toBeGreaterThanOrEqual(Math.floor(120 - (Date.now() - pressedMs) / 1_000) - 1)

  // After a reload they are in the call at once; when they come from another page, in the green room.
  await fan.button('Mute microphone').click()
  await fan.page.reload()
  await expect(fan.remoteVideo).toBeVisible({ timeout: 60_000 })
  await expect(fan.button('Unmute microphone')).toBeVisible()
  await expect(fan.ownVideo).toBeVisible()
  await fan.button('End call').click()
  await fan.endDialog.getByRole('button', { name: 'End Call' }).click()
  await expect(fan.page).toHaveURL(`${server.origin}/profile/${call.influencer.username}`)
  await fan.page.goBack()
  await expect(joinOf(fan.page)).toBeVisible({ timeout: 60_000 })
  await Promise.all([fan.close(), influencer.close()])
})

test('a call begins with the switches of the settings: a camera that is off there is not opened', async ({
  browser,
}) => {
  const call = await makePaidCall(server.origin, 120)
  const context = await browser.newContext()
  await logIn(context, call.fan.tokens)
  const fan = new CallPage(await context.newPage())
  await fan.page.goto(`${server.origin}/my-account#notifications`)
  await expect(fan.page.getByRole('switch', { name: 'Camera off' })).toBeChecked()
  await fan.page.getByRole('switch', { name: 'Mic off' }).click()
  await expect(fan.page.getByRole('switch', { name: 'Mic off' })).not.toBeChecked()
  await fan.page.goto(`${server.origin}/chat/${call.request.slug}`)
  await expect(fan.page.getByText('Your camera is off.')).toBeVisible({ timeout: 60_000 })
  await expect(fan.ownVideo).toBeHidden()
  await expect(fan.button('Mute microphone')).toBeVisible()
  await expect(fan.page.getByText('You would be heard, not seen.')).toBeVisible()
  await fan.button('Turn camera on').click()
  await expect(fan.page.getByText('Your camera works.')).toBeVisible()
  await fan.close()
})

/** A network without UDP: no address of the media server can be reached. */
function blockMedia(): void {
  type Description = RTCSessionDescriptionInit
  const take: (this: RTCPeerConnection, said: Description) => Promise<void> =
    RTCPeerConnection.prototype.setRemoteDescription
  RTCPeerConnection.prototype.setRemoteDescription = function ({ type, sdp = '' }: Description) {
    return take.call(this, { type, sdp: sdp.replaceAll(/a=candidate:.*\r\n/g, '') })
  }
  RTCPeerConnection.prototype.addIceCandidate = async () => undefined
}

test('on a network that lets no video through a fan reads so before the call, and what helps', async ({
  browser,
}) => {
  const call = await makePaidCall(server.origin, 120)
  const context = await browser.newContext()
  await context.addInitScript(blockMedia)
  await logIn(context, call.fan.tokens)
  const fan = new CallPage(await context.newPage())
  await fan.page.goto(`${server.origin}/chat/${call.request.slug}`)
  await expect(fan.page.getByText('Video does not get through. Another network often helps')).toBeVisible({
    timeout: 60_000,
  })
  await accessible(fan.page)
  await fan.close()
})

test('a host starts the broadcast by a press only, and not with both switched off; a reload continues the broadcast, a later visit does not', async () => {
  const people = eventPeople(server.origin)
  const [host, fan] = [await people.influencer('hetty'), await people.fan('felix')]
  const event = await people.event(host, { title: 'By a press', duration: 600 })
  await people.place(fan, event)
  const [hostAt, fanAt] = [await people.openPage(host, 'desk'), await people.openPage(fan, 'phone')]
  const [owner, viewer] = [new StreamPage(hostAt.page, 'owner'), new StreamPage(fanAt.page, 'viewer')]
  const path = `/stream/hetty/${event.slug}`
  await viewer.page.goto(path)
  await owner.page.goto(path)
  const goLive = owner.page.getByRole('button', { name: 'Go live', exact: true })
  await expect(goLive).toBeDisabled({ timeout: 60_000 })
  await expect(owner.page.getByText('Turn on camera or microphone to go live.')).toBeVisible()
  await accessible(owner.page)
  await turnOnBoth(owner.page)
  await expect(goLive).toBeEnabled()
  await expect(owner.page.getByText('Nobody sees or hears you yet.')).toBeVisible()
  const onAir = owner.page
    .getByText('Live', { exact: true })
    .first()
    .waitFor({ timeout: NOBODY_JOINS_FOR_MS })
  await expect(onAir).rejects.toThrow()
  expect(await viewer.framesShown()).toBe(0)

  await goLive.click()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => viewer.framesShown(), { timeout: 60_000 }).toBeGreaterThan(0)
  await owner.page.reload()
  await expect(owner.words('Live')).toBeVisible({ timeout: 60_000 })
  await owner.page.getByRole('link', { name: 'Leave the broadcast' }).click()
  await owner.page.waitForURL(`**/live-event/${event.slug}`)
  await owner.page.goBack()
  await expect(goLive).toBeVisible({ timeout: 60_000 })
  await Promise.all([hostAt.browser.close(), fanAt.browser.close()])
})

/** Keeps the audio output of each element that plays, where the test can read it. */
function overhear(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    document.documentElement.dataset.playedOn = this.sinkId
    return play.call(this)
  }
}

test('a test sound plays through the chosen speaker', async ({ browser }) => {
  const call = await makePaidCall(server.origin, 120)
  const { page } = await CallPage.open(browser, {
    origin: server.origin,
    path: `/chat/${call.request.slug}`,
    person: call.fan,
    beforeLoad: overhear,
  })
  await page.getByText('Camera, microphone and sound').click({ timeout: 60_000 })
  const speaker = page.getByLabel('Speaker')
  await speaker.selectOption({ index: 1 })
  const chosen = await speaker.inputValue()
  expect(chosen).not.toBe('')
  await page.getByRole('button', { name: 'Play a sound' }).click()
  await expect(page.getByText('Two notes are playing.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-played-on', chosen)
  await expect(page.getByText('Two notes are playing.')).toBeHidden()
  await page.context().close()
})
