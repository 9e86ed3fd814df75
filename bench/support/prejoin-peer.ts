/**
 * LiveKit's own client behind its PreJoin, on a LiveKit of this machine: two people, each with a separate Chromium and
 * a simulated network to the site, to LiveKit's signalling and to its media.
 */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import { launchBrowser } from '../../apps/server/src/providers/video-embedded/testing/browser.ts'
import {
  LIVEKIT_KEYS,
  type LivekitServer,
  livekitServer,
} from '../../apps/server/src/providers/video-livekit/testing/livekit-server.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { Line } from './line.ts'
import { relayTcp, relayUdp } from './line-relays.ts'
import { watchPage } from './page-watch.ts'
import { PEERS } from './peer-packages.ts'
import { sendPeerMediaBy } from './prejoin-network.ts'

const WITHIN_MS = 30_000
const VALID_SECONDS = 3_600
const PAGE = '<!doctype html><meta charset="utf-8"><div id="call"></div><script src="/page.js"></script>'

export interface PeerPerson {
  /** A new page in PreJoin, whose camera and microphone are open. */
  enter(): Promise<Page>
  close(): Promise<void>
}

export interface PrejoinPeer {
  fan: PeerPerson
  influencer: PeerPerson
  close(): Promise<void>
}

/** LiveKit's token: a JWT with the room and what the person may do there. */
function tokenOf(identity: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const nowSeconds = Math.floor(Date.now() / 1_000)
  const video = { roomJoin: true, room: 'bench', canPublish: true, canSubscribe: true }
  const claims = {
    iss: LIVEKIT_KEYS.apiKey,
    sub: identity,
    nbf: nowSeconds,
    exp: nowSeconds + VALID_SECONDS,
    video,
  }
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', LIVEKIT_KEYS.apiSecret).update(signed).digest('base64url')}`
}

async function bundlePage(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PEERS, 'prejoin-page/page.jsx')],
    bundle: true,
    minify: true,
    write: false,
    jsx: 'automatic',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

/** Serves the page, and a token to everybody. */
async function openSite(serverUrl: string) {
  const script = await bundlePage()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    const [type, body] =
      pathname === '/token'
        ? ['application/json', JSON.stringify({ serverUrl, token: tokenOf(searchParams.get('name') ?? '') })]
        : pathname === '/page.js'
          ? ['text/javascript', script]
          : ['text/html', PAGE]
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
  })
  server.keepAliveTimeout = 60_000
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port, server }
}

async function openPeerPerson(
  sitePort: number,
  livekit: LivekitServer,
  roundTripMs: number,
): Promise<PeerPerson> {
  const line = new Line(roundTripMs)
  const signalPort = Number(new URL(livekit.url).port)
  const relays = [await relayTcp(line, sitePort), await relayTcp(line, signalPort)] as const
  const media = await relayUdp(line, livekit.udpPort)
  // The page keeps the addresses, so that only the network path differs.
  const rules = [sitePort, signalPort].map(
    (port, nth) => `MAP localhost:${port} 127.0.0.1:${relays[nth]?.port}`,
  )
  const browser = await launchBrowser([`--host-resolver-rules=${rules.join(',')}`])
  return {
    async enter() {
      const context = await browser.newContext({ permissions: ['camera', 'microphone'] })
      await context.exposeFunction('portFor', (address: string, port: number) =>
        media.portFor({ address, port }),
      )
      await context.addInitScript(watchPage)
      await context.addInitScript(sendPeerMediaBy, media.port)
      const page = await context.newPage()
      await page.goto(`http://localhost:${sitePort}/`)
      await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0, undefined, {
        timeout: WITHIN_MS,
      })
      return page
    },
    async close() {
      await browser.close()
      for (const relay of [...relays, media]) relay.close()
    },
  }
}

/** Opens both people; each one's network has this round trip to the site and to LiveKit. */
export async function openPrejoinPeer(roundTripMs: number): Promise<PrejoinPeer> {
  const livekit = await livekitServer()
  await livekit.start()
  const site = await openSite(livekit.url.replace('127.0.0.1', 'localhost'))
  const sit = () => openPeerPerson(site.port, livekit, roundTripMs)
  const [fan, influencer] = [await sit(), await sit()]
  return {
    fan,
    influencer,
    async close() {
      await fan.close()
      await influencer.close()
      site.server.close()
      await livekit.stop()
    },
  }
}
