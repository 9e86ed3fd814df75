import { CLOCK_LOSS_MAX_MS, type SessionRequest } from '@parley/contract'
import { type Browser, chromium, expect, test } from '@playwright/test'
import { writtenIntervals } from '../apps/server/src/testing/written-intervals.ts'
import { CallPage } from './pages/call-page.ts'
import { killMedia } from './support/media-worker.ts'
import { expectMoving } from './support/moving-picture.ts'
import { ask, makePaidCall, type PaidCall } from './support/paid-call.ts'
import { openServer } from './support/two-people.ts'

/** Two browsers, what carries the media and the server share the machine that the tests run on. */
const BACK_WITHIN_MS = 60_000
/** From the presses of Join to a call. */
const MEET_WITHIN_MS = 60_000

// A call is met, broken and found again, and each may take long beside much else.
test.describe.configure({ timeout: 240_000 })

let server: Awaited<ReturnType<typeof openServer>>
let theirs: Browser

test.beforeAll(async ({ browser }) => {
  server = await openServer()
  const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
  theirs = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
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
  const path = `/${side === 'fan' ? 'chat' : 'paidchat'}/${call.request.slug}`
  return CallPage.open(browser, { origin: server.origin, path, person: call[side] })
}

async function meet(mine: Browser, durationSeconds: number): Promise<Meeting> {
  const call = await makePaidCall(server.origin, durationSeconds)
  const fan = await openAs(mine, 'fan', call)
  await expect(fan.waitingFor(call.influencer.username)).toBeVisible()
  const influencer = await openAs(theirs, 'influencer', call)
  await fan.join()
  await influencer.join()
  await expectFrames(fan, MEET_WITHIN_MS)
  await expectFrames(influencer)
  return { call, fan, influencer }
}

/** The other person's picture moves. */
const expectFrames = (page: CallPage, withinMs = BACK_WITHIN_MS) =>
  expectMoving(() => page.framesShown(), withinMs)

async function usedSeconds(call: PaidCall): Promise<number> {
  const url = `${server.origin}/api/parley/${call.request.slug}/session/`
  return (await ask<SessionRequest>(url, { token: call.fan.tokens.access })).used_duration
}

async function part({ fan, influencer }: Meeting): Promise<void> {
  await Promise.all([fan.close(), influencer.close()])
}

test('two people see and hear each other, their countdowns agree within a second, and one switches off and on', async ({
  browser,
}) => {
  const meeting = await meet(browser, 120)
  const { fan, influencer } = meeting
  await expect.poll(() => fan.liveTracks()).toEqual(['audio', 'video'])
  await expect.poll(() => influencer.liveTracks()).toEqual(['audio', 'video'])
  await expect(fan.countdown).not.toHaveText('02:00')
  const [mine, others] = await Promise.all([fan.secondsLeft(), influencer.secondsLeft()])
  expect(Math.abs(mine - others)).toBeLessThanOrEqual(1)
  await expect(fan.countdown).toHaveAttribute('data-tone', 'limegreen')

  await fan.button('Turn camera off').click()
  await expect(fan.ownVideo).toBeHidden()
  await fan.button('Turn camera on').click()
  await expect(fan.ownVideo).toBeVisible()
  await fan.button('Mute microphone').click()
  await fan.button('Unmute microphone').click()
  await expect(fan.button('Mute microphone')).toBeVisible()
  await part(meeting)
})

test('a side that reloads is back in the call by itself', async ({ browser }) => {
  const meeting = await meet(browser, 120)
  await meeting.influencer.page.reload()
  await expect(meeting.influencer.remoteVideo).toBeVisible()
  await expectFrames(meeting.influencer)
  await expectFrames(meeting.fan)
  await part(meeting)
})

test('the call comes back by itself when the media worker dies', { tag: '@on-one-provider' }, async ({
  browser,
}) => {
  const meeting = await meet(browser, 120)
  await killMedia(server.origin)
  await Promise.all([expectFrames(meeting.fan), expectFrames(meeting.influencer)])
  await part(meeting)
})

test('the call comes back by itself when the server is restarted', { tag: '@on-one-provider' }, async ({
  browser,
}) => {
  const meeting = await meet(browser, 120)
  await server.stop()
  await server.start()
  await Promise.all([expectFrames(meeting.fan), expectFrames(meeting.influencer)])
  await part(meeting)
})

test('the call comes back by itself when the server is killed, at most five seconds short and never over', async ({
  browser,
}) => {
  const meeting = await meet(browser, 120)
  const { call, fan } = meeting
  await expect.poll(() => usedSeconds(call), { timeout: 30_000 }).toBeGreaterThan(7)
  const used = await usedSeconds(call)
  await server.kill()
  const killedAfterMs = Date.now()
  await server.start()
  await Promise.all([expectFrames(fan), expectFrames(meeting.influencer)])
  const [first] = await writtenIntervals(server.dataDir, call.request.id)
  expect(first?.endedBy).toBe('platform')
  expect(first?.seconds).toBeGreaterThanOrEqual(used - CLOCK_LOSS_MAX_MS / 1000)
  expect(first?.endedAtMs).toBeLessThanOrEqual(killedAfterMs)
  await part(meeting)
})

test('the call comes back by itself after five seconds without network', async ({ browser }) => {
  const meeting = await meet(browser, 120)
  const { fan } = meeting
  await fan.page.context().setOffline(true)
  await expect(fan.words('Reconnecting')).toBeVisible()
  // The outage itself has this length; nothing else is waited for.
  await new Promise(resolve => setTimeout(resolve, 5_000))
  await fan.page.context().setOffline(false)
  await expect(fan.words('Connected')).toBeVisible({ timeout: BACK_WITHIN_MS })
  await expectFrames(fan)
  await expectFrames(meeting.influencer)
  await part(meeting)
})

test('a call of fifteen seconds ends by itself on both sides and neither can come back', {
  tag: '@on-one-provider',
}, async ({ browser }) => {
  const meeting = await meet(browser, 15)
  const { fan, influencer } = meeting
  for (const page of [fan, influencer]) {
    await expect(page.page.getByRole('heading', { name: 'The call has ended' })).toBeVisible({
      timeout: 20_000,
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

test('End Call asks first, leads to the profile, and the other one waits', {
  tag: '@on-one-provider',
}, async ({ browser }) => {
  const meeting = await meet(browser, 120)
  const { call, fan, influencer } = meeting
  await fan.button('End call').click()
  await expect(fan.endDialog).toContainText('You can get back here from the profile page')
  await fan.endDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(fan.endDialog).toBeHidden()
  await fan.button('End call').click()
  await fan.endDialog.getByRole('button', { name: 'End Call' }).click()
  await expect(fan.page).toHaveURL(`${server.origin}/profile/${call.influencer.username}`)
  await expect(influencer.waitingFor(call.fan.username)).toBeVisible({ timeout: BACK_WITHIN_MS })
  await part(meeting)
})

test('a second tab takes the call from the first, which says so', async ({ browser }) => {
  const meeting = await meet(browser, 120)
  const { call, fan } = meeting
  const newer = new CallPage(await fan.page.context().newPage())
  await newer.page.goto(`${server.origin}/chat/${call.request.slug}`)
  await expect(fan.page.getByRole('heading', { name: 'This call is open somewhere else' })).toBeVisible()
  await newer.join()
  await expectFrames(newer)
  await fan.page.getByRole('button', { name: 'Use it here' }).click()
  await expectFrames(fan)
  await part(meeting)
})

test('whoever refuses the camera is in the call all the same, without an alert', async ({ browser }) => {
  const call = await makePaidCall(server.origin, 120)
  const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
  const refusing = await chromium.launch({
    args: [...args.filter(arg => arg !== '--use-fake-ui-for-media-stream'), '--deny-permission-prompts'],
    ...(executablePath ? { executablePath } : {}),
  })
  const fan = await openAs(refusing, 'fan', call)
  const influencer = await openAs(browser, 'influencer', call)
  await fan.join()
  await influencer.join()
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
