import { type Browser, expect, test } from '@playwright/test'
import { CallPage } from '../pages/call-page.ts'
import { violationsNow } from '../support/axe.ts'
import { makePaidCall } from '../support/paid-call.ts'
import { launchSecondBrowser, openServer } from '../support/two-people.ts'
import { expectUncovered } from '../support/uncovered.ts'

/** From the presses of Join to a call, on a busy machine. */
const MEET_WITHIN = { timeout: 60_000 }
/** Three seconds of countdown, the video frame and its encoding, on a busy machine. */
const KEPT_WITHIN = { timeout: 60_000 }

const UPRIGHT = { width: 390, height: 700 }
const ON_THEIR_SIDE = [
  { width: 844, height: 390 },
  { width: 667, height: 320 },
]

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

test('a fan asks for a keepsake, the other agrees, and both have one picture of both until one deletes it', async ({
  browser,
}) => {
  const call = await makePaidCall(server.origin, 600)
  const open = (by: Browser, side: 'fan' | 'influencer') =>
    CallPage.openSide(by, side, { origin: server.origin, call })
  const [fan, star] = [await open(browser, 'fan'), await open(theirs, 'influencer')]
  await fan.join()
  const shield = fan.page.getByRole('button', { name: /^Safety: / })
  for (const size of [...ON_THEIR_SIDE, UPRIGHT]) {
    await fan.page.setViewportSize(size)
    await expectUncovered(fan.page, [shield, fan.ownVideo, fan.button('End call')])
  }
  await star.join()
  for (const { page } of [fan, star]) await expect(page.getByTestId('remote-video')).toBeVisible(MEET_WITHIN)

  // Each may see the other a moment before the first second counts; a keepsake is of a call that has begun.
  const ask = fan.page.getByRole('button', { name: `Ask @${call.influencer.username} for a keepsake` })
  await expect(ask).toBeVisible(MEET_WITHIN)
  expect(await fan.secondsLeft()).toBeLessThan(600)
  const own = star.page.getByRole('button', { name: /Your picture, / })
  // A black half of the photo is nobody, and the other side may have switched the camera off.
  await star.page.getByRole('button', { name: 'Turn camera off' }).click()
  await expect(ask).toBeHidden()
  await star.page.getByRole('button', { name: 'Turn camera on' }).click()
  for (const size of [...ON_THEIR_SIDE, UPRIGHT]) {
    await star.page.setViewportSize(size)
    await expectUncovered(star.page, [own, star.button('End call'), star.button('Mute microphone')])
  }
  await ask.click()
  await expect(fan.page.getByText(/You asked @.* for a keepsake/)).toBeVisible()
  const yes = star.page.getByRole('button', { name: 'Yes, take it' })
  await expect(yes).toBeVisible()
  const offer = star.page.getByRole('status').filter({ has: yes })
  for (const size of [UPRIGHT, ...ON_THEIR_SIDE]) {
    await star.page.setViewportSize(size)
    await expectUncovered(star.page, [own, offer, star.button('End call')])
  }
  expect(await violationsNow(star.page)).toEqual([])
  await yes.click()
  for (const { page } of [fan, star])
    await expect(page.getByText('You both have the picture now')).toBeVisible(KEPT_WITHIN)

  for (const { page } of [fan, star]) {
    await page.goto(`${server.origin}/keepsakes`)
    const picture = page.getByRole('img', { name: /You and @/ })
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  }
  expect(await violationsNow(fan.page)).toEqual([])
  await star.page.getByRole('button', { name: 'Take it away' }).click()
  const removed = star.page.waitForResponse(answer => answer.request().method() === 'DELETE')
  await star.page.getByRole('dialog').getByRole('button', { name: 'Take it away for both' }).click()
  expect((await removed).status()).toBe(204)
  await expect(star.page.getByText(/Nothing here yet/)).toBeVisible()
  await fan.page.reload()
  await expect(fan.page.getByText(/Nothing here yet/)).toBeVisible()
})
