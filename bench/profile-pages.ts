/** Profile pages a second, and CPU a page, beside a bare Fastify reply measured in the same run. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { serverProcess } from '../apps/server/src/testing/server-process.ts'

const ROUNDS = 3
const ROUND_SECONDS = 5
const CONNECTIONS = 20
const WARM_UP_SECONDS = 2
/** The aim: a page from memory costs at most as much as four bare replies. */
const SHARE_AIM = 0.25
const PROFILE = '/profile/nora-chess'

interface Target {
  name: string
  url: string
  cpuSeconds(): Promise<number>
}

async function load(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'accept-encoding': 'br', accept: 'text/html' },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`)
  return result.requests.total
}

async function measure(target: Target): Promise<{ perSecond: number; cpuMs: number }> {
  const before = await target.cpuSeconds()
  const requests = await load(target.url, ROUND_SECONDS)
  const cpuSeconds = (await target.cpuSeconds()) - before
  return { perSecond: requests / ROUND_SECONDS, cpuMs: (cpuSeconds / requests) * 1000 }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
const server = serverProcess({ port: await freePort(), dataDir, env: { DEMO: '1', NODE_ENV: 'development' } })
await server.start()
const barePort = await freePort()
const bare = spawn(process.execPath, [
  fileURLToPath(new URL('support/bare-reply.ts', import.meta.url)),
  String(barePort),
])
const bareUrl = `http://127.0.0.1:${barePort}`
// It does not listen yet.
while (!(await fetch(bareUrl).catch(() => null))) await new Promise(resolve => setTimeout(resolve, 50))

const targets: Target[] = [
  {
    name: 'bare Fastify reply',
    url: bareUrl,
    cpuSeconds: async () => ((await (await fetch(`${bareUrl}/cpu`)).json()) as { seconds: number }).seconds,
  },
  {
    name: 'profile page, rendered and kept by row version',
    url: `${server.origin}${PROFILE}`,
    cpuSeconds: async () =>
      Number(
        /^process_cpu_seconds_total (\S+)$/m.exec(
          await (await fetch(`${server.origin}/metrics`)).text(),
        )?.[1],
      ),
  },
]
const rows: Record<string, { 'a second': number; 'CPU ms each': number }> = {}
const figures = new Map<string, { perSecond: number[]; cpuMs: number[] }>()
for (const target of targets) await load(target.url, WARM_UP_SECONDS)
for (let round = 0; round < ROUNDS; round++) {
  for (const target of targets) {
    const { perSecond, cpuMs } = await measure(target)
    const kept = figures.get(target.name) ?? { perSecond: [], cpuMs: [] }
    kept.perSecond.push(perSecond)
    kept.cpuMs.push(cpuMs)
    figures.set(target.name, kept)
  }
}
for (const [name, kept] of figures) {
  rows[name] = {
    'a second': Math.round(median(kept.perSecond)),
    'CPU ms each': Number(median(kept.cpuMs).toFixed(3)),
  }
}
console.table(rows)
const [bareRow, pageRow] = Object.values(rows)
const share = (pageRow?.['a second'] ?? 0) / (bareRow?.['a second'] ?? 1)
console.log(`pages to bare replies: ${share.toFixed(2)} (aim: at least ${SHARE_AIM})`)
bare.kill()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
