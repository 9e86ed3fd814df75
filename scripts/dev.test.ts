import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { temporaryDirectory } from '../apps/server/src/testing/temporary-directory.ts'
import { ROOT } from './run-command.ts'

const WITHIN = { timeout: 110_000, interval: 100 }
const SAVED = join(ROOT, 'apps/server/src/main.ts')

let origin: string
let said = ''
let dev: ReturnType<typeof spawn>

const restarts = () => said.split('Restarting').length - 1
const answers = async () => expect((await fetch(`${origin}/faq`)).status).toBe(200)

beforeAll(async () => {
  const port = await freePort()
  origin = `http://localhost:${port}`
  const env = { ...process.env, PORT: String(port), DATA_DIR: await temporaryDirectory(), LOG_LEVEL: 'warn' }
  dev = spawn(process.execPath, [join(ROOT, 'scripts/dev.ts')], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  dev.stdout?.on('data', chunk => (said += chunk))
  dev.stderr?.on('data', chunk => (said += chunk))
  await vi.waitFor(answers, WITHIN)
})
afterAll(async () => {
  dev.kill('SIGTERM')
  await once(dev, 'exit')
})

it('the server in development does not restart without a change, and restarts once for one saved file', async () => {
  await vi.waitFor(answers, WITHIN)
  expect(restarts()).toBe(0)
  const now = new Date()
  // Saved without a change: other tests start this very file at the same time.
  await utimes(SAVED, now, now)
  await vi.waitFor(() => expect(restarts()).toBe(1), WITHIN)
  await vi.waitFor(answers, WITHIN)
  // Modules that are loaded late render a second page: they cause no restart either.
  await vi.waitFor(async () => expect((await fetch(`${origin}/explore`)).status).toBe(200), WITHIN)
  expect(restarts()).toBe(1)
}, 240_000)
