import type { QueueShown } from '@parley/contract/live/queue'
import { HOUR_MS } from '@parley/contract/time-units'
import type { Page } from '@playwright/test'
import type { TestPerson } from '../../apps/server/src/testing/api-caller.ts'
import { turnOnBoth } from '../../e2e/pages/call-page.ts'
import { type Gallery, type State, takerOf, visit, windowTakerOf } from './gallery.ts'
import { openLine } from './queue-states.ts'

const STARTS_WITHIN_MS = 60_000
/** The page polls its line every fifteen seconds. */
const TURN_WITHIN = { timeout: 40_000 }
const OPENS_IN_MS = 15_000
/** After this long a fan who does not confirm again does not count as ready any more. */
const LAPSES_AFTER_MS = 11 * 60_000

type You = NonNullable<QueueShown['you']>
/** `laterMs`: the server's time moves on by as much, for the page. */
type SetTurn = (change: Partial<You>, laterMs?: number) => void

/**
 * Replaces the state of a fan's turn that the server sends: no state lasts long enough for screenshots, and some need
 * ten minutes. The replaced state has a later time than every real one.
 */
async function mockTurn(page: Page): Promise<SetTurn> {
  let change: Partial<You> = {}
  let aheadMs = HOUR_MS
  await page.route(/\/api\/parley\/[^/]+\/queue\/$/, async route => {
    const answer = await route.fetch()
    const line = (await answer.json()) as QueueShown
    const now = new Date(Date.parse(line.now) + aheadMs).toISOString()
    const json = { ...line, now, state: 'running', you: { ...line.you, ...change } }
    await route.fulfill({ response: answer, json })
  })
  await page.route(/\/api\/parley\/[^/]+\/queue\/ready\/$/, async route => {
    change = { ...change, ready: true }
    const answer = await route.fetch()
    const line = (await answer.json()) as QueueShown
    const now = new Date(Date.parse(line.now) + aheadMs).toISOString()
    await route.fulfill({
      response: answer,
      json: { ...line, now, state: 'running', you: { ...line.you, ...change } },
    })
  })
  return (next, laterMs = 0) => {
    change = next
    aheadMs += laterMs
  }
}

/** In the page: removes the devices. */
function loseDevices(): void {
  const none = () => Promise.reject(new DOMException('There is none', 'NotFoundError'))
  navigator.mediaDevices.getUserMedia = none
  for (const video of document.querySelectorAll('video')) {
    for (const track of (video.srcObject as MediaStream | null)?.getTracks() ?? []) {
      track.stop()
      track.dispatchEvent(new Event('ended'))
    }
  }
}

interface Shown {
  title: string
  change: Partial<You>
  /** Words that only this state shows. */
  proof: string
}

const WAITS = { state: 'waiting', ahead: 0 } as const
const SETBACKS: readonly (Shown & { after: You['state'] })[] = [
  {
    title: 'missed',
    after: 'called',
    change: { ...WAITS, ready: false },
    proof: 'You were called and did not come',
  },
  {
    title: 'dropped',
    after: 'in_turn',
    change: { ...WAITS, ready: false },
    proof: 'Your connection broke off',
  },
  {
    title: 'host lost',
    after: 'in_turn',
    change: { ...WAITS, ready: true },
    proof: 'The connection of the host',
  },
]
const ENDS: readonly Shown[] = [
  {
    title: 'skipped, absent',
    change: { state: 'skipped', why: 'absent', back: 'all' },
    proof: 'You were not there when you were called:',
  },
  {
    title: 'skipped, absent, nothing back',
    change: { state: 'skipped', why: 'absent', back: 'none' },
    proof: 'at this event the £',
  },
  {
    title: 'skipped by hand',
    change: { state: 'skipped', why: 'not_their_doing', back: 'all' },
    proof: 'The host or an usher skipped you',
  },
  { title: 'served', change: { state: 'served', back: 'none' }, proof: 'You had all of your time' },
  {
    title: 'left, nothing back',
    change: { state: 'left', back: 'none' },
    proof: 'This event keeps the money',
  },
]

const setbacks: State = {
  name: 'queue: lapsed, called, missed, dropped, host lost, skipped, served',
  async take(gallery) {
    const line = await openLine(gallery, 'setbacks', { inMs: 20 * 60_000 })
    const path = `/stream/${line.host.username}/${line.event.slug}`
    const [fiona] = line.fans as [TestPerson]
    let setTurn: SetTurn = () => undefined
    const before = async (page: Page) => {
      setTurn = await mockTurn(page)
    }
    await visit(gallery, { person: fiona, path, before }, async page => {
      const take = windowTakerOf(gallery, page, 'fan')
      const ready = page.getByRole('button', { name: 'I am ready' })
      await turnOnBoth(page)
      await ready.click()
      await page.getByText(/Put the phone down/).waitFor()
      for (const { title, after, change, proof } of SETBACKS) {
        setTurn({ state: after, ready: true, ahead: 0 })
        await page.getByRole('heading', { name: 'It is your turn!' }).waitFor(TURN_WITHIN)
        if (after === 'called') await take('queue, called')
        setTurn(change)
        await page.getByText(proof).waitFor(TURN_WITHIN)
        await take(`queue, ${title}`)
        if (!change.ready) await ready.click()
      }
      await page.evaluate(loseDevices)
      setTurn({ ...WAITS, ready: false }, LAPSES_AFTER_MS)
      await page.getByText('has not said for ten minutes').waitFor(TURN_WITHIN)
      await take('queue, lapsed')
      for (const { title, change, proof } of ENDS) {
        setTurn(change)
        await page.getByText(proof).waitFor(TURN_WITHIN)
        await take(`queue, ${title}`)
      }
    })
  },
}

/** A fan whose page cannot connect to the room of their turn: called twice, and skipped. */
const absent: State = {
  name: 'queue: host calls, desk with who missed and who was skipped',
  async take(gallery) {
    const line = await openLine(gallery, 'absent', { inMs: OPENS_IN_MS })
    const path = `/stream/${line.host.username}/${line.event.slug}`
    const [fiona] = line.fans as [TestPerson]
    const before = (page: Page) => page.routeWebSocket(/\/(video|rtc)\//, () => undefined)
    await visit(gallery, { person: fiona, path, before }, async fan => {
      await turnOnBoth(fan)
      await fan.getByRole('button', { name: 'I am ready' }).click()
      await fan.getByText(/Put the phone down/).waitFor()
      await visit(gallery, { person: line.host, path }, async host => {
        await turnOnBoth(host)
        await host
          .getByText('The first who is ready is called at once')
          .waitFor({ timeout: STARTS_WITHIN_MS })
        await host.getByRole('button', { name: 'Open the line' }).click()
        await host.getByText('Calling @').first().waitFor(TURN_WITHIN)
        await windowTakerOf(gallery, host, 'host')('queue, host calls')
        await fan.getByText('You were called and did not come').waitFor({ timeout: STARTS_WITHIN_MS })
        await shootLateDesk(gallery, { host: line.host, slug: line.event.slug, fan })
      })
    })
  },
}

async function shootLateDesk(
  gallery: Gallery,
  { host, slug, fan }: { host: TestPerson; slug: string; fan: Page },
): Promise<void> {
  await visit(gallery, { person: host, path: `/queue/${slug}` }, async desk => {
    const take = takerOf(gallery, desk, 'host')
    await desk.getByText('Missed the call').waitFor()
    await take('queue, desk, missed')
    await fan.getByRole('button', { name: 'I am ready' }).click()
    await desk.getByText('Skipped').waitFor({ timeout: STARTS_WITHIN_MS })
    await take('queue, desk, skipped')
  })
}

export const lineStates: readonly State[] = [setbacks, absent]
