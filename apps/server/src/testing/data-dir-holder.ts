import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** The message of the other process: that it has the database, or why not. */
export interface HolderReport {
  connectionString?: string
  refusal?: string
  message?: string
}

export interface HolderOptions {
  user?: { uid: number; gid: number }
  durability?: 'durable' | 'test'
}

export interface Holder {
  child: ChildProcess
  report: HolderReport
  /** Like a power cut: nothing is flushed or closed. */
  kill(): Promise<void>
}

/** Starts another process on a DATA_DIR and waits for its message; it is stopped after the test. */
export async function startHolder(dataDir: string, options: HolderOptions = {}): Promise<Holder> {
  const script = join(import.meta.dirname, 'hold-data-dir.ts')
  const child = spawn(process.execPath, [script, dataDir, options.durability ?? 'durable'], {
    ...options.user,
    env: { PATH: process.env.PATH, HOME: options.user ? dataDir : process.env.HOME },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    child,
    report: JSON.parse(String(line)),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
