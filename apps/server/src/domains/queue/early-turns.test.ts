import {
  type CallStats,
  type LiveEvent,
  QUEUE_READY_FOR_MS,
  type QueueShown,
  type SessionRequest,
} from '@parley/contract'
import { describe, expect, test, vi } from 'vitest'
import { joinNatively } from '../../providers/video-embedded/testing/harness.ts'
import type { SocketClient } from '../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../testing/api-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { changeQueue } from './change-queue.ts'
import { LENGTH, queueCast, WITHIN } from './testing/queue-caller.ts'

const t = await openTestServer({ connections: 60 })
const cast = queueCast(t, ['fred', 'gina', 'hugo'])
const { owner, queues } = cast
const { fred, gina, hugo } = cast.fans

const { video } = t.server.domains
const stateOf = (person: TestPerson, event: LiveEvent) => queues.stateOf(person, event)
const untilIn = (person: TestPerson, event: LiveEvent) =>
  vi.waitFor(async () => expect(await stateOf(person, event), person.username).toBe('in_turn'), WITHIN)

interface Line {
  event: LiveEvent
  places: SessionRequest[]
  sockets: { host: SocketClient; fred: SocketClient; gina: SocketClient; hugo: SocketClient }
  first: Awaited<ReturnType<typeof queues.joinTurn>>
}

/** Fred's turn continues; Gina and Hugo are ready, in this order. */
async function fredInTurn(): Promise<Line> {
  const line = await fredCalled()
  const first = await queues.joinTurn(line.sockets.fred)
  await untilIn(fred, line.event)
  return { ...line, first }
}

/** Fred is called, and the host is in his room; Gina and Hugo are ready, in this order. */
async function fredCalled(absent: 'refund' | 'keep' = 'refund'): Promise<Omit<Line, 'first'>> {
  const { event, places } = await queues.queueOf(`Early ${cast.nth}`, [fred, gina, hugo], absent)
  const sockets = {
    host: await queues.enter(owner, event),
    fred: await queues.enter(fred, event),
    gina: await queues.enter(gina, event),
    hugo: await queues.enter(hugo, event),
  }
  for (const fan of [fred, gina, hugo]) await queues.ready(fan, event)
  await queues.press(event, 'open')
  await queues.joinTurn(sockets.host)
  return { event, places, sockets }
}

/** Fred does not come in time, and the host's media flows all the while. */
async function fredMisses(event: LiveEvent): Promise<void> {
  await vi.waitFor(async () => {
    t.clock.advance(4)
    await t.server.doDueWork()
    expect((await queues.show(owner, event)).line?.[0]?.missed).toBe(1)
  }, WITHIN)
}

/**
 * Whether the server gives a ticket for the next turn. The answer to the second question shows that the first was
 * handled.
 */
async function isGivenEarly(socket: SocketClient): Promise<boolean> {
  const before = socket.messages.length
  socket.say({ handler: 'get_session', handler_kwargs: { next: true } })
  socket.say({ handler: 'get_session', handler_kwargs: {} })
  await vi.waitFor(
    () =>
      expect(
        socket.messages
          .slice(before)
          .some(message => message.handler === 'MESSAGE_ERROR' || (message.session && !message.is_early)),
      ).toBe(true),
    WITHIN,
  )
  return socket.messages.slice(before).some(({ is_early: isEarly }) => isEarly === true)
}

describe('who comes next', () => {
  test('waits connected with the host, is given, counted and told nothing, and is let in by Next, once', async () => {
    const { event, places, sockets, first } = await fredInTurn()
    const next = places[1]?.id ?? ''
    expect((await queues.show(owner, event)).next).toBe(next)
    expect((await queues.show(gina, event)).next).toBe(next)
    const [host, second] = [await queues.waitInNext(sockets.host), await queues.waitInNext(sockets.gina)]
    expect([host.room, second.room]).toEqual([next, next])
    const seen = first.media.packetsReceived()
    for (const { media } of [host, second]) media.insist()
    await vi.waitFor(() => expect(first.media.packetsReceived()).toBeGreaterThan(seen + 150), WITHIN)
    expect([host.media.packetsReceived(), second.media.packetsReceived()]).toEqual([0, 0])
    expect(await video.roomMedia(next)).toEqual([])
    expect([await stateOf(fred, event), await stateOf(gina, event)]).toEqual(['in_turn', 'waiting'])
    expect((await t.request(gina, places[1]?.slug ?? '')).used_duration).toBe(0)

    const { version } = await queues.show(owner, event)
    const presses = await Promise.all([1, 2].map(() => queues.call(owner, event, ['next', { version }])))
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 409])
    // Nobody joins anything: those who wait are in the turn.
    await untilIn(gina, event)
    for (const { media } of [host, second])
      await vi.waitFor(() => expect(media.packetsReceived()).toBeGreaterThan(20), WITHIN)
    // What was on its way to Fred is read; his room is closed, and there is no packet more.
    await first.media.ended
    const ofFred = first.media.packetsReceived()
    const more = second.media.packetsReceived()
    await vi.waitFor(() => expect(second.media.packetsReceived()).toBeGreaterThan(more + 50), WITHIN)
    expect(first.media.packetsReceived()).toBe(ofFred)
    // The people who waited for the turn get its time, although they requested no other ticket.
    for (const socket of [sockets.host, sockets.gina])
      await socket.received('MESSAGE_CALL_STATS', ({ payload }) => (payload as { is_live: boolean }).is_live)
  })

  test('alone gets the way in: not who comes later, not who is in their turn, no usher and nobody in a paused line', async () => {
    const usher = await t.fan(`uma${cast.nth}`)
    const { event, sockets } = await fredInTurn()
    await t.call(owner, `PUT /api/parley/${event.slug}/event/crew/`, { ushers: [usher.username] })
    const ushers = await queues.enter(usher, event)
    expect((await queues.show(hugo, event)).next).toBeNull()
    expect((await queues.show(usher, event)).next).toBeNull()
    for (const socket of [sockets.hugo, sockets.fred, ushers]) expect(await isGivenEarly(socket)).toBe(false)
    expect(await isGivenEarly(sockets.gina)).toBe(true)
    await queues.press(event, 'pause')
    for (const socket of [sockets.gina, sockets.host]) expect(await isGivenEarly(socket)).toBe(false)
  })
})

describe('while somebody is called', () => {
  test('who follows waits connected, is given nothing of theirs, and is in turn at once when they do not come', async () => {
    const { event, places, sockets } = await fredCalled('keep')
    const next = places[1]?.id ?? ''
    for (const person of [owner, gina]) expect((await queues.show(person, event)).next).toBe(next)
    expect((await queues.show(hugo, event)).next).toBeNull()
    for (const socket of [sockets.hugo, sockets.fred]) expect(await isGivenEarly(socket)).toBe(false)
    const [host, second] = [await queues.waitInNext(sockets.host), await queues.waitInNext(sockets.gina)]
    expect([host.room, second.room]).toEqual([next, next])
    for (const { media } of [host, second]) media.insist()
    await vi.waitFor(async () => expect(await video.roomMedia(places[0]?.id ?? '')).not.toEqual([]), WITHIN)
    expect([await stateOf(fred, event), await stateOf(gina, event)]).toEqual(['called', 'waiting'])
    expect([host.media.packetsReceived(), second.media.packetsReceived()]).toEqual([0, 0])
    expect(await video.roomMedia(next)).toEqual([])

    await fredMisses(event)
    // The twenty seconds passed in the room of the first fan; what the second sent before her turn was not stored.
    expect([await alone(places[0]?.id), await alone(next)]).toEqual([['influencer'], []])
    await untilIn(gina, event)
    for (const { media } of [host, second])
      await vi.waitFor(() => expect(media.packetsReceived()).toBeGreaterThan(20), WITHIN)
    expect((await t.request(fred, places[0]?.slug ?? '')).used_duration).toBe(0)
  })

  test('who follows does not take their turn: they come in time, and the other still waits connected', async () => {
    const { event, places, sockets } = await fredCalled()
    const [host, second] = [await queues.waitInNext(sockets.host), await queues.waitInNext(sockets.gina)]
    const first = await queues.joinTurn(sockets.fred)
    await untilIn(fred, event)
    for (const { media } of [host, second]) media.insist()
    const seen = first.media.packetsReceived()
    await vi.waitFor(() => expect(first.media.packetsReceived()).toBeGreaterThan(seen + 100), WITHIN)
    expect([await stateOf(gina, event), (await queues.show(gina, event)).next]).toEqual([
      'waiting',
      places[1]?.id,
    ])
    expect([host.media.packetsReceived(), second.media.packetsReceived()]).toEqual([0, 0])
    expect((await t.request(gina, places[1]?.slug ?? '')).used_duration).toBe(0)
    await queues.press(event, 'next')
    await untilIn(gina, event)
    for (const { media } of [host, second])
      await vi.waitFor(() => expect(media.packetsReceived()).toBeGreaterThan(20), WITHIN)
  })

  test('who follows is put out when they leave the line, and somebody else follows', async () => {
    const { event, places, sockets } = await fredCalled()
    const { media } = await queues.waitInNext(sockets.gina)
    await queues.call(gina, event, ['leave', {}])
    expect(await media.ended).toBe('not next')
    expect((await queues.show(hugo, event)).next).toBe(places[2]?.id)
    expect((await queues.waitInNext(sockets.hugo)).room).toBe(places[2]?.id)
    expect([await stateOf(fred, event), media.packetsReceived()]).toEqual(['called', 0])
  })

  test('who missed their call and is ready again waits connected in their own room, as silent as before', async () => {
    const { event, places, sockets } = await fredCalled()
    const kept = await queues.turnTicket(sockets.fred)
    await fredMisses(event)
    await expect(joinNatively(kept)).rejects.toThrow()
    expect(await stateOf(gina, event)).toBe('called')
    await queues.ready(fred, event)
    expect((await queues.show(owner, event)).next).toBe(places[0]?.id)
    const [host, again] = [await queues.waitInNext(sockets.host), await queues.waitInNext(sockets.fred)]
    expect([host.room, again.room]).toEqual([places[0]?.id, places[0]?.id])
    const [hosts, ginas] = [await queues.joinTurn(sockets.host), await queues.joinTurn(sockets.gina)]
    expect(hosts.room).toBe(places[1]?.id)
    await untilIn(gina, event)
    for (const { media } of [host, again]) media.insist()
    const seen = ginas.media.packetsReceived()
    await vi.waitFor(() => expect(ginas.media.packetsReceived()).toBeGreaterThan(seen + 100), WITHIN)
    expect([host.media.packetsReceived(), again.media.packetsReceived()]).toEqual([0, 0])
    expect(await video.roomMedia(places[0]?.id ?? '')).toEqual([])
    await queues.press(event, 'next')
    await untilIn(fred, event)
    for (const { media } of [host, again])
      await vi.waitFor(() => expect(media.packetsReceived()).toBeGreaterThan(20), WITHIN)
  })
})

/** Whose media was seen without the other's in a room, as the clock of paid time stored it. */
const alone = async (roomId: string | undefined) => {
  const found = await t.server.database.pool.query<{ side: string }>(
    'select distinct side from media_alone where room_id = $1',
    [roomId],
  )
  return found.rows.map(({ side }) => side)
}

/** The messages about time that a socket received, in order. */
const timesSent = ({ messages }: SocketClient) =>
  messages.flatMap(({ handler, session, payload }) =>
    handler === 'MESSAGE_CALL_STATS' ? [{ session, ...(payload as CallStats) }] : [],
  )

test.each(['Next', 'the end of the time'])(
  'by %s the host who waits is told whose time each figure is, and nothing of the turn before once the next begins',
  async by => {
    const { event, places, sockets } = await fredInTurn()
    const [ofFred, ofGina] = places.map(({ id }) => id)
    for (const socket of [sockets.host, sockets.gina]) await queues.waitInNext(socket)
    const before = timesSent(sockets.host).length
    if (by === 'Next') await queues.press(event, 'next')
    else t.clock.advance(LENGTH)
    await vi.waitFor(async () => {
      // A moment in which the server saw nothing of one of them is not paid, and the turn is that much longer.
      if (by !== 'Next' && (await stateOf(fred, event)) === 'in_turn') t.clock.advance(4)
      await t.server.doDueWork()
      expect(await stateOf(gina, event)).toBe('in_turn')
    }, WITHIN)
    await sockets.host.received('MESSAGE_CALL_STATS', ({ session }) => session === ofGina)
    const times = timesSent(sockets.host).slice(before)
    const first = times.findIndex(({ session }) => session === ofGina)
    expect(times.slice(0, first).every(({ session }) => session === ofFred)).toBe(true)
    expect(times.slice(first).every(({ session }) => session === ofGina)).toBe(true)
    expect(times[first]).toMatchObject({ is_live: true, total_duration: LENGTH })
    for (const { session, used_duration: used } of times) if (used >= LENGTH) expect(session).toBe(ofFred)
  },
)

describe('who waits connected and does not come next any more', () => {
  const ways: [string, (line: Line) => Promise<unknown>][] = [
    ['leaves', ({ event }) => queues.call(gina, event, ['leave', {}])],
    ['is skipped', async ({ event, places }) => byDesk(event, 'skip', places[1])],
    ['is taken out, and has all back', async ({ event, places }) => byDesk(event, 'remove', places[1])],
    [
      'is put behind',
      async ({ event, places }) => byDesk(event, 'move', places[1], { after: places[2]?.id }),
    ],
    ['blocks the host', () => t.call(gina, `POST /api/user/${owner.id}/block/`, {})],
    ['closes the page', async ({ sockets }) => sockets.gina.socket.close()],
    ['waits for a line that is paused', async ({ event }) => queues.press(event, 'pause')],
  ]

  async function byDesk(event: LiveEvent, step: string, place: SessionRequest | undefined, more = {}) {
    const { version } = await queues.show(owner, event)
    return queues.call(owner, event, [step, { version, place: place?.id, ...more }])
  }

  test.each(ways)('is put out, and is let in by nothing that was given before: who %s', async (_way, act) => {
    const line = await fredInTurn()
    const { event, places, sockets } = line
    const kept = await queues.earlyTicket(sockets.gina)
    const { media } = await queues.waitInNext(sockets.gina)
    await act(line)
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      expect((await queues.show(owner, event)).next).not.toBe(places[1]?.id)
    }, WITHIN)
    expect(await media.ended).toBe('not next')
    await expect(joinNatively(kept)).rejects.toThrow()
    const isPaused = (await queues.show(owner, event)).state === 'paused'
    await queues.press(event, 'next')
    expect(await stateOf(hugo, event)).toBe(isPaused ? 'waiting' : 'called')
    expect(media.packetsReceived()).toBe(0)
    expect(await video.roomMedia(places[1]?.id ?? '')).toEqual([])
  })

  test('is put out once they have not said for ten minutes that they are ready, is told so, and comes next when they say it again', async () => {
    const { event, places } = await queues.queueOf(`Lapsed ${cast.nth}`, [fred, gina], { duration: 600 })
    const [host, freds, ginas] = [
      await queues.enter(owner, event),
      await queues.enter(fred, event),
      await queues.enter(gina, event),
    ]
    await queues.ready(gina, event)
    t.clock.advance(QUEUE_READY_FOR_MS / 2000)
    await queues.ready(fred, event)
    await queues.press(event, 'open')
    await queues.joinTurn(freds)
    await queues.joinTurn(host)
    await untilIn(fred, event)
    const next = places[1]?.id
    const [hosts, waits] = [await queues.waitInNext(host), await queues.waitInNext(ginas)]
    const before = ginas.messages.length
    const isAway = ({ payload }: { payload?: unknown }) => (payload as QueueShown).you?.ready === false
    t.clock.advance(QUEUE_READY_FOR_MS / 2000)
    await t.server.doDueWork()
    expect(await waits.media.ended).toBe('not next')
    expect(await hosts.media.ended).toBe('not next')
    await vi.waitFor(
      () =>
        expect(
          ginas.messages
            .slice(before)
            .some(message => message.handler === 'MESSAGE_QUEUE' && isAway(message)),
        ).toBe(true),
      WITHIN,
    )
    expect([(await queues.show(owner, event)).next, await stateOf(fred, event)]).toEqual([null, 'in_turn'])
    await queues.ready(gina, event)
    expect((await queues.show(gina, event)).next).toBe(next)
    expect((await queues.waitInNext(ginas)).room).toBe(next)
  })

  test('is put out when their login ends', async () => {
    const { sockets } = await fredInTurn()
    const { media } = await queues.waitInNext(sockets.gina)
    await t.call(null, 'POST /api/auth/jwt/logout/', { refresh: gina.refresh })
    expect(await media.ended).toMatch(/logged out|not next/)
    expect(media.packetsReceived()).toBe(0)
  })
})

test('a server that dies between the press and letting in lets in once it does its work again', async () => {
  const { event, sockets } = await fredInTurn()
  const [host, second] = [await queues.waitInNext(sockets.host), await queues.waitInNext(sockets.gina)]
  const { requests, liveEvents } = t.server.domains
  // The stored change, and nothing of what follows at once.
  await changeQueue(
    { ...liveEvents, requests, liveEvents },
    { by: { id: event.id }, decide: () => ({ kind: 'next' }) },
  )
  expect(await stateOf(gina, event)).toBe('called')
  await t.server.doDueWork()
  await untilIn(gina, event)
  for (const { media } of [host, second])
    await vi.waitFor(() => expect(media.packetsReceived()).toBeGreaterThan(20), WITHIN)
})
