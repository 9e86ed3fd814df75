import type { LiveEvent, SessionRequest, StaffRequest } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { earningCaller } from '../../testing/earning.ts'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { completeCall } from '../requests/public.ts'
import { staffMember } from '../staff/testing/staff-member.ts'
import { mailboxOf } from './testing/mailbox.ts'

let testServer: TestServer
let influencer: TestPerson
let count = 0
beforeAll(async () => {
  testServer = await openTestServer()
  influencer = await testServer.influencer('star')
})
afterAll(() => testServer.close())

const newFan = () => {
  count++
  return testServer.fan(`fan${count}`)
}

async function payFor(fan: TestPerson, request: SessionRequest): Promise<void> {
  await testServer.confirm((await testServer.pay(fan, request)).body)
  await testServer.server.doDueWork()
}

describe('a live event', () => {
  const newEvent = (inSeconds: number, title = 'Chess <night>') => {
    const startsAt = new Date(testServer.clock.now().getTime() + inSeconds * 1000).toISOString()
    return eventCaller(testServer).create(influencer, { title, starts_at: startsAt })
  }
  async function holdPlace(event: LiveEvent): Promise<TestPerson> {
    const fan = await newFan()
    await payFor(fan, (await eventCaller(testServer).bookPlace(fan, event)).body)
    return fan
  }

  test('gives a receipt with its own rule, and tells its owner of no single place', async () => {
    const event = await newEvent(4 * 7200)
    const fan = await holdPlace(event)
    const receipt = await mailboxOf(testServer).mailOf(fan, 'receipt')
    expect(receipt.subject).toBe('Your receipt for Chess <night>: £5.00')
    expect(receipt.html).toContain('Chess &lt;night&gt;')
    expect(receipt.text).toContain(`${testServer.origin}/live-event/${event.slug}`)
    expect(receipt.text).toContain('does not start within 15 minutes of its time')
    expect(await mailboxOf(testServer).kindsOf(influencer)).not.toContain('arrived')
  })

  test('whose owner rejects one place tells its holder in the words of a place', async () => {
    const event = await newEvent(7200)
    const fan = await holdPlace(event)
    const place = (await eventCaller(testServer).ownPlace(fan, event)).body
    const path = `POST /api/influencer/requests/${place.id}/reject/` as const
    expect((await testServer.call(influencer, path, { reason: 'You were rude' })).status).toBe(200)
    await testServer.server.doDueWork()
    const mail = await mailboxOf(testServer).mailOf(fan, 'rejected')
    expect(mail.subject).toBe('@star has cancelled your place at Chess <night>')
    expect(mail.text).toContain('The reason given: You were rude')
    expect(mail.text).toContain(`${testServer.origin}/explore?kind=events`)
    const refunded = await mailboxOf(testServer).mailOf(fan, 'refunded')
    expect(refunded.text).toContain('because your place was cancelled')
    expect(mail.text + refunded.text).not.toMatch(/request|call\b/)
  })

  test('reminds each holder, and its owner once for all places', async () => {
    const before = await mailboxOf(testServer).mailsOf(influencer)
    const event = await newEvent(7200)
    const holders = [await holdPlace(event), await holdPlace(event)]
    await testServer.advance(6600)
    for (const holder of holders) {
      const reminder = await mailboxOf(testServer).mailOf(holder, 'reminder')
      expect(reminder.text).toContain(`/stream/star/${event.slug}`)
    }
    const after = await mailboxOf(testServer).mailsOf(influencer)
    const since = after.slice(before.length).filter(mail => mail.text.includes(event.slug))
    expect(since.map(mail => mail.kind)).toEqual(['invitation', 'reminder'])
  })

  test('reminds each holder a day, an hour and ten minutes before, and its owner once each time', async () => {
    const event = await newEvent(25 * 3600, 'Endgames')
    const holders = [await holdPlace(event), await holdPlace(event)]
    // An unpaid place is reminded of nothing.
    const unpaid = await newFan()
    await eventCaller(testServer).bookPlace(unpaid, event)
    const subjects = async (who: TestPerson) =>
      (await mailboxOf(testServer).mailsOf(who))
        .filter(({ kind, text }) => kind === 'reminder' && text.includes(event.slug))
        .map(({ subject }) => subject)
    const expected: string[] = []
    for (const [seconds, left] of [
      [3600, '1 day'],
      [23 * 3600, '1 hour'],
      [3000, '10 minutes'],
    ] as const) {
      await testServer.advance(seconds)
      expected.push(`In ${left}: Endgames`)
      for (const who of [...holders, influencer]) expect(await subjects(who)).toEqual(expected)
    }
    expect(await subjects(unpaid)).toEqual([])
  })

  test('leaves one piece of work a place and reminder, and none for a moment that has passed', async () => {
    const waiting = async () => {
      const { rows } = await testServer.server.database.pool.query<{ lead: string; count: number }>(
        `select payload->>'lead' as lead, count(*)::int as count from outbox
         where topic = 'notifications.remind' and done_at is null group by 1 order by 1`,
      )
      return Object.fromEntries(rows.map(({ lead, count: many }) => [lead, many]))
    }
    const before = await waiting()
    const added = async () => {
      const after = await waiting()
      return ['day', 'hour', 'ten_minutes'].map(lead => (after[lead] ?? 0) - (before[lead] ?? 0))
    }
    const far = await newEvent(48 * 3600, 'Far')
    await holdPlace(far)
    await holdPlace(far)
    expect(await added()).toEqual([2, 2, 2])
    await holdPlace(await newEvent(4 * 3600, 'Near'))
    expect(await added()).toEqual([2, 3, 3])
  })

  test('that is cancelled tells each holder, with all the money on its way back', async () => {
    const event = await newEvent(7200)
    const fan = await holdPlace(event)
    expect((await eventCaller(testServer).cancel(influencer, event)).status).toBe(200)
    await testServer.server.doDueWork()
    const mail = await mailboxOf(testServer).mailOf(fan, 'event_cancelled')
    expect(mail.subject).toBe('Cancelled: Chess <night>')
    expect(mail.text).toContain('All of your money, £5.00, is on its way back')
    expect(await mailboxOf(testServer).kindsOf(fan)).toEqual([
      ...['event_cancelled', 'invitation', 'invitation_withdrawn', 'receipt', 'refunded'],
    ])
  })

  test('that takes place is not called cancelled to whom its owner gives the whole price back', async () => {
    const event = await newEvent(7200, 'It takes place')
    const fan = await holdPlace(event)
    const place = (await eventCaller(testServer).ownPlace(fan, event)).body
    const given = { amount: place.amount, uuid: crypto.randomUUID() }
    const path = `POST /api/influencer/requests/${place.id}/give-back/` as const
    expect((await testServer.call(influencer, path, given)).status).toBe(200)
    await testServer.server.doDueWork()
    expect((await testServer.request(fan, place.slug)).state).toBe('cancelled')
    expect(await mailboxOf(testServer).kindsOf(fan)).toEqual([
      ...['given_back', 'invitation', 'invitation_withdrawn', 'receipt'],
    ])
  })

  test('that takes place is not called cancelled to whom their bank gave the price back', async () => {
    const event = await newEvent(7200, 'It takes place too')
    const fan = await holdPlace(event)
    const place = (await eventCaller(testServer).ownPlace(fan, event)).body
    const { faults } = testServer.sandbox
    const dispute = faults.openDispute(await earningCaller(testServer).intentOf(place))
    await testServer.server.doDueWork()
    faults.closeDispute(dispute, 'lost')
    await testServer.server.doDueWork()
    expect((await testServer.request(fan, place.slug)).outcome).toBe('charged_back')
    expect(await mailboxOf(testServer).kindsOf(fan)).not.toContain('event_cancelled')
  })
})

describe('a prepaid link', () => {
  const terms = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }

  test('tells its giver that it is ready, and who accepted it', async () => {
    const [giver, taker] = [await newFan(), await newFan()]
    const { body: link } = await testServer.call<SessionRequest>(
      giver,
      'POST /api/parley/prepaid-link/',
      terms,
    )
    await payFor(giver, link)
    const receipt = await mailboxOf(testServer).mailOf(giver, 'receipt')
    expect(receipt.text).toContain(`${testServer.origin}/prepaid/${link.slug}`)
    expect(receipt.text).toContain('If nobody accepts it within 30 days, all of it comes back.')
    await testServer.call(taker, `POST /api/parley/prepaid/${link.id}/accept/`)
    await testServer.server.doDueWork()
    const claimed = await mailboxOf(testServer).mailOf(giver, 'claimed')
    expect(claimed.subject).toBe(`@${taker.username} has accepted your prepaid link`)
  })
})

describe('a part of a sale that goes back', () => {
  async function sold(name: string) {
    const [fan, star] = [await newFan(), await testServer.influencer(name)]
    return { fan, star, request: await testServer.bookAndPay(fan, star) }
  }
  const mailOf = async (star: TestPerson) => {
    await testServer.server.doDueWork()
    return mailboxOf(testServer).mailOf(star, 'sale_given_back')
  }

  test('by our staff is told to its influencer too, without a name of staff', async () => {
    const { fan, star, request } = await sold('staff-sold')
    const { person } = await staffMember(testServer, 'treasurer', 'finance')
    const path = `/api/staff/requests/${request.id}/` as const
    const { version } = (await testServer.call<StaffRequest>(person, `GET ${path}`)).body
    const act = { amount: '10.00', reason: 'The sound was broken for minutes', version }
    expect((await testServer.call(person, `POST ${path}give-back/`, act)).status).toBe(204)
    const mail = await mailOf(star)
    expect(mail.subject).toBe('£10.00 of a sale goes back')
    expect(mail.text).toContain(`£10.00 of your sale to @${fan.username} goes back to its buyer.`)
    expect(mail.text).toContain('A member of our staff decided this.')
    expect(mail.text).toContain(`What: ${request.description}`)
    expect(mail.text).toContain(`${testServer.origin}/receipt/${request.slug}`)
    expect(mail.text).not.toMatch(/treasurer|sound was broken/)
    expect(await mailboxOf(testServer).kindsOf(fan)).toEqual(['given_back', 'receipt'])
  })

  test('of a link that nobody has accepted, or of a place, is told in the words of what was bought', async () => {
    const { person } = await staffMember(testServer, 'second-treasurer', 'finance')
    const givenBack = async (fan: TestPerson, { id }: SessionRequest) => {
      const path = `/api/staff/requests/${id}/` as const
      const { version } = (await testServer.call<StaffRequest>(person, `GET ${path}`)).body
      const act = { amount: '1.00', reason: 'They were promised a lower price', version }
      expect((await testServer.call(person, `POST ${path}give-back/`, act)).status).toBe(204)
      await testServer.server.doDueWork()
      return (await mailboxOf(testServer).mailOf(fan, 'given_back')).text
    }
    const [giver, holder] = [await newFan(), await newFan()]
    const terms = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
    const link = await testServer.call<SessionRequest>(giver, 'POST /api/parley/prepaid-link/', terms)
    await payFor(giver, link.body)
    expect(await givenBack(giver, link.body)).toContain(
      '£1.00 of what you paid for a prepaid video call goes back to you.',
    )
    const event = await eventCaller(testServer).create(influencer, { title: 'Middlegames' })
    const place = await eventCaller(testServer).placeOf(holder, event)
    expect(await givenBack(holder, place)).toContain(
      '£1.00 of what you paid for Middlegames goes back to you.',
    )
  })

  test('by the record of who was there is told to its influencer, and not who said that something was wrong', async () => {
    const { fan, star, request } = await sold('record-sold')
    await completeCall(testServer.server.domains.requests, request.id)
    const said = { kind: 'other_absent', text: 'I waited alone' }
    expect((await testServer.call(fan, `POST /api/parley/${request.slug}/problem/`, said)).status).toBe(201)
    const mail = await mailOf(star)
    expect(mail.subject).toBe('£25.00 of a sale goes back')
    expect(mail.text).toContain('Our record of who was there when decided this.')
    expect(mail.text).not.toMatch(/told us|reported|waited alone/)
  })

  test('by the influencer is no news to them', async () => {
    const { star, request } = await sold('kind-seller')
    const given = { amount: '5.00', uuid: crypto.randomUUID() }
    const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
    expect((await testServer.call(star, path, given)).status).toBe(200)
    await testServer.server.doDueWork()
    expect(await mailboxOf(testServer).kindsOf(star)).not.toContain('sale_given_back')
  })
})

describe('a forgotten password', () => {
  const requestReset = (email: string) => testServer.call(null, 'POST /api/user/password-reset/', { email })

  test('brings a link that works once; an address that nobody has brings nothing', async () => {
    const fan = await newFan()
    expect((await requestReset(`${fan.username}@example.org`)).status).toBe(202)
    expect((await requestReset('nobody@example.org')).status).toBe(202)
    await testServer.server.doDueWork()
    const mail = await mailboxOf(testServer).mailOf(fan, 'password_reset')
    const link = /https?:\/\/\S+token=\S+/.exec(mail.text)?.[0] ?? ''
    const token = new URL(link).searchParams.get('token')
    const body = { token, newPassword: 'a new password', repeatPassword: 'a new password' }
    const confirm = () => testServer.call(null, 'POST /api/user/password-reset/confirm/', body)
    expect((await confirm()).status).toBe(202)
    expect((await confirm()).status).toBe(400)
  })
})
