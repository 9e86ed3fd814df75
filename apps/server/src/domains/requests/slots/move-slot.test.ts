import type { SessionRequest, Slots } from '@parley/contract'
import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall } from '../public.ts'

const HALF_HOUR_MS = 1_800_000
const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEK = { mon: ALWAYS, tue: ALWAYS, wed: ALWAYS, thu: ALWAYS, fri: ALWAYS, sat: ALWAYS, sun: ALWAYS }

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)
async function offering(more: object = {}): Promise<TestPerson> {
  const influencer = await t.influencer(`star${people++}`)
  const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEK, version: 0, ...more }
  await t.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  return influencer
}

/** A time of the day after tomorrow. */
const at = (time: string) =>
  `${new Date(t.clock.now().getTime() + 48 * HOUR_SECONDS * 1000).toISOString().slice(0, 10)}T${time}:00.000Z`
const move = (who: TestPerson, request: SessionRequest, slot: string, sequence = 0) =>
  t.call<SessionRequest>(who, `POST /api/parley/${request.slug}/session/move/`, { slot, sequence })

async function sold(time = '10:00') {
  const influencer = await offering()
  const ann = await fan()
  return { influencer, ann, request: await t.bookAndPay(ann, influencer, { slot: at(time) }) }
}
async function isFree(influencer: TestPerson, start: string) {
  const day = start.slice(0, 10)
  const { body } = await t.call<Slots>(
    null,
    `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC`,
  )
  return body.days.flatMap(each => each.slots).some(slot => slot.start === start)
}
async function auditIsClean() {
  expect(await t.breaches()).toEqual([])
}

describe('a move', () => {
  test('takes the new time, frees the old, and costs nothing', async () => {
    const { influencer, ann, request } = await sold()
    const moved = await move(ann, request, at('11:00'))
    expect(moved.status).toBe(200)
    expect(moved.body).toMatchObject({
      state: 'accepted',
      amount: '25.00',
      payment: { status: 'paid' },
      timeRange: { start: at('11:00'), end: at('11:20') },
      slot: { start: at('11:00'), sequence: 1, moves_left: 1 },
    })
    expect(await isFree(influencer, at('10:00'))).toBe(true)
    expect(await isFree(influencer, at('11:00'))).toBe(false)
    await auditIsClean()
  })

  test('to a time that overlaps the old one is possible', async () => {
    const { ann, request, influencer } = await sold()
    await t.call(influencer, 'PUT /api/influencer/me/availability/', {
      mode: 'offered',
      step: 10,
      version: 1,
    })
    expect((await move(ann, request, at('10:10'))).status).toBe(200)
    await auditIsClean()
  })

  test('is refused a third time, with an old sequence, and to where it is', async () => {
    const { ann, request } = await sold()
    expect((await move(ann, request, at('10:00'))).status).toBe(409)
    expect((await move(ann, request, at('11:00'))).status).toBe(200)
    expect((await move(ann, request, at('12:00'), 0)).status).toBe(409)
    expect((await move(ann, request, at('12:00'), 1)).status).toBe(200)
    expect((await move(ann, request, at('13:00'), 2)).status).toBe(409)
    await auditIsClean()
  })

  test('finds the times that it can have: its own day although that is sold out, at the length that was sold', async () => {
    const influencer = await offering({ daily_limit: 1 })
    const ann = await fan()
    const request = await t.bookAndPay(ann, influencer, { slot: at('10:00') })
    const longer = { main_session: { duration: 1800, duration_display: 2 } }
    const changed = await t.call(influencer, `PATCH /api/influencer/${influencer.username}/`, longer)
    expect(changed.body).toMatchObject({ main_session: { duration: 1800 } })
    const day = at('10:00').slice(0, 10)
    const list = async (more = '') => {
      const path =
        `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC${more}` as const
      return (await t.call<Slots>(null, path)).body.days.flatMap(each => each.slots)
    }
    expect(await list()).toEqual([])
    expect(await list(`&moving=${crypto.randomUUID()}`)).toEqual([])
    const offered = await list(`&moving=${request.id}`)
    expect(offered).toHaveLength(47)
    expect(offered).not.toContainEqual(expect.objectContaining({ start: at('10:00') }))
    expect(offered).toContainEqual({ start: at('10:30'), end: at('10:50') })
    expect(await move(ann, request, at('10:30'))).toMatchObject({
      status: 200,
      body: { timeRange: { start: at('10:30'), end: at('10:50') } },
    })
    await auditIsClean()
  })

  test('to a time that is taken is refused with the nearest, and the old one stays', async () => {
    const { influencer, ann, request } = await sold()
    await t.bookAndPay(await fan(), influencer, { slot: at('10:30') })
    const refused = await move(ann, request, at('10:30'))
    expect(refused.status).toBe(409)
    // Its own time is none to move to.
    expect(refused.body).toMatchObject({
      slots: ['09:30', '11:00', '11:30'].map(time => ({ start: at(time) })),
    })
    expect((await t.request(ann, request.slug)).slot).toMatchObject({ start: at('10:00'), sequence: 0 })
  })

  test('is refused where the influencer offers no times any more: the time that was booked stands', async () => {
    const { ann, request, influencer } = await sold()
    const off = { mode: 'off', version: 1 }
    expect((await t.call(influencer, 'PUT /api/influencer/me/availability/', off)).status).toBe(200)
    const moved = await t.call(ann, `POST /api/parley/${request.slug}/session/move/`, {
      slot: at('11:00'),
      sequence: 0,
    })
    const detail = 'No other times are offered at the moment. The time that was booked stands'
    expect(moved).toMatchObject({ status: 409, body: { detail } })
    expect((await t.request(ann, request.slug)).slot?.start).toBe(at('10:00'))
  })

  test('is for the buyer alone, once it is paid, and not for a call without a time', async () => {
    const { influencer, request } = await sold()
    expect((await move(influencer, request, at('11:00'))).status).toBe(403)
    expect((await move(await fan(), request, at('11:00'))).status).toBe(404)
    const ben = await fan()
    const held = await t.book(ben, influencer, { slot: at('12:00') })
    expect((await move(ben, held.body, at('13:00'))).status).toBe(409)
    const eve = await fan()
    const free = await t.bookAndPay(eve, influencer)
    expect((await move(eve, free, at('13:00'))).status).toBe(409)
  })

  test('of a call whose payment a bank disputes is refused in these words: nobody is told to pay again', async () => {
    const { ann, request } = await sold()
    t.sandbox.faults.openDispute(await earningCaller(t).intentOf(request))
    await t.server.doDueWork()
    const detail =
      'A bank disputes the payment of this: nothing can be done with it until the bank has decided'
    expect(await move(ann, request, at('11:00'))).toMatchObject({ status: 409, body: { detail } })
  })

  test('is possible until twelve hours before the start, and not when the call has begun', async () => {
    const { ann, request } = await sold()
    const start = Date.parse(request.slot?.start ?? '')
    const [early, late] = [at('15:00'), at('16:00')]
    await t.advance((start - t.clock.now().getTime()) / 1000 - 12 * HOUR_SECONDS - 1)
    expect((await move(ann, request, early)).status).toBe(200)
    const again = await t.request(ann, request.slug)
    await t.advance((Date.parse(again.slot?.move_until ?? '') - t.clock.now().getTime()) / 1000)
    expect((await move(ann, request, late, 1)).status).toBe(409)
    const begun = await sold()
    await beginCall(t.server.domains.requests, begun.request.id)
    expect((await move(begun.ann, begun.request, at('11:00'))).status).toBe(409)
    await auditIsClean()
  })

  test('of a call that waits for a yes by hand leaves time for it: it does not end unanswered, with all the money back', async () => {
    const influencer = await offering({ accept: 'hand', move_until: 0, notice: 0 })
    const path = `PATCH /api/influencer/${influencer.username}/` as const
    await t.call(influencer, path, { main_session: { money_back: 'strict' } })
    const ann = await fan()
    const request = await t.bookAndPay(ann, influencer, { slot: at('10:00') })
    await t.advance(2 * HOUR_SECONDS)
    const inHalfHours = (count: number) =>
      new Date(Math.ceil(t.clock.now().getTime() / HALF_HOUR_MS + count) * HALF_HOUR_MS).toISOString()
    const waits = { state: 'offered', payment: { status: 'paid' } }
    for (const [start, status, sequence] of [
      [inHalfHours(1), 409, 0],
      [inHalfHours(3), 200, 0],
      [at('10:00'), 200, 1],
    ] as const) {
      expect([start, (await move(ann, request, start, sequence)).status]).toEqual([start, status])
      await t.advance(1)
      expect(await t.request(ann, request.slug)).toMatchObject(waits)
    }
    await auditIsClean()
  })

  test.each(['auto', 'hand'])(
    'to a suggested time is agreed by both, and is no move of the buyer (accept: %s)',
    async accept => {
      const influencer = await offering({ accept })
      const ann = await fan()
      const request = await t.bookAndPay(ann, influencer, { slot: at('10:00') })
      const slots = [at('15:00'), at('16:00')]
      const path = `POST /api/parley/${request.slug}/session/proposal/` as const
      expect((await t.call(influencer, path, { slots })).status).toBe(201)
      expect((await move(ann, request, at('15:00'), 7)).status).toBe(409)
      expect(await move(ann, request, at('15:00'))).toMatchObject({
        status: 200,
        body: { state: 'accepted', slot: { start: at('15:00'), sequence: 1, moves_left: 2, proposal: null } },
      })
      for (const time of ['10:00', '16:00']) expect(await isFree(influencer, at(time))).toBe(true)
      expect(await isFree(influencer, at('15:00'))).toBe(false)
      await auditIsClean()
    },
  )

  test('and cancelling race for one outcome', async () => {
    const { influencer, ann, request } = await sold()
    const [moved, cancelled] = await Promise.all([
      move(ann, request, at('11:00')),
      t.call(ann, `POST /api/influencer/parley_requests/${request.id}/cancel/`),
    ])
    expect(cancelled.status).toBe(200)
    expect([200, 409]).toContain(moved.status)
    expect(await t.request(ann, request.slug)).toMatchObject({ state: 'cancelled' })
    expect(await isFree(influencer, at('11:00'))).toBe(true)
    await auditIsClean()
  })
})

interface ReadMail {
  subject: string
  text: string
  at: string
}
async function mailsTo(who: TestPerson, { origin }: TestServer): Promise<ReadMail[]> {
  const answer = await fetch(`${origin}/sandbox/mail/?as=json&to=${who.username}@example.org`)
  return ((await answer.json()) as { results: ReadMail[] }).results
}

test('both are told of a new time, and reminded of it alone', async () => {
  const { influencer, ann, request } = await sold()
  await move(ann, request, at('18:00'))
  await t.server.doDueWork()
  const subjectsTo = async (who: TestPerson) => (await mailsTo(who, t)).map(({ subject }) => subject)
  const seconds = (time: string) => (Date.parse(time) - t.clock.now().getTime()) / 1000
  const newStart = at('18:00')
  for (const who of [ann, influencer]) {
    expect((await subjectsTo(who)).filter(subject => subject.startsWith('Moved:'))).toHaveLength(1)
  }
  // The hour before the old time passes without a mail.
  await t.advance(seconds(request.slot?.start ?? ''))
  expect((await subjectsTo(ann)).filter(subject => subject.startsWith('In 1 hour'))).toEqual([])
  await t.advance(seconds(newStart) - HOUR_SECONDS)
  expect((await subjectsTo(ann)).filter(subject => subject.startsWith('In 1 hour'))).toHaveLength(1)
})

test('a move and the reminder of the old time at once, over two processes: both are told of the new time once, and reminded of it once', async () => {
  const shared = t
  // On a database of its own: the other process cannot give back what was paid at the provider of this one.
  t = await openTestServer({ connections: 20 })
  const other = await t.openAnother({ connections: 10 })
  const processes = [t, other]
  const workAtOnce = () => Promise.all(processes.map(({ server }) => server.doDueWork()))
  const moveClocksTo = (ms: number) => {
    for (const { clock } of processes) clock.advance((ms - clock.now().getTime()) / 1000)
  }
  try {
    const calls = await Promise.all([sold(), sold(), sold(), sold()])
    await workAtOnce()
    const newStart = at('18:00')
    const remindsMs = [at('10:00'), newStart].map(time => Date.parse(time) - 24 * HOUR_SECONDS * 1000)
    const [oldMs = 0, newMs = 0] = remindsMs
    moveClocksTo(oldMs)
    const moves = calls.map(({ ann, request }) => move(ann, request, newStart))
    await workAtOnce()
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(calls.map(() => 200))
    // What one process had in its hands the other tries again later.
    for (const ms of [oldMs, oldMs + HOUR_SECONDS * 1000, newMs, newMs + HOUR_SECONDS * 1000]) {
      moveClocksTo(ms)
      await workAtOnce()
    }
    for (const who of calls.flatMap(({ ann, influencer }) => [ann, influencer])) {
      const mails = (await Promise.all(processes.map(each => mailsTo(who, each)))).flat()
      expect(mails.filter(({ subject }) => subject.startsWith('Moved:'))).toHaveLength(1)
      const reminders = mails.filter(({ subject }) => /^In \d/.test(subject))
      // Of the old time at most once, as long as it was the time.
      expect(reminders.filter(({ at: sent }) => Date.parse(sent) < newMs).length).toBeLessThanOrEqual(1)
      const ofNew = reminders.filter(({ at: sent }) => Date.parse(sent) >= newMs)
      expect(ofNew.map(({ text }) => text)).toEqual([expect.stringContaining('18:00')])
    }
    await auditIsClean()
  } finally {
    await other.close()
    await t.close()
    t = shared
  }
})
