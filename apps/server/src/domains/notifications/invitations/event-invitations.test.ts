import { HOUR_MS, type LiveEvent } from '@parley/contract'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { calendarEntries } from '../testing/calendar-entries.ts'
import { mailboxOf } from '../testing/mailbox.ts'

let t: TestServer
let events: ReturnType<typeof eventCaller>
let people = 0
beforeAll(async () => {
  t = await openTestServer()
  events = eventCaller(t)
})
afterAll(() => t?.close())

const inHours = (hours: number) => new Date(t.clock.now().getTime() + hours * HOUR_MS).toISOString()
async function dated(hours = 48) {
  const [owner, fan] = [await t.influencer(`star${people++}`), await t.fan(`fan${people++}`)]
  const start = inHours(hours)
  const event = await events.create(owner, { starts_at: start })
  return { owner, fan, start, event, uid: `event-${event.id}@${new URL(t.origin).host}` }
}
const change = (owner: TestPerson, event: LiveEvent, fields: Record<string, unknown>) =>
  events.write(owner, { id: event.id, ...fields })
const entriesFor = (person: TestPerson) => calendarEntries(t, person)
const giveBack = (fan: TestPerson, id: string) =>
  t.call(fan, `POST /api/influencer/parley_requests/${id}/cancel/`)

describe('the calendar of somebody with a place at a dated event', () => {
  test('is told when the place is paid, and when the event is called off: one name, rising numbers', async () => {
    const { owner, fan, start, event, uid } = await dated()
    await events.bookPlace(fan, event)
    expect(await entriesFor(fan)).toEqual([])
    await t.dropUnpaid(fan)
    await events.placeOf(fan, event)
    expect((await events.cancel(owner, event)).status).toBe(200)
    const [invited, withdrawn, ...more] = await entriesFor(fan)
    expect(more).toEqual([])
    expect(invited).toMatchObject({
      ...{
        method: 'REQUEST',
        uid,
        start,
        summary: 'Openings',
        status: 'CONFIRMED',
        shows: 'OPAQUE',
        zone: 'UTC',
      },
      ...{ organizer: 'no-reply@localhost', attendees: [`${fan.username}@example.org`], rsvp: 'FALSE' },
      end: new Date(Date.parse(start) + 60_000).toISOString(),
    })
    expect(withdrawn).toMatchObject({ method: 'CANCEL', uid, start, status: 'CANCELLED' })
    expect(withdrawn?.sequence).toBeGreaterThan(invited?.sequence ?? Number.NaN)
  })

  test('hears of a place that is given back, and with a newer number of one that is bought again', async () => {
    const { owner, fan, event, uid } = await dated()
    const first = await events.placeOf(fan, event)
    expect((await giveBack(fan, first.id)).status).toBe(200)
    // Without a place the date may change.
    const later = inHours(72)
    expect((await change(owner, event, { starts_at: later })).status).toBe(200)
    await t.advance(1)
    await events.placeOf(fan, await events.show(event, fan))
    const all = await entriesFor(fan)
    expect(all.map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL', 'REQUEST'])
    expect(all[2]).toMatchObject({ uid, start: later })
    const numbers = all.map(({ sequence }) => sequence)
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers)
    expect(new Set(numbers).size).toBe(3)
  })

  test('is told nothing by an event without a date, nor once the event has begun', async () => {
    const [owner, fan] = [await t.influencer(`star${people++}`), await t.fan(`fan${people++}`)]
    const event = await events.create(owner)
    const place = await events.placeOf(fan, event)
    await giveBack(fan, place.id)
    expect(await entriesFor(fan)).toEqual([])
    expect(await entriesFor(owner)).toEqual([])
  })

  test('is told when nobody came to give the event', async () => {
    const { fan, event } = await dated()
    await events.placeOf(fan, event)
    await t.advance(49 * 3600)
    expect((await entriesFor(fan)).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL'])
  })

  test('learns nobody else’s address', async () => {
    const { owner, fan, event } = await dated()
    await events.placeOf(fan, event)
    await events.cancel(owner, event)
    await t.server.doDueWork()
    const [seen, owned] = [await mailboxOf(t).mailsOf(fan), await mailboxOf(t).mailsOf(owner)]
    expect(JSON.stringify(seen)).not.toContain(`${owner.username}@example.org`)
    expect(JSON.stringify(owned)).not.toContain(`${fan.username}@example.org`)
  })
})

describe('the calendar of an event’s owner', () => {
  test('has the event when it is made, moves it, and takes it out: one name, rising numbers', async () => {
    const { owner, start, event, uid } = await dated()
    const later = inHours(72)
    await t.server.doDueWork()
    await change(owner, event, { title: 'Endings' })
    await change(owner, event, { starts_at: later })
    await t.server.doDueWork()
    await events.cancel(owner, event)
    expect(await entriesFor(owner)).toMatchObject([
      { method: 'REQUEST', uid, sequence: 0, start },
      { method: 'REQUEST', uid, sequence: 1, start: later, summary: 'Endings' },
      { method: 'CANCEL', uid, sequence: 2, status: 'CANCELLED' },
    ])
  })

  test('loses an event that has no date any more, and gets it back with its next', async () => {
    const { owner, event } = await dated()
    await t.server.doDueWork()
    await change(owner, event, { starts_at: null })
    await t.server.doDueWork()
    await change(owner, event, { starts_at: inHours(30) })
    expect((await entriesFor(owner)).map(({ method, sequence }) => [method, sequence])).toEqual([
      ['REQUEST', 0],
      ['CANCEL', 1],
      ['REQUEST', 2],
    ])
  })

  test('hears once of an event, however many places are sold; with the switch off, never', async () => {
    const { owner, fan, event } = await dated()
    await events.placeOf(fan, event)
    await events.placeOf(await t.fan(`fan${people++}`), event)
    expect(await entriesFor(owner)).toHaveLength(1)
    const silent = await t.influencer(`star${people++}`)
    await t.call(silent, 'PATCH /api/user/me/', { notifications: { calendar_invites: false } })
    await events.create(silent, { starts_at: inHours(10) })
    expect(await entriesFor(silent)).toEqual([])
  })

  test('reads the same name and number in the private feed', async () => {
    const { owner, fan, event, uid } = await dated()
    const later = inHours(60)
    await change(owner, event, { starts_at: later })
    await events.placeOf(fan, await events.show(event, fan))
    for (const who of [owner, fan]) {
      const { body } = await t.call<{ url: string }>(who, 'POST /api/user/me/calendar-feed/')
      const feed = new ICAL.Component(ICAL.parse(await (await fetch(body.url)).text()))
      const [entry] = feed.getAllSubcomponents('vevent').map(each => new ICAL.Event(each))
      expect(entry).toMatchObject({ uid, sequence: 1 })
      expect(entry?.startDate.toJSDate().toISOString()).toBe(later)
    }
  })
})
