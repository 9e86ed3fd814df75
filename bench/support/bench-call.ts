/** A server and two people, each with a separate Chromium, a fake camera and a simulated network. */

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_SECONDS, type TokenPair } from '@parley/contract'
import type { Browser, Locator, Page } from '@playwright/test'
import { launchBrowser } from '../../apps/server/src/providers/video-embedded/testing/browser.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { serverProcess } from '../../apps/server/src/testing/server-process.ts'
import { logIn } from '../../e2e/support/log-in.ts'
import { makePaidCall, type PaidCall } from '../../e2e/support/paid-call.ts'
import { Line } from './line.ts'
import { relayTcp, relayUdp } from './line-relays.ts'
import { isConnected, type Noted, sendMediaBy, type WatchedWindow, watchPage } from './page-watch.ts'

const WITHIN_MS = 30_000
/** How long a button is held: about as long as by a finger. */
export const PRESS_MS = Number(process.env.BENCH_PRESS_MS ?? 100)

export interface Person {
  browser: Browser
  line: Line
  /** A new page of the call, in its green room, without the memory of an earlier visit. */
  enter(): Promise<Page>
  /** An empty page of the site, where a camera is allowed. */
  openBare(): Promise<Page>
  close(): Promise<void>
}

export interface BenchCall {
  call: PaidCall
  fan: Person
  influencer: Person
  /** From now on both enter another paid call, of two new people. */
  renew(): Promise<void>
  close(): Promise<void>
}

async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  socket.close()
  return port
}

interface Place {
  origin: string
  mediaPort: number
  /** Where they enter now, and as whom. */
  place(): { path: string; tokens: TokenPair }
  roundTripMs: number
}

async function openPerson({ origin, mediaPort, place, roundTripMs }: Place): Promise<Person> {
  const line = new Line(roundTripMs)
  const port = Number(new URL(origin).port)
  const [site, media] = [await relayTcp(line, port), await relayUdp(line, mediaPort)]
  // The page keeps the site's own address, so that only the network path differs.
  const browser = await launchBrowser([`--host-resolver-rules=MAP localhost:${port} 127.0.0.1:${site.port}`])
  const newPage = async () => {
    const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
    await logIn(context, place().tokens)
    await context.addInitScript(watchPage)
    return context.newPage()
  }
  return {
    browser,
    line,
    async enter() {
      const page = await newPage()
      await page.addInitScript(sendMediaBy, media.port)
      await page.goto(origin + place().path)
      await page.getByRole('button', { name: 'Turn on camera and microphone' }).click({ timeout: WITHIN_MS })
      await page.waitForFunction(isConnected, undefined, { timeout: WITHIN_MS })
      return page
    },
    async openBare() {
      const page = await newPage()
      await page.goto(`${origin}/healthz`)
      return page
    },
    async close() {
      await browser.close()
      site.close()
      media.close()
    },
  }
}

/** Opens a server with a paid call of an hour; each person's network has this round trip to it. */
export async function openBenchCall(roundTripsMs: { fan: number; influencer: number }): Promise<BenchCall> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const [port, mediaPort] = [await freePort(), await freeUdpPort()]
  const env = { MEDIA_BIND_IP: '127.0.0.1', MEDIA_PORTS: String(mediaPort) }
  const server = serverProcess({ port, dataDir, env })
  await server.start()
  const { origin } = server
  const call = await makePaidCall(origin, HOUR_SECONDS)
  let present = call
  const sit = (side: 'fan' | 'influencer') =>
    openPerson({
      origin,
      mediaPort,
      place: () => ({
        path: `/${side === 'fan' ? 'chat' : 'paidchat'}/${present.request.slug}`,
        tokens: present[side].tokens,
      }),
      roundTripMs: roundTripsMs[side],
    })
  const [fan, influencer] = [await sit('fan'), await sit('influencer')]
  return {
    call,
    fan,
    influencer,
    async renew() {
      present = await makePaidCall(origin, HOUR_SECONDS)
    },
    async close() {
      await fan.close()
      await influencer.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function pressJoin(page: Page): Promise<void> {
  return press(page.getByRole('button', { name: 'Join', exact: true }))
}

/** Presses a button as a finger does; what it does begins when the press ends. */
export function press(button: Locator): Promise<void> {
  return button.click({ delay: PRESS_MS })
}

/** The notes of a page so far. */
export function notedBy(page: Page): Promise<Noted> {
  return page.evaluate(() => (window as unknown as WatchedWindow).noted)
}

/** Waits until the page shows a frame of the other person after this moment; answers when. */
export async function frameAfter(page: Page, sinceMs: number): Promise<number> {
  const found = await page.waitForFunction(
    since => (window as unknown as WatchedWindow).noted.framesMs.find(atMs => atMs >= since),
    sinceMs,
    { timeout: WITHIN_MS, polling: 50 },
  )
  return (await found.jsonValue()) ?? 0
}

/** Both people leave the green room and see each other in the call. */
export async function meet(benchCall: BenchCall): Promise<{ fan: Page; influencer: Page }> {
  const [influencer, fan] = [await benchCall.influencer.enter(), await benchCall.fan.enter()]
  const sinceMs = Date.now()
  await pressJoin(influencer)
  await pressJoin(fan)
  await Promise.all([frameAfter(fan, sinceMs), frameAfter(influencer, sinceMs)])
  return { fan, influencer }
}
