/**
 * From `npm start` to the first answer of `/readyz`: cold on an empty DATA_DIR, warm on the same folder afterwards. The
 * web is built before, as `npm ci` does it. Each run ends by SIGTERM, and the next one begins when it has exited.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { spreadOf } from './support/rounds.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const POLL_EVERY_MS = 10
const LIMIT_MS = 120_000
const AIM_SECONDS = { cold: 5, warm: 3 }

/** Seconds from the command to an answer 200 of `/readyz`. */
async function startOnce(dataDir: string): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn('npm', ['start', '--silent'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    // The whole process group gets the signal, also where npm does not pass it on.
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(child, 'exit')
  try {
    // It does not listen yet.
    while (!(await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.ok) {
      if (child.exitCode !== null) throw new Error(`npm start exited with ${child.exitCode}`)
      if (performance.now() - began > LIMIT_MS) throw new Error('the server was not ready in time')
      await pause(POLL_EVERY_MS)
    }
    return (performance.now() - began) / 1000
  } finally {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    await exited
    // npm may exit before the server, which still uses the folder.
    while (child.pid && isRunning(-child.pid)) await pause(POLL_EVERY_MS)
  }
}

/** Whether a process, or one of a process group (negative), runs. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    // There is none.
    return false
  }
}

const found: Record<keyof typeof AIM_SECONDS, number[]> = { cold: [], warm: [] }
for (let run = 0; run < RUNS; run++) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-start-'))
  try {
    found.cold.push(await startOnce(dataDir))
    found.warm.push(await startOnce(dataDir))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
for (const kind of ['cold', 'warm'] as const)
  console.log(`${kind}: ${spreadOf(found[kind], 1)} s of ${RUNS} runs (aim: ${AIM_SECONDS[kind]} s)`)
