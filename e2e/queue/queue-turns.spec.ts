import { expect, type Page, test } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { turnOnBoth } from '../pages/call-page.ts'
import { StreamPage } from '../pages/stream-page.ts'
import { violationsNow } from '../support/axe.ts'
import { type EventPeople, eventPeople } from '../support/event-people.ts'
import { expectMoving } from '../support/moving-picture.ts'
import { openServer, type Somebody } from '../support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let people: EventPeople
let ivy: TestPerson
let fans: TestPerson[]
let everybody: Somebody[]

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
/** Time for two places to be paid before the line may be opened. */
const STARTS_IN_MS = 15_000
const MEETS_WITHIN_MS = 45_000
/** The connection to a room of calls, of the embedded media or of LiveKit; that of the page to the server is another. */
const ROOM = /\/(video\/|rtc[/?])/

test('a host meets two fans one after the other: the first by Next, the second to the end of the line', async () => {
  const [host, fred, gina] = everybody.map(({ page }) => page) as [Page, Page, Page]
  const event = await people.event(ivy, {
    // Long turns: a slow machine looks at the second before it is over by itself.
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
  for (const page of [fred, gina]) {
    await page.goto(path)
    await turnOnBoth(page)
    await page.getByRole('button', { name: 'I am ready' }).click()
    await expect(page.getByText(/You may put the phone away/)).toBeVisible()
  }
  await host.goto(path)
  await turnOnBoth(host)
  // It may be pressed from the start of the event on, and no press before counts.
  const openLine = host.getByRole('button', { name: 'Open the line' })
  await expect(openLine).not.toHaveAttribute('aria-disabled', 'true', { timeout: MEETS_WITHIN_MS })
  await openLine.click()
  await expect(openLine).toBeHidden()

  const [withFred, withGina] = [new StreamPage(fred, 'viewer'), new StreamPage(gina, 'viewer')]
  const met = new StreamPage(host, 'viewer')
  await expectMoving(() => withFred.framesShown(), MEETS_WITHIN_MS)
  await expectMoving(() => met.framesShown(), MEETS_WITHIN_MS)
  await expect(gina.getByRole('heading', { name: /You are (next|number 2)/ })).toBeVisible()
  expect(await withGina.framesShown()).toBe(0)
  await expect(host.getByText('Next: @gina, number 2, ready')).toBeVisible()
  // She waits connected in the room of her own turn, and is let in when it begins.
  await expect.poll(() => roomsOfGina.length, { timeout: MEETS_WITHIN_MS }).toBeGreaterThan(0)
  await accessible(host)
  await accessible(fred)

  const used = (index: number) => async () =>
    (await people.request(fans[index] as TestPerson, places[index]?.slug ?? '')).used_duration
  await expect.poll(used(0)).toBeGreaterThanOrEqual(2)
  await host.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(fred.getByRole('heading', { name: 'Your turn is over' })).toBeVisible()
  await expect(fred.getByText(/goes back to your card by itself, to the second/)).toBeVisible()
  await expectMoving(() => withGina.framesShown(), MEETS_WITHIN_MS)
  await expect(host.getByText('@gina', { exact: true })).toBeVisible()

  await expect.poll(used(1)).toBeGreaterThanOrEqual(2)
  await host.getByRole('button', { name: 'End event' }).click()
  await expect(host.getByRole('dialog')).toContainText('What is left of the turn of @gina goes back to them.')
  await host.getByRole('button', { name: 'End it now' }).click()
  await expect(host.getByRole('heading', { name: 'The line is over' })).toBeVisible()
  await expect(gina.getByRole('heading', { name: 'Your turn is over' })).toBeVisible()
  for (const [index, place] of places.entries()) {
    const status = async () => (await people.request(fans[index] as TestPerson, place.slug)).payment.status
    await expect.poll(status).toBe('partly_refunded')
  }
  expect(everybody.flatMap(({ errors }) => errors.splice(0))).toEqual([])
})
