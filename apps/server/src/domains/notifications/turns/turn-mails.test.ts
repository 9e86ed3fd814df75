import { MINUTE_MS, QUEUE_MONEY_BACK_RULES, type SessionRequest } from '@parley/contract'
import { ukSpan } from '@parley/contract/uk-time'
import { describe, expect, test, vi } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { queueCast, WITHIN } from '../../queue/testing/queue-caller.ts'
import { calendarEntries } from '../testing/calendar-entries.ts'
import { mailboxOf } from '../testing/mailbox.ts'

const t = await openTestServer({ connections: 60 })
const { mailOf, mailsOf, kindsOf } = mailboxOf(t)
const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans

/** A line whose turns are a minute each, and which begins in so many minutes. */
const lineIn = (minutes: number, more: object = {}) =>
  queues.events.create(owner, {
    title: `Line ${cast.nth}`,
    starts_at: new Date(t.clock.now().getTime() + minutes * MINUTE_MS).toISOString(),
    ...{ format: 'queue', capacity: 10, duration: 60, duration_display: 1 },
    ...more,
  })

describe('before paying', () => {
  test('a place says what its own event does with the money of absent fans', async () => {
    for (const [absent, minutes] of [
      ['refund', 60],
      ['keep', 90],
    ] as const) {
      const event = await lineIn(minutes, { absent, title: `Rule ${absent}` })
      const booked = await queues.events.bookPlace(fred, event)
      expect(booked.body.money_back?.sentence).toBe(QUEUE_MONEY_BACK_RULES[absent])
      await t.dropUnpaid(fred)
    }
  })

  test('a rule or a length that is not any more what the buyer read is refused, with what it is now', async () => {
    const event = await lineIn(60)
    const { username } = event.influencer.user
    const booking = (seen: object) =>
      t.call(fred, `POST /api/parley/${username}/live_event/`, {
        ...{ title: event.title, slug: event.slug },
        session_request: { amount: event.amount, uuid: crypto.randomUUID(), ...seen },
      })
    await queues.events.write(owner, { id: event.id, absent: 'keep', duration: 45 })
    for (const seen of [{ absent: 'refund' }, { duration: 60 }]) {
      const { status, body } = await booking(seen)
      expect([status, body]).toMatchObject([409, { offer: { absent: 'keep', duration: 45 } }])
    }
    expect((await booking({ absent: 'keep', duration: 45 })).status).toBe(201)
    await t.dropUnpaid(fred)
  })
})

describe('the ticket', () => {
  test('says number and time, days ahead as exactly as on the day, by mail and in the calendar', async () => {
    const event = await lineIn(3 * 24 * 60)
    await queues.events.placeOf(fred, event)
    const place = await queues.events.placeOf(gina, event)
    const startsMs = Date.parse(event.starts_at ?? '')
    const from = Date.parse(place.turn?.eta_from ?? '')
    const to = Date.parse(place.turn?.eta_to ?? '')
    // Fred's minute and the change before hers: at 1:15 after the start.
    expect(from).toBeGreaterThan(startsMs - 5 * MINUTE_MS)
    expect([from <= startsMs + 75_000, to >= startsMs + 75_000]).toEqual([true, true])
    expect(to - from).toBeLessThanOrEqual(10 * MINUTE_MS)
    const receipt = await mailOf(gina, 'receipt')
    expect(receipt.text).toContain('Your number: 2')
    expect(receipt.text).toContain(ukSpan(new Date(from), new Date(to)))
    expect(receipt.text).toContain(QUEUE_MONEY_BACK_RULES.refund)
    const [entry] = await calendarEntries(t, gina)
    expect(entry).toMatchObject({
      summary: `Line ${cast.nth} (number 2)`,
      start: new Date(from).toISOString(),
      end: new Date(to + 60_000).toISOString(),
    })
    const [own] = await calendarEntries(t, owner)
    expect(Date.parse(own?.end ?? '') - Date.parse(own?.start ?? '')).toBe(10 * 75_000 * 1.2)
  })

  test('of a drawn line comes once it is drawn: then the mail has the number, and the calendar moves', async () => {
    const event = await lineIn(60, { order: 'drawn' })
    await queues.events.placeOf(fred, event)
    expect((await mailOf(fred, 'receipt')).text).not.toContain('Your number')
    expect((await calendarEntries(t, fred))[0]).toMatchObject({ start: event.starts_at })
    await t.advance(31 * 60)
    await t.server.doDueWork()
    await t.server.doDueWork()
    const mail = await mailOf(fred, 'turn_time')
    expect(mail.subject).toBe(`Number 1 in the line: Line ${cast.nth}`)
    const [first, moved, ...more] = await calendarEntries(t, fred)
    expect([more, moved?.method, moved?.summary]).toEqual([[], 'REQUEST', `Line ${cast.nth} (number 1)`])
    expect(moved?.sequence).toBeGreaterThan(first?.sequence ?? Number.NaN)
    // Nobody is reminded of the start ten minutes before it: the mail with the number was that.
    await t.advance(20 * 60)
    await t.server.doDueWork()
    expect(await kindsOf(fred)).not.toContain('reminder')
  })
})

describe('afterwards', () => {
  test('who left a line that keeps the money reads why nothing comes back; who was removed reads the sum', async () => {
    const { event } = await queues.queueOf(`Kept ${cast.nth}`, [fred, gina], 'keep')
    await queues.enter(owner, event)
    await queues.press(event, 'open')
    await queues.call(fred, event, ['leave', {}])
    const { version, line } = await queues.show(owner, event)
    const hers = line?.find(({ name }) => name === gina.username)?.place
    await queues.call(owner, event, ['remove', { version, place: hers }])
    await t.server.doDueWork()
    await t.server.doDueWork()
    const kept = await mailOf(fred, 'turn_kept')
    expect(kept.subject).toBe(`You left the line: Kept ${cast.nth}`)
    expect(kept.text).toContain(`You left the line of Kept ${cast.nth} before your turn. The sale stands.`)
    expect(kept.text).not.toContain('You were not there')
    expect((await mailsOf(fred)).map(({ kind }) => kind)).not.toContain('refunded')
    const back = await mailOf(gina, 'refunded')
    expect(back.text).toContain('We are sending you back £5.00, because your turn did not come.')
  })

  test('whose bank disputes the place reads that, and not that they were away', async () => {
    const { event, places } = await queues.queueOf(`Disputed ${cast.nth}`, [gina, fred], 'keep')
    await queues.enter(owner, event)
    await queues.press(event, 'open')
    const place = places[1] as SessionRequest
    const disputeId = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(place))
    const kept = await vi.waitFor(async () => {
      await t.server.doDueWork()
      return mailOf(fred, 'turn_kept')
    }, WITHIN)
    expect(kept.subject).toBe(`Your place was disputed: Disputed ${cast.nth}`)
    expect(kept.text).toContain('Your bank disputes the payment for your place in the line')
    expect(kept.text).not.toMatch(/You were not there|You left the line/)
    // Nor is it said afterwards: a dispute that was won says nothing of who was there.
    t.sandbox.faults.closeDispute(disputeId, 'won')
    await t.server.doDueWork()
    expect(await t.request(fred, place.slug)).toMatchObject({
      ...{ state: 'completed', outcome: 'disputed_in_line', settled_by: 'disputed_in_line' },
      payment: { status: 'paid', refunded_amount: '0.00' },
    })
    expect(await t.breaches()).toEqual([])
  })

  test('who left before the line began reads that they left, and not that the event was cancelled', async () => {
    const { event, places } = await queues.queueOf(`Early ${cast.nth}`, [fred], 'keep')
    await queues.call(fred, event, ['leave', {}])
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect((await mailOf(fred, 'refunded')).text).toContain('£5.00, because you left the line')
    expect(await kindsOf(fred)).not.toContain('event_cancelled')
    expect(await t.request(fred, places[0]?.slug ?? '')).toMatchObject({
      ...{ state: 'cancelled', outcome: 'cancelled', settled_by: 'cancelled' },
    })
  })

  test('who waited for a host that never opened the line reads that', async () => {
    const { places } = await queues.queueOf(`Never ${cast.nth}`, [fred])
    await t.advance(15 * 60 + 1)
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect((await mailOf(fred, 'refunded')).text).toContain(
      'because the line was not opened within 15 minutes',
    )
    expect((await t.request(fred, places[0]?.slug ?? '')).outcome).toBe('influencer_absent')
  })

  test('who left a line that gives it back reads that', async () => {
    const { event } = await queues.queueOf(`Given ${cast.nth}`, [fred])
    await queues.enter(owner, event)
    await queues.press(event, 'open')
    await queues.call(fred, event, ['leave', {}])
    await t.server.doDueWork()
    await t.server.doDueWork()
    expect((await mailOf(fred, 'refunded')).text).toContain('£5.00, because you left the line')
  })
})
