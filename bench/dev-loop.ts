/**
 * The loop of somebody who changes the code: from a saved file until `npm run dev` answers with it again (server, media
 * and contract files), or until the open page received it (a component, its styles). The files are saved unchanged.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDevPage, saveUnchanged, startDevServer } from '../scripts/testing/dev-server.ts'
import { spreadOf } from './support/rounds.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const LIMIT_MS = 120_000
/** Nobody saves two files within this time; Vite's watcher loses the second of two saves within 30 ms. */
const BETWEEN_SAVES_MS = 300
const AIM_SECONDS = { server: 3, page: 0.5 }
const COMPONENT = '/app/ui/button.tsx'
const PAGE_FILES = [COMPONENT, '/app/ui/button.module.css']
const SERVER_FILES = [
  'apps/server/src/main.ts',
  'apps/media/src/media-worker.ts',
  'packages/contract/src/payments.ts',
]

const dataDir = await mkdtemp(join(tmpdir(), 'parley-loop-'))
const server = await startDevServer(dataDir)
const seconds = new Map<string, number[]>()
const keep = (file: string, began: number) =>
  seconds.set(file, [...(seconds.get(file) ?? []), (performance.now() - began) / 1000])

try {
  await server.answered('/faq', LIMIT_MS)
  const page = await openDevPage(server, PAGE_FILES)
  for (let run = 0; run < RUNS; run++) {
    for (const path of PAGE_FILES) {
      const update = page.updated(COMPONENT, LIMIT_MS)
      const began = performance.now()
      await saveUnchanged(`apps/web${path}`)
      await update
      keep(`apps/web${path}`, began)
      await pause(BETWEEN_SAVES_MS)
    }
  }
  page.close()
  for (let run = 0; run < RUNS; run++) {
    for (const path of SERVER_FILES) {
      const before = server.restarts()
      const began = performance.now()
      await saveUnchanged(path)
      await server.restarted(before, LIMIT_MS)
      await server.answered('/readyz', LIMIT_MS)
      keep(path, began)
      await server.answered('/faq', LIMIT_MS)
      if (server.restarts() !== before + 1) throw new Error(`${path}: restarted more than once`)
    }
  }
} finally {
  await server.close()
  await rm(dataDir, { recursive: true, force: true })
}
for (const [file, values] of seconds) {
  const aim = PAGE_FILES.some(path => file.endsWith(path)) ? AIM_SECONDS.page : AIM_SECONDS.server
  console.log(`${file}: ${spreadOf(values, 2)} s (aim: under ${aim} s)`)
}
