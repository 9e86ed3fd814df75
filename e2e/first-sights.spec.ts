import { type Browser, expect, type Page, test } from '@playwright/test'
import { violationsNow } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { eventPeople } from './support/event-people.ts'
import { logIn } from './support/log-in.ts'
import { makePaidCall } from './support/paid-call.ts'
import { openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let people: ReturnType<typeof eventPeople>

test.beforeAll(async () => {
  server = await openServer()
  people = eventPeople(server.origin)
})
test.afterAll(async () => server?.close())

const accessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])

/** How far a page can be scrolled sideways, and whether its menu is visible. */
const widthOf = (page: Page) =>
  page.evaluate(() => {
    const menu = document.querySelector('header button[aria-haspopup="dialog"]')?.getBoundingClientRect()
    return {
      aside: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      isMenuInSight: menu !== undefined && menu.left >= 0 && menu.right <= window.innerWidth + 0.5,
    }
  })

async function open(browser: Browser, look: { width: number; locale: string }) {
  const viewport = { width: look.width, height: 800 }
  const context = await browser.newContext({ baseURL: server.origin, viewport, locale: look.locale })
  return { context, page: await context.newPage() }
}

for (const locale of ['en-GB', 'de-DE']) {
  test(`the header fits 320 px and text of double size, for visitors and members, in ${locale}`, async ({
    browser,
  }) => {
    const member = await people.influencer(`wide-${locale.slice(0, 2)}`)
    for (const who of ['visitor', 'member'] as const) {
      for (const { width, size } of [
        { width: 320, size: 100 },
        { width: 360, size: 100 },
        { width: 390, size: 200 },
        { width: 320, size: 200 },
      ]) {
        const { context, page } = await open(browser, { width, locale })
        if (who === 'member') await logIn(context, member)
        await page.goto('/faq')
        await page.evaluate(percent => {
          document.documentElement.style.fontSize = `${percent}%`
        }, size)
        if (who === 'member') await expect(page.locator('html')).toHaveAttribute('data-kind', 'influencer')
        const seen = `${who} at ${width} px and ${size} %`
        expect(await widthOf(page), seen).toEqual({ aside: 0, isMenuInSight: true })
        await page.locator('header button[aria-haspopup="dialog"]').click()
        await expect(page.getByRole('dialog').locator('a[href="/explore"]')).toBeVisible()
        await context.close()
      }
    }
  })
}

test('pictures in Explore fill their ring, of a tall one its upper part, and so do drawn covers', async ({
  browser,
}) => {
  const round = await people.influencer('round')
  await people.event(round, { title: 'A talk', duration: 60 })
  for (const width of [320, 360, 768]) {
    const { context, page } = await open(browser, { width, locale: 'en-GB' })
    await page.goto('/explore')
    const image = page.locator('main li picture img').first()
    await expect(image).toBeVisible()
    const boxes = await image.evaluate(element => {
      const [own, ring] = [element, element.parentElement?.parentElement].map(each =>
        each?.getBoundingClientRect(),
      )
      return { own: [own?.width, own?.height], ring: [ring?.width, ring?.height] }
    })
    expect(boxes.own, `at ${width} px`).toEqual(boxes.ring)
    await expect(image).toHaveCSS('object-position', '50% 25%')
    await page.getByRole('link', { name: 'Live events' }).click()
    const ground = page.locator('main li svg[data-cover] rect').first()
    await expect(ground).toBeVisible()
    const uncovered = await ground.evaluate(element => {
      const ring = element.closest('svg')?.parentElement?.getBoundingClientRect()
      const own = element.getBoundingClientRect()
      return (
        ring && [ring.top - own.top, ring.left - own.left, own.bottom - ring.bottom, own.right - ring.right]
      )
    })
    expect(Math.min(...(uncovered ?? [])), `at ${width} px`).toBeGreaterThan(-0.5)
    await context.close()
  }
})

test('without a network a link inside the site leads to a page that says so, and that reloads when the network is back', async ({
  browser,
}) => {
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  const faults: string[] = []
  page.on('pageerror', error => faults.push(String(error)))
  await people.influencer('offy')
  const card = page.getByRole('link', { name: 'Test Person' }).first()
  await page.goto('/explore')
  // Before the page's code runs, a link opens a new document.
  await pageReady(page)
  await card.click()
  await page.waitForURL('/profile/*')
  await page.goBack()
  await expect(card).toBeVisible()
  // The profile's script is loaded already: what fails is the request for its data.
  await context.setOffline(true)
  await card.click()
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect(page.getByText('Nothing is lost: what you booked is kept.')).toBeVisible()
  await expect(page.getByText('Something went wrong on our side')).toHaveCount(0)
  expect(faults).toEqual([])
  await context.setOffline(false)
  await page.waitForURL('/profile/*')
  await expect(page.getByRole('button', { name: 'Sign up to video call' })).toBeVisible({ timeout: 60_000 })
  await context.close()
})

test('a person who signs up to call somebody reads why, and sees the sign-up first; a person who was here before sees the login', async ({
  browser,
}) => {
  const mia = await people.influencer('mia')
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  await page.goto('/profile/mia')
  await page.getByRole('button', { name: 'Sign up to video call' }).click()
  await expect(page.getByText('login to continue')).toBeVisible()
  await page.waitForURL('/login?next=%2Fprofile%2Fmia')
  await expect(page.getByText(/^To call @mia: £\d+\.\d\d, \d+ \w+$/)).toBeVisible()
  await expect(page.getByText('Welcome back.')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  // The server's HTML has the words already: nothing moves when React hydrates it.
  const sent = await (await page.request.get('/login?next=%2Fprofile%2Fmia')).text()
  expect(sent).toMatch(/To call @mia: £\d+\.\d\d/)
  expect(sent).not.toContain('Welcome back.')
  await accessible(page)
  await page.getByRole('link', { name: 'Sign up as a user' }).click()
  await page.waitForURL('/signup/regular?next=%2Fprofile%2Fmia')
  await expect(page.getByText(/^To call @mia: £\d+\.\d\d, \d+ \w+$/)).toBeVisible()
  await expect(page.getByText('Book time with the people you follow.')).toHaveCount(0)
  const toSignUp = await (await page.request.get('/signup/regular?next=%2Fprofile%2Fmia')).text()
  expect(toSignUp).toMatch(/To call @mia: £\d+\.\d\d/)
  await accessible(page)

  await page.evaluate(() => localStorage.setItem('beenHere', 'yes'))
  await page.goto('/login?next=%2Fprofile%2Fmia')
  await expect(page.getByText('To call @mia:')).toBeVisible()
  await expect(page.getByText('It takes a minute.')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Sign up as a user' })).toHaveCount(1)
  const event = await people.event(mia, { title: 'Tea at five', duration: 3600 })
  await page.goto(`/login?next=/live-event/${event.slug}`)
  await expect(page.getByText('To watch “Tea at five”: £5.00, 1 hour')).toBeVisible()
  await page.goto('/login')
  await expect(page.getByText('Welcome back.')).toBeVisible()
  await context.close()
})

test('an influencer first sees their checklist and the way to their profile on the first page', async ({
  browser,
}) => {
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  await logIn(context, await people.influencer('nell'))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Welcome, @nell' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Ready for bookings' })).toBeInViewport()
  await expect(page.getByRole('heading', { name: 'Monitize your audience' })).not.toBeInViewport()
  await accessible(page)
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await expect(page.getByRole('heading', { name: 'Edit your profile' })).toBeAttached()
  // A reload, or a way back here, shows the page and not its form.
  await page.waitForURL('/profile/nell')
  await page.goto('/')
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await page.waitForURL('/profile/nell')
  await context.close()
})

test('an influencer reads that their part of the first page is on its way', async ({ browser }) => {
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  await logIn(context, await people.influencer('wanda'))
  const held = Promise.withResolvers<void>()
  await page.route(/landing-home-[^/]*\.js/, async route => {
    await held.promise
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('One moment')).toBeInViewport()
  held.resolve()
  await expect(page.getByRole('heading', { name: 'Welcome, @wanda' })).toBeInViewport()
  await context.close()
})

test('an influencer’s first page leads to their next call by one press, and without one to the share of their link', async ({
  browser,
}) => {
  const { request, influencer, fan } = await makePaidCall(server.origin, 120)
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  await logIn(context, influencer.tokens)
  await page.goto('/')
  const next = page.getByRole('region', { name: 'Your sessions' })
  await expect(next.getByText(`@${fan.username}`)).toBeInViewport()
  await accessible(page)
  await expect(next.getByRole('link', { name: 'Answer on your profile' })).toHaveAttribute(
    'href',
    `/profile/${influencer.username}#sessions`,
  )
  await next.getByRole('link', { name: 'Start Session' }).click()
  await page.waitForURL(`/paidchat/${request.slug}`)
  await context.close()

  const quiet = await open(browser, { width: 390, locale: 'en-GB' })
  await logIn(quiet.context, await people.influencer('quinn'))
  await quiet.page.goto('/')
  const none = quiet.page.getByRole('region', { name: 'No call is booked at the moment' })
  await quiet.page.getByRole('button', { name: 'Put the checklist away' }).click()
  await none.getByRole('button', { name: 'Share' }).click()
  await expect(quiet.page.getByRole('dialog').getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await quiet.context.close()
})

test('an event without a picture has a drawn cover, and its owner can share it', async ({ browser }) => {
  const otto = await people.influencer('otto')
  const event = await people.event(otto, { title: 'No picture', duration: 600 })
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  await logIn(context, otto)
  await page.goto(`/live-event/${event.slug}`)
  await expect(page.locator('svg[data-cover]')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await accessible(page)
  await context.close()
})

test('a person whose image cannot be seen any more is shown by their initials', async ({ browser }) => {
  const { influencer, fan } = await makePaidCall(server.origin, 120)
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  await logIn(context, fan.tokens)
  await page.route(/\.(avif|webp|jpg)$/, route => route.fulfill({ status: 404 }))
  await page.goto('/bookings')
  const portrait = page.getByRole('main').getByRole('img', { name: influencer.username })
  await expect(portrait).toHaveText(/^[A-Z0-9]{1,2}$/)
  await context.close()
})

test('a session is a card with one link and no raw path; a past one has no link', async ({ browser }) => {
  const { request, influencer, fan } = await makePaidCall(server.origin, 120)
  const { context, page } = await open(browser, { width: 390, locale: 'en-GB' })
  await logIn(context, influencer.tokens)
  await page.goto(`/profile/${influencer.username}#sessions`)
  const card = page.getByRole('listitem').filter({ hasText: `@${fan.username}` })
  await expect(card.getByRole('img', { name: fan.username })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Start Session' })).toHaveAttribute(
    'href',
    `/paidchat/${request.slug}`,
  )
  await expect(page.getByText('/paidchat/')).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await accessible(page)
  await card.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(card.getByText(/^Rejected/)).toBeVisible()
  await expect(card.getByRole('link', { name: 'Start Session' })).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Copy link' })).toHaveCount(0)
  await context.close()
})
