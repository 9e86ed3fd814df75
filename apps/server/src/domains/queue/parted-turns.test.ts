import { HOUR_MS, type LiveEvent, type SessionRequest } from '@parley/contract'
import { afterAll, expect, test, vi } from 'vitest'
import { joinNatively } from '../../providers/video-embedded/testing/harness.ts'
import { openTestServer } from '../../testing/test-server.ts'
import type { VideoTestClient } from '../calls/video-provider.contract.ts'
import { staffMember } from '../staff/testing/staff-member.ts'
import { queueCast, WITHIN } from './testing/queue-caller.ts'

const t = await openTestServer({ connections: 30 })
const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans
/** Another process on the same database: the block is pressed there, and no bus carries it to this process. */
const other = await t.openAnother({
  connections: 10,
  env: { PUBLIC_ORIGIN: t.origin, STRIPE_API_BASE: `${t.origin}/sandbox/stripe` },
})
afterAll(() => other.close())
const desk = await staffMember(t, 'parting-desk', 'moderator')

/** Ends what hangs. */
const LIMIT_MS = 120_000
const PRICE_PENCE = 500
const PARTINGS = [
  'the fan blocks',
  'the host blocks',
  'the fan is suspended',
  'the host is suspended',
] as const
const REPORTS = ['the fan ends and reports', 'the host ends and reports'] as const
type Parting = (typeof PARTINGS)[number] | (typeof REPORTS)[number]
const MOMENTS = ['is called', 'begins', 'runs'] as const
const CASES = PARTINGS.flatMap(parting => MOMENTS.map(moment => [parting, moment] as const))

async function part(parting: Parting, placeId: string | undefined): Promise<void> {
  const [by, of] = parting.startsWith('the fan') ? [fred, owner] : [owner, fred]
  if (parting.endsWith('reports')) {
    const about = { kind: 'request', id: placeId }
    const report = { about, reason: 'harassment', end: true, uuid: crypto.randomUUID() }
    expect((await other.call(by, 'POST /api/reports/', report)).status).toBe(201)
    return
  }
  const act = { reason: 'They threatened somebody at an event', version: 0 }
  const answer = parting.endsWith('blocks')
    ? await other.call(by, `POST /api/user/${of.id}/block/`)
    : await other.call(desk.person, `POST /api/staff/people/${by.id}/suspend/`, act)
  expect(answer.status).toBe(204)
}

const sql = async <Row extends object>(text: string, value: unknown) =>
  (await t.server.database.pool.query<Row>(text, [value])).rows
const turnsOf = (event: LiveEvent) =>
  sql<{ state: string }>('select state from queue_turns where event_id = $1 order by number', event.id)
const backOf = async (placeId: string | undefined) => {
  const query = 'select refunded_pence as pence from session_requests where id = $1'
  return (await sql<{ pence: number }>(query, placeId))[0]?.pence
}
const workBoth = () => Promise.all([t, other].map(({ server }) => server.doDueWork()))

/** The turn of the first fan comes to this moment while the two are parted; answers whose media came into its room. */
async function meet(
  { event, places }: { event: LiveEvent; places: readonly SessionRequest[] },
  moment: (typeof MOMENTS)[number],
  parting: Parting,
) {
  const partNow = () => part(parting, places[0]?.id)
  const [hosts, freds] = [await queues.enter(owner, event), await queues.enter(fred, event)]
  await queues.enter(gina, event)
  // An open page is seen by both processes, as by the bus that two processes share.
  for (const { id: personId, username } of [owner, fred, gina]) {
    const entry = { connectionId: `page-${personId}`, personId, username, sinceMs: 0 }
    await other.server.domains.bus.enter(event.id, entry, HOUR_MS)
  }
  for (const fan of [fred, gina]) expect((await queues.ready(fan, event)).status).toBe(200)
  if (moment === 'is called') {
    await Promise.all([queues.press(event, 'open'), partNow()])
    return []
  }
  await queues.press(event, 'open')
  const came: (VideoTestClient | null)[] = [(await queues.joinTurn(hosts)).media]
  const ticket = await queues.turnTicket(freds)
  // A refused join is null; the assertion below counts those who joined.
  const comes = () => joinNatively(ticket).catch(() => null)
  if (moment === 'begins') came.push((await Promise.all([comes(), partNow()]))[0])
  else {
    came.push(await comes())
    await vi.waitFor(async () => expect((await turnsOf(event))[0]?.state).toBe('in_turn'), WITHIN)
    await Promise.all([partNow(), queues.press(event, 'pause')])
  }
  return came
}

test.for(CASES)(
  '%s while the turn %s: it does not go on, all that was not used goes back, and the line continues',
  { timeout: LIMIT_MS },
  async ([parting, moment]) => {
    const line = await queues.queueOf(`Parted ${cast.nth}`, [fred, gina])
    const { event, places } = line
    // A look at the clock of staff moves it.
    await desk.stepUp()
    other.clock.advance(t.clock.offsetSeconds() - other.clock.offsetSeconds())
    const came = await meet(line, moment, parting)
    // Nobody of the two is in the room any more, whatever their pages do.
    const ended = Promise.all(came.map(media => media?.ended))
    await vi.waitFor(async () => {
      await workBoth()
      const query = 'select 1 from live_intervals where room_id = $1 and ended_at is null'
      expect(await sql(query, places[0]?.id)).toEqual([])
    }, WITHIN)
    // A turn that was still counted is settled a second later.
    for (const { clock } of [t, other]) clock.advance(1)
    await vi.waitFor(async () => {
      await workBoth()
      expect(await backOf(places[0]?.id)).toBe(PRICE_PENCE)
    }, WITHIN)
    await ended
    expect(['called', 'in_turn']).not.toContain((await turnsOf(event))[0]?.state)
    if (parting === 'the host is suspended') {
      await vi.waitFor(async () => {
        await workBoth()
        expect(await backOf(places[1]?.id)).toBe(PRICE_PENCE)
      }, WITHIN)
      return
    }
    await goesOn(event)
    expect(await backOf(places[1]?.id)).toBe(0)
  },
)

/** Who comes next is not lost by it: once the line is open, they are called. */
async function goesOn(event: LiveEvent): Promise<void> {
  await vi.waitFor(async () => {
    await workBoth()
    const { state } = await queues.show(owner, event)
    if (state === 'scheduled') await queues.press(event, 'open')
    if (state === 'paused') await queues.press(event, 'resume')
    expect(await queues.stateOf(gina, event)).toBe('called')
  }, WITHIN)
}

test.for(REPORTS)(
  '%s at another process while the turn runs: both are out, nothing is earned or goes back, and the line continues',
  { timeout: LIMIT_MS },
  async parting => {
    const line = await queues.queueOf(`Reported ${cast.nth}`, [fred, gina])
    const { event, places } = line
    await desk.stepUp()
    other.clock.advance(t.clock.offsetSeconds() - other.clock.offsetSeconds())
    const came = await meet(line, 'runs', parting)
    const ended = Promise.all(came.map(media => media?.ended))
    await vi.waitFor(async () => {
      await workBoth()
      const query = 'select 1 from live_intervals where room_id = $1 and ended_at is null'
      expect(await sql(query, places[0]?.id)).toEqual([])
      expect((await turnsOf(event))[0]?.state).toBe('part')
    }, WITHIN)
    await ended
    await goesOn(event)
    const query = 'select settled_by, problem_open, refunded_pence from session_requests where id = $1'
    expect(await sql(query, places[0]?.id)).toEqual([
      { settled_by: 'reported', problem_open: true, refunded_pence: 0 },
    ])
  },
)

const ENDS = ['the host calls the next', 'the fan blocks', 'the host blocks'] as const

test.each(ENDS)(
  'where %s while another process counts the turn, all of its time is paid',
  {
    timeout: LIMIT_MS,
  },
  async end => {
    const { event, places } = await queues.queueOf(`Counted ${cast.nth}`, [fred])
    await desk.stepUp()
    other.clock.advance(t.clock.offsetSeconds() - other.clock.offsetSeconds())
    const [hosts, freds] = [await queues.enter(owner, event), await queues.enter(fred, event)]
    await queues.ready(fred, event)
    await queues.press(event, 'open')
    await queues.joinTurn(hosts)
    await queues.joinTurn(freds)
    await vi.waitFor(async () => expect((await turnsOf(event))[0]?.state).toBe('in_turn'), WITHIN)
    await queues.press(event, 'pause')
    for (const { clock } of [t, other]) clock.advance(20)
    const { version } = await queues.show(owner, event)
    const next = `POST /api/parley/${event.slug}/queue/next/` as const
    if (end === 'the host calls the next')
      expect((await other.call(owner, next, { version })).status).toBe(200)
    else await part(end, places[0]?.id)
    await other.server.doDueWork()
    const query = `select ended_at is null as open, extract(epoch from coalesce(ended_at, proven_until) - started_at)::float8 as seconds
    from live_intervals where room_id = $1`
    const counted = () => sql<{ open: boolean; seconds: number }>(query, places[0]?.id)
    await vi.waitFor(async () => {
      await workBoth()
      expect(await counted()).toMatchObject([{ open: false }])
    }, WITHIN)
    for (const { clock } of [t, other]) clock.advance(2)
    await workBoth()
    const usedSeconds = Math.floor((await counted())[0]?.seconds ?? 0)
    expect(await backOf(places[0]?.id)).toBe(Math.ceil((PRICE_PENCE * (60 - usedSeconds)) / 60))
  },
)
