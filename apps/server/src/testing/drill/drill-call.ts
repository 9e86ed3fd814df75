import { setTimeout as delay } from 'node:timers/promises'
import type { SessionRequest } from '@parley/contract'
import { Client } from 'pg'
import { apiCaller, type TestPerson } from '../api-caller.ts'
import { type WrittenInterval, writtenIntervalsIn } from '../written-intervals.ts'
import { DrillParty } from './drill-party.ts'
import type { Installation } from './installation.ts'

const POLL_EVERY_MS = 50
const PATIENCE_MS = 60_000
/** A longer time without packets counts as a stop. */
const STANDS_AFTER_MS = 500
const CALL_SECONDS = 3_600

interface Stretch {
  fromMs: number
  toMs: number
}

/** The measurements of a call from outside. */
export interface CallFigures {
  /** How long both received the other's media. */
  bothSeconds: number
  /** How long the person who received more received the other's media. */
  givenSeconds: number
  /** How long the polls came too late to know. */
  unseenSeconds: number
  /** The used time in the database. */
  chargedSeconds: number
  /** The longest time in which one of them received nothing. */
  mediaStoodSeconds: number
  /** The longest time between two intervals of paid time, since the call ran. */
  clockStoodSeconds: number
  /** Why the servers removed people or closed sockets. */
  turnedOut: string[]
  intervals: WrittenInterval[]
}

export interface DrillCall {
  request: SessionRequest
  /** The buyer. */
  fan: TestPerson
  parties: Record<'fan' | 'influencer', DrillParty>
  /** Resolves when both have received the other's media for so much longer; rejects when this takes too long. */
  moreOfBoth(seconds: number): Promise<void>
  leave(): Promise<void>
  /** Both leave; answers the measurements. */
  finish(): Promise<CallFigures>
}

let calls = 0

/** Polls a condition. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, limitMs = PATIENCE_MS) {
  const limit = performance.now() + limitMs
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(`not in time: ${what}`)
    await delay(POLL_EVERY_MS)
  }
}

/** A paid call between two people, each with their own process (0 or 1); it runs when this resolves. */
export async function startDrillCall(
  installation: Installation,
  by: { fan: 0 | 1; influencer: 0 | 1 },
): Promise<DrillCall> {
  const { servers, livekit } = installation
  // The sandbox keeps its payments in the first process, so all requests about money go there.
  const api = apiCaller(servers[0].origin)
  const people = { fan: await api.fan(`fred${++calls}`), influencer: await callee() }
  const request = await paidRequest()
  const party = (side: 'fan' | 'influencer') => {
    const [first, second] = [servers[by[side]], servers[1 - by[side]]]
    const order = [first, second].filter(server => server !== undefined)
    return new DrillParty({ person: people[side], side, request, servers: order, livekitUrl: livekit.url })
  }
  const parties = { fan: party('fan'), influencer: party('influencer') }
  const bothMs = () => overlapMs(stretchesOf(parties.fan.givenMs), stretchesOf(parties.influencer.givenMs))

  async function moreOfBoth(seconds: number): Promise<void> {
    const fromMs = bothMs()
    await until(`${seconds} s more of both`, () => bothMs() - fromMs >= seconds * 1_000)
  }

  function callee() {
    return api.influencer(`ivy${calls}`, { duration: CALL_SECONDS })
  }

  async function paidRequest(): Promise<SessionRequest> {
    const { body } = await api.book(people.fan, people.influencer)
    const intent = await api.pay(people.fan, body)
    await api.confirm(intent.body)
    const read = () => api.request(people.fan, body.slug)
    await until('a paid request', async () => (await read()).payment.status === 'paid')
    return read()
  }

  async function finish(): Promise<CallFigures> {
    const untilMs = Date.now()
    await leave()
    await until('the end of the paid time', async () => !(await isLive()))
    const written = await writtenIntervalsIn({ connectionString: installation.databaseUrl }, request.id)
    return figuresOf(parties, written, { runsFromMs, untilMs })
  }

  async function leave(): Promise<void> {
    await Promise.all([parties.fan.leave(), parties.influencer.leave()])
  }

  async function isLive(): Promise<boolean> {
    const client = new Client(installation.databaseUrl)
    await client.connect()
    const query = 'select 1 from live_intervals where room_id = $1 and ended_at is null'
    const { rowCount } = await client.query(query, [request.id])
    await client.end()
    return rowCount !== 0
  }

  await moreOfBoth(3)
  // On a busy machine a process may lose its lease before its first heartbeat: this is not an effect of the fault.
  const runsFromMs = Date.now()
  return { request, fan: people.fan, parties, moreOfBoth, leave, finish }
}

function figuresOf(
  parties: DrillCall['parties'],
  intervals: WrittenInterval[],
  { runsFromMs, untilMs }: { runsFromMs: number; untilMs: number },
): CallFigures {
  const given = [stretchesOf(parties.fan.givenMs), stretchesOf(parties.influencer.givenMs)] as const
  const charged = intervals.map(({ startedAtMs, endedAtMs }) => ({ fromMs: startedAtMs, toMs: endedAtMs }))
  const stood = given.map(stretches => longestGapMs([...stretches, { fromMs: untilMs, toMs: untilMs }]))
  return {
    bothSeconds: overlapMs(...given) / 1_000,
    givenSeconds: Math.max(...given.map(sumMs)) / 1_000,
    unseenSeconds: (parties.fan.unseenMs + parties.influencer.unseenMs) / 1_000,
    chargedSeconds: sumMs(charged) / 1_000,
    mediaStoodSeconds: Math.max(...stood) / 1_000,
    // When one person leaves a moment after the other, an interval of no length may be written: nobody paid for it.
    clockStoodSeconds:
      longestGapMs(
        charged.filter(({ fromMs, toMs }) => toMs > fromMs),
        runsFromMs,
      ) / 1_000,
    turnedOut: [...parties.fan.turnedOut, ...parties.influencer.turnedOut],
    intervals,
  }
}

const sumMs = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { fromMs, toMs }) => sum + Math.max(0, toMs - fromMs), 0)

/** The longest time between two intervals that did not end before `sinceMs`. */
function longestGapMs(stretches: readonly Stretch[], sinceMs = 0): number {
  const gaps = stretches
    .slice(1)
    .map(({ fromMs }, index) => (fromMs < sinceMs ? 0 : fromMs - (stretches[index]?.toMs ?? fromMs)))
  return Math.max(0, ...gaps)
}

function overlapMs(one: readonly Stretch[], other: readonly Stretch[]): number {
  let sum = 0
  for (const a of one)
    for (const b of other) sum += Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs))
  return sum
}

function stretchesOf(momentsMs: readonly number[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const atMs of momentsMs) {
    const last = stretches.at(-1)
    if (last && atMs - last.toMs <= STANDS_AFTER_MS) last.toMs = atMs
    else stretches.push({ fromMs: atMs, toMs: atMs })
  }
  return stretches
}
