import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const TICKS_A_SECOND = 100

/** The CPU ticks of a process: its own, and those of its children that ended. Undefined when the process has ended. */
function ticksOf(pid: number): { own: number; ended: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [user, system, endedUser, endedSystem] = stat.slice(11, 15).map(Number)
    return { own: Number(user) + Number(system), ended: Number(endedUser) + Number(endedSystem) }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}

/** CPU seconds that running processes used so far, in user and kernel mode. */
export function cpuSecondsOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (ticksOf(pid)?.own ?? 0), 0) / TICKS_A_SECOND
}

/** CPU seconds of a process and its descendants, also of children that ended: a Postgres ends its idle backends. */
export function familyCpuSeconds(pid: number): number {
  const [root, ...others] = familyOf(pid)
  const ofOthers = cpuSecondsOf(others)
  const { own, ended } = ticksOf(root ?? pid) ?? { own: 0, ended: 0 }
  return ofOthers + (own + ended) / TICKS_A_SECOND
}

/** The running children of a process. */
export function childrenOf(pid: number): number[] {
  const folder = `/proc/${pid}/task`
  const tasks = existsSync(folder) ? readdirSync(folder) : []
  const lists = tasks.map(task => readFileSync(`${folder}/${task}/children`, 'utf8'))
  return lists.flatMap(list => list.split(' ').filter(Boolean).map(Number))
}

/** A process and its descendants. */
function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)]
}
