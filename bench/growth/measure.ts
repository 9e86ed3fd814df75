import type { TokenPair } from '@parley/contract'
import { Client } from 'pg'
import { personId, type Shape } from '../../apps/server/src/testing/growth/shape.ts'
import { type Counts, type OpenCounts, openCounts } from './counts.ts'
import { JOBS, type Job } from './jobs.ts'
import { type MeasuredServer, startMeasuredServer } from './server-process.ts'
import { type CallingSubject, createSubject } from './subject.ts'
import type { Target } from './target.ts'
import { TARGETS } from './targets.ts'

const WARM_UP = 2
const CALLS = 5

/** The average cost of one call of a target. */
export interface Measured extends Counts {
  name: string
  kind: 'route' | 'page' | 'job' | 'command'
  bytes: number
  cpuMs: number
  mayGrow?: string
  /** Rows that a list shows. */
  shows?: number
  /** The most expensive statements, for a person who investigates. */
  dearest?: string[]
}

interface Place {
  url: string
  dataDir: string
  shape: Shape
  only: string
}

/** Every route, page and job on one filled database. */
export async function measureAll({ url, dataDir, shape, only }: Place): Promise<Measured[]> {
  const server = await startMeasuredServer({ DATABASE_URL: url, DATA_DIR: dataDir })
  const counts = await openCounts(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const subject = createSubject({
      ...{ shape, origin: server.origin },
      login: person => server.send<TokenPair>({ do: 'login', userId: personId(person) }),
      job: name => server.send({ do: 'job', name }),
      query: (text, values) => client.query(text, values),
    })
    const measured: Measured[] = []
    for (const target of TARGETS.filter(({ name }) => name.includes(only)))
      measured.push(...(await unlessItFails(target, { server, subject, counts })))
    for (const job of JOBS.filter(({ name }) => name.includes(only)))
      measured.push(...(await unlessItFails(job, { server, subject, counts })))
    return measured
  } finally {
    await counts.close()
    await client.end()
    await server.stop()
  }
}

interface Tools {
  server: MeasuredServer
  subject: CallingSubject
  counts: OpenCounts
}

/** When one target gives a wrong answer, the others are still measured. */
async function unlessItFails(target: Target | Job, tools: Tools): Promise<Measured[]> {
  try {
    return [await ('does' in target ? measureJob(target, tools) : measureTarget(target, tools))]
  } catch (error) {
    console.error(`FAILED ${target.name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
    return []
  }
}

async function measureTarget(target: Target, { server, subject, counts }: Tools): Promise<Measured> {
  const calls = await target.calls(subject, WARM_UP + CALLS)
  await subject.ready(calls)
  for (const call of calls.slice(0, WARM_UP)) await subject.bytesOf(call)
  let bytes = 0
  const cost = await costOf({ server, counts }, async () => {
    for (const call of calls.slice(WARM_UP)) bytes += await subject.bytesOf(call)
  })
  // The work that a call leaves in the outbox is not its own cost, and must not count for the next one.
  await subject.job('doDueWork')
  const { name, kind, mayGrow, shows = 0 } = target
  return { name, kind, ...cost, shows, bytes: bytes / CALLS, ...(mayGrow ? { mayGrow } : {}) }
}

/** A job without rows runs as often as a call; one with rows once, and its cost is that of one row. */
async function measureJob(job: Job, { server, subject, counts }: Tools): Promise<Measured> {
  const { name, does, prepare, after } = job
  await prepare?.(subject)
  await subject.job(does)
  await after?.(subject)
  const rows = await prepare?.(subject)
  const runs = rows === undefined ? CALLS : 1
  const cost = await costOf({ server, counts, parts: rows ?? CALLS }, async () => {
    for (let i = 0; i < runs; i++) await subject.job(does)
  })
  await after?.(subject)
  return { name, kind: 'job', ...cost, bytes: 0 }
}

/** The average over the parts of `work`: its calls, or the rows of a job. */
async function costOf(
  { server, counts, parts = CALLS }: Pick<Tools, 'server' | 'counts'> & { parts?: number },
  work: () => Promise<void>,
) {
  await counts.reset()
  const cpuBefore = await server.send<number>({ do: 'usage' })
  await work()
  const cpuMs = ((await server.send<number>({ do: 'usage' })) - cpuBefore) / parts
  const { queries, blocks, rows, sqlMs } = await counts.read()
  const dearest = await counts.dearest()
  return {
    ...{ queries: queries / parts, blocks: blocks / parts, rows: rows / parts, sqlMs: sqlMs / parts, cpuMs },
    dearest: dearest.map(
      ({ text, blocks: all, calls }) => `${Math.round(all / parts)} blocks, ${calls} calls: ${text}`,
    ),
  }
}
