import type { TokenPair } from '@parley/contract'
import { personId, type Shape } from '../../apps/server/src/testing/growth/shape.ts'
import { type Counts, type OpenCounts, openCounts } from './counts.ts'
import type { JobName } from './measured-server.ts'
import { type MeasuredServer, startMeasuredServer } from './server-process.ts'
import type { Call, Subject, Target } from './target.ts'
import { JOBS, TARGETS } from './targets.ts'

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
  try {
    const subject = subjectOf(server, shape)
    const measured: Measured[] = []
    for (const target of TARGETS.filter(({ name }) => name.includes(only)))
      measured.push(...(await unlessItFails(target, { server, subject, counts })))
    for (const name of JOBS.filter(job => job.includes(only)))
      measured.push(await measureJob(name, { server, subject, counts }))
    return measured
  } finally {
    await counts.close()
    await server.stop()
  }
}

interface Tools {
  server: MeasuredServer
  subject: Subject & { bytesOf(call: Call): Promise<number> }
  counts: OpenCounts
}

/** When one target gives a wrong answer, the others are still measured. */
async function unlessItFails(target: Target, tools: Tools): Promise<Measured[]> {
  try {
    return [await measureTarget(target, tools)]
  } catch (error) {
    console.error(`FAILED ${target.name}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
    return []
  }
}

async function measureTarget(target: Target, { server, subject, counts }: Tools): Promise<Measured> {
  const calls = await target.calls(subject, WARM_UP + CALLS)
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

async function measureJob(name: JobName, { server, subject, counts }: Tools): Promise<Measured> {
  await subject.job(name)
  const cost = await costOf({ server, counts }, async () => {
    for (let i = 0; i < CALLS; i++) await subject.job(name)
  })
  return { name, kind: 'job', ...cost, bytes: 0 }
}

/** The average over the calls that `work` makes. */
async function costOf({ server, counts }: Pick<Tools, 'server' | 'counts'>, work: () => Promise<void>) {
  await counts.reset()
  const cpuBefore = await server.ask<number>({ do: 'usage' })
  await work()
  const cpuMs = ((await server.ask<number>({ do: 'usage' })) - cpuBefore) / CALLS
  const { queries, blocks, rows, sqlMs } = await counts.read()
  const dearest = await counts.dearest()
  return {
    ...{ queries: queries / CALLS, blocks: blocks / CALLS, rows: rows / CALLS, sqlMs: sqlMs / CALLS, cpuMs },
    dearest: dearest.map(
      ({ text, blocks: all, calls }) => `${Math.round(all / CALLS)} blocks, ${calls} calls: ${text}`,
    ),
  }
}

function subjectOf(server: MeasuredServer, shape: Shape): Tools['subject'] {
  const tokens = new Map<number, Promise<TokenPair>>()
  const tokenOf = (person: number) => {
    const known = tokens.get(person) ?? server.ask<TokenPair>({ do: 'login', userId: personId(person) })
    tokens.set(person, known)
    return known
  }
  async function send({ what, as, body, status = 200 }: Call): Promise<string> {
    const [method = '', path = ''] = what.split(' ')
    const isForm = body instanceof URLSearchParams
    const response = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(as ? { authorization: `Bearer ${(await tokenOf(as)).access}` } : {}),
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== status)
      throw new Error(`${what} was answered ${response.status}: ${text.slice(0, 300)}`)
    return text
  }
  return {
    shape,
    origin: server.origin,
    call: async call => JSON.parse(await send(call)),
    job: async name => void (await server.ask({ do: 'job', name })),
    bytesOf: async call => Buffer.byteLength(await send(call)),
  }
}
