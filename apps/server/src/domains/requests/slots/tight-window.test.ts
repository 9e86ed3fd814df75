import type { Availability, SessionRequest, Slots } from '@parley/contract'
import { MINUTE_SECONDS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)
const star = () => t.influencer(`star${people++}`)
async function offering(more: Partial<Availability> = {}): Promise<TestPerson> {
  const influencer = await star()
  const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, version: 0, ...more }
  await t.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  return influencer
}

/** Tomorrow at a time, for so many minutes; a call is 15. */
function window(time: string, minutes = 15) {
  const day = new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
  const start = new Date(`${day}T${time}:00.000Z`)
  return { start: start.toISOString(), end: new Date(start.getTime() + minutes * 60_000).toISOString() }
}
const bookWindow = (buyer: TestPerson, influencer: TestPerson, time: string, minutes = 15) =>
  t.book(buyer, influencer, { timeRange: window(time, minutes) })
const accept = (influencer: TestPerson, id: string) =>
  t.call(influencer, `POST /api/influencer/requests/${id}/accept/`, {})
/** Somebody who confirmed their email. */
async function known(somebody: Promise<TestPerson>): Promise<TestPerson> {
  const person = await somebody
  const { pool } = t.server.database
  await pool.query('update users set email_verified_at = now() where id = $1', [person.id])
  return person
}
async function auditIsClean() {
  expect(await t.breaches()).toEqual([])
}

describe('a window in which two calls would not fit', { timeout: 180_000 }, () => {
  test('is sold once, whatever the mode; one in which they fit is no time', async () => {
    const [ann, ben] = [await known(fan()), await known(fan())]
    for (const influencer of [await star(), await offering()]) {
      expect((await bookWindow(ann, influencer, '10:00', 29)).status).toBe(201)
      const second = await bookWindow(ben, influencer, '10:20')
      expect(second).toMatchObject({ status: 409, body: { detail: 'This time has been taken' } })
      expect((await bookWindow(ben, influencer, '10:29')).status).toBe(201)
      expect((await bookWindow(ann, influencer, '10:20', 30)).status).toBe(201)
    }
    await auditIsClean()
  })

  test('asked for by one buyer many times at once, is theirs or taken: nobody reads that the server does not work', async () => {
    const [ann, influencer] = [await known(fan()), await star()]
    const answers = await Promise.all(Array.from({ length: 8 }, () => bookWindow(ann, influencer, '11:00')))
    expect(answers.map(({ status }) => status)).toContain(201)
    const others = answers.filter(({ status }) => status !== 201)
    for (const other of others)
      expect(other).toMatchObject({ status: 409, body: { detail: 'This time has been taken' } })
    await auditIsClean()
  })

  test('and a picked time are never at once, buffers counted', async () => {
    const influencer = await offering({ buffer_before: 10, buffer_after: 10 })
    await t.bookAndPay(await fan(), influencer, { timeRange: window('10:00') })
    const slot = (time: string) => window(time).start
    expect((await t.book(await fan(), influencer, { slot: slot('10:30') })).status).toBe(409)
    expect((await t.book(await fan(), influencer, { slot: slot('11:00') })).status).toBe(201)
    expect((await bookWindow(await fan(), influencer, '10:46')).status).toBe(409)
    const day = slot('10:00').slice(0, 10)
    const path = `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC` as const
    const { body } = await t.call<Slots>(null, path)
    const starts = body.days.flatMap(each => each.slots.map(each_ => each_.start))
    expect(starts).not.toContain(slot('10:00'))
    expect(starts).toContain(slot('09:00'))
    await auditIsClean()
  })

  test('that nobody paid is free for others after ten minutes, and its request continues', async () => {
    const influencer = await star()
    const [ann, ben] = [await fan(), await fan()]
    const { body: first } = await bookWindow(ann, influencer, '10:00')
    await t.advance(10 * MINUTE_SECONDS - 1)
    expect((await bookWindow(ben, influencer, '10:00')).status).toBe(409)
    await t.advance(1)
    const second = await bookWindow(ben, influencer, '10:00')
    expect(second.status).toBe(201)
    expect((await t.request(ann, first.slug)).state).toBe('offered')
    expect(await t.pay(ann, first)).toMatchObject({
      status: 409,
      body: { detail: 'This time has been taken' },
    })
    await t.advance(10 * MINUTE_SECONDS)
    const paying = await t.pay(ann, first)
    expect(paying.status).toBe(200)
    expect((await t.pay(ben, second.body)).status).toBe(409)
    await t.confirm(paying.body)
    await t.server.doDueWork()
    expect((await t.request(ann, first.slug)).payment.status).toBe('paid')
    await t.advance(11 * MINUTE_SECONDS)
    expect((await bookWindow(await fan(), influencer, '10:00')).status).toBe(409)
    await auditIsClean()
  })

  test('tells its buyer alone until when it is held, and as long as it is', async () => {
    const influencer = await star()
    const [ann, ben] = [await fan(), await fan()]
    const { body: request } = await bookWindow(ann, influencer, '10:00')
    const until = new Date(t.clock.now().getTime() + 10 * MINUTE_SECONDS * 1000).toISOString()
    const heldFor = async (reader: TestPerson, { slug }: { slug: string } = request) =>
      (await t.request(reader, slug)).hold_expires_at
    expect(request.hold_expires_at).toBe(until)
    expect(await heldFor(ann)).toBe(until)
    expect(await heldFor(influencer)).toBeNull()
    const { body: wide } = await bookWindow(ben, influencer, '12:00', 40)
    expect(wide.hold_expires_at).toBeNull()
    await t.advance(10 * MINUTE_SECONDS)
    expect(await heldFor(ann)).toBeNull()
    const paid = await t.bookAndPay(ben, influencer, { timeRange: window('15:00') })
    expect(await heldFor(ben, paid)).toBeNull()
  })

  test('is not kept from others by who goes to pay again and again, who may still pay while it is free', async () => {
    const influencer = await star()
    const ann = await fan()
    const { body: request } = await bookWindow(ann, influencer, '10:00')
    await t.advance(9 * MINUTE_SECONDS)
    // Going to pay while it is held makes no hold longer.
    expect((await t.pay(ann, request)).status).toBe(200)
    await t.advance(MINUTE_SECONDS)
    // Nobody wants it yet: it is held for them once more.
    expect((await t.pay(ann, request)).status).toBe(200)
    expect((await bookWindow(await fan(), influencer, '10:00')).status).toBe(409)
    await t.advance(10 * MINUTE_SECONDS)
    const paying = await t.pay(ann, request)
    expect(paying.status).toBe(200)
    expect((await bookWindow(ann, influencer, '10:00')).status).toBe(429)
    const rival = await bookWindow(await fan(), influencer, '10:00')
    expect(rival.status).toBe(201)
    expect((await t.pay(ann, request)).status).toBe(409)
    await t.confirm(paying.body)
    await t.server.doDueWork()
    expect((await t.request(ann, request.slug)).payment).toMatchObject({
      status: 'refunded',
      refunded_amount: '25.00',
    })
    await auditIsClean()
  })

  test.each([
    ['asks for it', (wanted: { start: string; end: string }) => ({ timeRange: wanted })],
    ['picks a slot in it', (wanted: { start: string; end: string }) => ({ slot: wanted.start })],
  ])(
    'paid in time is kept, although the provider’s answer is late and a rival %s first',
    async (_how, timeOf) => {
      const influencer = await offering()
      const ann = await fan()
      const { body: request } = await bookWindow(ann, influencer, '10:00')
      const paying = (await t.pay(ann, request)).body
      t.clock.advance(10 * MINUTE_SECONDS - 1)
      await t.confirm(paying)
      t.clock.advance(2)
      expect((await t.book(await fan(), influencer, timeOf(window('10:00')))).status).toBe(409)
      await t.server.doDueWork()
      expect(await t.request(ann, request.slug)).toMatchObject({
        state: 'offered',
        payment: { status: 'paid' },
      })
      await auditIsClean()
    },
  )

  const elsewhere = (time: string) => ({
    title: 'A talk',
    description: 'Openings',
    starts_at: window(time).start,
  })
  test.each<[string, (influencer: TestPerson) => Promise<{ status: number }>]>([
    ['a slot', async influencer => t.book(await fan(), influencer, { slot: window('15:00').start })],
    [
      'a window of the next week',
      async influencer => {
        const later = (time: string) => new Date(Date.parse(time) + 7 * 86_400_000).toISOString()
        const { start, end } = window('15:00')
        return t.book(await fan(), influencer, { timeRange: { start: later(start), end: later(end) } })
      },
    ],
    [
      'an event',
      influencer =>
        t.call(influencer, `PATCH /api/influencer/${influencer.username}/`, {
          virtual_event: { ...elsewhere('15:00'), amount: '5.00', duration: 3600, duration_display: 2 },
        }),
    ],
  ])('paid in time is kept, although the hold ended and %s took another time since', async (_what, take) => {
    const influencer = await offering()
    const ann = await fan()
    const { body: request } = await bookWindow(ann, influencer, '10:00')
    const paying = (await t.pay(ann, request)).body
    t.clock.advance(10 * MINUTE_SECONDS - 1)
    await t.confirm(paying)
    t.clock.advance(2)
    expect((await take(influencer)).status).toBeLessThan(300)
    expect((await t.book(await fan(), influencer, { slot: window('10:00').start })).status).toBe(409)
    await t.server.doDueWork()
    expect(await t.request(ann, request.slug)).toMatchObject({
      state: 'offered',
      payment: { status: 'paid' },
    })
    await auditIsClean()
  })

  test('paid when it is somebody else’s gives all the money back', async () => {
    const influencer = await star()
    const [ann, ben] = [await fan(), await fan()]
    const { body: request } = await bookWindow(ann, influencer, '10:00')
    const paying = (await t.pay(ann, request)).body
    await t.advance(10 * MINUTE_SECONDS)
    expect((await bookWindow(ben, influencer, '10:00')).status).toBe(201)
    await t.confirm(paying)
    await t.server.doDueWork()
    expect(await t.request(ann, request.slug)).toMatchObject({
      state: 'expired',
      outcome: 'unpaid',
      settled_by: 'late_money',
      payment: { status: 'refunded', refunded_amount: '25.00' },
    })
    await auditIsClean()
  })

  test('that was accepted is kept unpaid; one that is taken cannot be accepted; cancelled it is free', async () => {
    const influencer = await star()
    const [ann, ben] = [await fan(), await fan()]
    const { body: first } = await bookWindow(ann, influencer, '10:00')
    expect((await accept(influencer, first.id)).status).toBe(200)
    await t.advance(11 * MINUTE_SECONDS)
    expect((await bookWindow(ben, influencer, '10:00')).status).toBe(409)
    await auditIsClean()
    const { body: other } = await bookWindow(ben, influencer, '12:00')
    await t.advance(10 * MINUTE_SECONDS)
    await t.bookAndPay(await fan(), influencer, { timeRange: window('12:10') })
    expect(await accept(influencer, other.id)).toMatchObject({
      status: 409,
      body: { detail: 'This time has been taken' },
    })
    await t.call(ann, `POST /api/influencer/parley_requests/${first.id}/cancel/`)
    expect((await bookWindow(await fan(), influencer, '10:00')).status).toBe(201)
    await auditIsClean()
  })

  test('held by one buyer with one influencer is one at a time, and three at most over all', async () => {
    const influencer = await star()
    const [ann, ben] = [await known(fan()), await fan()]
    expect((await bookWindow(ann, influencer, '10:00')).status).toBe(201)
    expect((await bookWindow(ann, influencer, '11:00')).status).toBe(201)
    expect((await bookWindow(ben, influencer, '10:00')).status).toBe(201)
    expect((await bookWindow(ann, await star(), '10:00')).status).toBe(201)
    expect((await bookWindow(ann, await star(), '10:00')).status).toBe(201)
    expect((await bookWindow(ann, await star(), '10:00')).status).toBe(429)
    await auditIsClean()
  })

  test('has one winner of twenty rivals over two processes, and one of those who pay', async () => {
    const influencer = await star()
    const other = await t.openAnother({ connections: 20 })
    try {
      const rivals = await Promise.all(
        Array.from({ length: 20 }, async (_, nth) => ({ buyer: await fan(), via: nth % 2 ? other : t })),
      )
      const range = window('10:00')
      const answers = await Promise.all(
        rivals.map(({ buyer, via }) => via.book(buyer, influencer, { timeRange: range })),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
      // Each holds it in turn; then all go to pay at once.
      t.clock.advance(10 * MINUTE_SECONDS)
      const late: { buyer: TestPerson; request: SessionRequest }[] = []
      for (let nth = 0; nth < 6; nth++) {
        // Strangers could not hold one time so often.
        const buyer = await known(fan())
        const held = await t.book(buyer, influencer, { timeRange: range })
        expect(held.status).toBe(201)
        late.push({ buyer, request: held.body })
        t.clock.advance(10 * MINUTE_SECONDS)
      }
      const pays = await Promise.all(late.map(({ buyer, request }) => t.pay(buyer, request)))
      expect(pays.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(pays.filter(({ status }) => status === 409)).toHaveLength(5)
      await auditIsClean()
    } finally {
      await other.close()
    }
  })
})
