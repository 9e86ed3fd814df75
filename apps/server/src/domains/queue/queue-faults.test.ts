import type {
  BlockPreview,
  LiveEvent,
  PresenceStats,
  SessionRequest,
  StaffStandingPerson,
} from '@parley/contract'
import { describe, expect, test, vi } from 'vitest'
import type { SocketClient } from '../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../testing/api-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { mailboxOf } from '../notifications/testing/mailbox.ts'
import { staffMember } from '../staff/testing/staff-member.ts'
import { LENGTH, queueCast, WITHIN } from './testing/queue-caller.ts'

const t = await openTestServer({ connections: 60 })
const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans

const change = (event: LiveEvent, fields: object) => queues.events.write(owner, { id: event.id, ...fields })
const turnMails = async (who: TestPerson) =>
  (await mailboxOf(t).kindsOf(who)).filter(kind => kind === 'turn_time').length
const placeOf = (holder: TestPerson, place: SessionRequest | undefined) =>
  t.request(holder, place?.slug ?? '')

/** The first fan is called in an open queue, and the host's media flows in their room. */
async function called(title: string, absent: 'keep' | 'refund') {
  const { event, places } = await queues.queueOf(title, [fred], absent)
  const [hosts] = [await queues.enter(owner, event), await queues.enter(fred, event)]
  await queues.ready(fred, event)
  await queues.press(event, 'open')
  await queues.joinTurn(hosts)
  return { event, place: places[0] }
}

/** The same, and the turn continues. */
async function inTurn(title: string) {
  const { event, places } = await queues.queueOf(title, [fred])
  const [hosts, fans] = [await queues.enter(owner, event), await queues.enter(fred, event)]
  await queues.ready(fred, event)
  await queues.press(event, 'open')
  await queues.joinTurn(hosts)
  await queues.joinTurn(fans)
  await vi.waitFor(async () => expect(await queues.stateOf(fred, event)).toBe('in_turn'), WITHIN)
  return { event, hosts, fans, place: places[0] }
}

const fansSeenBy = (host: SocketClient) => {
  const last = host.messages.findLast(({ handler }) => handler === 'MESSAGE_PRESENCE_STATS')
  return (last?.payload as PresenceStats | undefined)?.lurkers
}

describe('an owner', () => {
  test('does not make turns shorter that were sold, nor takes away what a queue needs', async () => {
    const { event } = await queues.soonToBe('Shorter turns', [fred])
    for (const [fields, field] of [
      [{ duration: 30, duration_display: 1 }, 'virtual_event.duration'],
      [{ capacity: '' }, 'virtual_event.capacity'],
      [{ capacity: 501 }, 'virtual_event.capacity'],
    ] as const) {
      const answer = await change(event, fields)
      expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
    }
    const afterThat = new Date(Date.parse(event.starts_at ?? '') + 3_600_000).toISOString()
    const { event: unsold } = await queues.soonToBe('Nobody yet', [], { starts_at: afterThat })
    expect((await change(unsold, { duration: 20, duration_display: 1 })).status).toBe(400)
    expect((await change(unsold, { starts_at: null })).status).toBe(400)
    expect((await change(unsold, { duration: 90, duration_display: 1 })).status).toBe(200)
  })

  test('pays for the seconds that are missing of a turn, whatever length the event has by now', async () => {
    const { event, hosts, place } = await inTurn('Cut by hand')
    await t.server.database.pool.query('update live_events set duration_seconds = 30 where id = $1', [
      event.id,
    ])
    await t.clock.advance(31)
    await t.server.doDueWork()
    hosts.say({ type: 'end_call' })
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      expect((await placeOf(fred, place)).state).toBe('completed')
    }, WITHIN)
    const settled = await placeOf(fred, place)
    expect(settled).toMatchObject({ outcome: 'part_served', payment: { status: 'partly_refunded' } })
    const back = Math.ceil((500 * (LENGTH - Math.floor(settled.used_duration))) / LENGTH) / 100
    expect(settled.payment.refunded_amount).toBe(back.toFixed(2))
  })
})

describe('a place', () => {
  test('that is sold after a line of nobody stood and its start was moved comes into the line', async () => {
    const { event } = await queues.queueOf('Moved', [])
    await t.server.doDueWork()
    const later = new Date(t.clock.now().getTime() + 50 * 60_000).toISOString()
    expect((await queues.show(owner, event)).version).toBe(1)
    expect((await change(event, { starts_at: later, order: 'drawn' })).status).toBe(200)
    // The order of before does not stand any more: it is drawn half an hour before the new start.
    expect(await queues.show(owner, event)).toMatchObject({ version: 0, line: null })
    expect((await queues.events.placeOf(fred, event)).turn?.number).toBeNull()
    await t.advance(21 * 60)
    await t.server.doDueWork()
    expect((await queues.show(owner, event)).line).toHaveLength(1)
    expect(await turnMails(fred)).toBe(1)
    await t.advance(45 * 60)
    await t.server.doDueWork()
    expect((await queues.events.ownPlace(fred, event)).body).toMatchObject({
      state: 'expired',
      payment: { status: 'refunded' },
    })
  })
})

describe('a suspended host', () => {
  test('has their open queue ended, and everybody in it has the money back', async () => {
    const { event, places } = await queues.queueOf('Host is out', [fred, gina])
    await queues.enter(owner, event)
    await queues.press(event, 'open')
    const desk = await staffMember(t, 'mod', 'moderator')
    await desk.stepUp()
    const path = `/api/staff/people/${owner.id}/` as const
    const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
    const reason = 'They threatened a fan in a call'
    expect((await t.call(desk.person, `POST ${path}suspend/`, { reason, version })).status).toBe(204)
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      expect((await placeOf(gina, places[1])).payment.status).toBe('refunded')
    }, WITHIN)
    expect((await placeOf(fred, places[0])).payment.status).toBe('refunded')
    const [row] = (
      await t.server.database.pool.query('select state from live_events where id = $1', [event.id])
    ).rows
    expect(row.state).toBe('ended')
  })
})

describe('a fan who is called and blocks the host', () => {
  test.each([
    ['keep', 'stays_paid', 'paid'],
    ['refund', 'cancelled', 'refunded'],
  ] as const)('where absent fans have their money %s: %s', async (absent, effect, status) => {
    const { event, place } = await called(`Blocked ${absent}`, absent)
    const preview = await t.call<BlockPreview>(fred, `GET /api/user/${owner.id}/block/`)
    expect(preview.body.ends.map(shown => shown.effect)).toEqual([effect])
    expect((await t.call(fred, `POST /api/user/${owner.id}/block/`)).status).toBe(204)
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      const settled = await placeOf(fred, place)
      expect([settled.state === 'offered', settled.payment.status]).toEqual([false, status])
    }, WITHIN)
    expect((await queues.show(owner, event)).line?.[0]?.state).not.toBe('called')
  })
})

describe('a fan who was skipped by hand where absent fans have nothing back, and blocks the host', () => {
  test('has all of it back: they were not absent', async () => {
    const { event, places } = await queues.queueOf('Skipped, then blocks', [fred, gina], 'keep')
    await queues.enter(owner, event)
    await queues.press(event, 'open')
    const { version } = await queues.show(owner, event)
    const place = places[0]
    expect((await queues.call(owner, event, ['skip', { version, place: place?.id }])).status).toBe(200)
    const preview = await t.call<BlockPreview>(fred, `GET /api/user/${owner.id}/block/`)
    expect(preview.body.ends.map(shown => shown.effect)).toEqual(['cancelled'])
    expect((await t.call(fred, `POST /api/user/${owner.id}/block/`)).status).toBe(204)
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      const settled = await placeOf(fred, place)
      expect([settled.state, settled.payment.refunded_amount]).toEqual(['cancelled', '5.00'])
    }, WITHIN)
    // Who waits and blocks stays away: leaving would give nothing either.
    expect((await t.call<BlockPreview>(gina, `GET /api/user/${owner.id}/block/`)).body.ends[0]?.effect).toBe(
      'stays_paid',
    )
  })
})

describe('what a fan was told', () => {
  test('is stored as it was told, for every process', async () => {
    const { event, places } = await queues.queueOf('Told', [fred, gina])
    // The announced time ends at a step of five minutes: at the read, the next step is minutes after the stored one.
    const intoStep = (t.clock.now().getTime() / 1000) % 300
    await t.advance(310 - intoStep)
    await queues.enter(owner, event)
    await queues.press(event, 'open')
    const shown = (await queues.show(gina, event)).you?.eta_to
    const { rows } = await t.server.database.pool.query(
      'select told_until as until from queue_turns where request_id = $1',
      [places[1]?.id],
    )
    expect(rows[0].until.toISOString()).toBe(shown)
  })
})

describe('who leaves a line without a cause, where absent fans have all of it back,', () => {
  test('cancelled: nobody reads that they did not come', async () => {
    const { event, places } = await queues.queueOf('Left', [fred, gina])
    await queues.press(event, 'open')
    expect((await queues.call(fred, event, ['leave', {}])).status).toBe(200)
    await t.server.doDueWork()
    expect(await placeOf(fred, places[0])).toMatchObject({
      ...{ state: 'cancelled', outcome: 'cancelled' },
      payment: { status: 'refunded' },
    })
  })
})

describe('End Call', () => {
  test('of a fan ends their turn, and what was not used goes back', async () => {
    const { event, fans, place } = await inTurn('Fan leaves')
    await t.clock.advance(10)
    await t.server.doDueWork()
    fans.say({ type: 'end_call' })
    await vi.waitFor(async () => {
      await t.server.doDueWork()
      expect((await placeOf(fred, place)).state).toBe('completed')
    }, WITHIN)
    const settled = await placeOf(fred, place)
    expect(settled).toMatchObject({ outcome: 'part_served', payment: { status: 'partly_refunded' } })
    const sums = { paid: '5.00', refunded: settled.payment.refunded_amount }
    expect((await queues.show(fred, event)).you).toMatchObject({ state: 'part', back: 'unused', ...sums })
    // The page gets the sum as well, once it is counted: the message before had none.
    const shown = () => fans.messages.findLast(({ handler }) => handler === 'MESSAGE_QUEUE')?.payload
    await vi.waitFor(() => expect(shown()).toMatchObject({ you: sums }), WITHIN)
  })
})

describe('who is called', () => {
  test('has the page open: who closed it is not ready any more, and the next one is called in their place', async () => {
    const { event } = await queues.queueOf('Page closed', [fred, gina])
    const hosts = await queues.enter(owner, event)
    const freds = await queues.enter(fred, event)
    await queues.enter(gina, event)
    for (const fan of [fred, gina]) await queues.ready(fan, event)
    await vi.waitFor(() => expect(fansSeenBy(hosts)).toBe(2), WITHIN)
    freds.socket.close()
    await vi.waitFor(() => expect(fansSeenBy(hosts)).toBe(1), WITHIN)
    await queues.press(event, 'open')
    expect([await queues.stateOf(fred, event), await queues.stateOf(gina, event)]).toEqual([
      'waiting',
      'called',
    ])
  })
})
