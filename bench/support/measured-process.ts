import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Linux counts CPU time in hundredths of a second. */
const TICKS_A_SECOND = 100
const PAGE_BYTES = 4096

/** A Node process with room for many sockets, whose memory and CPU are read from outside. */
export interface MeasuredProcess {
  child: ChildProcess
  residentBytes(): number
  cpuSeconds(): number
  stop(): Promise<void>
}

export function startMeasured(file: URL, env: Record<string, string>): MeasuredProcess {
  const script = `ulimit -n $(ulimit -Hn); exec "${process.execPath}" "${fileURLToPath(file)}"`
  const child = spawn('sh', ['-c', script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return {
    child,
    residentBytes: () => Number(stat()[21]) * PAGE_BYTES,
    cpuSeconds: () => (Number(stat()[11]) + Number(stat()[12])) / TICKS_A_SECOND,
    async stop() {
      const exited = once(child, 'exit')
      end()
      await exited
    },
  }
}
