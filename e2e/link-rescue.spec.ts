import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { violationsNow } from './support/axe.ts'
import { logIn } from './support/log-in.ts'
import { makePaidCall, type PaidCall } from './support/paid-call.ts'
import { type SharedServer, test } from './support/shared-server.ts'

const INSTAGRAM =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36 Instagram 350.0.0'

let server: SharedServer
let call: PaidCall
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  call = await makePaidCall(server.origin, 120)
})

/** A browser inside an app: it has neither WebRTC nor cameras. */
async function insideAnApp(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ userAgent: INSTAGRAM, viewport: { width: 390, height: 844 } })
  await context.addInitScript(() => {
    Reflect.deleteProperty(window, 'RTCPeerConnection')
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
  })
  return context
}

const logInfluencerIn = (context: BrowserContext) => logIn(context, call.influencer.tokens)

async function violations(page: Page): Promise<string[]> {
  const found: string[] = []
  // A colour in a transition between the themes has no meaningful contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(now => {
      document.documentElement.dataset.theme = now
    }, theme)
    const wrong = await violationsNow(page, theme === 'dark' ? 'colours' : 'all')
    found.push(...wrong.map(each => `${theme}: ${each}`))
  }
  return found
}

test('at an address of plain http a fan reads why there is no camera, and books nevertheless', async ({
  browser,
}) => {
  const { influencer } = await makePaidCall(server.origin, 120)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  // What browsers leave out there.
  await context.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false })
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined })
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID')
  })
  await logIn(context, call.fan.tokens)
  const page = await context.newPage()
  await page.goto(`${server.origin}/profile/${influencer.username}`)
  await expect(page.getByRole('heading', { name: 'Video calls do not work at this address' })).toBeVisible()
  await page.getByRole('button', { name: 'Book now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Session Request Sent')).toBeVisible()
  await context.close()
})

test('inside an app a member is told before paying, and is logged in in the real browser after two taps', async ({
  browser,
}) => {
  const other = await makePaidCall(server.origin, 120)
  const path = `/profile/${other.influencer.username}`
  const app = await insideAnApp(browser)
  await logInfluencerIn(app)
  const inside = await app.newPage()
  const codes: string[] = []
  inside.on('request', request => {
    if (request.url().includes('/me/carry-over/')) codes.push(request.url())
  })
  await inside.goto(server.origin + path)
  await expect(
    inside.getByRole('heading', { name: 'Video calls do not work inside Instagram' }),
  ).toBeVisible()
  await expect(inside.getByText('You stay logged in')).toBeVisible()
  const out = inside.getByRole('link', { name: 'Open in your browser' })
  const intent = (await out.getAttribute('href')) ?? ''
  // A second code would mean that the notice of the visitors' view was there first, and jumped.
  expect(codes).toHaveLength(1)
  expect(intent).toMatch(/^intent:\/\/.+\/carry-over#code=.+#Intent;scheme=http;/)
  expect(await violations(inside)).toEqual([])
  await inside.getByRole('button', { name: 'Go on with another device' }).click()
  await expect(inside.getByRole('img', { name: 'QR code of the link' })).toBeVisible()

  // Android opens the part before the last #.
  const link = intent.replace('intent:', 'http:').slice(0, intent.lastIndexOf('#Intent') - 2)
  const real = await browser.newContext()
  const preview = await real.newPage()
  await preview.goto(link)
  await expect(preview.getByRole('button', { name: 'Go on' })).toBeVisible()
  await preview.close()

  const page = await real.newPage()
  await page.goto(link)
  await expect(page.getByText('You will be logged in as the person who made this link')).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/carry-over`)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(server.origin + path)
  await expect(page.getByRole('button', { name: 'Book now' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /Video calls do not work/ })).toHaveCount(0)

  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await late.getByRole('button', { name: 'Go on' }).click()
  await expect(late.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible()
  await Promise.all([app.close(), real.close(), late.context().close()])
})

test('a visitor inside an app is told too, and the link out of the app has no login in it', async ({
  browser,
}) => {
  const app = await insideAnApp(browser)
  const page = await app.newPage()
  await page.goto(`${server.origin}/profile/${call.influencer.username}`)
  const href = await page.getByRole('link', { name: 'Open in your browser' }).getAttribute('href')
  expect(href).toContain(`/profile/${call.influencer.username}#Intent;`)
  expect(href).not.toContain('carry-over')
  await app.close()
})

const colourOf = (place: Locator) => place.evaluate(element => getComputedStyle(element).backgroundColor)

test('inside an app the link out of the app is the one call to action, and booking is less prominent', async ({
  browser,
}) => {
  const path = `/profile/${call.influencer.username}`
  const app = await insideAnApp(browser)
  const inside = await app.newPage()
  await inside.goto(server.origin + path)
  const rescueLink = await colourOf(inside.getByRole('link', { name: 'Open in your browser' }))
  const real = await browser.newPage()
  await real.goto(server.origin + path)
  const book = { name: 'Sign up to video call' }
  expect(await colourOf(real.getByRole('button', book))).toBe(rescueLink)
  expect(await colourOf(inside.getByRole('button', book))).not.toBe(rescueLink)
  await Promise.all([app.close(), real.close()])
})

test('a call opened inside an app leads out of the app too, straight into the call', async ({ browser }) => {
  const app = await insideAnApp(browser)
  await logInfluencerIn(app)
  const page = await app.newPage()
  await page.goto(`${server.origin}/paidchat/${call.request.slug}`)
  await expect(page.getByRole('heading', { name: 'You cannot join the call here' })).toBeVisible({
    timeout: 60_000,
  })
  const out = page.getByRole('link', { name: 'Open in your browser' })
  await expect(out).toHaveAttribute('href', /carry-over#code=.+paidchat/)
  await expect(page.getByText(/^It is paid\..* if you do not come, the money goes back\./)).toBeVisible()
  await expect(page.getByText('before you pay')).toHaveCount(0)
  expect(await violations(page)).toEqual([])
  await app.close()
})

test('a person who has paid reads nothing about what to do before paying', async ({ browser }) => {
  const app = await insideAnApp(browser)
  await logIn(app, call.fan.tokens)
  const page = await app.newPage()
  await page.goto(`${server.origin}/profile/${call.influencer.username}`)
  await expect(page.getByText(/^It is paid, and nothing is lost\./)).toBeVisible()
  await expect(page.getByText('before you pay')).toHaveCount(0)
  await app.close()
})

test('a person who is logged in keeps their own login when somebody sends them a link', async ({
  browser,
}) => {
  const { link } = (await (
    await fetch(`${server.origin}/api/user/me/carry-over/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${call.fan.tokens.access}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ path: '/faq', refresh: call.fan.tokens.refresh }),
    })
  ).json()) as { link: string }
  const context = await browser.newContext()
  await logInfluencerIn(context)
  const page = await context.newPage()
  await page.goto(link)
  await expect(
    page.getByText(`You are logged in here as @${call.influencer.username} already.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(`${server.origin}/faq`)
  const kept = await page.evaluate(() => localStorage.getItem('auth'))
  expect(kept).toContain(call.influencer.id)
  await context.close()
})
