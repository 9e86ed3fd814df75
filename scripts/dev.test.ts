import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryDirectory } from '../apps/server/src/testing/temporary-directory.ts'
import {
  type DevServer,
  type OpenPage,
  openDevPage,
  saveUnchanged,
  startDevServer,
} from './testing/dev-server.ts'

const WITHIN_MS = 110_000
const COMPONENT = '/app/ui/button.tsx'
const STYLES = '/app/ui/button.module.css'

let dataDir: string
let server: DevServer
let page: OpenPage

beforeAll(async () => {
  dataDir = await temporaryDirectory()
  server = await startDevServer(dataDir)
  await server.answered('/faq', WITHIN_MS)
  page = await openDevPage(server, [COMPONENT, STYLES])
}, 2 * WITHIN_MS)
let closed: Promise<void> | undefined
const close = () => {
  closed ??= server.close()
  return closed
}
afterAll(async () => {
  page?.close()
  if (server) await close()
})

it.each([COMPONENT, STYLES])(
  'a saved %s reaches the open page, and the server does not restart',
  async path => {
    // Styles reach the page through the component that imports them.
    const update = page.updated(COMPONENT, WITHIN_MS)
    await saveUnchanged(`apps/web${path}`)
    // An update of the component alone: the page is not loaded again.
    expect(await update).toBe('js-update')
    expect(server.restarts()).toBe(0)
  },
  240_000,
)

it.each(['apps/server/src/main.ts', 'apps/media/src/media-worker.ts', 'packages/contract/src/payments.ts'])(
  'the server restarts exactly once for one saved %s, and never without a change',
  async path => {
    const before = server.restarts()
    await server.answered('/faq', WITHIN_MS)
    expect(server.restarts()).toBe(before)
    await saveUnchanged(path)
    await server.restarted(before, WITHIN_MS)
    await server.answered('/faq', WITHIN_MS)
    // Modules that are loaded late render a second page: they cause no restart either.
    await server.answered('/explore', WITHIN_MS)
    expect(server.restarts()).toBe(before + 1)
  },
  480_000,
)

it('a signal to end stops the database too, also while a page is open', async () => {
  const note = join(dataDir, 'postgres/postmaster.pid')
  expect(existsSync(note)).toBe(true)
  await close()
  expect(existsSync(note)).toBe(false)
}, 60_000)
