import { readFile } from 'node:fs/promises'
import { DAY_MS, MINUTE_MS } from '@parley/contract'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { violationsInThemes } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { type EventPeople, eventPeople } from './support/event-people.ts'
import { logIn } from './support/log-in.ts'
import { type SharedServer, test } from './support/shared-server.ts'
import { expectUncovered } from './support/uncovered.ts'

/** A whole minute in a month; the server accepts dates of the next year. */
const startMs = Math.floor((Date.now() + 30 * DAY_MS) / MINUTE_MS) * MINUTE_MS
const START = new Date(startMs).toISOString()
const later = (minutes: number) => new Date(startMs + minutes * MINUTE_MS).toISOString()
/** A time as calendar files write it. */
const stamp = (iso: string) => iso.replace(/[-:]|\.\d{3}/g, '')

let server: SharedServer
let people: EventPeople
let nora: TestPerson
let fred: TestPerson

test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  people = eventPeople(server.origin)
  nora = await people.influencer('nora')
  fred = await people.fan('fred')
  await people.event(nora, { title: 'Openings; for all', duration: 3600, starts_at: START })
})

async function open(
  browser: Browser,
  path: string,
  as: TestPerson | null = null,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width: 390, height: 844 },
    permissions: ['clipboard-read', 'clipboard-write', 'camera', 'microphone'],
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  if (as) await logIn(page, as)
  await page.goto(path)
  return { page, context }
}

test('a link is copied, shown as a QR code and shared with another app; the sheet opens with the tap', async ({
  browser,
}) => {
  const { page, context } = await open(browser, '/login')
  await page.addInitScript(() => {
    const shared: unknown[] = []
    Object.assign(window, { shared })
    navigator.share = async what => void shared.push(what)
  })
  const files: string[] = []
  page.on('request', request => files.push(request.url()))
  await page.goto('/profile/nora')
  const button = page.getByRole('button', { name: 'Share' })
  await button.focus()
  expect(files.filter(url => url.includes('share-sheet'))).toEqual([])
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Share' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await sheet.getByRole('button', { name: 'Copy' }).click()
  await expect(sheet.getByText('Copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.origin}/profile/nora`)
  await sheet.getByRole('button', { name: 'Send with an app' }).click()
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toEqual([
    { title: 'Test Person on Parley', url: `${server.origin}/profile/nora` },
  ])
  expect(await violationsInThemes(page, 'all')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(button).toBeFocused()
  await context.close()
})

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36'

test('Back of an Android phone closes a sheet and the menu', async ({ browser }) => {
  const context = await browser.newContext({
    baseURL: server.origin,
    userAgent: ANDROID,
    reducedMotion: 'reduce',
  })
  // A desktop's Chromium has no Back that asks for this: the test does what Back does, once for each press.
  await context.addInitScript(() => {
    const open = new Set<{ onclose?: () => void }>()
    Object.assign(window, {
      CloseWatcher: class {
        onclose?: () => void
        constructor() {
          open.add(this)
        }
        destroy = () => open.delete(this)
      },
      pressBack: () => {
        const newest = [...open].at(-1)
        if (newest) open.delete(newest)
        newest?.onclose?.()
        return newest !== undefined
      },
    })
  })
  const page = await context.newPage()
  await page.goto('/profile/nora')
  const pressBack = () => page.evaluate(() => Reflect.get(window, 'pressBack')())
  for (const name of ['Share', 'Menu', 'Share']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    expect(await pressBack()).toBe(true)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await pressBack()).toBe(false)
  }
  await context.close()
})

test('in German the sheet is not wider than the smallest phone, and its close and copy buttons are in the window', async ({
  browser,
}) => {
  const { page, context } = await open(browser, '/profile/nora')
  await context.addCookies([{ name: 'parley_language', value: 'de', url: server.origin }])
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await page.reload()
    await page.getByRole('button', { name: 'Teilen' }).click()
    const sheet = page.getByRole('dialog', { name: 'Teilen' })
    await expectUncovered(page, [
      sheet.getByRole('heading', { name: 'Teilen' }),
      sheet.getByRole('button', { name: 'Schließen' }),
      sheet.getByRole('button', { name: 'Kopieren' }),
    ])
    expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  }
  await context.close()
})

async function savedCalendar(page: Page): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('parley.ics')
  return (await readFile(await download.path(), 'utf8')).replaceAll('\r\n ', '')
}

test('a dated event can be added to a calendar', async ({ browser }) => {
  const { page, context } = await open(browser, '/live-event/openings-for-all')
  await page.getByRole('button', { name: 'Share' }).click()
  const file = await savedCalendar(page)
  expect(file).toContain(`DTSTART:${stamp(START)}\r\nDTEND:${stamp(later(60))}\r\n`)
  expect(file).toContain('SUMMARY:Openings\\; for all\r\n')
  expect(file).toContain(`URL:${server.origin}/live-event/openings-for-all\r\n`)
  await context.close()
})

test('who has paid for a place adds its date to a calendar, or to Google where no file is saved', async ({
  browser,
}) => {
  const starts_at = new Date(startMs + DAY_MS).toISOString()
  const event = await people.event(nora, { title: 'Endings', duration: 1800, starts_at })
  await people.place(fred, event)
  const { page, context } = await open(browser, `/live-event/${event.slug}`, fred)
  await expect(page.getByRole('heading', { name: 'Your place is paid' })).toBeVisible()
  expect(await savedCalendar(page)).toContain(`DTSTART:${stamp(starts_at)}\r\n`)
  const google = await page.getByRole('link', { name: 'Add to Google Calendar' }).getAttribute('href')
  expect(new URL(google ?? '').searchParams.get('text')).toBe('Endings')
  await context.close()
})

test('a dated call can be added to a calendar once it is paid', async ({ browser }) => {
  const timeRange = { start: START, end: later(30) }
  const booked = await people.book(fred, nora, { timeRange })
  const intent = (await people.pay(fred, booked.body)).body
  await people.confirm(intent)
  const back = { paymentIntentId: intent.payment_intent }
  await people.call(fred, 'POST /api/parley/parley_request/payment-intent/', back)
  const { page, context } = await open(browser, '/profile/nora', fred)
  const file = await savedCalendar(page)
  expect(file).toContain(`DTSTART:${stamp(START)}\r\nDTEND:${stamp(later(30))}\r\n`)
  expect(file).toContain('SUMMARY:Video call with @nora\r\n')
  expect(file).toContain(`/chat/${booked.body.slug}\r\n`)
  await context.close()
})

/** A louder sound for the microphone: the browser's fake one is too quiet beside its camera. */
function speak(): void {
  const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async wanted => {
    const stream = await original(wanted)
    const context = new AudioContext()
    const tone = context.createOscillator()
    const spoken = context.createMediaStreamDestination()
    tone.connect(spoken)
    tone.start()
    return new MediaStream([...stream.getVideoTracks(), ...spoken.stream.getAudioTracks()])
  }
}

/** A camera in a room where the only lamp can be switched on by a click anywhere. */
function darken(): void {
  const original = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async wanted => {
    const stream = await original(wanted)
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 })
    const paint = canvas.getContext('2d')
    let grey = 30
    addEventListener('click', () => {
      grey = 120
    })
    setInterval(() => {
      if (!paint) return
      // Each frame differs a little: a canvas that does not change gives no frames.
      paint.fillStyle = `rgb(${grey + (Date.now() % 2)} ${grey} ${grey})`
      paint.fillRect(0, 0, 320, 240)
    }, 100)
    return new MediaStream([...canvas.captureStream(10).getVideoTracks(), ...stream.getAudioTracks()])
  }
}

test('the device check says that a picture is dark, and takes it back when a lamp is on', async ({
  browser,
}) => {
  const { page, context } = await open(browser, '/device-check')
  await page.addInitScript(darken)
  await page.reload()
  await page.getByRole('button', { name: 'Test camera and microphone' }).click()
  await expect(page.getByText('your picture is dark')).toBeVisible()
  await page.getByRole('heading').first().click()
  await expect(page.getByText('Your camera works.')).toBeVisible()
  await expect(page.getByText('your picture is dark')).toBeHidden()
  await context.close()
})

test('an influencer is led through the checklist, which disappears when it is done', async ({ browser }) => {
  const { page, context } = await open(browser, '/login')
  await page.addInitScript(speak)
  await logIn(page, nora)
  await page.goto('/profile/nora')
  const list = page.getByRole('region', { name: 'Ready for bookings' })
  await expect(list).toContainText('2 of 6 done')
  await list.getByRole('link', { name: 'Test' }).click()
  await page.getByRole('button', { name: 'Test camera and microphone' }).click()
  await expect(page.getByText('Your camera works.')).toBeVisible()
  await expect(page.getByText('You are ready for a call.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to your profile' }).click()
  await expect(list).toContainText('3 of 6 done')
  await list.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
  await page.keyboard.press('Escape')
  await expect(list).toContainText('4 of 6 done')
  await list.getByRole('button', { name: 'Choose' }).click()
  await page.getByLabel('Description').fill('Bring a game you lost, and we find the move that turned it.')
  await page.getByLabel('Category').selectOption('Games')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Profile Saved')).toBeVisible()
  await expect(list).toBeHidden()
  await context.close()
})

test('without a network a page says so; only the offline page and files named by their content are kept', async ({
  browser,
}) => {
  const { page, context } = await open(browser, '/profile/nora', fred)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Test Person' })).toBeVisible()
  await context.setOffline(true)
  await page.goto('/faq')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return lists.flat().map(request => new URL(request.url).pathname)
  })
  expect(kept).toContain('/offline.html')
  expect(kept.filter(path => path !== '/offline.html' && !path.startsWith('/assets/'))).toEqual([])
  await expect(page.getByRole('link', { name: 'Try again' })).toHaveAttribute('href', '')
  // The page reloads by itself as soon as there is a network.
  await context.setOffline(false)
  await expect(page).toHaveURL(`${server.origin}/faq`)
  await expect(page.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
  await context.close()
})

test('without a network the offline page has the visitor’s language, in a call too', async ({ browser }) => {
  for (const [locale, cookie, heading] of [
    ['de-AT', null, 'Keine Verbindung'],
    ['en-GB', 'de', 'Keine Verbindung'],
    ['de-DE', 'en', 'No connection'],
  ] as const) {
    const context = await browser.newContext({ baseURL: server.origin, locale })
    const page = await context.newPage()
    await page.goto('/faq')
    await pageReady(page)
    if (cookie) await context.addCookies([{ name: 'parley_language', value: cookie, url: server.origin }])
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await context.setOffline(true)
    await page.goto('/chat/some-call')
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    await context.close()
  }
})

test('a changed price is on the page at the next visit, with the service worker active', async ({
  browser,
}) => {
  const { page, context } = await open(browser, '/profile/nora')
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await people.call(nora, 'PATCH /api/influencer/nora/', { main_session: { amount: '77.00' } })
  // The server checks the version of a page once a second.
  await expect(async () => {
    await page.reload()
    // Only until the next reload: an old page does not change by itself.
    await expect(page.getByText('£77.00').first()).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 90_000 })
  await context.close()
})
