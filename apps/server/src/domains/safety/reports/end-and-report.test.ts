import {
  HOUR_SECONDS as HOUR,
  messages,
  type Page,
  type SessionRequest,
  type StaffProblem,
} from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSocket } from '../../../realtime/testing/socket-client.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginTurnOf, queueCaller, WITHIN } from '../../queue/testing/queue-caller.ts'
import { beginCall } from '../../requests/public.ts'
import { problemCaller } from '../../requests/testing/ended-call.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  desk = await staffMember(t, 'treasurer', 'admin')
})
afterAll(() => t?.close())

const enter = async (person: TestPerson, { slug }: SessionRequest) => {
  const socket = await openSocket(`${t.origin}/chat/${slug}/`, { t: `Bearer ${person.access}` })
  await socket.received('MESSAGE_CALL_STATS')
  return socket
}
/** Everything that a party of a call can read about it. */
const readBy = async (person: TestPerson, { slug }: SessionRequest, star: TestPerson) => {
  const paths = [
    ...['session', 'attendance', 'money'].map(page => `/api/parley/${slug}/${page}/`),
    ...[
      `/api/parley/${star.username}/parley_request/`,
      '/api/influencer/requests/',
      '/api/user/me/requests/',
    ],
    ...['/api/user/me/notices/', '/api/user/me/payments/', '/api/user/me/export/'],
  ]
  const answers = paths.map(path => t.call(person, `GET ${path as '/'}`))
  return (await Promise.all(answers)).map(
    ({ status, body }, place) => `${paths[place]} ${status} ${JSON.stringify(body)}`,
  )
}
const stateOf = async ({ id }: SessionRequest) => {
  const query = `select state, outcome, settled_by, problem_open, refunded_pence, released_at
    from session_requests where id = $1`
  return (await t.server.database.pool.query(query, [id])).rows[0]
}

test.each(['buyer', 'influencer'] as const)(
  'a call that its %s ends and reports ends for both, nobody comes back, and the sale waits for the desk',
  async side => {
    const [fan, star] = [await t.fan(`fan-${side}`), await t.influencer(`star-${side}`)]
    const request = await t.bookAndPay(fan, star)
    await beginCall(t.server.domains.requests, request.id)
    const sockets = [await enter(fan, request), await enter(star, request)]
    const [by, about] = side === 'buyer' ? [fan, star] : [star, fan]
    const report = {
      ...{ about: { kind: 'request', id: request.slug }, reason: 'harassment', end: true },
      uuid: crypto.randomUUID(),
    }
    // Pressed twice, as on a bad network.
    const answers = await Promise.all(
      [1, 2].map(() => t.call<{ id: string }>(by, 'POST /api/reports/', report)),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await Promise.all(sockets.map(socket => socket.closed))).toEqual([4410, 4410])
    for (const person of [fan, star]) {
      const again = await openSocket(`${t.origin}/chat/${request.slug}/`, { t: `Bearer ${person.access}` })
      expect(await again.closed).toBe(4410)
    }
    const waiting = { state: 'completed', settled_by: 'reported', problem_open: true, refunded_pence: 0 }
    await t.advance(60 * 3600)
    expect(await stateOf(request)).toMatchObject({ ...waiting, released_at: null })
    // Both read the same of it, and neither that somebody reported something.
    const read = await Promise.all([fan, star].map(person => t.request(person, request.slug)))
    const shown = { state: 'open', is_own: false, at: read[0]?.ended_at, decision: null, again: null }
    expect(read.map(({ problem }) => problem)).toEqual([shown, shown])
    // In a call of two people, a mention of a report would name its author to the other.
    for (const person of [fan, star]) {
      const read = await readBy(person, request, star)
      expect(read.filter(each => / 200 .*staff_decide/.test(each)).length).toBeGreaterThanOrEqual(4)
      expect(read.filter(each => /reported|end_and_report/.test(each))).toEqual([])
      const said = { kind: 'quality' } as const
      const problem = await t.call<{ detail: string }>(
        person,
        `POST /api/parley/${request.slug}/problem/`,
        said,
      )
      expect(problem).toMatchObject({ status: 409, body: { detail: messages.problemKnown } })
    }

    await desk.stepUp()
    const page = await t.call<Page<StaffProblem>>(desk.person, 'GET /api/staff/problems/')
    const problem = page.body.results.find(each => each.request_id === request.id)
    expect(problem).toMatchObject({ kind: 'conduct', reporter: by.username })
    const reason = 'The record of the call shows it'
    const decide = `POST /api/staff/problems/${problem?.id}/decide/` as const
    const act = { back: '10.00', reason, version: problem?.version }
    expect((await t.call(desk.person, decide, act)).status).toBe(200)
    const id = answers[0]?.body.id
    const upheld = { decision: 'upheld', reason, version: 0 }
    expect((await t.call(desk.person, `POST /api/staff/reports/${id}/decide/`, upheld)).status).toBe(204)
    await t.advance(3600)
    const settled = await stateOf(request)
    expect(settled).toMatchObject({ problem_open: false, refunded_pence: 1000 })
    expect(settled.released_at).not.toBeNull()
    // Who reported is in no mail to the other.
    const mails = await t.call<Page<{ text: string }>>(
      null,
      `GET /sandbox/mail/?as=json&page_size=100&to=${about.username}@example.org`,
    )
    expect(mails.body.results.filter(({ text }) => /report/i.test(text))).toEqual([])
    expect(await t.breaches()).toEqual([])
  },
  60_000,
)

test.each(['buyer', 'influencer'] as const)(
  'a call that nobody is in any more is left alone by a report of its %s, and what was not served goes back by itself',
  async side => {
    const [fan, star] = [await t.fan(`late-fan-${side}`), await t.influencer(`late-star-${side}`)]
    const request = await t.bookAndPay(fan, star)
    await beginCall(t.server.domains.requests, request.id)
    const at = t.clock.now()
    const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
    await sql('insert into call_rooms (id, epoch) values ($1, 1) on conflict do nothing', request.id)
    await sql(
      `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
       values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
      ...[request.id, at, new Date(at.getTime() + 120_000)],
    )
    await t.advance(181)
    const report = { about: { kind: 'request', id: request.slug }, reason: 'harassment', end: true }
    const by = side === 'buyer' ? fan : star
    const answer = await t.call(by, 'POST /api/reports/', { ...report, uuid: crypto.randomUUID() })
    expect(answer.status).toBe(201)
    expect(await stateOf(request)).toMatchObject({ state: 'accepted', problem_open: false })
    await t.advance(25 * 3600)
    // Of 900 s for 25.00 the last 780 go back.
    expect(await stateOf(request)).toMatchObject({
      ...{ state: 'completed', outcome: 'part_served', problem_open: false, refunded_pence: 2167 },
    })
    expect(await t.breaches()).toEqual([])
  },
  60_000,
)

describe('a turn of a line', () => {
  const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
  async function audited() {
    await t.server.doDueWork()
    expect(await t.breaches()).toEqual([])
  }

  /** A line of two fans that is open, and whose first fan is called; each turn is a minute for 5.00. */
  async function lineOf(name: string, absent: 'refund' | 'keep') {
    const [star, fred, gina] = [
      await t.influencer(`host-${name}`),
      await t.fan(`fred-${name}`),
      await t.fan(`gina-${name}`),
    ]
    const queues = queueCaller(t, star)
    const { event, places } = await queues.queueOf(`Line ${name}`, [fred, gina], absent)
    for (const who of [star, fred, gina]) await queues.enter(who, event)
    for (const fan of [fred, gina]) await queues.ready(fan, event)
    await queues.press(event, 'open')
    const [place] = places
    if (!place) throw new Error('two places were bought')
    /** The first turn begins, and both are in it for two seconds. */
    async function meetForTwoSeconds() {
      await beginTurnOf(t, event, place?.id ?? '')
      const from = t.clock.now()
      t.clock.advance(2)
      await sql('insert into call_rooms (id, epoch) values ($1, 1) on conflict do nothing', place?.id)
      await sql(
        `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
         values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
        ...[place?.id, from, t.clock.now()],
      )
    }
    const endAndReport = (by: TestPerson, uuid: string = crypto.randomUUID()) =>
      t.call<{ id: string }>(by, 'POST /api/reports/', {
        ...{ about: { kind: 'request', id: place.id }, reason: 'harassment', end: true, uuid },
      })
    return { star, fred, gina, queues, event, place, meetForTwoSeconds, endAndReport }
  }

  test.each(['fan', 'host'] as const)(
    'that its %s ends and reports after two seconds: the next is called, and no press of either has the money before the desk decides',
    async side => {
      await desk.stepUp()
      const line = await lineOf(`turn-${side}`, 'refund')
      const { star, fred, gina, queues, event, place } = line
      await line.meetForTwoSeconds()
      // Attack: somebody else in the line ends the turn of others.
      expect((await line.endAndReport(gina)).status).toBe(404)
      const ofHost = { about: { kind: 'user', id: star.id }, reason: 'spam', end: true }
      const alien = await t.call(gina, 'POST /api/reports/', { ...ofHost, uuid: crypto.randomUUID() })
      expect([alien.status, await queues.stateOf(fred, event)]).toEqual([201, 'in_turn'])

      const [by, about] = side === 'fan' ? [fred, star] : [star, fred]
      const uuid = crypto.randomUUID()
      const answers = await Promise.all([1, 2].map(() => line.endAndReport(by, uuid)))
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const waiting = { state: 'completed', settled_by: 'reported', problem_open: true, refunded_pence: 0 }
      expect(await stateOf(place)).toMatchObject({ ...waiting, outcome: 'part_served' })
      await vi.waitFor(async () => {
        await t.server.doDueWork()
        expect(await queues.stateOf(gina, event)).toBe('called')
      }, WITHIN)
      expect((await queues.show(fred, event)).you).toMatchObject({
        ...{ state: 'part', refunded: '0.00', staff: 'decide' },
      })

      // Attack: a changed client presses again and again, to have the rest back or to keep it.
      const { version } = await queues.show(star, event)
      for (const step of ['remove', 'readmit', 'skip'] as const)
        expect((await queues.call(star, event, [step, { version, place: place.id }])).status).toBe(409)
      for (const step of ['leave', 'ready'] as const)
        expect((await queues.call(fred, event, [step, { camera: true, microphone: true }])).status).toBe(409)
      expect((await t.call(fred, `POST /api/influencer/parley_requests/${place.id}/session/`)).status).toBe(
        409,
      )
      for (const who of [fred, star]) {
        const again = await problemCaller(t).say(who, place, 'cut_short')
        expect(again).toMatchObject({ status: 409, body: { detail: messages.problemKnown } })
        expect(await t.request(who, place.slug)).toMatchObject({
          ...{ settled_by: 'staff_decide', problem: { state: 'open', is_own: false } },
        })
      }
      expect((await queues.press(event, 'end')).status).toBe(200)
      queues.leave()
      await t.advance(60 * HOUR)
      expect(await stateOf(place)).toMatchObject({ ...waiting, released_at: null })

      expect(await problemCaller(t).settle(desk, place, '4.83')).toBe(200)
      const upheld = { decision: 'upheld', reason: 'The record of the turn shows it', version: 0 }
      const decide = `POST /api/staff/reports/${answers[0]?.body.id}/decide/` as const
      expect((await t.call(desk.person, decide, upheld)).status).toBe(204)
      await t.advance(HOUR)
      const settled = await stateOf(place)
      expect(settled).toMatchObject({ problem_open: false, refunded_pence: 483 })
      expect(settled.released_at).not.toBeNull()
      expect((await queues.show(fred, event)).you).toMatchObject({ refunded: '4.83', staff: 'decided' })
      const mails = await t.call<Page<{ text: string }>>(
        null,
        `GET /sandbox/mail/?as=json&page_size=100&to=${about.username}@example.org`,
      )
      expect(mails.body.results.filter(({ text }) => /report/i.test(text))).toEqual([])
      await audited()
    },
    60_000,
  )

  test('has one outcome where its host presses Next at the moment in which its fan ends and reports', async () => {
    await desk.stepUp()
    for (const nth of [1, 2, 3]) {
      const line = await lineOf(`race-${nth}`, 'refund')
      const { fred, queues, event, place } = line
      await line.meetForTwoSeconds()
      await Promise.all([queues.press(event, 'next'), line.endAndReport(fred)])
      await vi.waitFor(async () => {
        await t.server.doDueWork()
        expect((await stateOf(place)).state).toBe('completed')
      }, WITHIN)
      const { settled_by, problem_open, refunded_pence } = await stateOf(place)
      expect([
        ['reported', true, 0],
        ['not_used', false, 484],
      ]).toContainEqual([settled_by, problem_open, refunded_pence])
      await queues.press(event, 'end')
      queues.leave()
      await audited()
    }
  })

  test('that has not begun is not ended by it: a fan who is called does not turn the rule for absent fans into a case', async () => {
    await desk.stepUp()
    const line = await lineOf('called', 'keep')
    const { star, fred, queues, event, place } = line
    for (const who of [fred, star]) expect((await line.endAndReport(who)).status).toBe(201)
    await t.server.doDueWork()
    expect(await queues.stateOf(fred, event)).toBe('called')
    expect(await stateOf(place)).toMatchObject({ state: 'offered', problem_open: false })
    expect((await queues.call(fred, event, ['leave', {}])).status).toBe(200)
    await t.server.doDueWork()
    const kept = { state: 'completed', settled_by: 'left_line', problem_open: false, refunded_pence: 0 }
    expect(await stateOf(place)).toMatchObject(kept)
    await queues.press(event, 'end')
    queues.leave()
    await audited()
  })

  test('that broke off more than a minute ago is left alone: its host does not hold the rest back by a late report', async () => {
    await desk.stepUp()
    const line = await lineOf('late', 'refund')
    const { star, fred, queues, event, place } = line
    await line.meetForTwoSeconds()
    // The host is seen to be away, and a minute later the line stands still.
    await t.advance(1)
    await t.advance(61)
    expect((await queues.show(star, event)).state).toBe('paused')
    for (const who of [star, fred]) expect((await line.endAndReport(who)).status).toBe(201)
    expect(await stateOf(place)).toMatchObject({ state: 'accepted', problem_open: false })
    await queues.press(event, 'end')
    queues.leave()
    await t.server.doDueWork()
    // Of 60 s for 5.00 the last 58 go back.
    expect(await stateOf(place)).toMatchObject({
      ...{ state: 'completed', settled_by: 'not_used', problem_open: false, refunded_pence: 484 },
    })
    await audited()
  })
})
