import AxeBuilder from '@axe-core/playwright'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { CallPage } from './pages/call-page.ts'
import { makePaidCall, type PaidCall } from './support/paid-call.ts'
import { openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let theirs: Browser

test.beforeAll(async () => {
  server = await openServer()
  const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
  theirs = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
})
test.afterAll(async () => {
  await theirs?.close()
  await server?.close()
})

const open = (browser: Browser, side: 'fan' | 'influencer', call: PaidCall) =>
  CallPage.open(browser, {
    origin: server.origin,
    path: `/${side === 'fan' ? 'chat' : 'paidchat'}/${call.request.slug}`,
    person: call[side],
  })

const press = (page: Page, name: 'Join' | 'Join now' | 'Not yet') =>
  page.getByRole('button', { name, exact: true }).click()

const accessible = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

test('both look at themselves first; nothing is sent and no time runs before both have joined, and then each sees the other', async ({
  browser,
}) => {
  const call = await makePaidCall(server.origin, 120)
  const fan = await open(browser, 'fan', call)
  await expect(fan.waitingFor(call.influencer.username)).toBeVisible({ timeout: 20_000 })
  await expect(fan.ownVideo).toBeVisible()
  for (const found of ['Your camera works.', 'Your connection is good.']) {
    await expect(fan.page.getByText(found)).toBeVisible({ timeout: 20_000 })
  }
  await accessible(fan.page)
  await press(fan.page, 'Not yet')

  const influencer = await open(theirs, 'influencer', call)
  await expect(influencer.page.getByText(`@${call.fan.username} is here.`)).toBeVisible({ timeout: 20_000 })
  await press(influencer.page, 'Join now')
  await expect(influencer.waitingFor(call.fan.username)).toBeVisible()
  await expect(influencer.words('Your connection is ready')).toBeVisible({ timeout: 20_000 })
  await expect(fan.page.getByText('Press Join when you are ready.')).toBeVisible()
  expect(await fan.framesShown()).toBe(0)
  expect(await influencer.framesShown()).toBe(0)

  const pressedMs = Date.now()
  await press(fan.page, 'Join')
  await expect.poll(() => fan.framesShown(), { timeout: 10_000, intervals: [20] }).toBeGreaterThan(0)
  test.info().annotations.push({ type: 'Join to first frame', description: `${Date.now() - pressedMs} ms` })
  await expect.poll(() => influencer.framesShown(), { timeout: 10_000 }).toBeGreaterThan(0)
  expect(await fan.secondsLeft()).toBeGreaterThanOrEqual(118)

  // Back from a reload they are in the call at once, back from elsewhere in the green room.
  await fan.page.reload()
  await expect(fan.remoteVideo).toBeVisible({ timeout: 20_000 })
  await fan.button('End call').click()
  await fan.endDialog.getByRole('button', { name: 'End Call' }).click()
  await expect(fan.page).toHaveURL(`${server.origin}/profile/${call.influencer.username}`)
  await fan.page.goBack()
  await expect(fan.page.getByRole('button', { name: 'Not yet' })).toBeVisible({ timeout: 20_000 })
  await Promise.all([fan.close(), influencer.close()])
})

test('a camera that this device keeps off for new calls is not even opened', async ({ browser }) => {
  const call = await makePaidCall(server.origin, 120)
  const context = await browser.newContext()
  await context.addInitScript(pair => {
    localStorage.setItem('auth', JSON.stringify(pair))
    localStorage.setItem('deviceDefaults', JSON.stringify({ cameraOff: true, micOff: false }))
  }, call.fan.tokens)
  const fan = new CallPage(await context.newPage())
  await fan.page.goto(`${server.origin}/chat/${call.request.slug}`)
  await expect(fan.page.getByText('Your camera is off.')).toBeVisible({ timeout: 20_000 })
  await expect(fan.ownVideo).toBeHidden()
  await expect(fan.button('Mute microphone')).toBeVisible()
  await fan.button('Turn camera on').click()
  await expect(fan.page.getByText('Your camera works.')).toBeVisible()
  await fan.close()
})

/** Keeps the speaker of whatever plays, where the test can read it. */
function overhear(): void {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    document.documentElement.dataset.heardFrom = this.sinkId
    return play.call(this)
  }
}

test('a sound tells whether the chosen speaker can be heard', async ({ browser }) => {
  const call = await makePaidCall(server.origin, 120)
  const { page } = await CallPage.open(browser, {
    origin: server.origin,
    path: `/chat/${call.request.slug}`,
    person: call.fan,
    beforeLoad: overhear,
  })
  await page.getByText('Camera, microphone and sound').click({ timeout: 20_000 })
  const speaker = page.getByLabel('Speaker')
  await speaker.selectOption({ index: 1 })
  const chosen = await speaker.inputValue()
  expect(chosen).not.toBe('')
  await page.getByRole('button', { name: 'Play a sound' }).click()
  await expect(page.getByText('Two notes are playing.')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-heard-from', chosen)
  await expect(page.getByText('Two notes are playing.')).toBeHidden()
  await page.context().close()
})

test('whoever refused the camera is told what to do in this browser', async () => {
  const call = await makePaidCall(server.origin, 120)
  const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
  const refusing = await chromium.launch({
    args: [...args.filter(arg => arg !== '--use-fake-ui-for-media-stream'), '--deny-permission-prompts'],
    ...(executablePath ? { executablePath } : {}),
  })
  const fan = await open(refusing, 'fan', call)
  await expect(
    fan.page.getByRole('heading', { name: 'Your browser keeps camera and microphone from this page' }),
  ).toBeVisible({ timeout: 20_000 })
  await expect(fan.page.getByText('Press the icon to the left of the address.')).toBeVisible()
  await expect(fan.page.getByRole('alert')).toBeEmpty()
  await accessible(fan.page)
  await fan.close()
  await refusing.close()
})
