/**
 * How long the change from one fan of a line to the next takes: from the host's Next to the next fan's first frame, on
 * both sides, in three Chromiums. Prints a table for each available video provider.
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
import type { Somebody } from '../e2e/support/two-people.ts'
import { type WatchedWindow, watchPage } from './support/page-watch.ts'
import { inMs, quantile } from './support/quantiles.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10)
/** Time to pay for two places before the line may be opened. */
const STARTS_IN_MS = 12_000
const WITHIN_MS = 60_000
/** A turn lasts minutes; after these seconds the next fan's page has prepared their own. */
const TURN_LASTS_MS = 8_000

interface Change {
  /** The server has answered the press. */
  answeredMs: number
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

/** One line of two fans: the host meets the first, then presses Next. */
async function change({ people, host, fans }: People, title: string): Promise<Change> {
  const event = await people.event(host.person, {
    ...{ title, amount: '60.00', duration: 600, capacity: 2, format: 'queue', absent: 'refund' },
    starts_at: new Date(Date.now() + STARTS_IN_MS).toISOString(),
  })
  const path = `/stream/${host.person.username}/${event.slug}`
  for (const { person, page } of fans) {
    await people.place(person, event)
    await page.goto(path)
    await turnOnBoth(page)
    await page.getByRole('button', { name: 'I am ready' }).click()
    await page.getByText(/You may put the phone away/).waitFor({ timeout: WITHIN_MS })
  }
  const [first, second] = fans as [People['fans'][number], People['fans'][number]]
  await host.page.goto(path)
  await turnOnBoth(host.page)
  await host.page
    .getByRole('button', { name: 'Open the line' })
    .and(host.page.locator(':not([aria-disabled])'))
    .click({ timeout: WITHIN_MS })
  await Promise.all([firstFrameAfter(first.page, 0), firstFrameAfter(host.page, 0)])
  const next = host.page.getByRole('button', { name: 'Next', exact: true })
  await next.and(host.page.locator(':not([aria-disabled])')).waitFor({ timeout: WITHIN_MS })
  await setTimeout(TURN_LASTS_MS)
  // The tab's title says it as long as the turn lasts; the page says it only until the two see each other.
  const called = second.page.waitForFunction(() => document.title.startsWith('Your turn!'), null, {
    timeout: WITHIN_MS,
    polling: 20,
  })
  const answered = host.page.waitForResponse(response => response.url().endsWith('/queue/next/'))
  const pressedMs = Date.now()
  await next.click()
  const at = (done: Promise<unknown>) => done.then(() => Date.now() - pressedMs)
  const [answeredMs, calledMs] = await Promise.all([at(answered), at(called)])
  // Frames of the first fan stop when the host leaves their room: those of the second come in a new element.
  const fanSeesMs = (await firstFrameAfter(second.page, pressedMs)) - pressedMs
  const hostSeesMs = (await firstFrameAfter(host.page, pressedMs + calledMs)) - pressedMs
  await end(people, host.person, event.slug)
  await host.page.getByRole('heading', { name: 'The line is over' }).waitFor({ timeout: WITHIN_MS })
  return { answeredMs, calledMs, fanSeesMs, hostSeesMs }
}

/** A server with an empty database; LiveKit carries its calls if asked. */
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

async function measure(provider: 'embedded' | 'livekit'): Promise<Record<string, Record<string, string>>> {
  const server = await openServer(provider)
  const people = eventPeople(server.origin)
  const sit = async (person: TestPerson) => {
    const somebody: Somebody = await people.openPage(person, 'phone')
    await somebody.page.addInitScript(watchPage)
    return { person, page: somebody.page, browser: somebody.browser }
  }
  const host = await sit(await people.influencer('ivy'))
  const fans = [await sit(await people.fan('fred')), await sit(await people.fan('gina'))]
  const changes: Change[] = []
  for (let round = 1; round <= ROUNDS; round++)
    changes.push(await change({ people, host, fans }, `Changeover ${round}`))
  for (const { browser } of [host, ...fans]) await browser.close()
  await server.close()
  const row = (read: (each: Change) => number) => {
    const values = changes.map(read)
    const at = (share: number) => inMs(quantile(values, share))
    return { p50: at(0.5), p95: at(0.95) }
  }
  return {
    'the server has answered Next': row(each => each.answeredMs),
    'the next fan reads that it is their turn': row(each => each.calledMs),
    'the next fan sees the host': row(each => each.fanSeesMs),
    'the host sees the next fan': row(each => each.hostSeesMs),
  }
}

console.table(await measure('embedded'))
if (!findServerProgram('livekit-server'))
  console.log('Skipped: there is no livekit-server on this machine (npm run servers).')
else console.table(await measure('livekit'))
process.exit(0)
