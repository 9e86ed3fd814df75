import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts CPU time in hundredths of a second. */
const TICKS_A_SECOND = 100

/** CPU seconds, in the program and in the kernel, that processes used so far. */
export function cpuSecondsOf(pids: readonly number[]): number {
  const ticksOf = (pid: number) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return Number(stat[11]) + Number(stat[12])
  }
  return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) / TICKS_A_SECOND
}

/** The processes that a process started itself and that still run. */
export function childrenOf(pid: number): number[] {
  const tasks = readdirSync(`/proc/${pid}/task`)
  const lists = tasks.map(task => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'))
  return lists.flatMap(list => list.split(' ').filter(Boolean).map(Number))
}

/** A process and all that it and its descendants started. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(familyOf)]
}
