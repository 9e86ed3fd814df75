import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openCounts } from './counts.ts'
import type { Measured } from './measure.ts'

const POLL_EVERY_MS = 20
const TICKS_A_SECOND = 100

interface Command {
  name: string
  file: string
  options: string[]
  mayGrow?: string
}

const COMMANDS: Command[] = [
  { name: 'npm run audit -- --all', file: 'audit.ts', options: ['--all'], mayGrow: 'reads everything' },
  // After the full audit, and without new rows: this leaves the check of each row's time.
  { name: 'npm run audit', file: 'audit.ts', options: [], mayGrow: 'reads when each row was written' },
  { name: 'npm run reconcile', file: 'reconcile.ts', options: [], mayGrow: 'compares all books' },
  { name: 'npm run backup', file: 'backup.ts', options: [], mayGrow: 'copies everything' },
]

/** The operator's commands on one filled database: their queries, and their CPU. */
export async function runCommands(place: {
  url: string
  dataDir: string
  only: string
}): Promise<Measured[]> {
  const counts = await openCounts(place.url)
  const measured: Measured[] = []
  try {
    for (const command of COMMANDS.filter(({ name }) => name.includes(place.only)))
      measured.push(await runCommand(command, { ...place, counts }))
  } finally {
    await counts.close()
  }
  return measured
}

async function runCommand(
  { name, file, options, mayGrow }: Command,
  { url, dataDir, counts }: { url: string; dataDir: string; counts: Awaited<ReturnType<typeof openCounts>> },
): Promise<Measured> {
  await counts.reset()
  const script = fileURLToPath(new URL(`../../apps/server/src/${file}`, import.meta.url))
  const began = performance.now()
  const child = spawn(process.execPath, [script, ...options], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let bytes = 0
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      bytes += chunk.length
      said = (said + String(chunk)).slice(-400)
    })
  let [cpuMs, peakMb] = [0, 0]
  const polls = setInterval(() => {
    try {
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      cpuMs = ((Number(stat[11]) + Number(stat[12])) * 1000) / TICKS_A_SECOND
      // A process that has just exited has no such line.
      peakMb = Math.max(
        peakMb,
        Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      )
    } catch {
      // The process has exited already.
    }
  }, POLL_EVERY_MS)
  const [code] = (await once(child, 'exit')) as [number]
  clearInterval(polls)
  const seconds = (performance.now() - began) / 1000
  console.log(`${name}: exit ${code}, ${seconds.toFixed(1)} s, ${Math.round(peakMb)} MB at most`)
  if (code !== 0) console.log(said)
  const dearest = (await counts.dearest()).map(({ text, blocks }) => `${blocks} blocks: ${text}`)
  const cost = await counts.read()
  return { name, kind: 'command', ...cost, bytes, cpuMs, dearest, ...(mayGrow ? { mayGrow } : {}) }
}
