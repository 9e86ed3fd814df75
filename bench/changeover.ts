/**
 * How long the change from one fan of a line to the next takes: from the host's Next, or from the zero of a turn that
 * runs out by itself, to the next fan's first frame, on both sides, in three Chromiums. Prints two tables for each
 * available video provider.
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { QueueShown } from '@parley/contract'
import type { Page } from '@playwright/test'
import {
  LIVEKIT_KEYS,
  livekitServer,
  WEBHOOK_PATH,
} from '../apps/server/src/providers/video-livekit/testing/livekit-server.ts'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { serverProcess } from '../apps/server/src/testing/server-process.ts'
import { findServerProgram } from '../apps/server/src/testing/server-programs.ts'
import { turnOnBoth } from '../e2e/pages/call-page.ts'
import { type EventPeople, eventPeople } from '../e2e/support/event-people.ts'
import type { PersonBrowser } from '../e2e/support/two-people.ts'
import { type WatchedWindow, watchPage } from './support/page-watch.ts'
import { inMs, quantile } from './support/quantiles.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10)
/** Time to pay for two places before the line may be opened. */
const STARTS_IN_MS = 12_000
const WITHIN_MS = 60_000
/** A turn lasts minutes. `BENCH_TURN_SECONDS=1` presses Next as soon as it began. */
const TURN_LASTS_MS = Number(process.env.BENCH_TURN_SECONDS ?? 8) * 1000
/** The shortest turn that an event may sell. */
const WHOLE_TURN_SECONDS = 30

type EndsBy = 'next' | 'zero'
/** `BENCH_ENDS=next` leaves out the turns that run out by themselves. */
const ENDS: readonly EndsBy[] = process.env.BENCH_ENDS === 'next' ? ['next'] : ['next', 'zero']

interface Change {
  /** The server has answered the press; null where nobody presses. */
  answeredMs: number | null
  /** The next fan's page says that it is their turn. */
  calledMs: number
  /** The next fan sees the host, and the host sees the next fan. */
  fanSeesMs: number
  hostSeesMs: number
}

/** When this page shows the first frame of the other person after a moment. */
async function firstFrameAfter(page: Page, sinceMs: number): Promise<number> {
  const found = await page.waitForFunction(
    since => (window as unknown as WatchedWindow).noted.framesMs.find(atMs => atMs >= since),
    sinceMs,
    { timeout: WITHIN_MS, polling: 20 },
  )
  return (await found.jsonValue()) ?? Number.NaN
}

interface People {
  people: EventPeople
  host: { person: TestPerson; page: Page }
  fans: { person: TestPerson; page: Page }[]
}

/** Ends the line, with its current version. */
async function end(people: EventPeople, host: TestPerson, slug: string): Promise<void> {
  const path = `/api/parley/${slug}/queue/` as const
  for (;;) {
    const { version } = (await people.call<QueueShown>(host, `GET ${path}`)).body
    const { status } = await people.call(host, `POST ${path}end/`, { version })
    if (status === 200) return
    if (status !== 409) throw new Error(`the line was not ended: ${status}`)
  }
}

/** Presses Next some seconds into a turn of minutes. */
async function pressNext(page: Page) {
  const next = page.getByRole('button', { name: 'Next', exact: true })
  await next.and(page.locator(':not([aria-disabled])')).waitFor({ timeout: WITHIN_MS })
  await setTimeout(TURN_LASTS_MS)
  const answered = page.waitForResponse(response => response.url().endsWith('/queue/next/'))
  const sinceMs = Date.now()
  await next.click()
  await answered
  return { sinceMs, answeredMs: Date.now() - sinceMs }
}

/** When the host's ring reached zero. The next turn may begin before the page shows it: then a second after 00:01. */
async function zeroOf(page: Page) {
  const found = await page.waitForFunction(
    () => {
      const { countdown } = (window as unknown as WatchedWindow).noted
      const last = countdown.findLastIndex(({ text }) => text === '00:01')
      const at = countdown[last]
      const zero = countdown[last + 1]
      if (!at || !zero) return null
      return zero.text === '00:00' ? zero.atMs : at.atMs + 1_000
    },
    null,
    { timeout: WITHIN_MS, polling: 20 },
  )
  return { sinceMs: (await found.jsonValue()) ?? Number.NaN, answeredMs: null }
}

/** One line of two fans: the host meets the first until the turn ends, then the second. */
async function change({ people, host, fans }: People, title: string, endsBy: EndsBy): Promise<Change> {
  const duration = endsBy === 'next' ? 600 : WHOLE_TURN_SECONDS
  const event = await people.event(host.person, {
    ...{ title, amount: '60.00', duration, capacity: 2, format: 'queue', absent: 'refund' },
    starts_at: new Date(Date.now() + STARTS_IN_MS).toISOString(),
  })
  const path = `/stream/${host.person.username}/${event.slug}`
  for (const { person, page } of fans) {
    await people.place(person, event)
    await page.goto(path)
    await turnOnBoth(page)
    await page.getByRole('button', { name: 'I am ready' }).click()
    await page.getByText(/Put the phone down/).waitFor({ timeout: WITHIN_MS })
  }
  const [first, second] = fans as [People['fans'][number], People['fans'][number]]
  await host.page.goto(path)
  await turnOnBoth(host.page)
  await host.page
    .getByRole('button', { name: 'Open the line' })
    .and(host.page.locator(':not([aria-disabled])'))
    .click({ timeout: WITHIN_MS })
  await Promise.all([firstFrameAfter(first.page, 0), firstFrameAfter(host.page, 0)])
  // The tab's title says it as long as the turn lasts; the page says it only until the two see each other.
  const called = second.page
    .waitForFunction(() => document.title.startsWith('Your turn!'), null, {
      timeout: WITHIN_MS,
      polling: 20,
    })
    .then(() => Date.now())
  const ending = endsBy === 'next' ? pressNext(host.page) : zeroOf(host.page)
  const [{ sinceMs, answeredMs }, calledAtMs] = await Promise.all([ending, called])
  // Frames of the first fan stop when the host leaves their room: those of the second come in a new element.
  const fanSeesMs = (await firstFrameAfter(second.page, sinceMs)) - sinceMs
  const hostSeesMs = (await firstFrameAfter(host.page, Math.max(sinceMs, calledAtMs))) - sinceMs
  await end(people, host.person, event.slug)
  await host.page.getByRole('heading', { name: 'The line is over' }).waitFor({ timeout: WITHIN_MS })
  return { answeredMs, calledMs: calledAtMs - sinceMs, fanSeesMs, hostSeesMs }
}

/** A server with an empty database; LiveKit carries its calls on request. */
async function openServer(provider: 'embedded' | 'livekit') {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const port = await freePort()
  const livekit =
    provider === 'livekit'
      ? await livekitServer({ webhookUrl: `http://localhost:${port}${WEBHOOK_PATH}` })
      : null
  await livekit?.start()
  const { apiKey, apiSecret } = LIVEKIT_KEYS
  const env: Record<string, string> = livekit
    ? { LIVEKIT_URL: livekit.url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret }
    : {}
  const server = serverProcess({ port, dataDir, env: { ...env, LOG_LEVEL: 'fatal' } })
  await server.start()
  return {
    origin: server.origin,
    async close() {
      await server.stop()
      await livekit?.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

type Table = Record<string, Record<string, string>>

async function measure(provider: 'embedded' | 'livekit'): Promise<Record<EndsBy, Table>> {
  const server = await openServer(provider)
  const people = eventPeople(server.origin)
  const sit = async (person: TestPerson) => {
    const somebody: PersonBrowser = await people.openPage(person, 'phone')
    await somebody.page.addInitScript(watchPage)
    return { person, page: somebody.page, browser: somebody.browser }
  }
  const host = await sit(await people.influencer('ivy'))
  const fans = [await sit(await people.fan('fred')), await sit(await people.fan('gina'))]
  const changes: Record<EndsBy, Change[]> = { next: [], zero: [] }
  // In turn, so that a machine that becomes slower makes both slower.
  for (let round = 1; round <= ROUNDS; round++)
    for (const endsBy of ENDS)
      changes[endsBy].push(await change({ people, host, fans }, `Changeover ${round}, ${endsBy}`, endsBy))
  for (const { browser } of [host, ...fans]) await browser.close()
  await server.close()
  return { next: tableOf(changes.next), zero: tableOf(changes.zero) }
}

function tableOf(changes: readonly Change[]): Table {
  const row = (read: (each: Change) => number) => {
    const values = changes.map(read)
    const at = (share: number) => inMs(quantile(values, share))
    return { p50: at(0.5), p95: at(0.95) }
  }
  const isPressed = changes.some(({ answeredMs }) => answeredMs !== null)
  return {
    ...(isPressed && { 'the server has answered Next': row(each => each.answeredMs ?? Number.NaN) }),
    'the next fan reads that it is their turn': row(each => each.calledMs),
    'the next fan sees the host': row(each => each.fanSeesMs),
    'the host sees the next fan': row(each => each.hostSeesMs),
  }
}

async function print(provider: 'embedded' | 'livekit'): Promise<void> {
  const tables = await measure(provider)
  console.log(`${provider}, from the host's Next`)
  console.table(tables.next)
  if (!ENDS.includes('zero')) return
  console.log(`${provider}, from the zero of a turn of ${WHOLE_TURN_SECONDS} s`)
  console.table(tables.zero)
}

await print('embedded')
if (!findServerProgram('livekit-server'))
  console.log('Skipped: there is no livekit-server on this machine (npm run servers).')
else await print('livekit')
process.exit(0)
