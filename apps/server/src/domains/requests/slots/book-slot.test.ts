import type { Availability, SessionRequest, Slots } from '@parley/contract'
import { MINUTE_SECONDS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTwoDays, openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const EVERY_DAY = {
  mon: ALWAYS,
  tue: ALWAYS,
  wed: ALWAYS,
  thu: ALWAYS,
  fri: ALWAYS,
  sat: ALWAYS,
  sun: ALWAYS,
}

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)

/** An influencer who sells 15 minutes at any time, a step of half an hour and the usual leeway. */
async function offering(more: Partial<Availability> = {}): Promise<TestPerson> {
  const influencer = await t.influencer(`star${people++}`)
  const put = { mode: 'offered', zone: 'Europe/London', weekly: EVERY_DAY, version: 0, ...more }
  const saved = await t.call(influencer, 'PUT /api/influencer/me/availability/', put)
  expect(saved.status).toBe(200)
  return influencer
}

const tomorrow = () => new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
const slotsOf = async (influencer: TestPerson, day = tomorrow()) => {
  const path = `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC` as const
  const { body } = await t.call<Slots>(null, path)
  return body.days.flatMap(each => each.slots)
}
const at = (time: string) => `${tomorrow()}T${time}:00.000Z`
const isOffered = async (influencer: TestPerson, start: string) =>
  (await slotsOf(influencer, start.slice(0, 10))).some(slot => slot.start === start)
async function auditIsClean() {
  expect(await t.breaches()).toEqual([])
}

describe('hours', () => {
  test('an influencer who saved nothing offers no times', async () => {
    const influencer = await t.influencer(`star${people++}`)
    const hours = await t.call<Availability>(influencer, 'GET /api/influencer/me/availability/')
    expect(hours.body).toMatchObject({ mode: 'off', version: 0 })
    const slots = await t.call<Slots>(null, `GET /api/parley/${influencer.username}/slots/`)
    expect(slots.body).toMatchObject({ mode: 'off', amount: '25.00', duration: 900, next_slot: null })
    expect(slots.body.days.flatMap(day => day.slots)).toEqual([])
    const booked = await t.book(await fan(), influencer, { slot: at('10:00') })
    expect(booked.status).toBe(409)
  })

  test('hours come back as they were saved, and an old version is refused', async () => {
    const influencer = await offering({ exceptions: [{ date: '2026-12-25', windows: [] }], daily_limit: 3 })
    const saved = await t.call<Availability>(influencer, 'GET /api/influencer/me/availability/')
    expect(saved.body).toMatchObject({ mode: 'offered', version: 1, daily_limit: 3, step: 30, leeway: 5 })
    expect(saved.body.exceptions).toEqual([{ date: '2026-12-25', windows: [] }])
    const again = await t.call(influencer, 'PUT /api/influencer/me/availability/', saved.body)
    expect(again.status).toBe(200)
    const stale = await t.call(influencer, 'PUT /api/influencer/me/availability/', saved.body)
    expect(stale.status).toBe(409)
  })

  test.each([
    [
      'windows that overlap',
      {
        weekly: {
          mon: [
            { from: '09:00', to: '11:00' },
            { from: '10:00', to: '12:00' },
          ],
        },
      },
    ],
    ['a window that ends before it begins', { weekly: { mon: [{ from: '11:00', to: '09:00' }] } }],
    ['a time that is none', { weekly: { mon: [{ from: '9', to: '25:00' }] } }],
    ['a zone that is none', { zone: 'Europe/Nowhere' }],
    ['an offset for a zone', { zone: '+02:00' }],
    ['a leeway of an hour', { leeway: 60 }],
    [
      'a date twice',
      {
        exceptions: [
          { date: '2026-12-25', windows: [] },
          { date: '2026-12-25', windows: [] },
        ],
      },
    ],
  ])('%s is refused', async (_title, wrong) => {
    const influencer = await t.influencer(`star${people++}`)
    const saved = await t.call(influencer, 'PUT /api/influencer/me/availability/', {
      mode: 'offered',
      version: 0,
      ...wrong,
    })
    expect(saved.status).toBe(400)
  })

  test.each([
    ['a zone that is none', 'zone=Mars/Base'],
    ['more than 42 days', 'from=2026-03-01&to=2026-04-12'],
    ['an end before the start', 'from=2026-03-02&to=2026-03-01'],
  ])('%s is refused', async (_title, query) => {
    const influencer = await offering()
    expect((await t.call(null, `GET /api/parley/${influencer.username}/slots/?${query}`)).status).toBe(400)
  })

  test('dates are those of the viewer', async () => {
    const influencer = await offering({ weekly: { ...EVERY_DAY }, step: 60 })
    const day = tomorrow()
    const query = `from=${day}&to=${day}&zone=Pacific/Apia` as const
    const { body } = await t.call<Slots>(null, `GET /api/parley/${influencer.username}/slots/?${query}`)
    expect(body.zone).toBe('Pacific/Apia')
    expect(body.days.map(each => each.date)).toEqual([day])
    // Apia is 13 hours ahead: its day began an hour before the clock of the tests, and times are sold 2 hours ahead.
    expect(body.days[0]?.slots).toHaveLength(24 - 3)
  })
})

describe('booking a time', () => {
  test('holds it for ten minutes, sells it when paid, and frees it when it is cancelled', async () => {
    const influencer = await offering()
    const ann = await fan()
    const booked = await t.book(ann, influencer, { slot: at('10:00') })
    expect(booked.status).toBe(201)
    expect(booked.body.timeRange).toEqual({ start: at('10:00'), end: at('10:20') })
    expect(booked.body.slot).toMatchObject({
      start: at('10:00'),
      end: at('10:20'),
      sequence: 0,
      moves_left: 2,
    })
    const heldMs = Date.parse(booked.body.slot?.hold_expires_at ?? '') - t.clock.now().getTime()
    expect(heldMs).toBe(10 * MINUTE_SECONDS * 1000)
    expect(await isOffered(influencer, at('10:00'))).toBe(false)
    await t.confirm((await t.pay(ann, booked.body)).body)
    await t.server.doDueWork()
    const paid = await t.request(ann, booked.body.slug)
    expect(paid).toMatchObject({ state: 'accepted', slot: { hold_expires_at: null } })
    await auditIsClean()
    await t.call(ann, `POST /api/influencer/parley_requests/${paid.id}/cancel/`)
    expect(await isOffered(influencer, at('10:00'))).toBe(true)
    await auditIsClean()
  })

  test('a time that is taken by now is refused with the nearest three that are free', async () => {
    const influencer = await offering()
    await t.book(await fan(), influencer, { slot: at('10:00') })
    const late = await t.book(await fan(), influencer, { slot: at('10:00') })
    expect(late.status).toBe(409)
    expect(late.body).toEqual({
      detail: 'This time has been taken',
      slots: ['09:00', '09:30', '10:30'].map(time => ({
        start: at(time),
        end: new Date(Date.parse(at(time)) + 20 * 60_000).toISOString(),
      })),
    })
  })

  test.each([
    ['that no slot begins at', '10:07'],
    ['in the past', '2026-01-01T10:00:00.000Z'],
  ])('a time %s is not sold', async (_title, time) => {
    const influencer = await offering()
    const slot = time.length > 5 ? time : at(time)
    expect((await t.book(await fan(), influencer, { slot })).status).toBe(409)
  })

  test('a time in two ways at once is refused; where only times are sold, one is needed', async () => {
    const influencer = await offering()
    const range = { start: at('10:00'), end: at('11:00') }
    const both = await t.book(await fan(), influencer, { slot: at('10:00'), timeRange: range })
    expect(both.status).toBe(400)
    expect((await t.book(await fan(), influencer)).status).toBe(201)
    const strict = await offering({ mode: 'only' })
    expect((await t.book(await fan(), strict)).status).toBe(409)
    expect((await t.book(await fan(), strict, { timeRange: range })).status).toBe(409)
    expect((await t.book(await fan(), strict, { slot: at('10:00') })).status).toBe(201)
  })

  test('who picks another time gives up the one they hold; one buyer holds three at most', async () => {
    const [one, two, three, four] = [await offering(), await offering(), await offering(), await offering()]
    const ann = await fan()
    // Who ever paid may hold several.
    await t.bookAndPay(ann, four)
    const first = await t.book(ann, one, { slot: at('10:00') })
    expect((await t.book(ann, one, { slot: at('11:00') })).status).toBe(201)
    expect(await isOffered(one, at('10:00'))).toBe(true)
    expect((await t.request(ann, first.body.slug)).state).toBe('cancelled')
    expect((await t.book(ann, two, { slot: at('10:00') })).status).toBe(201)
    expect((await t.book(ann, three, { slot: at('10:00') })).status).toBe(201)
    const fourth = await t.book(ann, four, { slot: at('10:00') })
    expect(fourth.status).toBe(429)
    expect(fourth.headers.get('retry-after')).toBe('600')
    await auditIsClean()
  })

  test('a repeated booking is the first one', async () => {
    const influencer = await offering()
    const ann = await fan()
    const uuid = crypto.randomUUID()
    const booked = await t.book(ann, influencer, { slot: at('10:00'), uuid })
    expect((await t.book(ann, influencer, { slot: at('10:00'), uuid })).body.id).toBe(booked.body.id)
    expect((await t.book(ann, influencer, { slot: at('10:30'), uuid })).status).toBe(409)
  })

  test('what was sold stays when it is, whatever its influencer changes', async () => {
    const influencer = await offering()
    const paid = await t.bookAndPay(await fan(), influencer, { slot: at('10:00') })
    await t.call(influencer, 'PUT /api/influencer/me/availability/', {
      mode: 'off',
      zone: 'Asia/Kolkata',
      weekly: {},
      version: 1,
    })
    const sold = await t.call<SessionRequest>(influencer, `GET /api/parley/${paid.slug}/session/`)
    expect(sold.body.slot).toMatchObject({ start: at('10:00'), end: at('10:20') })
  })

  test('a day with a limit is sold no further, up to its own midnight on both sides', async () => {
    // Midnight of Kolkata is 18:30 in UTC.
    const influencer = await offering({ zone: 'Asia/Kolkata', daily_limit: 2 })
    const next = (time: string) => new Date(Date.parse(at(time)) + 86_400_000).toISOString()
    await t.bookAndPay(await fan(), influencer, { slot: at('18:30') })
    await t.bookAndPay(await fan(), influencer, { slot: next('18:00') })
    for (const slot of [at('19:30'), next('08:00'), next('17:30')]) {
      expect(await isOffered(influencer, slot)).toBe(false)
      expect((await t.book(await fan(), influencer, { slot })).status).toBe(409)
    }
    for (const slot of [at('18:00'), next('18:30')]) {
      expect(await isOffered(influencer, slot)).toBe(true)
      expect((await t.book(await fan(), influencer, { slot })).status).toBe(201)
    }
  })

  test('buffers of an hour keep others away to the minute, on both sides', async () => {
    const influencer = await offering({ step: 15, buffer_before: 60, buffer_after: 30 })
    await t.bookAndPay(await fan(), influencer, { slot: at('12:00') })
    // It blocks 11:00 to 12:50: another of 20 minutes ends by 10:30, or begins from 13:50 on.
    for (const slot of [at('10:15'), at('13:45')]) {
      expect((await t.book(await fan(), influencer, { slot })).status).toBe(409)
    }
    for (const slot of [at('10:00'), at('14:00')]) {
      expect((await t.book(await fan(), influencer, { slot })).status).toBe(201)
    }
  })

  test('a dated event and a sold time are never at once', async () => {
    const influencer = await offering()
    await t.bookAndPay(await fan(), influencer, { slot: at('10:00') })
    const event = (time: string) => {
      const form = new FormData()
      const fields = {
        title: `Talk ${people++}`,
        description: 'A talk about chess',
        amount: '5.00',
        starts_at: at(time),
      }
      for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
      return t.call(influencer, `PATCH /api/influencer/${influencer.username}/`, form)
    }
    expect((await event('09:30')).status).toBe(409)
    expect((await event('12:00')).status).toBe(200)
    expect((await event('12:00')).status).toBe(200)
    expect(await isOffered(influencer, at('11:30'))).toBe(true)
    expect((await t.book(await fan(), influencer, { slot: at('12:30') })).status).toBe(409)
    await auditIsClean()
  })
})

describe('a hold', () => {
  async function held() {
    const influencer = await offering()
    const ann = await fan()
    const { body } = await t.book(ann, influencer, { slot: at('10:00') })
    return { influencer, ann, request: body, intent: (await t.pay(ann, body)).body }
  }

  test('that is not paid is free again after ten minutes, and not a second before', async () => {
    const { influencer, ann, request } = await held()
    await t.advance(10 * MINUTE_SECONDS - 1)
    expect((await t.request(ann, request.slug)).state).toBe('offered')
    await t.advance(1)
    expect(await t.request(ann, request.slug)).toMatchObject({ state: 'expired', outcome: 'unpaid' })
    expect(await isOffered(influencer, at('10:00'))).toBe(true)
    await auditIsClean()
  })

  test.each([
    ['9:59', 10 * MINUTE_SECONDS - 1],
    ['10:00', 10 * MINUTE_SECONDS],
    ['10:01', 10 * MINUTE_SECONDS + 1],
  ])(
    'paid at %s, before its end was carried out, is sold once, although the provider’s answer comes late',
    async (_at, seconds) => {
      const { influencer, ann, request, intent } = await held()
      t.clock.advance(seconds)
      await t.confirm(intent)
      // The server does not know it yet: the time is not free for another.
      expect((await t.book(await fan(), influencer, { slot: at('10:00') })).status).toBe(409)
      t.clock.advance(2)
      await t.server.doDueWork()
      expect(await t.request(ann, request.slug)).toMatchObject({
        ...{ state: 'accepted', outcome: null },
        payment: { status: 'paid', refunded_amount: '0.00' },
      })
      expect((await t.book(await fan(), influencer, { slot: at('10:00') })).status).toBe(409)
      await auditIsClean()
    },
  )

  test('that was abandoned gives nothing for nothing: who books the time again is asked for money', async () => {
    const { influencer, ann } = await held()
    await t.advance(10 * MINUTE_SECONDS)
    const again = await t.book(ann, influencer, { slot: at('10:00') })
    expect(again).toMatchObject({
      status: 201,
      body: { state: 'offered', payment: { status: 'unpaid', stripe_intent_confirmed: false } },
    })
    await t.advance(10 * MINUTE_SECONDS)
    expect(await t.request(ann, again.body.slug)).toMatchObject({ state: 'expired', outcome: 'unpaid' })
    await auditIsClean()
  })

  test('of one buyer keeps a time from others for twenty minutes in an hour, in whatever pieces', async () => {
    const { influencer, ann } = await held()
    await t.advance(10 * MINUTE_SECONDS)
    expect((await t.book(ann, influencer, { slot: at('10:00') })).status).toBe(201)
    await t.advance(10 * MINUTE_SECONDS)
    const again = await t.book(ann, influencer, { slot: at('10:00') })
    expect(again).toMatchObject({
      status: 429,
      body: { detail: 'You held this time for a while without paying. Please wait before you hold it again' },
    })
    expect(again.headers.get('retry-after')).toBe(String(50 * MINUTE_SECONDS))
    const other = await t.book(ann, influencer, { slot: at('15:00') })
    // Who is refused keeps the hold that they have.
    expect((await t.book(ann, influencer, { slot: at('10:00') })).status).toBe(429)
    expect((await t.request(ann, other.body.slug)).state).toBe('offered')
    expect(await isOffered(influencer, at('15:00'))).toBe(false)
    expect((await t.book(await fan(), influencer, { slot: at('10:00') })).status).toBe(201)
    await t.advance(50 * MINUTE_SECONDS)
    expect((await t.book(ann, influencer, { slot: at('10:00') })).status).toBe(201)
    await auditIsClean()
  })

  test('that has ended cannot be paid any more: nothing is taken, and another may book', async () => {
    const { influencer, ann, request, intent } = await held()
    await t.advance(10 * MINUTE_SECONDS)
    const late = await t.confirm(intent)
    expect(late.status).toBeGreaterThanOrEqual(400)
    await t.server.doDueWork()
    expect((await t.request(ann, request.slug)).payment.stripe_intent_confirmed).toBe(false)
    expect((await t.book(await fan(), influencer, { slot: at('10:00') })).status).toBe(201)
    await auditIsClean()
  })
})

describe('an answer by hand', () => {
  test("sells the time only with the influencer's yes; without one in time all the money goes back", async () => {
    const influencer = await offering({ accept: 'hand' })
    const ann = await fan()
    // 24 hours are sooner than an hour before the start.
    const start = inTwoDays(t, '12:00')
    const paid = await t.bookAndPay(ann, influencer, { slot: start })
    expect(paid).toMatchObject({ state: 'offered', slot: { accept: 'hand' } })
    const left = Date.parse(paid.slot?.answer_by ?? '') - t.clock.now().getTime()
    expect(left).toBe(24 * 3_600_000)
    expect(await isOffered(influencer, start)).toBe(false)
    await t.advance(24 * 3600)
    const ended = await t.request(ann, paid.slug)
    expect(ended).toMatchObject({ state: 'expired', outcome: 'unanswered', settled_by: 'unanswered' })
    expect(ended.payment.refunded_amount).toBe('25.00')
    expect(await isOffered(influencer, start)).toBe(true)
    await auditIsClean()
  })

  test('a yes keeps it', async () => {
    const influencer = await offering({ accept: 'hand' })
    const paid = await t.bookAndPay(await fan(), influencer, { slot: at('15:00') })
    const answered = await t.call<SessionRequest>(
      influencer,
      `POST /api/influencer/requests/${paid.id}/accept/`,
    )
    expect(answered.body).toMatchObject({ state: 'accepted', slot: { answer_by: null } })
    await t.advance(24 * 3600)
    expect((await t.request(influencer, paid.slug)).state).toBe('accepted')
  })
})
