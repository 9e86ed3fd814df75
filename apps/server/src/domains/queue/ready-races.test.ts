import type { LiveEvent } from '@parley/contract'
import { expect, test } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'
import { changeQueue } from './change-queue.ts'
import { queueCast } from './testing/queue-caller.ts'

/** More connections to the database than there are requests at a time: none waits for another's. */
const t = await openTestServer({ connections: 30 })
const cast = queueCast(t, ['ann', 'bob', 'cora', 'dora', 'ella'])
const { owner, queues } = cast
const holders = Object.values(cast.fans)
const { pool } = t.server.database
const ROUNDS = 10

interface Row {
  place: string
  state: string
  why: string | null
  was_called: boolean
  is_ready: boolean
}

const rowsOf = async (event: LiveEvent) =>
  (
    await pool.query<Row>(
      `select request_id as place, state, why, called_at is not null as was_called, ready_at is not null as is_ready
         from queue_turns where event_id = $1 order by number`,
      [event.id],
    )
  ).rows

/** An open line in which everybody waits and nobody is ready, as it was before each round. */
const setBack = (event: LiveEvent) =>
  pool.query(
    `update queue_turns set state = 'waiting', why = null, ready_at = null, called_at = null, alone_at = null,
       away_ms = 0, missed = 0, is_passed = false, position = number where event_id = $1`,
    [event.id],
  )

/** Everybody says that they are ready from two tabs, while these acts happen somewhere between their presses. */
async function amongPresses(event: LiveEvent, round: number, acts: (() => Promise<number>)[]) {
  const presses = [...holders, ...holders].map((holder, i) => async () => {
    const { status } = await queues.ready(holder, event)
    return { who: i % holders.length, status }
  })
  const before = presses.slice(0, round)
  const [first, did, last] = await Promise.all([
    Promise.all(before.map(press => press())),
    Promise.all(acts.map(act => act())),
    Promise.all(presses.slice(round).map(press => press())),
  ])
  // Only who is skipped by then is refused.
  expect(
    [...first, ...last].filter(({ who, status }) => status !== 200 && !(who === 0 && status === 409)),
  ).toEqual([])
  return did
}

async function expectOneCalled(event: LiveEvent, places: readonly string[], isSkipped: boolean) {
  const rows = await rowsOf(event)
  expect(rows.map(({ place }) => place)).toEqual(places)
  const isCalled = ({ state }: Row) => state === 'called'
  expect(rows.filter(isCalled)).toHaveLength(1)
  expect(rows.filter(row => row.was_called)).toEqual(rows.filter(isCalled))
  expect(
    rows.slice(1).every(({ state, is_ready }) => is_ready && (state === 'waiting' || state === 'called')),
  ).toBe(true)
  if (isSkipped) expect(rows[0]).toMatchObject({ state: 'skipped', was_called: false })
  const { line } = await queues.show(owner, event)
  expect(line?.map(({ place }) => place).toSorted()).toEqual(places.toSorted())
  expect(line?.map(({ number }) => number).toSorted()).toEqual([1, 2, 3, 4, 5])
}

test('of all who say that they are ready in the moment the desk skips one, exactly one is called, and nobody is lost', async () => {
  const { event, places } = await queues.queueOf(`Skipped ${cast.nth}`, holders)
  expect((await queues.press(event, 'open')).status).toBe(200)
  const ids = places.map(({ id }) => id)
  for (let round = 0; round < ROUNDS; round++) {
    await setBack(event)
    const { version } = await queues.show(owner, event)
    const skip = async () => (await queues.call(owner, event, ['skip', { version, place: ids[0] }])).status
    const did = await amongPresses(event, round, [skip])
    // Who looks at another line by then skips nobody in it.
    expect([200, 409]).toContain(did[0])
    await expectOneCalled(event, ids, did[0] === 200)
  }
}, 180_000)

test('of all who say that they are ready in the moment the second call of one is over, exactly one is called, and nobody is lost', async () => {
  const { event, places } = await queues.queueOf(`Missed ${cast.nth}`, holders)
  expect((await queues.press(event, 'open')).status).toBe(200)
  const ids = places.map(({ id }) => id)
  const now = t.clock.now()
  // The host's media flows in the first one's room, and theirs has not for twenty seconds.
  const since = new Date(now.getTime() - 20_000)
  await pool.query(
    `insert into call_rooms (id, epoch, holder, held_until) values ($1, 1, 'race', now() + interval '1 day')`,
    [ids[0]],
  )
  await pool.query(
    `insert into media_alone (id, room_id, side, started_at, proven_until) values ($1, $2, 'influencer', $3, $4)`,
    [crypto.randomUUID(), ids[0], since, now],
  )
  const { requests, liveEvents } = t.server.domains
  const look = async () => {
    const change = { by: { id: event.id }, decide: () => ({ kind: 'tick' as const }) }
    await changeQueue({ ...liveEvents, requests, liveEvents }, change)
    return 200
  }
  for (let round = 0; round < ROUNDS; round++) {
    await setBack(event)
    await pool.query(
      `update queue_turns set state = 'called', missed = 1, called_at = $2, alone_at = $2 where request_id = $1`,
      [ids[0], since],
    )
    // Three processes look at the line in the same moment.
    await amongPresses(event, round, [look, look, look])
    await expectOneCalled(event, ids, true)
    expect((await rowsOf(event))[0]?.why).toBe('absent')
  }
}, 180_000)
