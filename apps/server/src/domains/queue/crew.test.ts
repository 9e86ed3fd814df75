import { type Crew, type LiveEvent, messages, QUEUE_NOTE_SHOWN_MS, type QueueShown } from '@parley/contract'
import { describe, expect, test, vi } from 'vitest'
import type { TestPerson } from '../../testing/api-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { mailboxOf } from '../notifications/testing/mailbox.ts'
import { NAMED_A_DAY_MAX } from './crew.ts'
import { queueCast, WITHIN } from './testing/queue-caller.ts'

const t = await openTestServer({ connections: 60 })
const cast = queueCast(t, ['uma', 'fred', 'gina'])
const { owner, queues } = cast
const { uma, fred, gina } = cast.fans

const crewOf = (who: TestPerson, event: LiveEvent) =>
  t.call<Crew>(who, `GET /api/parley/${event.slug}/event/crew/`)
const name = (who: TestPerson, event: LiveEvent, ushers: readonly string[]) =>
  t.call<Crew>(who, `PUT /api/parley/${event.slug}/event/crew/`, { ushers })

/** Throws unless so many statements wait for a lock. */
async function assertWaiting(count: number): Promise<void> {
  const { rowCount } = await t.server.database.pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  expect(rowCount).toBe(count)
}

/** An open line of Fred and Gina, with Uma as its usher. */
async function openLine(holders: readonly TestPerson[] = [fred, gina]) {
  const { event, places } = await queues.queueOf(`Line ${cast.nth}`, holders)
  expect((await name(owner, event, [uma.username])).status).toBe(200)
  const host = await queues.enter(owner, event)
  await queues.press(event, 'open')
  return { event, places, host }
}

describe('the ushers of a line', () => {
  test('are named by its owner alone, five at most, and again instead of those before', async () => {
    const { event } = await queues.soonToBe(`Named ${cast.nth}`, [fred])
    expect((await name(owner, event, [uma.username, gina.username])).body.ushers).toEqual([
      gina.username,
      uma.username,
    ])
    for (const who of [uma, fred]) {
      expect((await crewOf(who, event)).status).toBe(403)
      expect((await name(who, event, [who.username])).status).toBe(403)
    }
    expect((await name(owner, event, [uma.username, uma.username.toUpperCase()])).body.ushers).toEqual([
      uma.username,
    ])
    const many = await Promise.all(Array.from({ length: 6 }, (_, i) => t.fan(`many${cast.nth}${i}`)))
    const names = many.map(({ username }) => username)
    expect((await name(owner, event, names)).status).toBe(400)
    expect((await name(owner, event, names.slice(1))).status).toBe(200)
    expect((await crewOf(owner, event)).body.ushers).toHaveLength(5)
  })

  test('are twenty new people a day at most, at all events of an owner together', async () => {
    const { event } = await queues.soonToBe(`Spread ${cast.nth}`, [])
    const broadcast = await queues.events.create(owner, { title: `Also spread ${cast.nth}` })
    const many = await Promise.all(
      Array.from({ length: NAMED_A_DAY_MAX + 1 }, (_, i) => t.fan(`spread${cast.nth}x${i}`)),
    )
    const names = many.map(({ username }) => username)
    for (let from = 0; from < NAMED_A_DAY_MAX; from += 5)
      for (const _ of ['once', 'and again'])
        expect((await name(owner, event, names.slice(from, from + 5))).status).toBe(200)
    const path = `PUT /api/parley/${broadcast.slug}/event/crew/` as const
    expect((await t.call(owner, path, { moderators: names.slice(-1) })).status).toBe(429)
    expect((await crewOf(owner, event)).body.ushers).toHaveLength(5)
    expect((await name(owner, event, [])).status).toBe(200)
    await t.server.doDueWork()
    expect(await mailboxOf(t).kindsOf(many.at(-1) ?? uma)).not.toContain('crew_named')
  })

  test('are not people whose account is deleted in that moment', async () => {
    const { event } = await queues.soonToBe(`Leaving ${cast.nth}`, [])
    const leaver = await t.fan(`leaver${cast.nth}`)
    const held = await t.server.database.pool.connect()
    // The last table that the deletion writes before it takes the name away.
    await held.query('begin; lock table birth_dates in access exclusive mode')
    const deleted = t.call(leaver, 'DELETE /api/user/me/')
    await vi.waitFor(() => assertWaiting(1), WITHIN)
    const named = name(owner, event, [leaver.username])
    await vi.waitFor(() => assertWaiting(2), WITHIN)
    await held.query('commit')
    held.release()
    expect([(await deleted).status, (await named).status]).toEqual([200, 400])
    expect((await crewOf(owner, event)).body.ushers).toEqual([])
  })

  test('are people who are there for the owner: not themselves, nobody blocked, nobody of another name', async () => {
    const { event } = await queues.soonToBe(`Who ${cast.nth}`, [])
    await t.call(gina, `POST /api/user/${owner.id}/block/`)
    for (const username of [owner.username, gina.username, 'nobody-here']) {
      const { status, body } = await name(owner, event, [uma.username, username])
      expect([status, Object.keys(body)]).toEqual([400, ['ushers']])
    }
    expect((await crewOf(owner, event)).body.ushers).toEqual([])
    const broadcast = await queues.events.create(owner, { title: 'For everybody' })
    expect(await name(owner, broadcast, [uma.username])).toMatchObject({
      status: 400,
      body: { ushers: [messages.ushersOfQueues] },
    })
  })

  test('see the line as its host does, and nothing of money', async () => {
    const { event } = await openLine()
    const seen = await queues.show(uma, event)
    expect([
      seen.role,
      (await queues.show(owner, event)).role,
      (await queues.show(fred, event)).role,
    ]).toEqual(['usher', 'host', 'fan'])
    expect(seen.line).toEqual((await queues.show(owner, event)).line)
    expect(seen.you).toBeNull()
    expect(JSON.stringify(seen)).not.toMatch(/amount|price|5\.00|email/)
  })

  test('may do what orders the line, and nothing that ends a turn, opens or ends the evening', async () => {
    const { event, places } = await openLine()
    const [first, second] = places.map(({ id }) => id)
    const press = async (who: TestPerson, step: string, more: object = {}) => {
      const { version } = await queues.show(owner, event)
      return (await queues.call(who, event, [step, { version, ...more }])).status
    }
    for (const step of ['open', 'next', 'end']) expect([step, await press(uma, step)]).toEqual([step, 403])
    for (const [step, more] of [
      ['pause', {}],
      ['resume', {}],
      ['move', { place: second, after: null }],
      ['skip', { place: first }],
      ['readmit', { place: first }],
      ['remove', { place: first }],
    ] as const) {
      expect([step, await press(fred, step, more)]).toEqual([step, 403])
      expect([step, await press(gina, step, more)]).toEqual([step, 403])
      expect([step, await press(uma, step, more)]).toEqual([step, 200])
    }
    // What an usher takes out is nobody's loss: all of it goes back.
    await t.server.doDueWork()
    expect(await t.request(fred, places[0]?.slug ?? '')).toMatchObject({
      payment: { status: 'refunded', refunded_amount: '5.00' },
    })
  })

  test('reach nothing of the money and of the media of those in the line', async () => {
    const { event, places } = await openLine()
    const place = places[0]
    await queues.enter(fred, event)
    await queues.ready(fred, event)
    await vi.waitFor(async () => expect(await queues.stateOf(fred, event)).toBe('called'), WITHIN)
    const socket = await queues.enter(uma, event)
    socket.say({ handler: 'get_session', handler_kwargs: {} })
    expect(await socket.received('MESSAGE_ERROR')).toMatchObject({ messages: ['It is not your turn yet'] })
    for (const path of [
      `GET /api/parley/${place?.slug}/session/`,
      `GET /api/parley/${place?.slug}/money/`,
      `GET /api/parley/${place?.slug}/attendance/`,
      `POST /api/influencer/parley_requests/${place?.id}/session/`,
      `POST /api/influencer/requests/${place?.id}/session/`,
      `POST /api/influencer/requests/${place?.id}/reject/`,
      `POST /api/influencer/requests/${place?.id}/give-back/`,
      `POST /api/influencer/parley_requests/${place?.id}/cancel/`,
    ] as const) {
      const body = path.startsWith('GET') ? undefined : { amount: '1.00', uuid: crypto.randomUUID() }
      const answer = await t.call<object>(uma, path, body)
      expect([path, [403, 404, 409].includes(answer.status), Object.keys(answer.body)]).toEqual([
        path,
        true,
        ['detail'],
      ])
    }
    for (const step of ['cancel-event', 'end-event'])
      expect((await t.call(uma, `POST /api/parley/${event.slug}/${step}/`)).status).toBe(403)
  })

  test('with a place of their own neither move it nor take it out; a host and another usher may', async () => {
    const { event, places } = await openLine([fred, uma])
    const own = places[1]?.id
    for (const [step, more] of [
      ['move', { after: null }],
      ['skip', {}],
      ['remove', {}],
    ] as const) {
      const { version } = await queues.show(uma, event)
      expect((await queues.call(uma, event, [step, { version, place: own, ...more }])).status).toBe(403)
    }
    const { version } = await queues.show(owner, event)
    const moved = await queues.call(owner, event, ['move', { version, place: own, after: null }])
    expect(moved.body.line?.map(({ name: username }) => username)).toEqual([uma.username, fred.username])
    expect((await queues.call(uma, event, ['ready', { camera: true, microphone: true }])).status).toBe(200)
  })

  test('with a place of their own that waits do nothing to those before them, but to those behind', async () => {
    const { event, places } = await openLine([fred, uma, gina])
    const press = async (step: string, place: string | undefined, more: object = {}) => {
      const { version } = await queues.show(uma, event)
      return (await queues.call(uma, event, [step, { version, place, ...more }])).status
    }
    const [before, own, behind] = places.map(({ id }) => id)
    for (const [step, more] of [
      ['move', { after: own }],
      ['skip', {}],
      ['remove', {}],
    ] as const)
      expect([step, await press(step, before, more)]).toEqual([step, 403])
    expect(await press('skip', behind)).toBe(200)
    expect(await press('readmit', behind)).toBe(200)
    // Called is before everybody who waits.
    await queues.enter(fred, event)
    await queues.ready(fred, event)
    expect(await queues.stateOf(fred, event)).toBe('called')
    expect(await press('remove', before)).toBe(403)
    const { version } = await queues.show(uma, event)
    expect((await queues.call(uma, event, ['pause', { version }])).status).toBe(403)
    // Once they do not wait any more they order the line as any usher does.
    expect((await queues.call(uma, event, ['leave', {}])).status).toBe(200)
    expect(await press('move', behind, { after: null })).toBe(200)
    expect(await press('remove', before)).toBe(200)
  })

  test('do not end a turn that continues: its host does', async () => {
    const { event, places, host } = await openLine()
    const freds = await queues.enter(fred, event)
    await queues.ready(fred, event)
    await queues.joinTurn(host)
    await queues.joinTurn(freds)
    await vi.waitFor(async () => expect(await queues.stateOf(fred, event)).toBe('in_turn'), WITHIN)
    const remove = async (who: TestPerson) => {
      const { version } = await queues.show(owner, event)
      return (await queues.call(who, event, ['remove', { version, place: places[0]?.id }])).status
    }
    expect(await remove(uma)).toBe(403)
    expect(await queues.stateOf(fred, event)).toBe('in_turn')
    expect(await remove(owner)).toBe(200)
    expect(await queues.stateOf(fred, event)).toBe('part')
  })

  test('who are none any more lose the desk and its messages at once', async () => {
    const { event } = await openLine()
    const socket = await queues.enter(uma, event)
    await socket.received('MESSAGE_QUEUE', ({ payload }) => (payload as QueueShown).line !== null)
    expect((await name(owner, event, [])).status).toBe(200)
    await t.server.doDueWork()
    await socket.closed
    expect((await queues.look(uma, event)).status).toBe(404)
    expect((await queues.call(uma, event, ['pause', { version: 1 }])).status).toBe(403)
  })

  test('of a host with a private profile are the only others for whom the event is there', async () => {
    const { event } = await openLine()
    const stranger = await t.fan(`stranger${cast.nth}`)
    expect((await t.call(owner, 'PATCH /api/user/me/', { public_profile: false })).status).toBe(200)
    const { version } = await queues.show(owner, event)
    const answers = async (who: TestPerson) => [
      ...[(await queues.call(who, event, ['pause', { version }])).status, (await crewOf(who, event)).status],
      (await name(who, event, [who.username])).status,
    ]
    expect(await answers(stranger)).toEqual([404, 404, 404])
    // Who has a place knows the event; who helps orders its line.
    expect(await answers(fred)).toEqual([403, 403, 403])
    expect((await queues.call(uma, event, ['pause', { version }])).status).toBe(200)
  })

  test.each([
    ['the owner blocks', () => t.call(owner, `POST /api/user/${uma.id}/block/`)],
    ['block the owner', () => t.call(uma, `POST /api/user/${owner.id}/block/`)],
  ])(
    'whom %s lose the desk and its page at once, and hinder nobody else from being named',
    async (_what, block) => {
      const { event, places } = await openLine()
      const socket = await queues.enter(uma, event)
      await socket.received('MESSAGE_QUEUE', ({ payload }) => (payload as QueueShown).line !== null)
      expect((await block()).status).toBe(204)
      const { version } = await queues.show(owner, event)
      for (const [step, more] of [
        ['pause', {}],
        ['remove', { place: places[1]?.id }],
        ['note', { says: 'thanks' }],
      ] as const)
        expect([step, (await queues.call(uma, event, [step, { version, ...more }])).status]).toEqual([
          step,
          404,
        ])
      expect((await queues.look(uma, event)).status).toBe(404)
      await t.server.doDueWork()
      await socket.closed
      // The owner's page was opened before, and names them with the next one.
      const hugo = await t.fan(`hugo${cast.nth}`)
      const added = await name(owner, event, [uma.username, hugo.username])
      expect([added.status, added.body.ushers]).toEqual([200, [hugo.username]])
    },
  )

  test('who are suspended have no desk', async () => {
    const { event } = await openLine()
    const { pool } = t.server.database
    await pool.query('update users set suspended_at = $2 where id = $1', [uma.id, t.clock.now()])
    expect((await crewOf(owner, event)).body.ushers).toEqual([])
    expect((await queues.look(uma, event)).status).not.toBe(200)
    await pool.query('update users set suspended_at = null where id = $1', [uma.id])
    expect((await crewOf(owner, event)).body.ushers).toEqual([uma.username])
  })

  test('and the host at once: one of two presses on the same line counts', async () => {
    const { event, places } = await openLine()
    const { version } = await queues.show(owner, event)
    const both = await Promise.all([
      queues.call(uma, event, ['pause', { version }]),
      queues.call(owner, event, ['remove', { version, place: places[0]?.id }]),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('who is named', () => {
  test('has one mail about it, however often they are named', async () => {
    const { event } = await queues.soonToBe(`Told ${cast.nth}`, [])
    for (const ushers of [[uma.username], [], [uma.username]]) await name(owner, event, ushers)
    await t.server.doDueWork()
    const kinds = await mailboxOf(t).kindsOf(uma)
    expect(kinds.filter(kind => kind === 'crew_named')).toHaveLength(1)
  })

  // Attack: events are free to make, and each would send its title to the mailbox of a person who knows nobody there.
  test('has at most five mails a day about it, at however many events they are named', async () => {
    const hana = await t.fan(`hana${cast.nth}`)
    const nameAt = async (title: string) => {
      const event = await queues.events.create(owner, { title })
      const crew = { moderators: [hana.username] }
      expect((await t.call(owner, `PUT /api/parley/${event.slug}/event/crew/`, crew)).status).toBe(200)
      await t.server.doDueWork()
    }
    const mails = async () => (await mailboxOf(t).kindsOf(hana)).filter(kind => kind === 'crew_named').length
    for (let nth = 1; nth <= 7; nth++) await nameAt(`Night ${nth}`)
    expect(await mails()).toBe(5)
    await t.advance(24 * 3600 + 1)
    await nameAt('The next evening')
    expect(await mails()).toBe(6)
  })

  test('is no moderator of a queue, in which two people alone write to each other', async () => {
    const { event } = await queues.soonToBe(`Only two ${cast.nth}`, [])
    const path = `PUT /api/parley/${event.slug}/event/crew/` as const
    expect(await t.call(owner, path, { moderators: [uma.username] })).toMatchObject({
      status: 400,
      body: { moderators: [messages.moderatorsOfBroadcasts] },
    })
  })
})

describe('a note to the line', () => {
  test('is said by host and ushers alone, is read by everybody in it, and ends by itself', async () => {
    const { event } = await openLine()
    const say = async (who: TestPerson, says: string | null) => {
      const { version } = await queues.show(owner, event)
      return (await queues.call(who, event, ['note', { version, says }])).status
    }
    expect(await say(fred, 'thanks')).toBe(403)
    expect(await say(uma, 'Buy my book')).toBe(400)
    expect(await say(uma, 'short_break')).toBe(200)
    for (const who of [fred, gina, owner, uma])
      expect((await queues.show(who, event)).note?.says).toBe('short_break')
    expect(await say(owner, null)).toBe(200)
    expect((await queues.show(fred, event)).note).toBeNull()
    expect(await say(uma, 'thanks')).toBe(200)
    t.clock.advance(QUEUE_NOTE_SHOWN_MS / 1000)
    expect((await queues.show(fred, event)).note).toBeNull()
  })
})
