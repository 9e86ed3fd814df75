import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, constants, readdir, readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { captureCommand, ROOT } from '../run-command.ts'

/** The least share of the cores that `nice` and the scheduler's groups know, see sched(7). */
const LEAST = '19'
/**
 * With SCHED_IDLE a process runs only while no other one wants its core, and stops as soon as one does. `nice` lets
 * /proc/stat count its time apart.
 */
const PREFIXES = [
  ['nice', '-n', LEAST],
  ['chrt', '--idle', '0'],
]
/** Runs the command after a line on standard input: when its session has the least share, and not a moment before. */
const AFTER_A_LINE = 'read -r line; exec "$@" </dev/null'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Longer than the files of real time keep both cores busy, shorter than the limits of waits in tests (60 s). */
const CHECKED_EVERY_MS = 40_000
/** A part of all cores. */
const STARVED_BELOW = 0.03

async function isInstalled(program: string, path: string): Promise<boolean> {
  const places = path.split(delimiter).map(folder => access(join(folder, program), constants.X_OK))
  return (await Promise.allSettled(places)).some(({ status }) => status === 'fulfilled')
}

/** The command with the programs of `path` before it that give it, and all that it starts, the least priority. */
export async function atLeastPriority(command: readonly string[], path: string): Promise<readonly string[]> {
  const found = await Promise.all(PREFIXES.map(([program = '']) => isInstalled(program, path)))
  return [...PREFIXES.filter((_, index) => found[index]).flat(), ...command]
}

/** A command that uses what other programs leave of the cores. */
export interface OnSpareCores {
  /** The exit code. */
  ended: Promise<number>
  /** From now on it is a program like others, where this user may say so. */
  usesAllCores(): Promise<void>
}

/**
 * Starts a command that uses what other programs leave of the cores; its output goes to `output`. When they leave
 * nothing, as on a machine with much other work, it gets the usual priority, because its tests have time limits.
 */
export async function startOnSpareCores(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  output: NodeJS.WritableStream = process.stdout,
): Promise<OnSpareCores> {
  const least = await atLeastPriority(command, env.PATH ?? '')
  // Where the kernel shares its cores between sessions first (autogroups), priorities count within a session alone.
  const child = spawn('sh', ['-c', AFTER_A_LINE, 'sh', ...least], { cwd: ROOT, env, detached: true })
  const closed = once(child, 'close')
  child.stdout.pipe(output, { end: false })
  child.stderr.pipe(output, { end: false })
  const forget = endTogether(child)
  await shareOfSession(child, LEAST)
  // It may have ended: `ended` says so.
  child.stdin.on('error', () => undefined)
  child.stdin.end('\n')
  const usesAllCores = async () => {
    clearInterval(checks)
    await shareOfSession(child, '0')
    if (child.pid !== undefined) await toUsualPriority(child.pid)
  }
  let before = ''
  const checks = setInterval(async () => {
    // Without /proc nobody knows, and the priority stays.
    const now = await readFile('/proc/stat', 'utf8').catch(() => '')
    if (isStarved(before, now)) await usesAllCores()
    before = now
  }, CHECKED_EVERY_MS)
  const ended = closed
    .then(([code, signal]) => (signal ? 130 : code))
    .finally(() => {
      clearInterval(checks)
      forget()
    })
  return { ended, usesAllCores }
}

/** Times of all cores, in ticks: user, nice, system, idle and so on, see proc_stat(5). */
const timesOf = (stat: string): number[] =>
  (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '').split(' ').filter(Boolean).map(Number)

/** Whether nice processes got nearly nothing of the cores between two contents of /proc/stat, and wanted more. */
export function isStarved(before: string, after: string): boolean {
  const [first, last] = [timesOf(before), timesOf(after)]
  if (first.length === 0 || last.length === 0) return false
  const spent = last.map((ticks, index) => ticks - (first[index] ?? 0))
  const [, nice = 0, , idle = 0] = spent
  const all = spent.reduce((sum, ticks) => sum + ticks, 0)
  return nice + idle < STARVED_BELOW * all
}

async function shareOfSession({ pid }: ChildProcess, nice: string): Promise<void> {
  // A kernel without autogroups, or a process that has ended, has no such file.
  await writeFile(`/proc/${pid}/autogroup`, nice).catch(() => undefined)
}

/** Gives a process and all that descend from it the usual policy and priority. */
async function toUsualPriority(root: number): Promise<void> {
  for (const pid of await descendantsOf(root)) {
    await captureCommand(['chrt', '--all-tasks', '--other', '--pid', '0', String(pid)])
    // A process that has ended has no threads.
    for (const thread of await readdir(`/proc/${pid}/task`).catch(() => [])) {
      try {
        setPriority(Number(thread), 0)
      } catch {
        // It has ended, or only root may do this: the work then stays at the least priority.
      }
    }
  }
}

/** A process and its descendants, parents first. */
async function descendantsOf(root: number): Promise<number[]> {
  // Without /proc only the root is known.
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const parents = new Map<number, number>()
  for (const pid of pids) {
    // A process that has ended since has no parent.
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    const [, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    parents.set(Number(pid), Number(parent))
  }
  const found = new Set([root])
  for (const each of found) for (const [pid, parent] of parents) if (parent === each) found.add(pid)
  return [...found]
}

/** Ends the command's processes with this one: a signal of the terminal does not reach another session. */
function endTogether(child: ChildProcess): () => void {
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
  }
  const onSignal = (signal: NodeJS.Signals) => {
    forget()
    end()
    process.kill(process.pid, signal)
  }
  const forget = () => {
    process.off('exit', end)
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  process.on('exit', end)
  for (const signal of SIGNALS) process.on(signal, onSignal)
  return forget
}
