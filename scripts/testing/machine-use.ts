import { readFile } from 'node:fs/promises'

const SAMPLE_EVERY_MS = 5_000

/** Ticks of all cores since the machine started, and its free memory in MB. */
export interface MachineUse {
  total: number
  idle: number
  /** Ticks that other virtual machines on the same hardware took. */
  stolen: number
  freeMb: number
}

/** Reads what Linux counts in `/proc/stat` and `/proc/meminfo`. */
export function parseMachineUse(stat: string, meminfo: string): MachineUse | undefined {
  const ticks = stat
    .match(/^cpu +([\d ]+)$/m)?.[1]
    ?.split(' ')
    .map(Number)
  const freeKb = meminfo.match(/^MemAvailable: +(\d+) kB$/m)?.[1]
  if (!ticks || ticks.length < 8 || !freeKb) return
  // The first eight, see proc_stat(5): those of guests are part of the first two.
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, stolen = 0] = ticks
  const total = user + nice + system + idle + wait + irq + softirq + stolen
  return { total, idle: idle + wait, stolen, freeMb: Math.round(Number(freeKb) / 1024) }
}

/** One line about the cores between two moments, and the least memory that was free. */
export function describeUse(before: MachineUse, after: MachineUse, leastFreeMb: number): string {
  const share = (ticks: number) => Math.round((100 * ticks) / Math.max(1, after.total - before.total))
  const stolen = share(after.stolen - before.stolen)
  const busy = 100 - share(after.idle - before.idle) - stolen
  return `cores ${busy} % busy, ${stolen} % taken by other machines, least free memory ${leastFreeMb} MB`
}

/** Watches the machine until the answer is called; undefined where there is no `/proc`. */
export async function watchMachine(): Promise<() => Promise<string | undefined>> {
  const read = async () => {
    try {
      const [stat, meminfo] = await Promise.all([
        readFile('/proc/stat', 'utf8'),
        readFile('/proc/meminfo', 'utf8'),
      ])
      return parseMachineUse(stat, meminfo)
    } catch {
      // Another system has no such files: its stages are reported without this line.
      return
    }
  }
  const before = await read()
  let leastFreeMb = before?.freeMb ?? 0
  const sample = async () => {
    const now = await read()
    if (now) leastFreeMb = Math.min(leastFreeMb, now.freeMb)
    return now
  }
  const timer = setInterval(() => void sample(), SAMPLE_EVERY_MS)
  return async () => {
    clearInterval(timer)
    const after = await sample()
    return before && after ? describeUse(before, after, leastFreeMb) : undefined
  }
}
