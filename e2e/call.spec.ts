import { CLOCK_LOSS_MAX_MS, type SessionRequest } from '@parley/contract'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { writtenIntervals } from '../apps/server/src/testing/written-intervals.ts'
import { CallPage, turnOnBoth } from './pages/call-page.ts'
import { violationsNow } from './support/axe.ts'
import { killMedia } from './support/media-worker.ts'
import { expectMoving } from './support/moving-video.ts'
import { callApi, makePaidCall, type PaidCall } from './support/paid-call.ts'
import { launchSecondBrowser, openServer } from './support/two-people.ts'
import { carriesMedia } from './support/video-engine.ts'

/** Two browsers, the media server and the application share the machine that the tests run on. */
const BACK_WITHIN_MS = 60_000
/** From the presses of Join to a call. */
const MEET_WITHIN_MS = 60_000

let server: Awaited<ReturnType<typeof openServer>>
let theirs: Browser

test.beforeAll(async ({ browser }) => {
  server = await openServer()
  theirs = await launchSecondBrowser()
  expect(theirs).not.toBe(browser)
})
test.afterAll(async () => {
  await theirs?.close()
  await server?.close()
})

interface Meeting {
  call: PaidCall
  fan: CallPage
  influencer: CallPage
}

function openAs(browser: Browser, side: 'fan' | 'influencer', call: PaidCall): Promise<CallPage> {
  return CallPage.openSide(browser, side, { origin: server.origin, call })
}

async function meet(mine: Browser, durationSeconds: number): Promise<Meeting> {
  const call = await makePaidCall(server.origin, durationSeconds)
  const [fan, influencer] = await Promise.all([openAs(mine, 'fan', call), openAs(theirs, 'influencer', call)])
  await expect(fan.waitingFor(call.influencer.username)).toBeVisible()
  await Promise.all([fan.join(), influencer.join()])
  await Promise.all([expectFrames(fan, MEET_WITHIN_MS), expectFrames(influencer, MEET_WITHIN_MS)])
  return { call, fan, influencer }
}

/** Frames of the other person's video arrive. */
const expectFrames = (page: CallPage, withinMs = BACK_WITHIN_MS) =>
  expectMoving(() => page.framesShown(), withinMs)

const expectBothMoving = ({ fan, influencer }: Meeting) =>
  Promise.all([expectFrames(fan), expectFrames(influencer)])

async function usedSeconds(call: PaidCall): Promise<number> {
  const url = `${server.origin}/api/parley/${call.request.slug}/session/`
  return (await callApi<SessionRequest>(url, { token: call.fan.tokens.access })).used_duration
}

async function part({ fan, influencer }: Meeting): Promise<void> {
  await Promise.all([fan.close(), influencer.close()])
}

async function countdownsAgree({ fan, influencer }: Meeting): Promise<void> {
  await expect.poll(() => fan.liveTracks()).toEqual(['audio', 'video'])
  await expect.poll(() => influencer.liveTracks()).toEqual(['audio', 'video'])
  await expect(fan.countdown).not.toHaveText('10:00')
  // Reading a page takes time, in which both clocks run: the other page is read between two readings of one's own.
  const before = await fan.secondsLeft()
  const others = await influencer.secondsLeft()
  const after = await fan.secondsLeft()
  expect(others).toBeLessThanOrEqual(before + 1)
  expect(others).toBeGreaterThanOrEqual(after - 1)
  await expect(fan.countdown).toHaveAttribute('data-tone', 'limegreen')
}

async function switchOffAndOn({ fan }: Meeting): Promise<void> {
  await fan.button('Turn camera off').click()
  await expect(fan.ownVideo).toBeHidden()
  await fan.button('Turn camera on').click()
  await expect(fan.ownVideo).toBeVisible()
  await fan.button('Mute microphone').click()
  await fan.button('Unmute microphone').click()
  await expect(fan.button('Mute microphone')).toBeVisible()
}

async function loseNetworkForFiveSeconds(meeting: Meeting): Promise<void> {
  const { fan } = meeting
  await fan.page.context().setOffline(true)
  await expect(fan.words('Reconnecting')).toBeVisible()
  // The outage itself has this length; the test waits for nothing else.
  await new Promise(resolve => setTimeout(resolve, 5_000))
  await fan.page.context().setOffline(false)
  await expect(fan.words('Connected')).toBeVisible({ timeout: BACK_WITHIN_MS })
  await expectBothMoving(meeting)
}

/** Counts the requests of a page for a keyframe, from now on. */
function keyframesRequestedBy(page: Page): () => number {
  let requests = 0
  page.on('websocket', socket =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload) === '{"type":"media.keyframe"}') requests++
    }),
  )
  return () => requests
}

type Prepared = Window & { videos: HTMLVideoElement[] }

/** Before the page loads: keeps its video elements, also those that are in no document. */
function keepVideos(): void {
  const videos: HTMLVideoElement[] = []
  Object.assign(window, { videos })
  const create = document.createElement.bind(document)
  document.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options)
    if (element instanceof HTMLVideoElement) videos.push(element)
    return element
  }
}

/** In the page: the video elements of the other person that have a stream and are not shown. */
const preparedVideos = () =>
  (window as unknown as Prepared).videos
    .filter(({ dataset }) => dataset.testid === 'remote-video')
    .filter(({ isConnected, srcObject }) => !isConnected && srcObject).length

/**
 * The element of the other person's video has the stream before a frame comes. While the button is held, the video is
 * requested already; it is shown only afterwards.
 */
async function joinSlowly({ page, remoteVideo }: CallPage, requested: () => number): Promise<void> {
  await turnOnBoth(page)
  // The connection is there once its round trip is.
  await expect(page.getByText(/^\d+ ms$/)).toBeVisible()
  expect(requested()).toBe(0)
  await expect.poll(() => page.evaluate(preparedVideos)).toBe(1)
  await page.getByRole('button', { name: 'Join', exact: true }).hover()
  await page.mouse.down()
  await expect.poll(requested).toBe(1)
  await expect(remoteVideo).toBeHidden()
  await page.mouse.up()
}

async function openSecondTab({ call, fan }: Meeting): Promise<void> {
  const newer = new CallPage(await fan.page.context().newPage())
  const requested = keyframesRequestedBy(newer.page)
  await newer.page.addInitScript(keepVideos)
  await newer.page.goto(`${server.origin}/chat/${call.request.slug}`)
  await expect(fan.page.getByRole('heading', { name: 'This call is open somewhere else' })).toBeVisible()
  if (carriesMedia() === 'livekit') await newer.join()
  else await joinSlowly(newer, requested)
  await expectFrames(newer)
  await fan.page.getByRole('button', { name: 'Use it here' }).click()
  await expectFrames(fan)
  await newer.page.close()
}

async function endCall({ call, fan, influencer }: Meeting): Promise<void> {
  await fan.button('End call').click()
  await expect(fan.endDialog).toContainText('You can get back here from the profile page')
  await fan.endDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(fan.endDialog).toBeHidden()
  await fan.button('End call').click()
  await fan.endDialog.getByRole('button', { name: 'End Call' }).click()
  await expect(fan.page).toHaveURL(`${server.origin}/profile/${call.influencer.username}`)
  await expect(influencer.waitingFor(call.fan.username)).toBeVisible({ timeout: BACK_WITHIN_MS })
}

// The start of a call takes most of a test's time, so one call has all steps.
test('two people are in a call: switches, a reload, an outage, a second tab, and the end by one of them', async ({
  browser,
}) => {
  const meeting = await meet(browser, 600)
  await test.step('they see and hear each other, and their countdowns agree within a second', () =>
    countdownsAgree(meeting))
  await test.step('one switches camera and microphone off and on', () => switchOffAndOn(meeting))
  await test.step('a side that reloads is back in the call by itself', async () => {
    await meeting.influencer.page.reload()
    await expect(meeting.influencer.remoteVideo).toBeVisible()
    await expectBothMoving(meeting)
  })
  await test.step('the call comes back by itself after five seconds without network', () =>
    loseNetworkForFiveSeconds(meeting))
  await test.step('a second tab takes the call from the first, which says so and takes it back', () =>
    openSecondTab(meeting))
  await test.step('End Call asks first, leads to the profile, and the other one waits', () =>
    endCall(meeting))
  await part(meeting)
})

async function killServer({ call }: Meeting): Promise<() => Promise<void>> {
  await expect.poll(() => usedSeconds(call), { timeout: 60_000 }).toBeGreaterThan(7)
  const used = await usedSeconds(call)
  await server.kill()
  const killedAfterMs = Date.now()
  await server.start()
  return async () => {
    const [first] = await writtenIntervals(server.dataDir, call.request.id)
    expect(first?.endedBy).toBe('platform')
    expect(first?.seconds).toBeGreaterThanOrEqual(used - CLOCK_LOSS_MAX_MS / 1000)
    expect(first?.endedAtMs).toBeLessThanOrEqual(killedAfterMs)
  }
}

test('the call comes back by itself when the server is killed, at most five seconds short and never over; when it is restarted; when the media worker dies', async ({
  browser,
}) => {
  const meeting = await meet(browser, 600)
  await test.step('the server is killed', async () => {
    const expectTrueBooks = await killServer(meeting)
    await expectBothMoving(meeting)
    await expectTrueBooks()
  })
  // With LiveKit other tests cover both: docs/test-times.md says which.
  if (carriesMedia() === 'livekit') return part(meeting)
  await test.step('the server is restarted', async () => {
    await server.stop()
    await server.start()
    await expectBothMoving(meeting)
  })
  await test.step('the media worker dies', async () => {
    await killMedia(server.origin)
    await expectBothMoving(meeting)
  })
  await part(meeting)
})

test('a call of fifteen seconds ends by itself on both sides and neither can come back', {
  tag: '@on-one-provider',
}, async ({ browser }) => {
  const meeting = await meet(browser, 15)
  const { fan, influencer } = meeting
  for (const page of [fan, influencer]) {
    await expect(page.page.getByRole('heading', { name: 'The call has ended' })).toBeVisible({
      timeout: 60_000,
    })
    await page.page.reload()
    await expect(page.page.getByRole('heading', { name: 'The call has ended' })).toBeVisible()
    await expect(page.remoteVideo).toHaveCount(0)
  }
  await expect(fan.page.getByText('of 00:15 used')).toBeVisible()
  await expect(fan.page.getByRole('link', { name: 'Book again' })).toBeVisible()
  await fan.page.getByRole('link', { name: 'Receipt' }).click()
  await expect(fan.page.getByRole('heading', { name: 'Receipt' })).toBeVisible()
  await expect(fan.page.getByText('00:15 of 00:15')).toBeVisible()
  await part(meeting)
})

test('a person who refuses the camera is told what to do in this browser, and still is in the call, without an alert', async ({
  browser,
}) => {
  const call = await makePaidCall(server.origin, 120)
  const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
  const refusing = await chromium.launch({
    args: args.map(arg => (arg === '--use-fake-ui-for-media-stream' ? `${arg}=deny` : arg)),
    ...(executablePath ? { executablePath } : {}),
  })
  const fan = await openAs(refusing, 'fan', call)
  await turnOnBoth(fan.page)
  await expect(
    fan.page.getByRole('heading', { name: 'Your browser keeps camera and microphone from this page' }),
  ).toBeVisible({ timeout: 60_000 })
  await expect(fan.page.getByText('Press the icon to the left of the address.')).toBeVisible()
  await expect(fan.page.getByRole('alert')).toBeEmpty()
  expect(await violationsNow(fan.page)).toEqual([])
  const influencer = await openAs(browser, 'influencer', call)
  await Promise.all([fan.page.getByRole('button', { name: 'Join', exact: true }).click(), influencer.join()])
  await expectFrames(fan, MEET_WITHIN_MS)
  await expect(fan.countdown).not.toHaveText('02:00')
  await expect(fan.page.getByRole('alert')).toBeEmpty()
  await expect(fan.button('Turn camera on')).toBeVisible()
  await expect(fan.button('Unmute microphone')).toBeVisible()
  await influencer.close()
  await refusing.close()
})

test('somebody who is not logged in is told so, and sent to the login and back', {
  tag: '@without-media',
}, async ({ browser }) => {
  const page = await browser.newPage()
  const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/login-[^/]*\.js$/, async route => {
    await isRead
    await route.continue()
  })
  await page.goto(`${server.origin}/chat/some-call`)
  await expect(page.getByText('not logged in', { exact: true })).toBeVisible()
  goOn()
  await expect(page).toHaveURL(`${server.origin}/login?next=%2Fchat%2Fsome-call`)
  await page.close()
})

test('a stranger finds no call', { tag: '@without-media' }, async ({ browser }) => {
  const call = await makePaidCall(server.origin, 120)
  const other = await makePaidCall(server.origin, 120)
  const stranger = await CallPage.open(browser, {
    origin: server.origin,
    path: `/chat/${call.request.slug}`,
    person: other.fan,
  })
  await expect(stranger.page.getByRole('heading', { name: 'There is no call here' })).toBeVisible()
  await stranger.close()
})
