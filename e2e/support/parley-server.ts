/** The whole product as its own process on a folder of its own, as `npm start` runs it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const START_WITHIN_MS = 60_000

export interface ParleyServer {
  origin: string
  /** Stops it as a deployment does and starts it again on the same data and port. */
  restart(): Promise<void>
  /** Ends the media worker without a warning. */
  killMediaWorker(): Promise<void>
  stop(): Promise<void>
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`).catch(() => null)
  return answer?.ok === true
}

async function run(env: NodeJS.ProcessEnv, origin: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const deadlineMs = performance.now() + START_WITHIN_MS
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`the server stopped with code ${child.exitCode}`)
    if (performance.now() > deadlineMs) throw new Error('the server did not become ready')
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return child
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** The child of this process whose command line names the media worker. */
async function mediaWorkerOf(parentPid: number): Promise<number> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const status = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    const parent = Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
    if (parent === parentPid && command.includes('apps/media/src/main.ts')) return Number(entry)
  }
  throw new Error('no media worker is running')
}

/** Starts the product for one test file. */
export async function startParley(): Promise<ParleyServer> {
  const port = await freePort()
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-e2e-'))
  const origin = `http://localhost:${port}`
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', PUBLIC_ORIGIN: origin }
  let child = await run(env, origin)
  return {
    origin,
    async restart() {
      await stopped(child)
      child = await run(env, origin)
    },
    async killMediaWorker() {
      process.kill(await mediaWorkerOf(child.pid ?? 0), 'SIGKILL')
    },
    async stop() {
      await stopped(child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
