import { type Influencer, type LiveEvent, MINUTE_MS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestPerson } from '../../testing/api-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'
import { queueCaller } from './testing/queue-caller.ts'

const t = await openTestServer()
const owner = await t.influencer('ivy')
const { events, look } = queueCaller(t, owner)
let fred: TestPerson
let gina: TestPerson

const inMinutes = (minutes: number) => new Date(t.clock.now().getTime() + minutes * MINUTE_MS).toISOString()
let days = 0
/** Each is on a day of its own: two of one owner are never at once. */
const onItsDay = () => inMinutes(++days * 24 * 60)
/** Turns of 90 s for up to 20 fans. */
const aQueue = (more: object = {}) => ({
  ...{ title: 'Meet me', description: 'A minute and a half each', amount: '12.00' },
  ...{ format: 'queue', starts_at: onItsDay(), capacity: 20, duration: 90, duration_display: 1 },
  ...more,
})
const made = (title: string, more: object = {}) => events.create(owner, aQueue({ title, ...more }))
const change = (event: LiveEvent, fields: object) => events.write(owner, { id: event.id, ...fields })

beforeAll(async () => {
  fred = await t.fan('fred')
  gina = await t.fan('gina')
})
afterAll(async () => {
  expect(await t.breaches()).toEqual([])
  await t.close()
})

describe('an event of format queue', () => {
  test('is made by its owner, and says in every place what it sells', async () => {
    const { status, body } = await events.write(owner, aQueue({ absent: 'keep', order: 'drawn' }))
    expect(status).toBe(200)
    const queue = { format: 'queue', absent: 'keep', order: 'drawn', capacity: 20, duration: 90 }
    expect(body.virtual_events[0]).toMatchObject(queue)
    const slug = body.virtual_events[0]?.slug ?? ''
    expect((await t.call<LiveEvent>(null, `GET /api/parley/${slug}/event/`)).body).toMatchObject(queue)
    const page = await t.call<Influencer>(null, 'GET /api/parley/ivy/')
    expect(page.body.virtual_events[0]).toMatchObject(queue)
  })

  test('gives absent fans their money back and serves in the order of payment, unless its owner says otherwise', async () => {
    expect(await made('Usual')).toMatchObject({ format: 'queue', absent: 'refund', order: 'paid' })
  })

  test('a broadcast says nothing of a line', async () => {
    const event = await events.create(owner, { title: 'For everybody', absent: 'keep' })
    expect(event).toMatchObject({ format: 'broadcast', absent: null, order: null })
  })

  test.each([
    ['no start', { starts_at: undefined }, 'starts_at', 'A queue begins at a time'],
    ['no number of places', { capacity: undefined }, 'capacity', 'A queue has 1 to 500 places'],
    ['501 places', { capacity: 501 }, 'capacity', 'A queue has 1 to 500 places'],
    ['a turn of 29 seconds', { duration: 29 }, 'duration', 'A turn takes 30 seconds to 10 minutes'],
    ['a turn of 601 seconds', { duration: 601 }, 'duration', 'A turn takes 30 seconds to 10 minutes'],
    ['the usual hour', { duration: undefined }, 'duration', 'A turn takes 30 seconds to 10 minutes'],
    ['another format', { format: 'lottery' }, 'format', 'An event is a broadcast or a queue'],
    [
      'another rule',
      { absent: 'maybe' },
      'absent',
      'Please say whether fans who are absent get their money back',
    ],
    [
      'another order',
      { order: 'tips' },
      'order',
      'The fans of a queue come as they paid or are drawn by lot',
    ],
  ])('is refused with %s', async (_what, fields, field, message) => {
    const { status, body } = await events.write(owner, aQueue(fields))
    expect([status, body]).toEqual([400, { [`virtual_event.${field}`]: [message] }])
  })

  test.each([
    { duration: 30, capacity: 500 },
    { duration: 600, capacity: 1 },
  ])('may have $capacity turns of $duration seconds', async ends => {
    expect(await made(`Ends ${ends.duration}`, ends)).toMatchObject(ends)
  })

  test('is made of a broadcast that has all it takes, and one of it again, while nobody bought a place', async () => {
    const event = await events.create(owner, { title: 'Changes its mind', duration: 60 })
    const { status, body } = await change(event, { format: 'queue' })
    expect([status, Object.keys(body)]).toEqual([400, ['virtual_event.starts_at']])
    const asQueue = await change(event, { format: 'queue', starts_at: onItsDay(), capacity: 3 })
    expect(asQueue.body.virtual_events.find(({ id }) => id === event.id)?.format).toBe('queue')
    expect((await change(event, { starts_at: null })).status).toBe(400)
    expect((await change(event, { format: 'broadcast', starts_at: null, capacity: null })).status).toBe(200)
    expect((await look(owner, event)).status).toBe(404)
  })

  test('keeps what was sold: format, length, start, order and the rule for absent fans', async () => {
    const event = await made('Sold once')
    await events.placeOf(fred, event)
    for (const [field, value] of [
      ['format', 'broadcast'],
      ['absent', 'keep'],
      ['order', 'drawn'],
      ['duration', 60],
      ['starts_at', inMinutes(120)],
    ] as const) {
      const { status, body } = await change(event, { [field]: value })
      expect([field, status, Object.keys(body)]).toEqual([field, 400, [`virtual_event.${field}`]])
    }
    expect((await change(event, { capacity: 30, absent: 'refund', format: 'queue' })).status).toBe(200)
    expect(await events.show(event)).toMatchObject({ capacity: 30, places_left: 29, absent: 'refund' })
  })

  test('takes its owner’s time for every place with its change, and a fifth more', async () => {
    const planner = await t.influencer('planner')
    const starts_at = inMinutes(24 * 60)
    const event = await events.create(planner, aQueue({ title: 'Planned', starts_at, capacity: 10 }))
    const taken = async () => {
      const from = starts_at.slice(0, 10)
      const to = new Date(Date.parse(from) + 3 * 86_400_000).toISOString().slice(0, 10)
      const path = `GET /api/influencer/me/calendar/?from=${from}&to=${to}` as const
      const { body } = await t.call<{ taken: { slug: string; start: string; end: string }[] }>(planner, path)
      const found = body.taken.find(({ slug }) => slug === event.slug)
      return found && (Date.parse(found.end) - Date.parse(found.start)) / 1000
    }
    expect(await taken()).toBe(10 * (90 + 15) * 1.2)
    await events.write(planner, { id: event.id, capacity: 20 })
    expect(await taken()).toBe(20 * (90 + 15) * 1.2)
  })
})

describe('a place in a line', () => {
  test('says its number and about when its turn comes, to its two sides alone', async () => {
    const event = await made('Numbers', { starts_at: inMinutes(120) })
    expect((await events.bookPlace(gina, event)).body.turn).toBeNull()
    const [first, second] = [
      await events.placeOf(fred, event),
      await events.placeOf(await t.fan('hugo'), event),
    ]
    expect([first.turn?.number, second.turn?.number]).toEqual([1, 2])
    expect(second.live_event).toMatchObject({ format: 'queue', absent: 'refund', order: 'paid' })
    const startsMs = Date.parse(event.starts_at ?? '')
    expect(Date.parse(second.turn?.eta_from ?? '')).toBeLessThanOrEqual(startsMs + 105_000)
    expect(Date.parse(second.turn?.eta_to ?? '')).toBeGreaterThanOrEqual(startsMs + 105_000)
    expect((await t.request(owner, second.slug)).turn).toEqual(second.turn)
  })

  test('of a line that is drawn has no number before its order stands', async () => {
    const event = await made('Drawn', { order: 'drawn', starts_at: inMinutes(60) })
    const place = await events.placeOf(fred, event)
    const unknown = { number: null, state: 'waiting', eta_from: null, eta_to: null }
    expect(place.turn).toEqual(unknown)
    await t.advance(31 * 60)
    await t.server.doDueWork()
    expect((await t.request(fred, place.slug)).turn).toMatchObject({ number: 1, state: 'waiting' })
  })
})

test('the calls of a queue are in the API’s document', async () => {
  const { body } = await t.call<{ paths: Record<string, object> }>(null, 'GET /api/openapi.json')
  const steps = Object.keys(body.paths).flatMap(path => path.split('/api/parley/{slug}/queue/')[1] ?? [])
  expect(steps.sort()).toEqual(
    ['', 'end/', 'leave/', 'move/', 'next/', 'note/', 'open/', 'pause/', 'readmit/'].concat([
      ...['ready/', 'remove/', 'resume/', 'skip/'],
    ]),
  )
})
