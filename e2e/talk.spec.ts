import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { CallPage } from './pages/call-page.ts'
import { violations } from './support/axe.ts'
import { makePaidCall } from './support/paid-call.ts'
import { openServer } from './support/two-people.ts'

/** From the presses of Join to a call, on a busy machine. */
const MEET_WITHIN = { timeout: 45_000 }

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

const chat = (page: Page) => page.getByRole('complementary', { name: 'Chat' })
const write = async (page: Page, text: string) => {
  await chat(page).getByRole('textbox').fill(text)
  await page.keyboard.press('Enter')
}

test('two people in a call write to each other, by keyboard alone, and react', async ({ browser }) => {
  const call = await makePaidCall(server.origin, 600)
  const open = (by: Browser, side: 'fan' | 'influencer') =>
    CallPage.open(by, {
      origin: server.origin,
      path: `/${side === 'fan' ? 'chat' : 'paidchat'}/${call.request.slug}`,
      person: call[side],
    })
  const [fan, star] = [await open(browser, 'fan'), await open(theirs, 'influencer')]
  await fan.join()
  await star.join()
  await expect(fan.page.getByTestId('remote-video')).toBeVisible(MEET_WITHIN)
  await expect(star.page.getByTestId('remote-video')).toBeVisible(MEET_WITHIN)

  await fan.page.getByRole('button', { name: 'Open the chat' }).focus()
  await fan.page.keyboard.press('Enter')
  await expect(chat(fan.page).getByRole('textbox')).toBeFocused()
  await write(fan.page, 'Hello, can you hear me?')
  await star.page.getByRole('button', { name: 'Open the chat, 1 new line' }).click()
  await expect(chat(star.page).getByText('Hello, can you hear me?')).toBeVisible()
  await write(star.page, 'Yes, I can')
  await expect(chat(fan.page).getByText('Yes, I can')).toBeVisible()
  await write(fan.page, 'see evil.com')
  await expect(chat(fan.page).getByRole('status')).toHaveText('Links and addresses are not allowed here.')
  await chat(fan.page).getByRole('button', { name: 'Send a heart' }).click()
  await expect(star.page.getByTestId('reactions')).toContainText('❤️')
  expect(await violations(fan.page, 'light')).toEqual([])
  await fan.page.keyboard.press('Escape')
  await expect(chat(fan.page)).toHaveCount(0)
  await expect(fan.page.getByRole('button', { name: 'Open the chat' })).toBeFocused()
})
