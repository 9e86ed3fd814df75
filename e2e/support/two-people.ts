import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page, test } from '@playwright/test'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { type ServerProcess, serverProcess } from '../../apps/server/src/testing/server-process.ts'
import { BROWSER_ARGS, BROWSER_PATH } from './browser-args.ts'
import { openVideoEngine } from './video-engine.ts'

const CHROMIUM = {
  executablePath: BROWSER_PATH,
  args: BROWSER_ARGS,
}
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1280, height: 800 }

/** A server of its own with an empty database. */
export async function openServer(
  env: Record<string, string> = {},
): Promise<ServerProcess & { dataDir: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  const port = await freePort()
  const engine = await openVideoEngine(port)
  const server = serverProcess({ port, dataDir, env: { ...engine.env, ...env } })
  await server.start()
  return {
    ...server,
    dataDir,
    async close() {
      if (server.isRunning()) await server.stop()
      await engine.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A person with a separate browser and a camera; errors that the page logs are kept. */
export interface PersonBrowser {
  page: Page
  browser: Browser
  errors: string[]
  /** Audio packets that arrived so far, over all connections of the page. */
  audioPackets(): Promise<number>
}

/** A second Chromium process beside the one of a test, with the same options. */
export function launchSecondBrowser(): Promise<Browser> {
  const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
  return chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
}

/** Opens a separate Chromium with the size of a phone or of a desktop. */
export async function openPersonBrowser(origin: string, place: 'phone' | 'desk'): Promise<PersonBrowser> {
  const browser = await chromium.launch(CHROMIUM)
  const context = await browser.newContext({
    baseURL: origin,
    viewport: place === 'phone' ? PHONE : DESK,
    permissions: ['camera', 'microphone'],
  })
  await context.addInitScript(keepConnections)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('console', message => message.type() === 'error' && errors.push(message.text()))
  page.on('pageerror', error => errors.push(String(error)))
  return { page, browser, errors, audioPackets: () => page.evaluate(countAudioPackets) }
}

export type Kept = Window & { keptConnections?: RTCPeerConnection[] }

/**
 * In the page, before it loads: keeps each RTCPeerConnection that the page makes, because the page does not expose
 * them.
 */
export function keepConnections(): void {
  const kept: RTCPeerConnection[] = []
  Object.assign(window, { keptConnections: kept })
  const Original = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      kept.push(this)
    }
  }
}

/** In a page that keeps its connections: audio packets that arrived so far. */
export async function countAudioPackets(): Promise<number> {
  let packets = 0
  for (const connection of (window as Kept).keptConnections ?? []) {
    for (const report of (await connection.getStats()).values()) {
      if (report.type === 'inbound-rtp' && report.kind === 'audio') packets += report.packetsReceived
    }
  }
  return packets
}
