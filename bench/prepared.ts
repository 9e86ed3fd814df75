/**
 * What prepared statements save: the API's frequent reads and a booking on two servers that differ only by
 * `DATABASE_PREPARED`, each with a database of its own in one Postgres, in turn, round after round.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Influencer, SessionRequest } from '@parley/contract'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { queryRows } from '../apps/server/src/testing/provider-says.ts'
import { addBenchServer, openBenchPostgres, postmasterOf } from './support/bench-server.ts'
import { familyCpuSeconds } from './support/cpu-time.ts'
import { quantile } from './support/quantiles.ts'
import { inRounds, ROUNDS, spreadOf } from './support/rounds.ts'
import { startProvider, stopStarted } from './support/started-process.ts'

const CLIENTS = 8
const READS = Number(process.env.BENCH_READS ?? 2_000)
/** Enough for each connection to prepare each statement, and for Postgres to keep its plan. */
const WARM_UP_READS = 800
const BUYERS = Number(process.env.BENCH_BUYERS ?? 96)
const AT_A_TIME = 4
/** In each round: the server allows a person few new payments an hour. */
const BOOKINGS_EACH = 4
const WARM_UP_BUYERS = 24

type Opened = Awaited<ReturnType<typeof addBenchServer>>
type Call = () => Promise<unknown>

interface Subject {
  name: string
  opened: Opened
  calls(round: number): Promise<Call[]>
  /** After a round, when it no longer counts. */
  tidy(): Promise<unknown>
}

const provider = await startProvider()
const postgres = await openBenchPostgres()
const postmaster = postmasterOf(postgres)
const servers: Opened[] = []

async function answered(response: Promise<{ status: number }>, wanted: number): Promise<void> {
  const { status } = await response
  if (status !== wanted) throw new Error(`a call was answered ${status}, not ${wanted}`)
}

/** Makes all calls, with as many at once as there are clients. */
async function makeAll(calls: readonly Call[]): Promise<void> {
  const waiting = [...calls]
  const client = async () => {
    for (let call = waiting.pop(); call; call = waiting.pop()) await call()
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Waits until the server has done the work that calls have left, which counts for them. */
async function workIsDone({ url }: Opened): Promise<void> {
  const waiting = 'select count(*)::int as works from outbox where run_at <= now() and done_at is null'
  for (;;) {
    const [left] = await queryRows<{ works: number }>({ connectionString: url }, waiting)
    if (left?.works === 0) return
    await delay(50)
  }
}

async function signUp({ api }: Opened): Promise<{ buyers: TestPerson[]; stars: TestPerson[] }> {
  const buyers: TestPerson[] = []
  while (buyers.length < BUYERS) {
    const some = Array.from({ length: AT_A_TIME }, (_, nth) => api.fan(`buyer${buyers.length + nth}`))
    buyers.push(...(await Promise.all(some)))
  }
  const stars: TestPerson[] = []
  // One for each round, and one more to warm up: a buyer may have few unpaid bookings with each.
  for (let round = 0; round <= ROUNDS; round++) stars.push(await api.influencer(`star${round}`))
  return { buyers, stars }
}

async function bookingsWith({ api }: Opened, star: TestPerson, buyers: readonly TestPerson[]) {
  const { body } = await api.call<Influencer>(null, `GET /api/parley/${star.username}/`)
  const { amount, duration, duration_display, description } = body.main_session
  return buyers.flatMap(buyer =>
    Array.from({ length: BOOKINGS_EACH }, (): Call => {
      const booking = { amount, duration, duration_display, description, uuid: crypto.randomUUID() }
      return () =>
        answered(api.call(buyer, `POST /api/parley/${star.username}/parley_request/`, booking), 201)
    }),
  )
}

/** Ends unpaid bookings, because they count against their buyers: each round starts alike. */
const endAll = ({ url }: Opened) =>
  queryRows(
    { connectionString: url },
    `update session_requests set state = 'cancelled', outcome = 'cancelled', ended_at = now(),
     due_at = null where state = 'offered'`,
  )

/** A server with its people, warm; answers what is measured on it. */
async function openSubjects(prepared: 'on' | 'off'): Promise<Subject[]> {
  const opened = await addBenchServer(postgres, `prepared_${prepared}`)
  servers.push(opened)
  opened.server.changeEnv({ ...provider.env, DATABASE_PREPARED: prepared })
  await opened.server.start()
  const { api } = opened
  const { buyers, stars } = await signUp(opened)
  const [star] = stars
  if (!star) throw new Error('there is an influencer')
  await makeAll(await bookingsWith(opened, star, buyers.slice(0, WARM_UP_BUYERS)))
  await endAll(opened)
  const reader = await api.fan('reader')
  for (const each of stars) await makeAll(await bookingsWith(opened, each, [reader]))
  await endAll(opened)
  const list = 'GET /api/user/me/requests/' as const
  const [request] = (await api.call<{ results: SessionRequest[] }>(reader, list)).body.results
  if (!request) throw new Error('the reader has requests')
  const reads: Record<string, Call> = {
    'a profile': () => answered(api.call(null, `GET /api/parley/${star.username}/`), 200),
    'a request': () => answered(api.call(reader, `GET /api/parley/${request.slug}/session/`), 200),
    'somebody’s requests': () => answered(api.call(reader, list), 200),
  }
  const repeated = (call: Call, times: number) => Array.from({ length: times }, () => call)
  for (const call of Object.values(reads)) await makeAll(repeated(call, WARM_UP_READS))
  const subjects = Object.entries(reads).map(([name, call]): Subject => {
    return { name, opened, calls: async () => repeated(call, READS), tidy: async () => undefined }
  })
  const booking: Subject = {
    name: 'a booking',
    opened,
    calls: round => bookingsWith(opened, stars[round + 1] ?? star, buyers),
    tidy: () => endAll(opened),
  }
  return [...subjects, booking]
}

async function measure({ opened, calls, tidy }: Subject, round: number) {
  const made = await calls(round)
  await workIsDone(opened)
  const before = { node: await opened.cpuSeconds(), postgres: familyCpuSeconds(postmaster) }
  await makeAll(made)
  await workIsDone(opened)
  const node = (await opened.cpuSeconds()) - before.node
  const inPostgres = familyCpuSeconds(postmaster) - before.postgres
  await tidy()
  return { nodeMs: (node / made.length) * 1_000, postgresMs: (inPostgres / made.length) * 1_000 }
}

try {
  const [on, off] = [await openSubjects('on'), await openSubjects('off')]
  const inTurn = on.flatMap((subject, nth) => [subject, off[nth] ?? subject])
  const figures = await inRounds(inTurn, measure)
  const rows = on.map(({ name }, nth) => {
    const column = (which: 0 | 1, key: 'nodeMs' | 'postgresMs') =>
      (figures[2 * nth + which] ?? []).map(each => each[key])
    const sum = (which: 0 | 1) =>
      quantile(column(which, 'nodeMs'), 0.5) + quantile(column(which, 'postgresMs'), 0.5)
    return {
      'CPU ms each': name,
      'Node, prepared': spreadOf(column(0, 'nodeMs'), 2),
      'Node, not': spreadOf(column(1, 'nodeMs'), 2),
      'Postgres, prepared': spreadOf(column(0, 'postgresMs'), 2),
      'Postgres, not': spreadOf(column(1, 'postgresMs'), 2),
      'together, prepared to not': (sum(0) / sum(1)).toFixed(2),
    }
  })
  console.table(rows)
  console.log(
    `${CLIENTS} clients, ${READS} reads and ${BUYERS * BOOKINGS_EACH} bookings a round, ${ROUNDS} rounds in turn, ` +
      'fsync on. Both servers run all the time.',
  )
} finally {
  for (const { close } of servers) await close()
  stopStarted()
  await postgres.remove()
}
process.exit(0)
