import { expect, type Locator, type Page } from '@playwright/test'
import { violationsNow } from './support/axe.ts'
import { codeRuns } from './support/demo-server.ts'
import { logIn } from './support/log-in.ts'
import { makePaidCall, type PaidCall } from './support/paid-call.ts'
import { type SharedServer, test } from './support/shared-server.ts'
import { untilDrawn } from './support/until-drawn.ts'

const CAPTIONS = [
  'unique experiences',
  'time as influencers',
  'help on anything!',
  'medical advice',
  'an outfit rating',
  'companionship',
]
/** The text of the line before the captions begin, and without the film. */
const ANYWAY = 'your time'
const EACH_MS = 3500
const FILM_FILES = /\/film-[^/]*\.(webm|mp4)$/
const PLACES = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 800 } }

let server: SharedServer
let people: PaidCall
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  people = await makePaidCall(server.origin, 60)
})

let errors: string[] = []
test.beforeEach(({ page }) => {
  errors = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
})
test.afterEach(() => expect(errors).toEqual([]))

const preview = (page: Page) => page.getByTestId('preview')
const arc = (page: Page) => preview(page).locator('[data-pitch=arc] svg').last()
const film = (page: Page) => preview(page).locator('video')
const says = (page: Page, what: string) =>
  expect(page.getByTestId('pitch')).toHaveText(`Get paid for ${what}`)

/** Opens the landing page with its clock stopped: only `page.clock.runFor` moves time. */
async function openStopped(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-01-01T10:00:00Z' })
  await page.clock.pauseAt('2026-01-01T10:00:01Z')
  await page.goto(server.origin)
}

/** The pitch has begun to rotate its captions: the ring shows the time. */
const isTurning = (page: Page) => expect(arc(page)).not.toHaveCSS('animation-name', 'none')

async function filmIsThere(page: Page): Promise<void> {
  await expect
    .poll(() => film(page).evaluate(video => (video as HTMLVideoElement).readyState))
    .toBeGreaterThan(1)
}

const filmPlays = (page: Page) => film(page).evaluate(video => !(video as HTMLVideoElement).paused)

const onNow = (page: Page) =>
  page
    .getByRole('region', { name: /On now and soon|People to talk to/ })
    .getByRole('listitem')
    .filter({ visible: true })

test('headline, line, buttons and who can be met are there before any script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(server.origin)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Monitize your audience')
  await says(page, ANYWAY)
  await expect(page.getByRole('link', { name: 'Sign up as an influencer' })).toBeVisible()
  await expect(onNow(page).first()).toContainText('£')
  expect(await onNow(page).count()).toBeLessThanOrEqual(6)
  await onNow(page).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/(profile|live-event)\//)
  await context.close()
})

test('the captions begin two seconds after the media, and change every 3.5 seconds', async ({ page }) => {
  await openStopped(page)
  await isTurning(page)
  await filmIsThere(page)
  await page.clock.runFor(1999)
  await says(page, ANYWAY)
  await page.clock.runFor(1)
  await says(page, CAPTIONS[0] ?? '')
  await page.clock.runFor(EACH_MS - 2001)
  await says(page, CAPTIONS[0] ?? '')
  await page.clock.runFor(1)
  for (const caption of [...CAPTIONS.slice(1), ANYWAY, CAPTIONS[0] ?? '']) {
    await says(page, caption)
    await page.clock.runFor(EACH_MS)
  }
})

test('the captions begin after four seconds when the media never load', async ({ page }) => {
  // The requests get neither an answer nor an error, as on a network that hangs.
  await page.route(FILM_FILES, () => undefined)
  await openStopped(page)
  await isTurning(page)
  await page.clock.runFor(3499)
  await says(page, ANYWAY)
  await page.clock.runFor(500)
  await says(page, ANYWAY)
  await page.clock.runFor(1)
  await says(page, CAPTIONS[1] ?? '')
})

test('the film plays beside its line, and Pause stops everything that moves', async ({ page }) => {
  await openStopped(page)
  await isTurning(page)
  await filmIsThere(page)
  await expect(preview(page).locator('img')).toHaveCount(6)
  await expect(arc(page)).toHaveCSS('animation-duration', '24.5s')
  expect(await filmPlays(page)).toBe(false)
  await page.clock.runFor(6 * EACH_MS + 1000)
  await says(page, ANYWAY)
  await expect.poll(() => filmPlays(page)).toBe(true)

  await page.getByRole('button', { name: 'Pause the pictures' }).click()
  await expect.poll(() => filmPlays(page)).toBe(false)
  await expect(arc(page)).toHaveCSS('animation-play-state', 'paused')
  await page.clock.runFor(60_000)
  await says(page, ANYWAY)

  await page.getByRole('button', { name: 'Play the pictures' }).click()
  await expect.poll(() => filmPlays(page)).toBe(true)
  await page.clock.runFor(EACH_MS - 1001)
  await says(page, ANYWAY)
  await page.clock.runFor(1)
  await says(page, CAPTIONS[0] ?? '')
  await expect.poll(() => filmPlays(page)).toBe(false)
})

test('the pitch moves and Pause answers before the page’s own code runs, which changes nothing of it', async ({
  page,
}) => {
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await code.promise
    await route.continue()
  })
  await openStopped(page)
  await isTurning(page)
  await filmIsThere(page)
  await page.clock.runFor(EACH_MS + 1000)
  await says(page, CAPTIONS[1] ?? '')
  const pictureNow = preview(page).locator('img').nth(1)
  await expect(pictureNow).toHaveCSS('opacity', '1')
  await page.getByRole('button', { name: 'Pause the pictures' }).click()
  await expect(arc(page)).toHaveCSS('animation-play-state', 'paused')
  const play = page.getByRole('button', { name: 'Play the pictures' })
  await expect(play).toBeFocused()

  code.resolve()
  await codeRuns(page)
  await page.clock.runFor(60_000)
  await says(page, CAPTIONS[1] ?? '')
  await expect(pictureNow).toHaveCSS('opacity', '1')
  await expect(play).toBeFocused()
  await play.click()
  await page.clock.runFor(EACH_MS - 1001)
  await says(page, CAPTIONS[1] ?? '')
  await page.clock.runFor(1)
  await says(page, CAPTIONS[2] ?? '')
})

test('the first view loads one picture of the pitch, and the others and the film follow it', async ({
  page,
}) => {
  const MEDIA = /\/assets\/[^/]*\.(svg|webp|webm|mp4)$/
  const beforeLoad: string[] = []
  const later: string[] = []
  let requested = beforeLoad
  // The first picture is held back, and with it the first view.
  const first = Promise.withResolvers<void>()
  await page.route(/\/experiences-[^/]*\.svg$/, async route => {
    await first.promise
    await route.continue()
  })
  page.on('request', request => MEDIA.test(request.url()) && requested.push(new URL(request.url()).pathname))
  await page.goto(server.origin, { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const ofPitch = (paths: string[]) =>
    paths.filter(path => /\/(experiences|time|help|medical|outfit|companionship|film)-/.test(path))
  expect(ofPitch(beforeLoad)).toEqual([expect.stringMatching(/experiences/)])
  requested = later
  first.resolve()
  await filmIsThere(page)
  expect(ofPitch(later).map(path => path.replace(/^\/assets\/(\w+)-.*\.(\w+)$/, '$1.$2'))).toEqual(
    expect.arrayContaining(['time.svg', 'help.svg', 'film.webp', 'film.webm']),
  )
})

test('what moves only turns, shifts or fades, so that no frame of it is drawn by the page itself', async ({
  page,
}) => {
  await page.goto(server.origin)
  await isTurning(page)
  const changed = await preview(page).evaluate(pitch => {
    const frames = pitch.getAnimations({ subtree: true }).flatMap(({ effect }) => {
      return effect instanceof KeyframeEffect ? effect.getKeyframes() : []
    })
    return frames.flatMap(({ offset, computedOffset, easing, composite, ...changes }) => Object.keys(changes))
  })
  expect(changed).toContain('transform')
  for (const property of changed) expect(['transform', 'opacity']).toContain(property)
})

test('on a phone, parts far below the first view are laid out when the reader comes near them', async ({
  page,
}) => {
  await page.setViewportSize(PLACES.phone)
  await page.goto(server.origin)
  const isLaidOut = (of: Locator) =>
    of.evaluate(part => part.checkVisibility({ contentVisibilityAuto: true }))
  const question = page.getByRole('region', { name: 'Questions' }).locator('summary').first()
  expect(await isLaidOut(question)).toBe(false)
  // The keyboard and a screen reader find them all the same.
  await expect(page.getByRole('heading', { name: 'They book and pay' })).toBeAttached()
  await question.focus()
  await expect(question).toBeInViewport()
  await expect.poll(() => isLaidOut(question)).toBe(true)
})

test('a phone that is turned shows nothing wider than its window, also where a part is not laid out again yet', async ({
  page,
}) => {
  await page.setViewportSize(PLACES.phone)
  await page.goto(server.origin)
  const scrollTo = async (top: number) => {
    await page.evaluate(y => window.scrollTo(0, y), top)
    await page.evaluate(untilDrawn)
  }
  for (const top of [1_000, 2_000, 3_000, 0]) await scrollTo(top)
  for (const width of [844, 390, 360, 320]) {
    for (const top of [0, 1_000, 2_000, 3_000]) {
      await page.setViewportSize({ width: width + 40, height: 700 })
      await page.evaluate(untilDrawn)
      await scrollTo(top)
      await page.setViewportSize({ width, height: 700 })
      await page.evaluate(untilDrawn)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([width, top, wide]).toEqual([width, top, width])
    }
  }
})

test('a visitor who comes to the pitch from another page sees it move', async ({ page }) => {
  await page.clock.install({ time: '2026-01-01T10:00:00Z' })
  await page.clock.pauseAt('2026-01-01T10:00:01Z')
  await page.goto(`${server.origin}/faq`)
  await codeRuns(page)
  await page.getByRole('banner').getByRole('link', { name: 'Parley' }).click()
  await isTurning(page)
  await filmIsThere(page)
  await page.clock.runFor(EACH_MS)
  await says(page, CAPTIONS[1] ?? '')
  await page.getByRole('button', { name: 'Pause the pictures' }).click()
  await expect(arc(page)).toHaveCSS('animation-play-state', 'paused')
})

test('nothing moves for someone who asked for reduced motion, until they press Play', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openStopped(page)
  await says(page, CAPTIONS[0] ?? '')
  await page.clock.runFor(60_000)
  await says(page, CAPTIONS[0] ?? '')
  await expect(arc(page)).toHaveCSS('animation-name', 'none')
  expect(await filmPlays(page)).toBe(false)
  await page.getByRole('button', { name: 'Play the pictures' }).click()
  await page.clock.runFor(EACH_MS)
  await says(page, CAPTIONS[1] ?? '')
})

test('visitors are asked to sign up or log in', async ({ page }) => {
  await page.goto(server.origin)
  const main = page.getByRole('main')
  for (const [name, path] of [
    ['Sign up as an influencer', '/signup/influencer'],
    ['Sign up as a user', '/signup/regular'],
    ['Log in', '/login'],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path)
  await expect(main.getByRole('link', { name: 'Go to your profile' })).toBeHidden()
})

for (const role of ['influencer', 'fan'] as const) {
  test(`a logged-in ${role} is not asked to sign up`, async ({ page, context }) => {
    const { tokens, username } = people[role]
    await logIn(context, tokens)
    await page.goto(server.origin)
    const main = page.getByRole('main')
    const toProfile = main.getByRole('link', { name: 'Go to your profile' })
    if (role === 'influencer') {
      await toProfile.click()
      await expect(page).toHaveURL(`${server.origin}/profile/${username}`)
    } else {
      await expect(main.getByRole('link', { name: 'My account' })).toBeVisible()
      await expect(toProfile).toBeHidden()
      await expect(main.getByRole('link', { name: /^Sign up|^Log in/ })).toHaveCount(0)
      await expect(onNow(page).getByText('£').first()).toBeVisible()
    }
  })
}

test('a person who thinks of becoming an influencer sees what is left of a price after the fee', async ({
  page,
}) => {
  await page.goto(server.origin)
  await filmIsThere(page)
  const earn = page.getByRole('region', { name: 'What you earn' })
  await expect(earn.getByRole('status')).toHaveText('£270')
  await earn.getByRole('slider', { name: 'Your price for a call' }).press('ArrowRight')
  await expect(earn.getByRole('status')).toHaveText('£324')
  await earn.getByRole('slider', { name: 'Calls a month' }).press('Home')
  await expect(earn.getByRole('status')).toHaveText('£27')
  await expect(earn.getByText('−£3')).toBeVisible()
})

test('the terms have their date and topics', async ({ page }) => {
  await page.goto(`${server.origin}/terms`)
  await expect(page.getByText('Last modified: 23 Aug 2022')).toBeVisible()
  for (const topic of ['Data we collect', 'How we use it', 'Sharing', 'Your rights', 'Review and deletion'])
    await expect(page.getByRole('heading', { name: topic })).toBeVisible()
})

for (const [place, viewport] of Object.entries(PLACES)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`landing, questions and terms have nothing that axe finds wrong, ${colorScheme}, ${place}`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const path of ['/', '/faq', '/terms']) {
        await page.goto(server.origin + path)
        await page.locator('details').evaluateAll(all => {
          for (const one of all) (one as HTMLDetailsElement).open = true
        })
        const rules = colorScheme === 'dark' ? 'colours' : 'all'
        expect(await violationsNow(page, rules), path).toEqual([])
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(wider).toBe(0)
      }
    })
  }
}
