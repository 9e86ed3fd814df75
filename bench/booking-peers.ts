/**
 * A booking on our server beside one by Fastify and Prisma's models, into the same tables of the same durable Postgres,
 * in turn, round after round. Both use the same provider, a separate process whose cost counts for neither. Only ours
 * also checks who is logged in.
 */
import { join } from 'node:path'
import type { Influencer } from '@parley/contract'
import type { TestPerson } from '../apps/server/src/testing/api-caller.ts'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { queryRows } from '../apps/server/src/testing/provider-says.ts'
import { openBenchServer, postmasterOf } from './support/bench-server.ts'
import { childrenOf, cpuSecondsOf, familyCpuSeconds } from './support/cpu-time.ts'
import { ensurePeerPackages, PEERS, runPeerProgram } from './support/peer-packages.ts'
import { fromAnotherAddress } from './support/production.ts'
import { quantile } from './support/quantiles.ts'
import { inRounds, ROUNDS, spreadOf } from './support/rounds.ts'
import { startProcess, startProvider, stopStarted } from './support/started-process.ts'

const CLIENTS = 8
const BUYERS = Number(process.env.BENCH_BUYERS ?? 120)
/** In each round: the server allows a person few new payments an hour. */
const BOOKINGS_EACH = 4
const WARM_UP_BUYERS = 16

type SendBooking = (buyer: TestPerson, path: string, booking: object) => Promise<void>
interface Subject {
  name: string
  pid: number
  book: SendBooking
  /**
   * One influencer for each round, and one more to warm up: a buyer may have few unpaid bookings with each influencer.
   */
  stars: TestPerson[]
}

const post = async (url: string, headers: Record<string, string>, booking: object) => {
  const body = JSON.stringify(booking)
  const sent = { 'content-type': 'application/json', ...headers }
  const answer = await fetch(url, { method: 'POST', headers: sent, body })
  const said = await answer.text()
  if (answer.status !== 201) throw new Error(`a booking was answered ${answer.status}: ${said}`)
}

ensurePeerPackages()
runPeerProgram('prisma/build/index.js', 'generate')
const provider = await startProvider()
const { postgres, url, server, api, close } = await openBenchServer()
const others = childrenOf(process.pid)
server.changeEnv(provider.env)
await server.start()
const ownPid = childrenOf(process.pid).find(pid => !others.includes(pid)) ?? 0
const postmaster = postmasterOf(postgres)

const peerPort = await freePort()
const peer = await startProcess(join(PEERS, 'prisma-booking.ts'), {
  PORT: String(peerPort),
  DATABASE_URL: url,
  STRIPE_API_BASE: provider.url,
})

async function starsOf(name: string): Promise<TestPerson[]> {
  const names = Array.from({ length: ROUNDS + 1 }, (_, round) => `${name}-${round}`)
  return Promise.all(names.map(star => api.influencer(star)))
}
const subjects: Subject[] = [
  {
    name: 'our server',
    pid: ownPid,
    book: (buyer, path, booking) =>
      post(
        `${server.origin}${path}`,
        { ...fromAnotherAddress(), authorization: `Bearer ${buyer.access}` },
        booking,
      ),
    stars: await starsOf('own'),
  },
  {
    name: 'Fastify and Prisma',
    pid: peer.pid ?? 0,
    book: (buyer, path, booking) =>
      post(`http://127.0.0.1:${peerPort}${path}`, { 'x-user': buyer.id }, booking),
    stars: await starsOf('peer'),
  },
]

const buyers: TestPerson[] = []
while (buyers.length < BUYERS)
  buyers.push(...(await Promise.all([0, 1, 2, 3].map(nth => api.fan(`booking-peer-${buyers.length + nth}`)))))

async function stored(): Promise<number> {
  const rows = await queryRows<{ count: number }>(
    { connectionString: url },
    `select count(*)::int as count from session_requests r join payments p on p.request_id = r.id
     join request_audit a on a.request_id = r.id where p.status = 'open' and p.intent_id is not null`,
  )
  return rows[0]?.count ?? 0
}

/** Each buyer makes some bookings one after the other, with as many buyers at once as there are clients. */
async function bookAll({ book, stars }: Subject, round: number, from: readonly TestPerson[]) {
  const star = stars[round]
  if (!star) throw new Error('there is an influencer for each round')
  const { body } = await api.call<Influencer>(null, `GET /api/parley/${star.username}/`)
  const { amount, duration, duration_display, description } = body.main_session
  const waiting = [...from]
  const tookMs: number[] = []
  const client = async () => {
    for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
      for (let i = 0; i < BOOKINGS_EACH; i++) {
        const booking = { amount, duration, duration_display, description, uuid: crypto.randomUUID() }
        const began = performance.now()
        await book(buyer, `/api/parley/${star.username}/parley_request/`, booking)
        tookMs.push(performance.now() - began)
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return tookMs
}

/** Ends unpaid bookings, because they count against their buyers: both subjects start each round alike. */
const endAll = () =>
  queryRows(
    { connectionString: url },
    `update session_requests set state = 'cancelled', outcome = 'cancelled', ended_at = now(),
     due_at = null where state = 'offered'`,
  )

async function measure(subject: Subject, round: number) {
  await endAll()
  const before = { own: cpuSecondsOf([subject.pid]), postgres: familyCpuSeconds(postmaster) }
  const [storedBefore, began] = [await stored(), performance.now()]
  const tookMs = await bookAll(subject, round + 1, buyers)
  const seconds = (performance.now() - began) / 1_000
  const own = cpuSecondsOf([subject.pid]) - before.own
  const inPostgres = familyCpuSeconds(postmaster) - before.postgres
  const count = tookMs.length
  const found = (await stored()) - storedBefore
  if (found !== count)
    throw new Error(`${count} bookings by ${subject.name} were answered, ${found} are stored`)
  return {
    cpuMs: (own / count) * 1_000,
    postgresMs: (inPostgres / count) * 1_000,
    perSecond: count / seconds,
    p50Ms: quantile(tookMs, 0.5),
  }
}

try {
  for (const subject of subjects) {
    await bookAll(subject, 0, buyers.slice(0, WARM_UP_BUYERS))
    await endAll()
  }
  const figures = await inRounds(subjects, measure)
  const column = (nth: number, name: 'cpuMs' | 'postgresMs' | 'perSecond' | 'p50Ms', digits: number) =>
    spreadOf(
      (figures[nth] ?? []).map(each => each[name]),
      digits,
    )
  console.table(
    subjects.map(({ name }, nth) => ({
      'a booking by': name,
      'CPU ms each, server': column(nth, 'cpuMs', 2),
      'CPU ms each, Postgres': column(nth, 'postgresMs', 2),
      'a second': column(nth, 'perSecond', 0),
      'p50 ms': column(nth, 'p50Ms', 1),
    })),
  )
  const [own = 0, peers = 0] = figures.map(rounds =>
    quantile(
      rounds.map(({ cpuMs, postgresMs }) => cpuMs + postgresMs),
      0.5,
    ),
  )
  console.log(`Server and Postgres together: ours to Prisma's ${(own / peers).toFixed(2)}.`)
  const perRound = BUYERS * BOOKINGS_EACH
  console.log(`${perRound} bookings a round by ${CLIENTS} clients, ${ROUNDS} rounds in turn, fsync on.`)
} finally {
  stopStarted()
  await close()
}
process.exit(0)
