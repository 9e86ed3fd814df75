/**
 * A profile's page on our server beside the same elements by Next.js from the same row of the same Postgres, in turn,
 * round after round: cached and rendered again once a second, with and without Next.js's compression, and rendered for
 * each request.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import autocannon from 'autocannon'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { queryRows } from '../apps/server/src/testing/provider-says.ts'
import { openBenchServer } from './support/bench-server.ts'
import { childrenOf, familyCpuSeconds } from './support/cpu-time.ts'
import { ensurePeerPackages, PEERS, runPeerProgram } from './support/peer-packages.ts'
import { inRounds, ROUNDS, spreadOf } from './support/rounds.ts'

const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 6)
const WARM_UP_SECONDS = 3
const CONNECTIONS = 20
const USERNAME = 'profile-peer'
const ACCEPTED = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }
const PROFILE_ROW = `select u.username, u.first_name, u.last_name, u.bio, p.description
  from users u join profiles p on p.user_id = u.id where u.username = $1`

interface Subject {
  name: string
  pid: number
  url: string
}

const children: ChildProcess[] = []
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

async function startNext(env: Record<string, string>): Promise<{ origin: string; pid: number }> {
  const port = await freePort()
  const program = join(PEERS, 'node_modules/next/dist/bin/next')
  const args = [program, 'start', join(PEERS, 'profile-page'), '-p', String(port), '-H', '127.0.0.1']
  const child = spawn(process.execPath, args, {
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.push(child)
  const origin = `http://127.0.0.1:${port}`
  // It does not listen yet.
  while (!(await fetch(origin).catch(() => null))) {
    if (child.exitCode !== null) throw new Error('next start ended')
    await delay(50)
  }
  return { origin, pid: child.pid ?? 0 }
}

async function load(url: string, seconds: number): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers: ACCEPTED })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} bad answers, ${result.errors} errors`)
  return result.requests.total
}

/** The length of the compressed body. */
async function bytesOf(url: string): Promise<number> {
  const [response] = (await once(get(url, { headers: ACCEPTED }), 'response')) as [IncomingMessage]
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return bytes
}

async function measure({ url, pid }: Subject) {
  const before = familyCpuSeconds(pid)
  const requests = await load(url, ROUND_SECONDS)
  return {
    cpuMs: ((familyCpuSeconds(pid) - before) / requests) * 1_000,
    perSecond: requests / ROUND_SECONDS,
  }
}

ensurePeerPackages()
runPeerProgram('next/dist/bin/next', 'build', 'profile-page')
const { url: databaseUrl, server, api, close } = await openBenchServer()
const folder = await mkdtemp(join(tmpdir(), 'parley-bench-next-'))
try {
  const others = childrenOf(process.pid)
  await server.start()
  const ownPid = childrenOf(process.pid).find(pid => !others.includes(pid)) ?? 0
  await api.influencer(USERNAME)
  const [row] = await queryRows<Record<string, unknown>>({ connectionString: databaseUrl }, PROFILE_ROW, [
    USERNAME,
  ])
  const ownUrl = `${server.origin}/profile/${USERNAME}`
  const tree = join(folder, 'page.json')
  runPeerProgram('../page-tree.mjs', ownUrl, tree, JSON.stringify(row))
  const env = { DATABASE_URL: databaseUrl, PAGE_TREE: tree }
  const [compressing, plain] = [await startNext(env), await startNext({ ...env, COMPRESS: '0' })]
  const subjects: Subject[] = [
    { name: 'our server, kept by the row’s version', pid: ownPid, url: ownUrl },
    {
      name: 'Next.js, kept for a second',
      pid: compressing.pid,
      url: `${compressing.origin}/kept/${USERNAME}`,
    },
    {
      name: 'Next.js, kept for a second, not compressed',
      pid: plain.pid,
      url: `${plain.origin}/kept/${USERNAME}`,
    },
    {
      name: 'Next.js, rendered each time, not compressed',
      pid: plain.pid,
      url: `${plain.origin}/each-time/${USERNAME}`,
    },
  ]
  for (const { url } of subjects) await load(url, WARM_UP_SECONDS)
  const figures = await inRounds(subjects, measure)
  const rows = []
  for (const [nth, { name, url }] of subjects.entries()) {
    const rounds = figures[nth] ?? []
    rows.push({
      'a profile page by': name,
      'CPU ms each': spreadOf(
        rounds.map(({ cpuMs }) => cpuMs),
        2,
      ),
      'a second': spreadOf(
        rounds.map(({ perSecond }) => perSecond),
        0,
      ),
      'bytes sent': await bytesOf(url),
    })
  }
  console.table(rows)
  console.log(`${CONNECTIONS} connections, ${ROUND_SECONDS} s a round, ${ROUNDS} rounds in turn.`)
} finally {
  for (const child of children) child.kill('SIGKILL')
  await close()
  await rm(folder, { recursive: true, force: true })
}
process.exit(0)
