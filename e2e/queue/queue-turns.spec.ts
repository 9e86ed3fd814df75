import { expect, type Page, test } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { StreamPage } from '../pages/stream-page.ts'
import { violationsNow } from '../support/axe.ts'
import { drawScreen, shapeOf, wordsAbove } from '../support/draw-screen.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { expectMoving } from '../support/moving-video.ts'
import { openServer, type PersonBrowser } from '../support/two-people.ts'
import { expectUncovered } from '../support/uncovered.ts'

let server: Awaited<ReturnType<typeof openServer>>
let people: EventPeople
let ivy: TestPerson
let fans: TestPerson[]
let everybody: PersonBrowser[]

test.beforeAll(async () => {
  server = await openServer()
  people = eventPeople(server.origin)
  ivy = await people.influencer('ivy')
  fans = [await people.fan('fred'), await people.fan('gina')]
  everybody = [
    await people.openPage(ivy, 'phone'),
    ...(await Promise.all(fans.map(fan => people.openPage(fan, 'phone')))),
  ]
  for (const { page } of everybody) {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
  }
})
test.afterAll(async () => {
  for (const somebody of everybody ?? []) await somebody.browser.close()
  await server?.close()
})

const accessible = async (page: Page) => expect(await violationsNow(page)).toEqual([])
const chat = (page: Page) => page.getByRole('complementary', { name: 'Chat' })
/** On a phone upright and on its side, and on a small one. */
const PHONES = [
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 390, height: 700 },
]
/** While the host writes: what the evening needs is there, in every size of a phone. */
async function expectHostControls(host: Page): Promise<void> {
  const button = (name: string | RegExp) => host.getByRole('button', { name })
  for (const size of PHONES) {
    await host.setViewportSize(size)
    await expectUncovered(host, [
      host.getByRole('link', { name: 'Leave the line' }),
      host.getByRole('link', { name: / waits? Opens in a new tab$/ }),
      host.getByRole('timer', { name: 'Time left' }),
      button('Something is wrong'),
      button(/^Your picture/),
      host.getByRole('button', { name: 'Next', exact: true }),
      button('Pause'),
      button('Camera and sound'),
      button('End event'),
      chat(host).getByRole('textbox'),
    ])
  }
}
const openChat = (page: Page) => page.getByRole('button', { name: 'Open the chat', exact: true })
/** Time to pay for two places before the line may be opened. */
const STARTS_IN_MS = 15_000
const MEETS_WITHIN_MS = 60_000
/**
 * Addresses of sockets of video rooms, of the embedded media or of LiveKit; the page's socket to the server is another
 * one.
 */
const ROOM = /\/(video\/|rtc[/?])/

test('without a mouse a host meets two fans one after the other: the first by Next, the second to the end of the line', async () => {
  const [host, fred, gina] = everybody.map(({ page }) => page) as [Page, Page, Page]
  const event = await people.event(ivy, {
    // The turns are long, so that the second is still running when a slow machine reads its page.
    ...{ title: 'Ten minutes each', amount: '60.00', duration: 600, capacity: 2 },
    ...{ format: 'queue', absent: 'refund' },
    starts_at: new Date(Date.now() + STARTS_IN_MS).toISOString(),
  })
  const places = [
    await people.place(fans[0] as TestPerson, event),
    await people.place(fans[1] as TestPerson, event),
  ]
  const path = `/stream/ivy/${event.slug}`
  const roomsOfGina: string[] = []
  gina.on('websocket', socket => ROOM.test(socket.url()) && roomsOfGina.push(socket.url()))
  const [hosts, freds, ginas] = [keyboardOf(host), keyboardOf(fred), keyboardOf(gina)]
  for (const [keys, page] of [
    [freds, fred],
    [ginas, gina],
  ] as const) {
    await page.goto(path)
    await keys.press(page.getByRole('button', { name: 'Turn on camera and microphone' }))
    await keys.press(page.getByRole('button', { name: 'I am ready' }))
    await expect(page.getByText(/Put the phone down/)).toBeVisible()
  }
  // A phone that reloads the page in her pocket: she is called as she is, so her devices are open again.
  await gina.reload()
  await expect(gina.getByText(/Put the phone down/)).toBeVisible()
  // What a screen reader reads of a place in line.
  await expect(fred.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "You are number 1" [level=1]
      - list:
        - listitem: Your camera works.
      - button "I am ready" [pressed]
  `)
  await host.goto(path)
  await hosts.press(host.getByRole('button', { name: 'Turn on camera and microphone' }))
  // It may be pressed from the start of the event on, and no press before counts.
  const openLine = host.getByRole('button', { name: 'Open the line' })
  await expect(openLine).not.toHaveAttribute('aria-disabled', 'true', { timeout: MEETS_WITHIN_MS })
  await hosts.press(openLine)
  await expect(openLine).toBeHidden()

  const [withFred, withGina] = [new StreamPage(fred, 'viewer'), new StreamPage(gina, 'viewer')]
  const met = new StreamPage(host, 'viewer')
  await expectMoving(() => withFred.framesShown(), MEETS_WITHIN_MS)
  await expectMoving(() => met.framesShown(), MEETS_WITHIN_MS)
  // She was the second in line with one person before her until his turn began.
  await expect(gina.getByRole('heading', { name: 'You are next' })).toBeFocused()
  await expect(gina.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "You are next" [level=1]
      - paragraph: "Keep this page open: we call you with sound when it is your turn."
      - status: You are connected to the line.
      - link "Back to the event"
      - button "Leave the line"
  `)
  await expect(gina.getByRole('main').locator('[aria-live="polite"]')).toHaveText(/^You are next/)
  await expect(gina).toHaveTitle('You are next · Parley')
  expect(await withGina.framesShown()).toBe(0)
  await expect(host.getByText('Next: @gina, number 2, ready')).toBeVisible()
  // She waits connected in the room of her own turn, and enters when the turn begins.
  await expect.poll(() => roomsOfGina.length, { timeout: MEETS_WITHIN_MS }).toBeGreaterThan(0)
  for (const page of [host, fred, gina]) await accessible(page)
  await expect(fred.getByRole('heading', { name: '@ivy' })).toBeFocused()
  await expect(fred.locator('[aria-live="assertive"]')).toHaveText('You see @ivy now.')

  // What a screen reader reads of a turn, and of the host's bar during it.
  await expect(fred.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - paragraph: You see @ivy now.
      - timer "Time left"
      - heading "@ivy" [level=1]
      - status: Connected
      - button /Your picture, bottom right/
      - 'button "Safety: @ivy"'
      - button "Ask @ivy for a keepsake"
      - group "Call controls":
        - button "Mute microphone"
        - button "Turn camera off"
        - button "Open the chat"
        - button "More"
        - button "End call"
  `)
  await expect(host.getByRole('region', { name: 'The line' })).toMatchAriaSnapshot(`
    - region "The line":
      - status: "Next: @gina, number 2, ready"
      - button "Next"
      - paragraph: Ends this turn now. What is left of it goes back to @fred.
      - button "Open the chat"
      - button "Pause"
      - button "Camera and sound"
      - button "End event"
  `)

  // The button that opened the line is the one that is pressed all evening: it kept the focus.
  const next = host.getByRole('button', { name: 'Next', exact: true })
  await expect(next).toBeFocused()

  // Both write in the turn.
  await freds.press(openChat(fred))
  await expect(chat(fred).getByRole('textbox', { name: 'Write a line' })).toBeFocused()
  await fred.keyboard.type('Hello from Fred')
  await fred.keyboard.press('Enter')
  await hosts.press(host.getByRole('button', { name: 'Open the chat, 1 new line' }))
  await expect(chat(host)).toContainText('@fredHello from Fred')
  await host.keyboard.type('Hello Fred')
  await host.keyboard.press('Enter')
  await expect(chat(fred)).toContainText('@ivyHostHello Fred')
  await expectHostControls(host)
  await freds.press(chat(fred).getByRole('button', { name: 'Applaud' }))
  await expect(host.getByTestId('reactions')).toContainText('👏')
  for (const page of [host, fred]) {
    await accessible(page)
    await page.keyboard.press('Escape')
    await expect(openChat(page)).toBeFocused()
  }

  await fred.evaluate(drawScreen)
  await freds.press(fred.getByRole('button', { name: 'More', exact: true }))
  await freds.press(fred.getByRole('button', { name: 'Text or slides' }))
  await expect(met.words('@fred shares a screen or a picture')).toBeVisible()
  await expect.poll(() => shapeOf(host), { timeout: MEETS_WITHIN_MS }).toBe(2)
  expect(await wordsAbove(host, met.words('@fred shares a screen or a picture'))).toBeGreaterThanOrEqual(0)
  // A keepsake is of two cameras: neither may ask for one of a window.
  for (const page of [host, fred])
    await expect(page.getByRole('button', { name: /for a keepsake$/ })).toBeHidden()
  await accessible(fred)

  const used = (index: number) => async () =>
    (await people.request(fans[index] as TestPerson, places[index]?.slug ?? '')).used_duration
  await expect.poll(used(0)).toBeGreaterThanOrEqual(2)
  // A line that is not finished when the turn ends goes to nobody.
  await hosts.press(openChat(host))
  await host.keyboard.type('Half a line to Fred')
  await hosts.press(next)
  await expect(fred.getByRole('heading', { name: 'Your turn is over' })).toBeFocused()
  // One of two sentences: the sum is in it as soon as the server has counted it.
  const goesBack = /^What was not used of your turn goes back to your card by itself, to the second\.$/
  const sumGoesBack =
    /^£\d+\.\d\d of £\d+\.\d\d go back to your card by itself: what was not used of your turn, to the second\.$/
  await expect(fred.getByText(goesBack).or(fred.getByText(sumGoesBack))).toBeVisible()
  await freds.press(fred.getByRole('button', { name: 'Good', exact: true }))
  await expect(fred.getByText('Thank you for telling us.')).toBeVisible()
  await accessible(fred)
  await expectMoving(() => withGina.framesShown(), MEETS_WITHIN_MS)
  await expect(host.getByText('@gina', { exact: true })).toBeVisible()
  // Nothing of the first fan's window is left.
  await expect(met.words('shares a screen or a picture')).toHaveCount(0)
  await expectMoving(() => met.framesShown(), MEETS_WITHIN_MS)
  // Nor of what was written to him.
  for (const [keys, page] of [
    [hosts, host],
    [ginas, gina],
  ] as const) {
    await expect(chat(page)).toBeHidden()
    await keys.press(openChat(page))
    await expect(chat(page).getByRole('list')).toHaveText('Nobody has written yet.')
    await expect(chat(page).getByRole('textbox')).toHaveValue('')
  }
  await gina.keyboard.type('Hello from Gina')
  await gina.keyboard.press('Enter')
  await expect(chat(host).getByRole('list')).toHaveText('@ginaHello from Gina')
  for (const page of [host, gina]) await page.keyboard.press('Escape')

  await expect.poll(used(1)).toBeGreaterThanOrEqual(2)
  await hosts.press(host.getByRole('button', { name: 'End event' }))
  await expect(host.getByRole('dialog')).toContainText('What is left of the turn of @gina goes back to them.')
  await hosts.press(host.getByRole('button', { name: 'End it now' }))
  await expect(host.getByRole('heading', { name: 'The line is over' })).toBeFocused()
  const about = host.getByRole('region', { name: 'How was the call with @gina?' })
  await hosts.press(about.getByRole('button', { name: 'Not good' }))
  await hosts.press(about.getByRole('button', { name: 'The sound' }))
  await expect(about.getByText('Thank you for telling us.')).toBeVisible()
  await accessible(host)
  await expect(gina.getByRole('heading', { name: 'Your turn is over' })).toBeFocused()
  for (const [index, place] of places.entries()) {
    const status = async () => (await people.request(fans[index] as TestPerson, place.slug)).payment.status
    await expect.poll(status).toBe('partly_refunded')
  }
  expect(everybody.flatMap(({ errors }) => errors.splice(0))).toEqual([])
})
