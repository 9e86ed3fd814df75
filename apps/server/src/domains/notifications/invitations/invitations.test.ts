import type { SessionRequest, Slots } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'
import { calendarEntries } from '../testing/calendar-entries.ts'
import { mailboxOf } from '../testing/mailbox.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)
const at = (time: string) => inTwoDays(t, time)
const offering = (more: object = {}) => offersEveryHour(t, `star${people++}`, more)

async function sold(more: object = {}, offer: object | null = null) {
  const influencer = await offering(more)
  if (offer) {
    const path = `PATCH /api/influencer/${influencer.username}/` as const
    expect((await t.call(influencer, path, { main_session: offer })).status).toBe(200)
  }
  const ann = await fan()
  return { influencer, ann, request: await t.bookAndPay(ann, influencer, { slot: at('10:00') }) }
}

const move = (who: TestPerson, request: SessionRequest, slot: string, sequence: number) =>
  t.call<SessionRequest>(who, `POST /api/parley/${request.slug}/session/move/`, { slot, sequence })
const cancel = (who: TestPerson, request: SessionRequest) =>
  t.call(who, `POST /api/influencer/parley_requests/${request.id}/cancel/`)

/** Somebody attends in the buyer's place from now on. */
async function give(buyer: TestPerson, { slug }: SessionRequest, attendee: TestPerson) {
  const { body } = await t.call<{ url: string }>(buyer, `POST /api/parley/${slug}/session/gift/`)
  const token = new URL(body.url).searchParams.get('token')
  expect((await t.call(attendee, 'POST /api/parley/gift/accept/', { token })).status).toBe(200)
  await t.server.doDueWork()
}

const entriesFor = (person: TestPerson) => calendarEntries(t, person)

describe('an invitation', () => {
  test('comes when a call is agreed, again when it moves, and is withdrawn: one name, rising numbers', async () => {
    const { influencer, ann, request } = await sold()
    const [first, second] = [at('10:00'), at('11:00')]
    expect((await move(ann, request, second, 0)).status).toBe(200)
    await t.server.doDueWork()
    expect((await cancel(ann, request)).status).toBe(200)
    const uid = `${request.id}@${new URL(t.origin).host}`
    for (const [who, other] of [
      [ann, influencer],
      [influencer, ann],
    ] as const) {
      const entries = await entriesFor(who)
      expect(entries).toMatchObject([
        { method: 'REQUEST', uid, sequence: 0, start: first, status: 'CONFIRMED', kind: 'invitation' },
        { method: 'REQUEST', uid, sequence: 1, start: second, status: 'CONFIRMED', kind: 'invitation' },
        { method: 'CANCEL', uid, sequence: 2, status: 'CANCELLED', kind: 'invitation_withdrawn' },
      ])
      for (const each of entries) {
        expect(each).toMatchObject({
          zone: 'UTC',
          shows: 'OPAQUE',
          summary: `Video call with @${other.username}`,
          organizer: 'no-reply@localhost',
          attendees: [`${who.username}@example.org`],
          rsvp: 'FALSE',
        })
      }
    }
  })

  test('is an attachment of its mail, as it was sent; a mail without one has none', async () => {
    const { ann, request } = await sold()
    await cancel(ann, request)
    await t.server.doDueWork()
    const { mailOf } = mailboxOf(t)
    for (const [kind, method] of [
      ['invitation', 'REQUEST'],
      ['invitation_withdrawn', 'CANCEL'],
    ] as const) {
      const mail = await mailOf(ann, kind)
      const [attachment, ...more] = mail.attachments
      expect([attachment?.filename, attachment?.content_type, more]).toEqual([
        'invitation.ics',
        `text/calendar; charset=utf-8; method=${method}`,
        [],
      ])
      expect(attachment?.content).toContain(`\r\nMETHOD:${method}\r\n`)
      expect(mail).not.toHaveProperty('calendar')
    }
    expect((await mailOf(ann, 'receipt')).attachments).toEqual([])
  })

  test('tells neither party the address of the other, in no mail and no part of one', async () => {
    const { influencer, ann, request } = await sold()
    await cancel(ann, request)
    await t.server.doDueWork()
    for (const [who, other] of [
      [ann, influencer],
      [influencer, ann],
    ] as const) {
      const mails = await mailboxOf(t).mailsOf(who)
      expect(mails.length).toBeGreaterThan(2)
      expect(JSON.stringify(mails)).not.toContain(`${other.username}@example.org`)
    }
  })

  test('waits for the answer where the influencer answers by hand, and is not withdrawn before', async () => {
    const { influencer, ann, request } = await sold({ accept: 'hand' })
    expect(await entriesFor(ann)).toEqual([])
    await t.call(influencer, `POST /api/influencer/requests/${request.id}/accept/`)
    expect(await entriesFor(ann)).toMatchObject([{ method: 'REQUEST', sequence: 0 }])
    const other = await sold({ accept: 'hand' })
    await t.call(other.influencer, `POST /api/influencer/requests/${other.request.id}/reject/`)
    expect(await entriesFor(other.ann)).toEqual([])
  })

  test('has the new number where a call moved before it was accepted', async () => {
    const { influencer, ann, request } = await sold({ accept: 'hand' })
    await move(ann, request, at('11:00'), 0)
    await t.call(influencer, `POST /api/influencer/requests/${request.id}/accept/`)
    const invitation = { method: 'REQUEST', sequence: 1, start: at('11:00') }
    for (const who of [influencer, ann]) {
      const [first, ...more] = await entriesFor(who)
      expect([first, more]).toMatchObject([invitation, []])
      // Nobody had an entry that moves.
      expect(first?.subject).toMatch(/^For your calendar: /)
      expect((await mailboxOf(t).mailOf(who, 'invitation')).text).not.toContain('replaces')
    }
  })

  test('to a call that moved is new to who accepts it as a gift since, and moves with it from then on', async () => {
    const { influencer, ann, request } = await sold()
    const friend = await fan()
    await t.server.doDueWork()
    expect((await move(ann, request, at('11:00'), 0)).status).toBe(200)
    await t.server.doDueWork()
    await give(ann, request, friend)
    expect((await move(ann, request, at('12:00'), 1)).status).toBe(200)
    const subjectsOf = async (who: TestPerson) =>
      (await entriesFor(who)).map(({ subject }) => subject?.split(':', 1)[0])
    expect(await subjectsOf(friend)).toEqual(['For your calendar', 'Moved in your calendar'])
    const moved = 'Moved in your calendar'
    expect(await subjectsOf(ann)).toEqual(['For your calendar', moved, moved])
    expect((await t.call(ann, `DELETE /api/parley/${request.slug}/session/gift/`)).status).toBe(200)
    // The mail that says who comes corrects the name in the entry.
    const [withAnn, withFriend] = [ann, friend].map(({ username }) => `Video call with @${username}`)
    const entries = await entriesFor(influencer)
    expect(entries.map(({ kind, sequence, summary }) => [kind, sequence, summary])).toEqual([
      ['invitation', 0, withAnn],
      ['invitation', 1, withAnn],
      ['attendee_changed', 1, withFriend],
      ['invitation', 2, withFriend],
      ['attendee_changed', 2, withAnn],
    ])
    expect(new Set(entries.map(({ method }) => method))).toEqual(new Set(['REQUEST']))
  })

  test('to a wide window leaves the reader free; to no date there is none', async () => {
    const influencer = await t.influencer(`star${people++}`, { price: '25.00', duration: 900 })
    const ann = await fan()
    const timeRange = { start: at('10:00'), end: at('18:00') }
    const request = await t.bookAndPay(ann, influencer, { timeRange })
    await t.call(influencer, `POST /api/influencer/requests/${request.id}/accept/`)
    expect(await entriesFor(ann)).toMatchObject([
      { method: 'REQUEST', start: timeRange.start, end: timeRange.end, shows: 'TRANSPARENT' },
    ])
    const undated = await t.bookAndPay(await fan(), influencer)
    const { length } = await entriesFor(influencer)
    await t.call(influencer, `POST /api/influencer/requests/${undated.id}/accept/`)
    expect(await entriesFor(influencer)).toHaveLength(length)
  })

  test('is withdrawn from both when the influencer calls the call off: all the money goes back, and the time is free', async () => {
    const { influencer, ann, request } = await sold({}, { money_back: 'strict' })
    const start = request.slot?.start ?? ''
    // So late that the buyer would get nothing back.
    await t.advance((Date.parse(start) - t.clock.now().getTime()) / 1000 - 6 * 3600)
    expect((await t.request(ann, request.slug)).money_back?.now?.amount).toBe('0.00')
    const free = async () => {
      const day = start.slice(0, 10)
      const path = `GET /api/parley/${influencer.username}/slots/?from=${day}&to=${day}&zone=UTC` as const
      return (await t.call<Slots>(null, path)).body.days.flatMap(({ slots }) => slots.map(each => each.start))
    }
    expect(await free()).not.toContain(start)
    const off = await t.call<SessionRequest>(
      influencer,
      `POST /api/influencer/requests/${request.id}/reject/`,
      { reason: 'I am ill' },
    )
    expect(off).toMatchObject({ status: 200, body: { state: 'rejected', reject_reason: 'I am ill' } })
    await t.server.doDueWork()
    expect((await t.request(ann, request.slug)).payment).toMatchObject({
      status: 'refunded',
      refunded_amount: '25.00',
    })
    for (const who of [ann, influencer])
      expect((await entriesFor(who)).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL'])
    expect(await free()).toContain(start)
  })

  test('to somebody who attends again after their attendance was withdrawn has a newer number, also after a move', async () => {
    const { ann, request } = await sold()
    const friend = await fan()
    const takeBack = async () => {
      expect((await t.call(ann, `DELETE /api/parley/${request.slug}/session/gift/`)).status).toBe(200)
      await t.server.doDueWork()
    }
    await give(ann, request, friend)
    await takeBack()
    await give(ann, request, friend)
    expect((await move(ann, request, at('11:00'), 0)).status).toBe(200)
    await t.server.doDueWork()
    await takeBack()
    await give(ann, request, friend)
    expect((await cancel(ann, request)).status).toBe(200)
    const entries = await entriesFor(friend)
    const uid = `${request.id}@${new URL(t.origin).host}`
    expect(new Set(entries.map(each => each.uid))).toEqual(new Set([uid]))
    expect(entries.map(({ method, sequence }) => [method, sequence])).toEqual([
      ['REQUEST', 0],
      ['CANCEL', 1],
      ['REQUEST', 2],
      ['REQUEST', 3],
      ['CANCEL', 4],
      ['REQUEST', 5],
      ['CANCEL', 6],
    ])
    expect((await entriesFor(ann)).map(({ sequence }) => sequence)).toEqual([0, 1, 2])
  })

  test('is withdrawn when nobody came', async () => {
    const { ann, request } = await sold()
    await t.advance((Date.parse(request.slot?.start ?? '') - t.clock.now().getTime()) / 1000 + 1200)
    expect((await t.request(ann, request.slug)).state).toBe('expired')
    expect((await entriesFor(ann)).map(({ method }) => method)).toEqual(['REQUEST', 'CANCEL'])
  })
})

describe('the switch', () => {
  const switched = (who: TestPerson, calendar_invites: boolean) =>
    t.call(who, 'PATCH /api/user/me/', { notifications: { calendar_invites } })

  test('stops invitations alone', async () => {
    const influencer = await offering()
    const ann = await fan()
    expect((await switched(ann, false)).status).toBe(200)
    const request = await t.bookAndPay(ann, influencer, { slot: at('10:00') })
    await cancel(ann, request)
    expect(await entriesFor(ann)).toEqual([])
    expect(await entriesFor(influencer)).toHaveLength(2)
    expect(await mailboxOf(t).kindsOf(ann)).toEqual(['receipt', 'refunded'])
  })

  test('leaves no wrong entry in a calendar: what was invited to is still moved and withdrawn', async () => {
    const { ann, request } = await sold()
    await t.server.doDueWork()
    await switched(ann, false)
    await move(ann, request, at('11:00'), 0)
    await t.server.doDueWork()
    await cancel(ann, request)
    expect((await entriesFor(ann)).map(({ sequence }) => sequence)).toEqual([0, 1, 2])
  })
})
