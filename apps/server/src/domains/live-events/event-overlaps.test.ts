import { type LiveEvent, messages } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, apiCaller } from '../../testing/api-caller.ts'
import { eventBooker, eventCaller } from '../../testing/event-caller.ts'
import { inTwoDays, openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'

const RIVALS = 4

let t: TestServer
let events: ReturnType<typeof eventCaller>
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
  events = eventCaller(t)
}, 60_000)
afterAll(() => t?.close())
afterEach(async () => {
  expect(await t.breaches()).toEqual([])
})

let people = 0
const host = () => t.influencer(`overlaps${people++}`)
const at = (time: string) => inTwoDays(t, time)
const words = { description: 'Two at once', amount: '5.00' }
/** One hour. */
const broadcast = (time: string) => ({
  ...{ ...words, title: `On air ${time}`, starts_at: at(time), duration: 3600, duration_display: 2 },
})
/** Forty turns of a minute, with their changes and a fifth more: one hour. */
const queue = (time: string) => ({
  ...{ ...words, title: `One by one ${time}`, starts_at: at(time), duration: 60, duration_display: 1 },
  ...{ format: 'queue', absent: 'refund', capacity: 40 },
})
const taken = (answer: Answer<unknown>) => {
  expect([answer.status, answer.body]).toEqual([409, { detail: messages.timeTakenByEvent }])
}
const titlesOf = async (owner: TestPerson) =>
  (
    await t.call<{ virtual_events: LiveEvent[] }>(null, `GET /api/parley/${owner.username}/`)
  ).body.virtual_events
    .map(({ title }) => title)
    .sort()

describe('two events of one owner', { timeout: 120_000 }, () => {
  test.each([
    { first: 'broadcast', second: 'queue', make: [broadcast, queue] as const },
    { first: 'queue', second: 'broadcast', make: [queue, broadcast] as const },
    { first: 'queue', second: 'queue', make: [queue, queue] as const },
  ])(
    'are never at once where one is a queue: after a $first no $second overlaps, and one right before or after it does not',
    async ({ make: [first, second] }) => {
      const owner = await host()
      await events.create(owner, first('12:00'))
      for (const time of ['11:01', '12:00', '12:59']) taken(await events.write(owner, second(time)))
      expect(await titlesOf(owner)).toEqual([first('12:00').title])
      for (const time of ['11:00', '13:00'])
        expect((await events.write(owner, second(time))).status).toBe(200)
      // Another owner has time of their own, and an event without a date takes none.
      expect((await events.write(await host(), second('12:00'))).status).toBe(200)
      expect((await events.write(owner, { ...words, title: 'Some day' })).status).toBe(200)
    },
  )

  test('may overlap where both are broadcasts, until one becomes a queue', async () => {
    const owner = await host()
    await events.create(owner, broadcast('12:00'))
    const other = await events.create(owner, { ...broadcast('12:00'), title: 'Too' })
    taken(await events.write(owner, { ...queue('12:30'), id: other.id }))
    taken(await events.write(owner, { ...queue('12:59'), id: other.id, capacity: 2 }))
    expect(await events.show(other)).toMatchObject({ format: 'broadcast', starts_at: at('12:00') })
  })

  test('do not come to overlap by a change, which then changes nothing; a cancelled one frees its time', async () => {
    const owner = await host()
    const [early, late] = [
      await events.create(owner, queue('12:00')),
      await events.create(owner, broadcast('13:00')),
    ]
    const some = await events.create(owner, { ...words, title: 'Some day' })
    for (const [event, fields] of [
      [early, { capacity: 41 }],
      [early, { duration: 61 }],
      [early, { starts_at: at('12:01') }],
      [late, { starts_at: at('12:59') }],
      [late, { ...queue('12:30') }],
      [some, { starts_at: at('12:59') }],
    ] as const)
      taken(await events.write(owner, { id: event.id, ...fields }))
    expect(await events.show(early)).toMatchObject({ capacity: 40, duration: 60, starts_at: at('12:00') })
    expect(await events.show(late)).toMatchObject({ format: 'broadcast', starts_at: at('13:00') })
    expect((await events.write(owner, { id: early.id, title: 'Another title' })).status).toBe(200)
    expect((await events.cancel(owner, late)).status).toBe(200)
    expect((await events.write(owner, { id: early.id, capacity: 41 })).status).toBe(200)
  })

  test('a repeated creation answers the first, and takes no time again', async () => {
    const owner = await host()
    const answers = { ...queue('12:00'), uuid: crypto.randomUUID() }
    expect((await events.write(owner, answers)).status).toBe(200)
    expect((await events.write(owner, answers)).status).toBe(200)
    expect(await titlesOf(owner)).toEqual([answers.title])
  })

  test('of rivals over two processes one wins: queues, and a broadcast that moves there', async () => {
    const owner = await host()
    const movable = await events.create(owner, { ...broadcast('18:00'), title: 'Moves' })
    const other = await t.openAnother({ connections: 20 })
    try {
      const booker = eventBooker(apiCaller(other.origin))
      const answers = await Promise.all([
        ...Array.from({ length: RIVALS }, (_, nth) => [
          events.write(owner, { ...queue('12:00'), title: `Here ${nth}` }),
          booker.write(owner, { ...queue('12:30'), title: `There ${nth}` }),
        ]).flat(),
        booker.write(owner, { id: movable.id, starts_at: at('12:15') }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      for (const refused of answers.filter(({ status }) => status !== 200)) taken(refused)
    } finally {
      await other.close()
    }
  })

  test('the table itself refuses a queue that overlaps another', async () => {
    const owner = await host()
    await events.create(owner, queue('12:00'))
    const { pool } = t.server.database
    await expect(
      pool.query(
        `insert into taken (source_id, kind, person_id, starts_at, ends_at, blocked_from, blocked_until)
         select gen_random_uuid(), kind, person_id, starts_at, ends_at, blocked_from, blocked_until from taken
         where person_id = $1`,
        [owner.id],
      ),
    ).rejects.toMatchObject({ code: '23P01', constraint: 'taken_once' })
  })
})
