import { type Browser, expect, type Page, test } from '@playwright/test'
import { CallPage } from '../pages/call-page.ts'
import { violationsNow } from '../support/axe.ts'
import { expectMoving } from '../support/moving-video.ts'
import { callApi, makePaidCall, type PaidCall } from '../support/paid-call.ts'
import { launchSecondBrowser, openServer } from '../support/two-people.ts'

/** Two browsers, the media server and the application share the machine that the tests run on. */
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

/** Two people in a running call, both on phones. */
async function meet(mine: Browser): Promise<{ call: PaidCall; fan: CallPage; influencer: CallPage }> {
  const call = await makePaidCall(server.origin, 600)
  const openAs = (browser: Browser, side: 'fan' | 'influencer') =>
    CallPage.openSide(browser, side, { origin: server.origin, call })
  const [fan, influencer] = await Promise.all([openAs(mine, 'fan'), openAs(theirs, 'influencer')])
  await Promise.all([fan.join(), influencer.join()])
  await Promise.all([fan, influencer].map(each => expectMoving(() => each.framesShown(), MEET_WITHIN_MS)))
  return { call, fan, influencer }
}

const shieldOf = ({ page }: CallPage, username: string) =>
  page.getByRole('button', { name: `Safety: @${username}` })
const isAccessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])
const hasEnded = (page: Page) => page.getByRole('heading', { name: 'The call has ended' })

test('a fan ends a call with a report on a phone: both leave the room, and the page still says what happens next', async ({
  browser,
}) => {
  const { call, fan, influencer } = await meet(browser)
  const { page } = fan
  await shieldOf(fan, call.influencer.username).click()
  const choices = page.getByRole('dialog', { name: 'Is something wrong?' })
  await expect(choices).toContainText(`@${call.influencer.username} is not told what you choose here.`)
  await isAccessible(page)
  await choices.getByRole('button', { name: 'End and report' }).click()
  const report = page.getByRole('dialog', { name: `Report @${call.influencer.username}` })
  await report.getByLabel('Insults, threats or hate').check()
  await report.getByLabel('What happened? (optional)').fill('They shouted at me')
  await isAccessible(page)
  await report.getByRole('button', { name: 'End call and report' }).click()
  await Promise.all([
    expect(hasEnded(influencer.page)).toBeVisible(),
    // Behind the sheet, the page says that the call has ended.
    expect(hasEnded(page)).toBeAttached(),
  ])
  const next = page.getByRole('dialog', { name: 'Thank you. Your report is with us' })
  await expect(next).toContainText('We send you a mail when it is decided.')
  await isAccessible(page)
  await expect(influencer.page.getByText(/report/i)).toHaveCount(0)
  await next.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(`${server.origin}/bookings`)
  await Promise.all([fan.close(), influencer.close()])
})

test('an influencer blocks in a running call: they first read what happens to the money, and the call is over for both', async ({
  browser,
}) => {
  const { call, fan, influencer } = await meet(browser)
  const { page } = influencer
  await shieldOf(influencer, call.fan.username).click()
  await page.getByRole('button', { name: `Block @${call.fan.username}` }).click()
  const sheet = page.getByRole('dialog', { name: `Block @${call.fan.username}?` })
  await expect(sheet.getByRole('listitem')).toBeVisible()
  await isAccessible(page)
  await sheet.getByRole('button', { name: `Block @${call.fan.username}` }).click()
  await expect(page).toHaveURL(`${server.origin}/bookings`)
  await expect(hasEnded(fan.page)).toBeVisible()
  const blocks = await callApi<{ username: string }[] | { results: { username: string }[] }>(
    `${server.origin}/api/user/me/blocks/`,
    { token: call.influencer.tokens.access },
  )
  expect(JSON.stringify(blocks)).toContain(call.fan.username)
  await Promise.all([fan.close(), influencer.close()])
})
