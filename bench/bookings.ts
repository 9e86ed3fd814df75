/** Durable bookings a second over HTTP on a real Postgres, beside pgbench on the same server in the same run. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Influencer, UNPAID_REQUESTS_WITH_ONE_MAX } from '@parley/contract'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { queryRows } from '../apps/server/src/testing/provider-says.ts'
import { openBenchServer } from './support/bench-server.ts'

const run = promisify(execFile)
const CLIENTS = 16
const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const WARM_UP_SECONDS = 2
/** Many, because each buyer may have few unpaid bookings. */
const BUYERS = Number(process.env.BENCH_BUYERS ?? 960)
const PGBENCH_SCALE = 10
const PGBENCH_JOBS = 2

const { postgres, url, server, api, cpuSeconds, close } = await openBenchServer()

interface Figures {
  'a second': number
  'durable transactions a second': number
  'CPU ms each, server': number | string
}

interface Round {
  booked: number
  seconds: number
}

/**
 * Makes one booking after the other on as many connections as there are clients, until the time is over or no buyer is
 * left.
 */
async function bookFor(seconds: number, buyers: TestPerson[], star: string): Promise<Round> {
  const { body } = await api.call<Influencer>(null, `GET /api/parley/${star}/`)
  const { amount, duration, duration_display, description } = body.main_session
  const began = performance.now()
  const isOver = () => performance.now() >= began + seconds * 1000
  let booked = 0
  const client = async () => {
    for (let buyer = buyers.pop(); buyer && !isOver(); buyer = buyers.pop()) {
      for (let i = 0; i < UNPAID_REQUESTS_WITH_ONE_MAX && !isOver(); i++) {
        const booking = { amount, duration, duration_display, description, uuid: crypto.randomUUID() }
        const { status } = await api.call(buyer, `POST /api/parley/${star}/parley_request/`, booking)
        if (status !== 201) throw new Error(`a booking was answered ${status}`)
        booked++
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return { booked, seconds: (performance.now() - began) / 1000 }
}

async function query(statement: string): Promise<number> {
  return Number((await queryRows<{ value: string }>({ connectionString: url }, statement))[0]?.value)
}
/** Transactions that wrote something: only these have a transaction id. */
const writes = () => query('select pg_snapshot_xmax(pg_current_snapshot())::text as value')
const stored = () => query('select count(*) as value from session_requests')

async function bookings(): Promise<Figures> {
  const star = (await api.influencer('star')).username
  const buyers: TestPerson[] = []
  for (let i = 0; i < BUYERS; i += CLIENTS) {
    const some = Array.from({ length: CLIENTS }, (_, j) => api.fan(`buyer${i + j}`))
    buyers.push(...(await Promise.all(some)))
  }
  await bookFor(WARM_UP_SECONDS, buyers, star)
  const before = { writes: await writes(), cpu: await cpuSeconds(), stored: await stored() }
  const { booked, seconds } = await bookFor(ROUND_SECONDS, buyers, star)
  const usedSeconds = (await cpuSeconds()) - before.cpu
  const found = (await stored()) - before.stored
  if (found !== booked) throw new Error(`${booked} bookings were acknowledged and ${found} are stored`)
  return {
    'a second': Math.round(booked / seconds),
    'durable transactions a second': Math.round(((await writes()) - before.writes) / seconds),
    'CPU ms each, server': Number(((usedSeconds / booked) * 1000).toFixed(2)),
  }
}

/** What pgbench reaches on the same Postgres with as many clients: the upper limit. */
async function pgbench(script: string): Promise<Figures> {
  const { hostname, port } = new URL(postgres.url)
  const to = ['-h', hostname, '-p', port, '-U', 'postgres', 'pgbench']
  const load = ['-b', script, '-c', String(CLIENTS), '-j', String(PGBENCH_JOBS), '-T', String(ROUND_SECONDS)]
  const { stdout } = await run(join(postgres.bin, 'pgbench'), ['-n', ...load, ...to])
  const perSecond = Math.round(Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]))
  return { 'a second': perSecond, 'durable transactions a second': perSecond, 'CPU ms each, server': '' }
}

try {
  await server.start()
  const rows: Record<string, Figures> = { 'booking by HTTP': await bookings() }
  await server.stop()
  const { hostname, port } = new URL(postgres.url)
  await postgres.createDatabase('pgbench')
  const prepare = [
    '-i',
    '-q',
    '-s',
    String(PGBENCH_SCALE),
    '-h',
    hostname,
    '-p',
    port,
    '-U',
    'postgres',
    'pgbench',
  ]
  await run(join(postgres.bin, 'pgbench'), prepare)
  for (const script of ['simple-update', 'tpcb-like']) rows[`pgbench ${script}`] = await pgbench(script)
  console.table(rows)
  const [own, ...limits] = Object.values(rows)
  const share = (limit: Figures | undefined) =>
    (Number(own?.['durable transactions a second']) / Number(limit?.['a second'])).toFixed(2)
  console.log(
    `${CLIENTS} clients, fsync on. Durable transactions of bookings to those of pgbench: ` +
      `${share(limits[0])} of simple-update, ${share(limits[1])} of tpcb-like.`,
  )
} finally {
  await close()
}
