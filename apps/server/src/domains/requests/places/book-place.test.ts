import type { LiveEvent, SessionRequest } from '@parley/contract'
import { DAY_SECONDS } from '@parley/contract'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type TestPerson, untilAnswered } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer } from '../../../testing/test-server.ts'

const t = await openTestServer({ connections: 60 })
const events = eventCaller(t)
afterAll(t.close)
afterEach(async () => {
  await t.dropUnpaid(fan, other)
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const owner = await t.influencer('ivy')
const fan = await t.fan('fred')
const other = await t.fan('olga')
const inSeconds = (seconds: number) => new Date(t.clock.now().getTime() + seconds * 1000).toISOString()
const placesLeft = async (event: LiveEvent) => (await events.show(event)).places_left

describe('booking a place', () => {
  test('makes an unpaid broadcast request at the event’s price, and takes a place at once', async () => {
    const event = await events.create(owner, {
      title: 'Three places',
      capacity: 3,
      starts_at: inSeconds(DAY_SECONDS),
    })
    const { status, body } = await events.bookPlace(fan, event)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      request_type: 'broadcast',
      state: 'offered',
      amount: '5.00',
      duration: 60,
      description: 'A talk about openings',
      user: { username: 'fred' },
      influencer: { user: { username: 'ivy' } },
      live_event: { slug: 'three-places', title: 'Three places' },
      timeRange: { start: inSeconds(DAY_SECONDS), end: inSeconds(DAY_SECONDS + 60) },
      payment: { stripe_intent_confirmed: false, stripe_intent_secret: expect.stringMatching(/^pi_/) },
      callback: `${t.origin}/live-event/three-places`,
    })
    expect(await placesLeft(event)).toBe(2)
    expect((await events.ownPlace(fan, event)).body.id).toBe(body.id)
    expect((await events.ownPlace(other, event)).status).toBe(404)
    expect((await t.call(null, `GET /api/parley/${event.slug}/event-session/`)).status).toBe(401)
  })

  test('under a key that was used keeps to its terms: a repeat that names others is 409, one that names the same is the first', async () => {
    const starts_at = inSeconds(7 * DAY_SECONDS)
    const fields = { format: 'queue', absent: 'keep', order: 'paid', capacity: 3, starts_at }
    const event = await events.create(owner, { title: 'Terms of a key', ...fields })
    const uuid = crypto.randomUUID()
    const terms = { uuid, format: 'queue', absent: 'keep', order: 'paid', starts_at }
    const first = await events.bookPlace(fan, event, terms)
    expect(first.status).toBe(201)
    const same = await events.bookPlace(fan, event, { ...terms, starts_at: starts_at.replace('Z', '+00:00') })
    expect([same.status, same.body.id]).toEqual([201, first.body.id])
    for (const other of [
      { format: 'broadcast' },
      { absent: 'refund' },
      { order: 'drawn' },
      { duration: 61 },
      { starts_at: inSeconds(2 * DAY_SECONDS) },
    ])
      expect((await events.bookPlace(fan, event, { ...terms, ...other })).status).toBe(409)
  })

  test('is once a person: the same uuid is the same answer, another is 409', async () => {
    const event = await events.create(owner, { title: 'Once each', capacity: 9 })
    const uuid = crypto.randomUUID()
    const same = await Promise.all(Array.from({ length: 20 }, () => events.bookPlace(fan, event, { uuid })))
    expect(new Set(same.map(answer => answer.status))).toEqual(new Set([201]))
    expect(new Set(same.map(answer => answer.body.id)).size).toBe(1)
    const others = await Promise.all(Array.from({ length: 20 }, () => events.bookPlace(fan, event)))
    expect(new Set(others.map(answer => answer.status))).toEqual(new Set([409]))
    expect(await placesLeft(event)).toBe(8)
  })

  test('takes the buyer’s words beside the terms or among them', async () => {
    for (const [title, more] of [
      ['Words beside', { note: 'Openings' }],
      ['Words among', { session_request: { note: 'Openings' } }],
    ] as const) {
      const { slug, amount } = await events.create(owner, { title })
      const booking = {
        slug,
        ...more,
        session_request: { amount, ...('session_request' in more ? more.session_request : {}) },
      }
      const { body } = await t.call<SessionRequest>(fan, 'POST /api/parley/ivy/live_event/', booking)
      expect([title, body.note]).toEqual([title, 'Openings'])
      await t.dropUnpaid(fan)
    }
  })

  test('at another price than the event’s is 409 with the event as it is', async () => {
    const event = await events.create(owner, { title: 'Dearer now' })
    await events.write(owner, { id: event.id, amount: '6.00' })
    const { status, body } = await events.bookPlace(fan, event)
    expect(status).toBe(409)
    expect(body).toMatchObject({ offer: { slug: event.slug, amount: '6.00' } })
  })

  let evenings = 100
  /** Another one for each event: two of one owner are never at once. */
  const nextEvening = () => inSeconds(++evenings * DAY_SECONDS)
  const talk = { capacity: 9 }
  const readOf = ({ format, duration, absent, order, starts_at }: LiveEvent) => ({
    ...{ format, duration, absent, order, starts_at },
  })
  const line = { ...talk, format: 'queue', absent: 'refund', order: 'paid' }
  test.each([
    ['a broadcast sells turns', talk, { format: 'queue', absent: 'keep', capacity: 5 }],
    ['a line is a broadcast', line, { format: 'broadcast' }],
    ['a broadcast is another evening', talk, { starts_at: inSeconds(200 * DAY_SECONDS) }],
    ['a line is another evening', line, { starts_at: inSeconds(201 * DAY_SECONDS) }],
    ['a broadcast is shorter', talk, { duration: 30 }],
    ['turns are shorter', line, { duration: 30 }],
    ['money of absent fans is kept', line, { absent: 'keep' }],
    ['a line is drawn by lot', line, { order: 'drawn' }],
  ])('as it was read is 409 where by now %s', async (now, before, change) => {
    const title = `By now ${now}`
    const event = await events.create(owner, { title, starts_at: nextEvening(), ...before })
    expect((await events.write(owner, { id: event.id, ...change })).status).toBe(200)
    const { status, body } = await events.bookPlace(fan, event, readOf(event))
    expect([status, body]).toMatchObject([409, { offer: change }])
    expect(await placesLeft(event)).toBe((await events.show(event)).capacity)
    // What the answer shows is what the second press books.
    const shown = (body as unknown as { offer: LiveEvent }).offer
    expect((await events.bookPlace(fan, shown, readOf(shown))).status).toBe(201)
  })

  test('of a line is bought at its price alone, as the specification names the booking', async () => {
    const event = await events.create(owner, { title: 'Said nothing', starts_at: nextEvening(), ...line })
    const { slug, title, amount } = event
    const booking = { title, slug, session_request: { amount, uuid: crypto.randomUUID() } }
    const other = { ...booking, session_request: { amount, absent: 'keep' } }
    expect((await t.call(fan, 'POST /api/parley/ivy/live_event/', other)).status).toBe(409)
    expect((await t.call(fan, 'POST /api/parley/ivy/live_event/', booking)).status).toBe(201)
  })

  test('of a line that keeps the money of absent fans is bought by who names that rule', async () => {
    const keeps = { ...line, title: 'Keeps', starts_at: nextEvening(), absent: 'keep' }
    const event = await events.create(owner, keeps)
    for (const absent of [undefined, null, 'refund' as const]) {
      const { status, body } = await events.bookPlace(fan, event, { absent })
      expect([status, body]).toMatchObject([409, { offer: { format: 'queue', absent: 'keep' } }])
    }
    expect((await events.bookPlace(fan, event, { absent: 'keep' })).status).toBe(201)
  })

  test('is not for the owner, for visitors, or by somebody else’s address', async () => {
    const event = await events.create(owner, { title: 'Not for me' })
    const rita = await t.influencer('rita')
    const booking = { slug: event.slug, session_request: { amount: event.amount } }
    expect((await events.bookPlace(owner, event)).status).toBe(403)
    expect((await t.call(null, 'POST /api/parley/ivy/live_event/', booking)).status).toBe(401)
    expect((await t.call(fan, 'POST /api/parley/rita/live_event/', booking)).status).toBe(404)
    expect((await events.bookPlace(rita, { ...event, slug: 'no-such-event' })).status).toBe(404)
  })

  test('sells the last place once when 200 want it at the same moment', async () => {
    const event = await events.create(owner, { title: 'One place', capacity: 1 })
    const fans: TestPerson[] = []
    for (let i = 0; i < 200; i += 10) {
      const some = Array.from({ length: 10 }, (_, j) => t.fan(`crowd-${i + j}`))
      fans.push(...(await Promise.all(some)))
    }
    const statuses = await Promise.all(
      fans.map(each => {
        const uuid = crypto.randomUUID()
        return untilAnswered(() => events.bookPlace(each, event, { uuid }))
      }),
    )
    const byStatus = Map.groupBy(statuses, status => status)
    expect([byStatus.get(201)?.length, byStatus.get(409)?.length]).toEqual([1, 199])
    expect(await placesLeft(event)).toBe(0)
  })

  test('that is not paid in 15 minutes frees the place, and the same person may book again', async () => {
    const event = await events.create(owner, { title: 'Quarter of an hour', capacity: 1 })
    const late = await events.bookPlace(fan, event)
    expect((await events.bookPlace(other, event)).status).toBe(409)
    await t.advance(14 * 60)
    expect(await placesLeft(event)).toBe(0)
    await t.advance(61)
    expect((await t.request(fan, late.body.slug)).state).toBe('expired')
    expect(await placesLeft(event)).toBe(1)
    expect((await t.pay(fan, late.body)).status).toBe(409)
    expect((await events.bookPlace(fan, event)).status).toBe(201)
  })
})

describe('money of a place', () => {
  test('goes back in full when the viewer cancels before the event, and the place is free', async () => {
    const event = await events.create(owner, { title: 'Changed my mind', capacity: 1 })
    const place = await events.placeOf(fan, event)
    await t.call(fan, `POST /api/influencer/parley_requests/${place.id}/cancel/`)
    await t.server.doDueWork()
    expect((await t.request(fan, place.slug)).payment).toMatchObject({
      status: 'refunded',
      refunded_amount: '5.00',
    })
    expect(await placesLeft(event)).toBe(1)
  })

  test('goes back to every viewer when the owner cancels, and unpaid places are not paid any more', async () => {
    const event = await events.create(owner, { title: 'Called off' })
    const paid = await Promise.all([fan, other].map(each => events.placeOf(each, event)))
    const unpaid = await events.bookPlace(await t.fan('slow-payer'), event)
    expect((await events.cancel(owner, event)).status).toBe(200)
    await t.server.doDueWork()
    for (const [i, place] of paid.entries()) {
      expect(await t.request(i === 0 ? fan : other, place.slug)).toMatchObject({
        state: 'cancelled',
        outcome: 'cancelled',
        payment: { status: 'refunded', refunded_amount: '5.00' },
      })
    }
    const incoming = await t.call<{ results: { id: string; state: string }[] }>(
      owner,
      'GET /api/influencer/requests/?page_size=100&paid=false',
    )
    expect(incoming.body.results.find(each => each.id === unpaid.body.id)?.state).toBe('expired')
  })

  test('goes back in full no matter who wins when booking, paying and cancelling race', async () => {
    const event = await events.create(owner, { title: 'Called off meanwhile', capacity: 30 })
    const paying = (await events.bookPlace(fan, event)).body
    const intent = (await t.pay(fan, paying)).body
    const some = await Promise.all(Array.from({ length: 10 }, (_, i) => t.fan(`racer-${i}`)))
    const [called, , ...booked] = await Promise.all([
      events.cancel(owner, event),
      t.confirm(intent),
      ...some.map(each => events.bookPlace(each, event)),
    ])
    await t.server.doDueWork()
    expect(called.status).toBe(200)
    for (const answer of booked) expect([201, 409]).toContain(answer.status)
    expect((await t.request(fan, paying.slug)).payment.status).toMatch(/^(refunded|unpaid)$/)
    for (const [i, answer] of booked.entries()) {
      const buyer = some[i]
      if (answer.status !== 201 || !buyer) continue
      expect((await t.request(buyer, answer.body.slug)).state).toBe('expired')
    }
  })

  test('goes back to every viewer when the event does not start within 15 minutes of its time', async () => {
    const event = await events.create(owner, { title: 'Nobody came', starts_at: inSeconds(3600) })
    const place = await events.placeOf(fan, event)
    await t.advance(3600 + 14 * 60)
    expect((await events.show(event)).state).toBe('scheduled')
    expect((await t.request(fan, place.slug)).state).toBe('offered')
    await t.advance(61)
    expect((await events.show(event)).state).toBe('cancelled')
    expect(await t.request(fan, place.slug)).toMatchObject({
      state: 'expired',
      outcome: 'influencer_absent',
      payment: { status: 'refunded', refunded_amount: '5.00' },
    })
  })

  test('goes back when an undated event is not held within 30 days', async () => {
    const event = await events.create(owner, { title: 'Some day' })
    const place = await events.placeOf(fan, event)
    await t.advance(29 * DAY_SECONDS)
    expect((await t.request(fan, place.slug)).state).toBe('offered')
    await t.advance(DAY_SECONDS + 60)
    expect(await t.request(fan, place.slug)).toMatchObject({
      state: 'expired',
      payment: { status: 'refunded' },
    })
  })
})
