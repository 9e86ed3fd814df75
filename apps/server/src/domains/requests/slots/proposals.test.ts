import type { Availability, SessionRequest, Slots } from '@parley/contract'
import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiCaller } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { mailboxOf } from '../../notifications/testing/mailbox.ts'
import { beginCall } from '../answer-request.ts'

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)
const dateAfter = (days: number) =>
  new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)
const at = (time: string, days = 1) => `${dateAfter(days)}T${time}:00.000Z`

async function sold(more: Partial<Availability> = {}, time = '12:00', days = 1) {
  const influencer = await t.influencer(`star${people++}`)
  const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, version: 0, ...more }
  await t.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  const buyer = await fan()
  const request = await t.bookAndPay(buyer, influencer, { slot: at(time, days) })
  return { influencer, buyer, request }
}
const propose = (who: TestPerson, request: SessionRequest, slots: string[], message?: string) =>
  t.call<SessionRequest>(who, `POST /api/parley/${request.slug}/session/proposal/`, { slots, message })
const answer = (who: TestPerson, request: SessionRequest, choice: string) =>
  t.call<SessionRequest>(who, `POST /api/parley/${request.slug}/session/proposal/answer/`, { choice })
const isFree = async (influencer: TestPerson, start: string) => {
  const day = start.slice(0, 10)
  const path = `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC` as const
  const { body } = await t.call<Slots>(null, path)
  return body.days.some(each => each.slots.some(slot => slot.start === start))
}
async function auditIsClean() {
  expect(await t.breaches()).toEqual([])
}
const subjectsTo = async (who: TestPerson) => {
  await t.server.doDueWork()
  const found = await fetch(`${t.origin}/sandbox/mail/?as=json&to=${who.username}@example.org`)
  const { results } = (await found.json()) as { results: { subject: string }[] }
  return results.map(({ subject }) => subject)
}

describe('a suggestion of other times', { timeout: 180_000 }, () => {
  test('takes each of them, and the buyer takes one: the others and the old are free, nothing is paid', async () => {
    const { influencer, buyer, request } = await sold()
    const suggested = await propose(influencer, request, [at('15:00'), at('16:00')], 'My train is late')
    expect(suggested.status).toBe(201)
    const seen = (await t.request(buyer, request.slug)).slot
    expect(seen?.start).toBe(at('12:00'))
    expect(seen?.proposal).toMatchObject({
      slots: [{ start: at('15:00') }, { start: at('16:00') }],
      message: 'My train is late',
    })
    for (const time of ['12:00', '15:00', '16:00']) expect(await isFree(influencer, at(time))).toBe(false)
    expect((await t.book(await fan(), influencer, { slot: at('15:00') })).status).toBe(409)
    await auditIsClean()
    const taken = await answer(buyer, request, at('16:00'))
    expect(taken.status).toBe(200)
    expect(taken.body).toMatchObject({
      state: 'accepted',
      payment: { status: 'paid' },
      slot: { start: at('16:00'), end: at('16:20'), sequence: 1, moves_left: 2, proposal: null },
    })
    for (const time of ['12:00', '15:00']) expect(await isFree(influencer, at(time))).toBe(true)
    expect(await isFree(influencer, at('16:00'))).toBe(false)
    await auditIsClean()
    expect(await subjectsTo(buyer)).toContain(`@${influencer.username} suggests another time`)
    for (const who of [buyer, influencer]) {
      expect((await subjectsTo(who)).filter(subject => subject.startsWith('Moved:'))).toHaveLength(1)
    }
  })

  test('that is sent again with its key is made once, also after the answer, and no other one by it', async () => {
    const { influencer, buyer, request } = await sold()
    const byKey = apiCaller(t.origin, () => ({ 'idempotency-key': 'one-train' }))
    const path = `POST /api/parley/${request.slug}/session/proposal/` as const
    const send = (times: string[], message?: string) =>
      byKey.call<SessionRequest>(influencer, path, { slots: times.map(time => at(time)), message })
    const sent = await Promise.all([send(['15:00'], 'Late'), send(['15:00'], 'Late')])
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    expect((await send(['16:00'], 'Late')).status).toBe(409)
    expect((await send(['15:00'])).status).toBe(409)
    expect((await answer(buyer, request, 'keep')).status).toBe(200)
    expect((await send(['15:00'], 'Late')).status).toBe(201)
    expect((await t.request(buyer, request.slug)).slot).toMatchObject({ start: at('12:00'), proposal: null })
    await auditIsClean()
  })

  test('keeps the old time, or gives all the money back, as the buyer says', async () => {
    const kept = await sold()
    await propose(kept.influencer, kept.request, [at('15:00')])
    const keeping = await answer(kept.buyer, kept.request, 'keep')
    expect(keeping.body).toMatchObject({ state: 'accepted', slot: { start: at('12:00'), proposal: null } })
    expect(await isFree(kept.influencer, at('15:00'))).toBe(true)
    expect(await subjectsTo(kept.influencer)).toContain(`@${kept.buyer.username} keeps the time`)
    const back = await sold()
    await propose(back.influencer, back.request, [at('15:00')])
    const refunded = await answer(back.buyer, back.request, 'refund')
    expect(refunded.body).toMatchObject({ state: 'cancelled', payment: { refunded_amount: '25.00' } })
    for (const time of ['12:00', '15:00']) expect(await isFree(back.influencer, at(time))).toBe(true)
    await auditIsClean()
  })

  test('has its own times in a mail of its own, also where the one before it was answered before any mail went out', async () => {
    const { influencer, buyer, request } = await sold()
    await propose(influencer, request, [at('15:00')])
    await answer(buyer, request, 'keep')
    expect((await propose(influencer, request, [at('17:00')])).status).toBe(201)
    await t.server.doDueWork()
    const mails = (await mailboxOf(t).mailsOf(buyer)).filter(({ kind }) => kind === 'proposed')
    expect(mails.map(({ text }) => /Suggestion 1: .* (\d\d:00) /.exec(text)?.[1]).sort()).toEqual([
      '15:00',
      '17:00',
    ])
  })

  test('that nobody answers ends by itself: the old time stands', async () => {
    const { influencer, buyer, request } = await sold({}, '12:30')
    await propose(influencer, request, [at('15:00')])
    const seen = (await t.request(buyer, request.slug)).slot?.proposal
    const waitsMs = Date.parse(seen?.answer_by ?? '') - t.clock.now().getTime()
    const untilHourBefore =
      Date.parse(request.slot?.start ?? '') - HOUR_SECONDS * 1000 - t.clock.now().getTime()
    expect(waitsMs).toBe(Math.min(24 * HOUR_SECONDS * 1000, untilHourBefore))
    const free = at('15:00')
    await t.advance(waitsMs / 1000)
    const after = await t.request(buyer, request.slug)
    expect(after).toMatchObject({ state: 'accepted', slot: { start: request.slot?.start, proposal: null } })
    expect(await isFree(influencer, free)).toBe(true)
    expect((await answer(buyer, request, free)).status).toBe(409)
    for (const [reader, other] of [
      [buyer, influencer],
      [influencer, buyer],
    ] as const) {
      const stays = new RegExp(`^It stays: your video call with @${other.username} on `)
      expect((await subjectsTo(reader)).filter(subject => stays.test(subject))).toHaveLength(1)
    }
    await auditIsClean()
  })

  test('of the same day is possible where this very call has sold the day out, but not at the old time', async () => {
    const { influencer, request } = await sold({ daily_limit: 1 })
    const day = at('12:00').slice(0, 10)
    const list = async (more: string) => {
      const path =
        `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC${more}` as const
      return (await t.call<Slots>(null, path)).body.days.flatMap(each => each.slots.map(({ start }) => start))
    }
    expect(await list('')).toEqual([])
    const offered = await list(`&suggesting=${request.id}`)
    expect(offered).toContain(at('15:00'))
    // The old time may stand: it is in the way of each time that touches it.
    for (const time of ['11:45', '12:00', '12:15']) expect(offered).not.toContain(at(time))
    expect((await propose(influencer, request, [at('12:00')])).status).toBe(409)
    const [first = '', second = ''] = offered.slice(-2)
    // Both are of one call, which is one on its day whatever the buyer answers.
    expect((await propose(influencer, request, [at('15:00'), first, second])).status).toBe(201)
    expect((await t.book(await fan(), influencer, { slot: at('18:00') })).status).toBe(409)
    await auditIsClean()
  })

  test('of several times on one day is one call of its limit for everybody else too', async () => {
    const { influencer, request } = await sold({ daily_limit: 2 })
    const times = ['09:00', '10:00', '11:00'].map(time => at(time, 2))
    expect((await propose(influencer, request, times)).status).toBe(201)
    expect(await isFree(influencer, at('15:00', 2))).toBe(true)
    expect((await t.book(await fan(), influencer, { slot: at('15:00', 2) })).status).toBe(201)
    expect(await isFree(influencer, at('16:00', 2))).toBe(false)
    expect((await t.book(await fan(), influencer, { slot: at('16:00', 2) })).status).toBe(409)
  })

  test('on the day of the old time is one call of its limit too: the old and the new one are not two', async () => {
    const { influencer, request } = await sold({ daily_limit: 2 })
    expect((await propose(influencer, request, [at('15:00')])).status).toBe(201)
    expect(await isFree(influencer, at('17:00'))).toBe(true)
    expect((await t.book(await fan(), influencer, { slot: at('17:00') })).status).toBe(201)
    expect(await isFree(influencer, at('18:00'))).toBe(false)
    expect((await t.book(await fan(), influencer, { slot: at('18:00') })).status).toBe(409)
    await auditIsClean()
  })

  test('is not in the way of its own buyer, who moves to a time that overlaps it', async () => {
    const { influencer, buyer, request } = await sold({ step: 15 })
    await propose(influencer, request, [at('15:00')])
    const day = at('15:00').slice(0, 10)
    const path =
      `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC&moving=${request.id}` as const
    const { body } = await t.call<Slots>(buyer, path)
    const starts = body.days.flatMap(each => each.slots.map(({ start }) => start))
    expect(starts).toEqual(expect.arrayContaining([at('15:00'), at('15:15')]))
    expect(await isFree(influencer, at('15:15'))).toBe(false)
    const move = { slot: at('15:15'), sequence: request.slot?.sequence }
    expect((await t.call(buyer, `POST /api/parley/${request.slug}/session/move/`, move)).status).toBe(200)
    for (const time of ['12:00', '14:30', '16:00']) expect(await isFree(influencer, at(time))).toBe(true)
    expect(await isFree(influencer, at('15:15'))).toBe(false)
    await auditIsClean()
  })

  test('is one at a time, of free times, three at most, by its influencer alone', async () => {
    const { influencer, buyer, request } = await sold()
    await t.bookAndPay(await fan(), influencer, { slot: at('18:00') })
    expect((await propose(influencer, request, [at('18:00')])).status).toBe(409)
    expect((await propose(influencer, request, [at('12:00')])).status).toBe(409)
    expect((await propose(influencer, request, [at('15:00'), at('15:00')])).status).toBe(400)
    const four = ['13:00', '14:00', '15:00', '16:00'].map(at)
    expect((await propose(influencer, request, four)).status).toBe(400)
    expect((await propose(influencer, request, [])).status).toBe(400)
    expect((await propose(buyer, request, [at('15:00')])).status).toBe(403)
    expect((await propose(await fan(), request, [at('15:00')])).status).toBe(404)
    expect((await propose(influencer, request, [at('15:00')])).status).toBe(201)
    expect((await propose(influencer, request, [at('16:00')])).status).toBe(409)
    expect((await answer(influencer, request, 'keep')).status).toBe(403)
    expect((await answer(buyer, request, at('16:00'))).status).toBe(409)
    await auditIsClean()
  })

  test.each(['buyer', 'influencer'] as const)(
    'ends when the %s blocks the other: nothing is taken any more, and nobody suggests or answers',
    async by => {
      const people = await sold()
      const { influencer, buyer, request } = people
      await propose(influencer, request, [at('15:00')])
      const other = by === 'buyer' ? influencer : buyer
      expect((await t.call(people[by], `POST /api/user/${other.id}/block/`)).status).toBeLessThan(300)
      await t.server.doDueWork()
      expect((await t.request(buyer, request.slug)).payment.status).toBe('refunded')
      for (const time of ['12:00', '15:00']) expect(await isFree(influencer, at(time))).toBe(true)
      const until = new Date(t.clock.now().getTime() + 7 * 86_400_000).toISOString()
      const calendar = await t.call(influencer, `GET /api/influencer/me/calendar/?to=${until}`)
      expect(calendar.body).toEqual({ taken: [], busy: [] })
      expect((await propose(influencer, request, [at('16:00')])).status).toBe(409)
      expect((await answer(buyer, request, at('15:00'))).status).toBe(409)
      await auditIsClean()
    },
  )

  test('answered twice, over two connections, has one effect', async () => {
    const { buyer, influencer, request } = await sold()
    await propose(influencer, request, [at('15:00'), at('16:00')])
    const answers = await Promise.all([
      answer(buyer, request, at('15:00')),
      answer(buyer, request, at('16:00')),
      answer(buyer, request, 'refund'),
      answer(buyer, request, 'keep'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    await auditIsClean()
  })

  test('ends with a move of the buyer, a call that begins and a cancelling', async () => {
    const moved = await sold()
    await propose(moved.influencer, moved.request, [at('15:00')])
    const sequence = moved.request.slot?.sequence
    const path = `POST /api/parley/${moved.request.slug}/session/move/` as const
    expect((await t.call(moved.buyer, path, { slot: at('20:00'), sequence })).status).toBe(200)
    expect((await answer(moved.buyer, moved.request, at('15:00'))).status).toBe(409)
    const begun = await sold()
    await propose(begun.influencer, begun.request, [at('15:00')])
    await beginCall(t.server.domains.requests, begun.request.id)
    expect((await answer(begun.buyer, begun.request, at('15:00'))).status).toBe(409)
    expect((await propose(begun.influencer, begun.request, [at('16:00')])).status).toBe(409)
    const ended = await sold()
    await propose(ended.influencer, ended.request, [at('15:00')])
    await t.call(ended.buyer, `POST /api/influencer/parley_requests/${ended.request.id}/cancel/`)
    for (const { influencer } of [moved, begun, ended])
      expect(await isFree(influencer, at('15:00'))).toBe(true)
    await auditIsClean()
  })

  test('while it stands gives a buyer who cancels all of it back, whatever the ladder, and says so', async () => {
    const { influencer, buyer, request } = await sold()
    await t.server.database.pool.query(
      `update session_requests set money_back_policy = 'strict' where id = $1`,
      [request.id],
    )
    await t.advance(2 * HOUR_SECONDS)
    const shown = async () => (await t.request(buyer, request.slug)).money_back
    expect((await shown())?.now).toEqual({ amount: '0.00', cause: 'cancelled_late' })
    await propose(influencer, request, [at('15:00')])
    const { proposal } = (await t.request(buyer, request.slug)).slot ?? {}
    expect(await shown()).toMatchObject({
      now: { amount: '25.00', cause: 'cancelled' },
      next: { at: proposal?.answer_by, amount: '0.00' },
    })
    const path = `POST /api/influencer/parley_requests/${request.id}/cancel/` as const
    expect((await t.call(buyer, path, { expect: '0.00' })).status).toBe(409)
    expect(await t.call<SessionRequest>(buyer, path, { expect: '25.00' })).toMatchObject({
      status: 200,
      body: { state: 'cancelled', outcome: 'cancelled', payment: { refunded_amount: '25.00' } },
    })
    await auditIsClean()
  })

  test.each([
    ['flexible', null],
    ['moderate', { at: (start: number) => start - 24 * HOUR_SECONDS * 1_000, amount: '12.50' }],
  ] as const)(
    'with the ladder %s names as the next refund the first that is another one',
    async (policy, next) => {
      const { influencer, buyer, request } = await sold({}, '12:00', 4)
      await t.server.database.pool.query(`update session_requests set money_back_policy = $2 where id = $1`, [
        request.id,
        policy,
      ])
      await propose(influencer, request, [at('15:00', 4)])
      const { money_back: shown, slot, timeRange } = await t.request(buyer, request.slug)
      const startMs = Date.parse(timeRange?.start ?? '')
      expect(Date.parse(slot?.proposal?.answer_by ?? '')).toBeLessThan(startMs - 24 * HOUR_SECONDS * 1_000)
      expect(shown?.now).toEqual({ amount: '25.00', cause: 'cancelled' })
      expect(shown?.next).toEqual(
        next && { at: new Date(next.at(startMs)).toISOString(), amount: next.amount },
      )
    },
  )

  test('instead of a yes by hand: to take one of the times is agreed by both', async () => {
    const { influencer, buyer, request } = await sold({ accept: 'hand' })
    expect(request.state).toBe('offered')
    await propose(influencer, request, [at('15:00')])
    expect((await answer(buyer, request, at('15:00'))).body.state).toBe('accepted')
    await auditIsClean()
  })

  test.each([
    [
      'when the buyer keeps it',
      (buyer: TestPerson, request: SessionRequest) => answer(buyer, request, 'keep'),
    ],
    ['without an answer', () => t.advance(24 * HOUR_SECONDS)],
  ])('later than a yes by hand was due: the old time stands %s', async (_when, end) => {
    const { influencer, buyer, request } = await sold({ accept: 'hand' }, '12:00', 4)
    const start = request.slot?.start ?? ''
    const other = new Date(Date.parse(start) + 6 * HOUR_SECONDS * 1000).toISOString()
    await t.advance(23 * HOUR_SECONDS)
    expect((await propose(influencer, request, [other])).status).toBe(201)
    // While the buyer decides, the influencer is not asked for a yes.
    expect((await t.request(influencer, request.slug)).slot?.answer_by).toBeNull()
    await t.advance(2 * HOUR_SECONDS)
    await end(buyer, request)
    await t.server.doDueWork()
    expect(await t.request(buyer, request.slug)).toMatchObject({
      state: 'accepted',
      payment: { status: 'paid' },
      slot: { start, proposal: null },
    })
    expect(await subjectsTo(buyer)).toContainEqual(expect.stringMatching(/^For your calendar: /))
    await auditIsClean()
  })

  test('is taken by the buyer although its influencer wants longer pauses since, and somebody booked beside it', async () => {
    const { influencer, buyer, request } = await sold()
    await propose(influencer, request, [at('15:00')])
    await t.bookAndPay(await fan(), influencer, { slot: at('15:30') })
    const saved = await t.call<Availability>(influencer, 'GET /api/influencer/me/availability/')
    const longer = { ...saved.body, buffer_after: 30, buffer_before: 30 }
    expect((await t.call(influencer, 'PUT /api/influencer/me/availability/', longer)).status).toBe(200)
    const taken = await answer(buyer, request, at('15:00'))
    expect(taken).toMatchObject({ status: 200, body: { slot: { start: at('15:00') } } })
    await auditIsClean()
  })

  test('is without the words of an influencer who has left', async () => {
    const { influencer, buyer, request } = await sold()
    await propose(influencer, request, [at('15:00')], 'My train is late')
    expect((await answer(buyer, request, 'refund')).status).toBe(200)
    await t.server.doDueWork()
    const left = await t.call(influencer, 'DELETE /api/user/me/', { password: 'correct horse battery' })
    expect(left.status).toBe(200)
    const { rows } = await t.server.database.pool.query(
      'select message from slot_proposals p join session_requests r on r.id = p.request_id where r.slug = $1',
      [request.slug],
    )
    expect(rows).toEqual([{ message: null }])
  })

  test('and a booking of the same time race for one winner', async () => {
    const { influencer, request } = await sold()
    const rivals = await Promise.all(Array.from({ length: 3 }, fan))
    const [suggested, ...booked] = await Promise.all([
      propose(influencer, request, [at('15:00')]),
      ...rivals.map(rival => t.book(rival, influencer, { slot: at('15:00') })),
    ])
    const won = [suggested, ...booked].filter(each => each?.status === 201)
    expect(won).toHaveLength(1)
    await auditIsClean()
  })
})
