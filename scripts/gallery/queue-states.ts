import type { LiveEvent } from '@parley/contract'
import type { Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { turnOnBoth } from '../../e2e/pages/call-page.ts'
import { type EventPeople, eventPeople } from '../../e2e/support/event-people.ts'
import { type Gallery, type State, visit, windowTakerOf } from './gallery.ts'
import { chat, drawSlides, keepReacting, openChat, write } from './talk-states.ts'

const STARTS_WITHIN_MS = 60_000
/** Time to pay for its places before a line may be opened. */
const OPENS_IN_MS = 12_000

export interface Line {
  people: EventPeople
  host: TestPerson
  fans: TestPerson[]
  event: LiveEvent
}

/** A line of two people who paid; `of` ends their names, so that each state has people of its own. */
export async function openLine(
  gallery: Gallery,
  of: string,
  { inMs, minutes = 2 }: { inMs: number; minutes?: number },
): Promise<Line> {
  const people = eventPeople(gallery.demo.origin)
  const host = await people.influencer(`quinta-${of}`)
  const fans = [await people.fan(`fiona-${of}`), await people.fan(`felix-${of}`)]
  const event = await people.event(host, {
    ...{
      title: minutes === 2 ? 'Two minutes with Quinta' : 'Ten minutes with Quinta',
      duration: minutes * 60,
      duration_display: 2,
      capacity: 5,
      format: 'queue',
      absent: 'refund',
    },
    starts_at: new Date(Date.now() + inMs).toISOString(),
  })
  for (const fan of fans) await people.place(fan, event)
  return { people, host, fans, event }
}

const queueForm: State = {
  name: 'queue form',
  async take(gallery) {
    const host = await gallery.demo.logIn('otto-outfits')
    await visit(gallery, { person: host, path: '/add-event' }, async page => {
      await page.getByRole('radio', { name: /Queue of private turns/ }).check()
      await windowTakerOf(gallery, page, 'otto-outfits')('queue, form', 'whole')
    })
  },
}

/** The same line on the desk of an usher, who may do less. */
async function shootUsher(gallery: Gallery, { people, host, event: { slug } }: Line): Promise<void> {
  const usher = await people.fan('ursula-ushers')
  const crew = { ushers: [usher.username], moderators: [] }
  await people.call(host, `PUT /api/parley/${slug}/event/crew/`, crew)
  await visit(gallery, { person: usher, path: `/queue/${slug}` }, async desk => {
    await desk.getByText('@felix', { exact: false }).first().waitFor()
    await windowTakerOf(gallery, desk, 'usher')('queue, desk', 'whole')
  })
}

const queueBought: State = {
  name: 'queue sheet, ticket, desk, line',
  async take(gallery) {
    const line = await openLine(gallery, 'chess', { inMs: 20 * 60_000 })
    const { slug } = line.event
    const [fiona, felix] = line.fans as [TestPerson, TestPerson]
    await visit(gallery, { person: felix, path: `/live-event/${slug}` }, async page => {
      await page.getByText('You are number 2').waitFor()
      await windowTakerOf(gallery, page, 'fan')('queue, ticket', 'whole')
    })
    const buyer = await line.people.fan('fabia')
    await visit(gallery, { person: buyer, path: `/live-event/${slug}` }, async page => {
      await page.getByRole('button', { name: 'Book event' }).click()
      await page.getByRole('dialog').waitFor()
      await windowTakerOf(gallery, page, 'fan')('queue, what one buys')
    })
    await visit(gallery, { person: fiona, path: `/stream/${line.host.username}/${slug}` }, async page => {
      await windowTakerOf(gallery, page, 'fan')('queue, line')
      await turnOnBoth(page)
      await page.getByRole('button', { name: 'I am ready' }).click()
      await page.getByText(/Put the phone down/).waitFor()
      await windowTakerOf(gallery, page, 'fan')('queue, line, ready')
      await visit(gallery, { person: line.host, path: `/queue/${slug}` }, async desk => {
        await desk.getByText('@felix', { exact: false }).first().waitFor()
        await windowTakerOf(gallery, desk, 'host')('queue, desk', 'whole')
        await shootUsher(gallery, line)
        await desk.getByRole('button', { name: 'Tell everybody in line' }).click()
        await desk.getByRole('dialog').waitFor()
        await windowTakerOf(gallery, desk, 'host')('queue, desk, note')
        await desk.getByRole('button', { name: 'There is a short break now.' }).click()
        await page.getByText('There is a short break now.').waitFor()
        await windowTakerOf(gallery, desk, 'host')('queue, desk, noted', 'whole')
        await windowTakerOf(gallery, page, 'fan')('queue, line, note')
        await desk.getByRole('button', { name: /Move @felix.* far/ }).click()
        await desk.getByLabel('Behind number').fill('9')
        await desk.getByRole('button', { name: 'Move behind this number' }).click()
        await desk.getByText('Nobody else who waits').waitFor()
        await windowTakerOf(gallery, desk, 'host')('queue, desk, move far')
        await desk.keyboard.press('Escape')
        await desk.getByRole('button', { name: /Remove @felix/ }).click()
        await desk.getByRole('dialog').waitFor()
        await windowTakerOf(gallery, desk, 'host')('queue, desk, remove?')
      })
      await page.getByRole('button', { name: 'Leave the line' }).click()
      await page.getByRole('dialog').waitFor()
      await windowTakerOf(gallery, page, 'fan')('queue, leave?')
      await page.getByRole('button', { name: 'Give up my place' }).click()
      await page.getByRole('heading', { name: 'You left the line' }).waitFor()
      await windowTakerOf(gallery, page, 'fan')('queue, left')
    })
  },
}

const queueEarly: State = {
  name: 'queue too early, ushers',
  async take(gallery) {
    const line = await openLine(gallery, 'evening', { inMs: 3 * 3600_000 })
    const { slug } = line.event
    const [fiona, felix] = line.fans as [TestPerson, TestPerson]
    await visit(gallery, { person: fiona, path: `/stream/${line.host.username}/${slug}` }, async page => {
      await turnOnBoth(page)
      await page.getByRole('link', { name: 'Cancel on the event’s page' }).waitFor()
      await windowTakerOf(gallery, page, 'fan')('queue, line too early')
    })
    await visit(gallery, { person: line.host, path: `/live-event/${slug}` }, async page => {
      await page.getByRole('button', { name: 'Ushers' }).click()
      const field = page.getByLabel('Username')
      await field.fill(felix.username)
      await page.getByRole('button', { name: 'Add usher' }).click()
      await page.getByText(`@${felix.username}`).waitFor()
      await field.fill('nobody-has-this-name')
      await page.getByRole('button', { name: 'Add usher' }).click()
      await page.getByText('There is nobody of this name who can be an usher').waitFor()
      await windowTakerOf(gallery, page, 'host')('queue, ushers')
    })
  },
}

/** Both pages of a turn while its two write and react. */
async function shootTurnChat(gallery: Gallery, { host, fan }: { host: Page; fan: Page }): Promise<void> {
  const [takeHost, takeFan] = [windowTakerOf(gallery, host, 'host'), windowTakerOf(gallery, fan, 'fan')]
  await openChat(fan)
  await write(fan, 'Hello! I brought the drawing that I told you about.')
  await host.getByRole('button', { name: 'Open the chat, 1 new line' }).waitFor()
  await takeHost('queue, in turn, a new line')
  await openChat(host)
  await write(host, 'How lovely. Hold it up to the camera!')
  await chat(fan).getByText('How lovely.').waitFor()
  const stop = await keepReacting(fan)
  await host.getByTestId('reactions').getByText('❤️').first().waitFor()
  await takeHost('queue, in turn, chat')
  await takeFan('queue, own turn, chat')
  await stop()
  await host.getByRole('button', { name: 'Rules of the chat' }).click()
  await host.getByRole('dialog').waitFor()
  await takeHost('queue, in turn, rules of the chat')
}

export interface TurnPages {
  host: Page
  fan: Page
  line: Line
}

/** Both pages of a turn of the first in a line; `prepare` changes the browser of each before its page is opened. */
export async function meetInTurn(
  gallery: Gallery,
  { of, prepare: before }: { of: string; prepare?: (page: Page) => Promise<void> },
  view: (pages: TurnPages) => Promise<void>,
): Promise<void> {
  // Long enough for all screenshots, on a slow machine too.
  const line = await openLine(gallery, of, { inMs: OPENS_IN_MS, minutes: 10 })
  const path = `/stream/${line.host.username}/${line.event.slug}`
  const [fiona] = line.fans as [TestPerson]
  const visitor = (person: TestPerson) => ({ person, path, ...(before ? { before } : {}) })
  await visit(gallery, visitor(line.host), async host => {
    await turnOnBoth(host)
    await host.getByText('The first who is ready is called at once').waitFor({ timeout: STARTS_WITHIN_MS })
    await host.getByRole('button', { name: 'Open the line' }).click()
    await visit(gallery, visitor(fiona), async fan => {
      await turnOnBoth(fan)
      await fan.getByRole('button', { name: 'I am ready' }).click()
      for (const page of [host, fan])
        await page.getByTestId('remote-video').waitFor({ timeout: STARTS_WITHIN_MS })
      await view({ host, fan, line })
    })
  })
}

const queueChat: State = {
  name: 'queue chat of a turn',
  take: gallery => meetInTurn(gallery, { of: 'writes' }, pages => shootTurnChat(gallery, pages)),
}

const queueTurn: State = {
  name: 'queue host, called, turn, over',
  async take(gallery) {
    const line = await openLine(gallery, 'live', { inMs: OPENS_IN_MS })
    const { slug } = line.event
    const path = `/stream/${line.host.username}/${slug}`
    const [fiona, felix] = line.fans as [TestPerson, TestPerson]
    const toBeReady = async (page: Page) => {
      await turnOnBoth(page)
      await page.getByRole('button', { name: 'I am ready' }).click()
    }
    await visit(gallery, { person: line.host, path }, async host => {
      const take = windowTakerOf(gallery, host, 'host')
      await take('queue, host before')
      await turnOnBoth(host)
      await host.getByText('The first who is ready is called at once').waitFor({ timeout: STARTS_WITHIN_MS })
      await host.getByRole('button', { name: 'Open the line' }).click()
      await host.getByRole('button', { name: 'Nobody is ready yet' }).waitFor()
      await take('queue, nobody is ready')
      await visit(gallery, { person: fiona, path }, async first => {
        await toBeReady(first)
        await first.getByTestId('remote-video').waitFor({ timeout: STARTS_WITHIN_MS })
        await host.getByTestId('remote-video').waitFor({ timeout: STARTS_WITHIN_MS })
        await visit(gallery, { person: felix, path }, async second => {
          await toBeReady(second)
          await second.getByRole('heading', { name: 'You are next' }).waitFor()
          await windowTakerOf(gallery, second, 'fan')('queue, next')
          await host.getByText(/Next: .*, ready/).waitFor()
          await take('queue, in turn')
          await windowTakerOf(gallery, first, 'fan')('queue, own turn')
          await first.evaluate(drawSlides)
          await first.getByRole('button', { name: 'More', exact: true }).click()
          await first.getByRole('button', { name: 'Text or slides' }).click()
          await host.getByText('shares a screen or a picture').waitFor()
          await take('queue, in turn, seeing a screen')
          await windowTakerOf(gallery, first, 'fan')('queue, own turn, sharing a screen')
          await first.getByRole('button', { name: 'Stop sharing' }).click()
          await host.getByRole('button', { name: 'Pause' }).click()
          await second.getByText(/stands still/).waitFor()
          await windowTakerOf(gallery, second, 'fan')('queue, paused')
          await host.getByRole('button', { name: 'Next', exact: true }).click()
          await first.getByRole('heading', { name: 'Your turn is over' }).waitFor()
          await windowTakerOf(gallery, first, 'fan')('queue, turn over')
          await host.getByRole('button', { name: 'End event' }).click()
          await host.getByRole('dialog').waitFor()
          await take('queue, end?')
          await host.getByRole('button', { name: 'End it now' }).click()
          await host.getByRole('heading', { name: 'The line is over' }).waitFor()
          await take('queue, over')
          await second.getByRole('heading', { name: 'Your turn did not come' }).waitFor()
          await windowTakerOf(gallery, second, 'fan')('queue, not reached')
        })
      })
    })
  },
}

export const queueStates: readonly State[] = [queueForm, queueBought, queueEarly, queueChat, queueTurn]
