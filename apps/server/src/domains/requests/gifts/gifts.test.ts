import type { Page, SessionRequest } from '@parley/contract'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { apiCaller } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { resetKeys } from '../../accounts/public.ts'
import { mailboxOf } from '../../notifications/testing/mailbox.ts'
import { beginCall } from '../public.ts'
import { GIFTS_TAKEN_MAX } from './gift-rules.ts'

const t = await openTestServer({ connections: 40 })
afterAll(t.close)
afterEach(async () => {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})

const buyer = await t.fan('bella')
const friend = await t.fan('fred')
const other = await t.fan('olga')
const star = await t.influencer('star', { price: '18.00' })

type View = Record<string, unknown> & { state: string }
const give = (person: TestPerson | null, slug: string, body?: object) =>
  t.call<{ url: string; detail?: string }>(person, `POST /api/parley/${slug}/session/gift/`, body)
const takeBack = (person: TestPerson | null, slug: string) =>
  t.call(person, `DELETE /api/parley/${slug}/session/gift/`)
const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? ''
const accept = (person: TestPerson | null, token: string) =>
  t.call<SessionRequest & { detail?: string }>(person, 'POST /api/parley/gift/accept/', { token })
const look = (person: TestPerson | null, token: string) =>
  t.call<View>(person, 'POST /api/parley/gift/look/', { token })
const read = (person: TestPerson | null, slug: string) =>
  t.call<SessionRequest>(person, `GET /api/parley/${slug}/session/`)
const join = (person: TestPerson, id: string) =>
  t.call(person, `POST /api/influencer/parley_requests/${id}/session/`)

async function given(
  more: Record<string, unknown> = {},
): Promise<{ request: SessionRequest; token: string }> {
  const request = await t.bookAndPay(buyer, star, more)
  const { status, body } = await give(buyer, request.slug, { message: 'Happy birthday, Fred!' })
  expect(status).toBe(201)
  return { request, token: tokenOf(body.url) }
}

async function paidLink(): Promise<SessionRequest> {
  const link = { amount: '12.50', duration: 600, description: 'Ten minutes of chess', note: 'The Sicilian' }
  const made = await t.call<SessionRequest>(buyer, 'POST /api/parley/prepaid-link/', link)
  await t.confirm((await t.pay(buyer, made.body)).body)
  await t.server.doDueWork()
  return made.body
}

describe('giving a call', () => {
  it('makes a link of 128 bits that says who invites to what, and nothing of the money', async () => {
    const { request, token } = await given()
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    const { status, body } = await look(null, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'open',
      slug: null,
      from: { username: 'bella' },
      influencer: { username: 'star' },
      duration: 900,
      message: 'Happy birthday, Fred!',
    })
    expect(JSON.stringify(body)).not.toMatch(/18\.00|amount/)
    expect(JSON.stringify(body)).not.toContain(request.slug)
    expect((await look(null, 'unknown')).status).toBe(404)
  })

  it('is for the buyer of a paid private or prepaid call alone', async () => {
    const request = await t.bookAndPay(buyer, star)
    expect((await give(null, request.slug)).status).toBe(401)
    expect((await give(star, request.slug)).status).toBe(403)
    expect((await give(other, request.slug)).status).toBe(404)
    expect((await give(buyer, 'no-such-slug')).status).toBe(404)
    const unpaid = (await t.book(buyer, star)).body
    expect((await give(buyer, unpaid.slug)).status).toBe(402)
    await t.call(buyer, `POST /api/influencer/parley_requests/${unpaid.id}/cancel/`)
    expect((await give(buyer, unpaid.slug)).status).toBe(409)
    expect((await give(buyer, request.slug, { message: 'x'.repeat(501) })).status).toBe(400)
  })

  it('has one link at a time: a new one stops the one before', async () => {
    const { request, token } = await given()
    const second = await give(buyer, request.slug)
    expect((await look(friend, token)).body.state).toBe('withdrawn')
    expect((await accept(friend, token)).status).toBe(409)
    expect((await accept(friend, tokenOf(second.body.url))).status).toBe(200)
    expect((await give(buyer, request.slug)).status).toBe(409)
  })
})

describe('a gift with a key', () => {
  it('answers the first link again, makes no other, and takes no other message', async () => {
    const request = await t.bookAndPay(buyer, star)
    const key = crypto.randomUUID()
    const byHeader = apiCaller(t.origin, () => ({ 'idempotency-key': key }))
    const giveByHeader = (message: string) =>
      byHeader.call<{ url: string }>(buyer, `POST /api/parley/${request.slug}/session/gift/`, { message })
    const many = await Promise.all([
      give(buyer, request.slug, { uuid: key, message: 'For you' }),
      giveByHeader('For you'),
      giveByHeader('For you'),
    ])
    expect(many.map(({ status }) => status)).toEqual([201, 201, 201])
    const urls = new Set(many.map(({ body }) => body.url))
    expect(urls.size).toBe(1)
    const token = tokenOf(many[0].body.url)
    expect(Buffer.from(token, 'base64url')).toHaveLength(16)
    expect((await look(friend, token)).body).toMatchObject({ state: 'open', message: 'For you' })
    expect((await giveByHeader('For somebody else')).status).toBe(409)
    expect((await accept(friend, token)).status).toBe(200)
    const late = await giveByHeader('For you')
    expect([late.status, [...urls]]).toEqual([201, [late.body.url]])
    expect((await read(star, request.slug)).body.attendee).toMatchObject({ username: 'fred' })
  })

  it('is of another call another link', async () => {
    const [one, other] = [await t.bookAndPay(buyer, star), await t.bookAndPay(buyer, star)]
    const tokens = await Promise.all(
      [one, other].map(async ({ slug }) => tokenOf((await give(buyer, slug, { uuid: '1' })).body.url)),
    )
    expect(new Set(tokens).size).toBe(2)
  })
})

describe('accepting a gift', () => {
  it('puts the person in the buyer’s place: they join and read it, without price, note and receipt', async () => {
    const { request, token } = await given({ note: 'My contract' })
    expect((await accept(null, token)).status).toBe(401)
    const { status, body } = await accept(friend, token)
    expect(status).toBe(200)
    const hidden = { amount: null, note: null, callback: '' }
    expect(body).toMatchObject({
      ...hidden,
      attendee: { id: friend.id, username: 'fred' },
      slug: request.slug,
    })
    expect(body.payment).toMatchObject({ refunded_amount: null, stripe_intent_secret: null })
    expect(JSON.stringify(body)).not.toContain('18.00')
    for (const party of [buyer, star]) {
      const seen = (await read(party, request.slug)).body
      expect(seen).toMatchObject({ amount: '18.00', note: 'My contract', attendee: { username: 'fred' } })
    }
    const own = await t.call<Page<SessionRequest>>(friend, 'GET /api/user/me/requests/')
    expect(own.body.results.map(each => [each.slug, each.amount])).toContainEqual([request.slug, null])
    expect((await look(friend, token)).body).toMatchObject({ state: 'yours', slug: request.slug })
    expect((await look(other, token)).body).toMatchObject({ state: 'taken', slug: null, message: null })
    expect((await join(friend, request.id)).status).toBe(200)
    expect((await join(buyer, request.id)).status).toBe(403)
    expect((await read(other, request.slug)).status).toBe(404)
  })

  it('leaves money, cancelling and refunds to the buyer', async () => {
    const { request, token } = await given()
    await accept(friend, token)
    const answers = await Promise.all([
      t.call(friend, `POST /api/influencer/parley_requests/${request.id}/cancel/`),
      t.pay(friend, request),
      t.call(friend, `POST /api/influencer/requests/${request.id}/accept/`),
      t.call(friend, `POST /api/influencer/requests/${request.id}/reject/`),
      t.call(friend, `POST /api/influencer/requests/${request.id}/session/`),
      give(friend, request.slug),
      takeBack(friend, request.slug),
    ])
    expect(answers.map(answer => answer.status)).toEqual([403, 403, 403, 403, 403, 403, 403])
    const cancelled = await t.call<SessionRequest>(
      buyer,
      `POST /api/influencer/parley_requests/${request.id}/cancel/`,
    )
    expect(cancelled.body.payment).toMatchObject({ status: 'refunded', refunded_amount: '18.00' })
    expect((await read(friend, request.slug)).body.payment.refunded_amount).toBeNull()
    await t.server.doDueWork()
    const kinds = await mailboxOf(t).kindsOf(friend)
    expect(kinds).toContain('attending')
    expect(kinds).toContain('not_attending')
    expect(kinds).not.toContain('receipt')
    expect(kinds).not.toContain('refunded')
  })

  it('is not told why its influencer declined: those words are for the buyer', async () => {
    const { request, token } = await given()
    await accept(friend, token)
    await t.call(star, `POST /api/influencer/requests/${request.id}/reject/`, { reason: 'Sorry, Bea' })
    expect((await read(buyer, request.slug)).body.reject_reason).toBe('Sorry, Bea')
    expect((await read(friend, request.slug)).body).toMatchObject({ state: 'rejected', reject_reason: null })
  })

  it('is for neither party: nobody sits on both sides', async () => {
    const { token } = await given()
    expect((await accept(buyer, token)).status).toBe(403)
    expect((await accept(star, token)).status).toBe(403)
    expect((await accept(friend, 'unknown')).status).toBe(404)
    const link = await paidLink()
    const gift = tokenOf((await give(buyer, link.slug)).body.url)
    expect((await accept(friend, gift)).status).toBe(200)
    // Anybody with the link may read the offer, and not who attends.
    for (const reader of [null, other])
      expect((await read(reader, link.slug)).body).toMatchObject({ attendee: null, callback: '', note: null })
    for (const reader of [buyer, friend])
      expect((await read(reader, link.slug)).body.attendee).toMatchObject({ username: 'fred' })
    expect((await t.call(friend, `POST /api/parley/prepaid/${link.id}/accept/`)).status).toBe(403)
    expect((await t.call(other, `POST /api/parley/prepaid/${link.id}/accept/`)).status).toBe(200)
    expect((await read(friend, link.slug)).body).toMatchObject({
      amount: null,
      influencer: { user: { username: 'olga' } },
    })
    expect((await join(friend, link.id)).status).toBe(200)
  })

  it('has one winner of 20 who open the link at the same moment', async () => {
    const { request, token } = await given()
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, index) => t.fan(`crowd${index}`)))
    const answers = await Promise.all(crowd.map(person => accept(person, token)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    const winner = answers.find(answer => answer.status === 200)?.body.attendee
    expect((await read(buyer, request.slug)).body.attendee).toEqual(winner)
    expect((await accept(friend, token)).status).toBe(409)
  })

  it('is over once the call began, was cancelled, or the link was taken back', async () => {
    const begun = await given()
    await beginCall(t.server.domains.requests, begun.request.id)
    expect((await look(friend, begun.token)).body.state).toBe('begun')
    expect((await accept(friend, begun.token)).status).toBe(409)
    expect((await give(buyer, begun.request.slug)).status).toBe(409)
    expect((await takeBack(buyer, begun.request.slug)).status).toBe(409)
    const withdrawn = await given()
    expect((await takeBack(other, withdrawn.request.slug)).status).toBe(404)
    expect((await takeBack(buyer, withdrawn.request.slug)).status).toBe(200)
    expect((await takeBack(buyer, withdrawn.request.slug)).status).toBe(200)
    expect((await accept(friend, withdrawn.token)).status).toBe(409)
    const cancelled = await given()
    await t.call(buyer, `POST /api/influencer/parley_requests/${cancelled.request.id}/cancel/`)
    expect((await look(friend, cancelled.token)).body.state).toBe('over')
    expect((await accept(friend, cancelled.token)).status).toBe(409)
  })
})

describe('taking a gift back', () => {
  it('puts the buyer in their own place again, and tells who attended', async () => {
    const { request, token } = await given()
    await accept(other, token)
    expect((await takeBack(buyer, request.slug)).status).toBe(200)
    expect((await read(other, request.slug)).status).toBe(404)
    expect((await join(other, request.id)).status).toBe(404)
    expect((await join(buyer, request.id)).status).toBe(200)
    expect((await accept(other, token)).status).toBe(409)
    await t.server.doDueWork()
    expect(await mailboxOf(t).kindsOf(other)).toContain('not_attending')
    const again = tokenOf((await give(buyer, request.slug)).body.url)
    expect((await accept(friend, again)).status).toBe(200)
  })
})

describe('the mails', () => {
  it('remind the attendee of a dated call instead of the buyer, and tell the influencer who comes', async () => {
    const start = new Date(t.clock.now().getTime() + 7_200_000)
    const timeRange = { start: start.toISOString(), end: new Date(start.getTime() + 900_000).toISOString() }
    const { token } = await given({ timeRange })
    const guest = await t.fan('gwen')
    await accept(guest, token)
    await t.server.doDueWork()
    const mails = mailboxOf(t)
    const mailed = (await mails.mailsOf(star)).filter(mail => mail.kind === 'attendee_changed')
    expect(mailed.map(mail => mail.subject)).toContain('@gwen attends your call instead of @bella')
    const before = (await mails.kindsOf(buyer)).filter(kind => kind === 'reminder').length
    await t.advance(3_700)
    const reminder = await mails.mailOf(guest, 'reminder')
    expect(reminder.text).toContain('@bella has invited you')
    expect(reminder.text).not.toMatch(/£|18\.00|money goes back/)
    expect((await mails.kindsOf(buyer)).filter(kind => kind === 'reminder')).toHaveLength(before)
  })

  it('go out for each attendance of the same person, and once for each', async () => {
    const { request, token } = await given()
    const guest = await t.fan('comes-again')
    const mails = mailboxOf(t)
    const mailed = async () => ({
      attending: (await mails.kindsOf(guest)).filter(kind => kind === 'attending').length,
      accepted: (await mails.mailsOf(buyer)).filter(mail => mail.subject.startsWith('@comes-again has'))
        .length,
      changed: (await mails.mailsOf(star)).filter(mail => mail.subject.startsWith('@comes-again attends'))
        .length,
    })
    expect((await accept(guest, token)).status).toBe(200)
    await t.server.doDueWork()
    expect(await mailed()).toEqual({ attending: 1, accepted: 1, changed: 1 })
    expect((await takeBack(buyer, request.slug)).status).toBe(200)
    const again = tokenOf((await give(buyer, request.slug)).body.url)
    expect((await accept(guest, again)).status).toBe(200)
    await t.server.doDueWork()
    expect(await mailed()).toEqual({ attending: 2, accepted: 2, changed: 2 })
  })

  it('come for ten people who accept one call at most: then the influencer reads of nobody else', async () => {
    const request = await t.bookAndPay(buyer, star)
    const guests = [friend, other]
    for (let times = 0; times < GIFTS_TAKEN_MAX; times++) {
      const token = tokenOf((await give(buyer, request.slug)).body.url)
      expect((await accept(guests[times % 2] ?? friend, token)).status).toBe(200)
      expect((await takeBack(buyer, request.slug)).status).toBe(200)
    }
    expect((await give(buyer, request.slug)).status).toBe(409)
    expect((await join(buyer, request.id)).status).toBe(200)
  })

  it('say the note to the influencer before accepting', async () => {
    await t.bookAndPay(buyer, star, { note: 'How to start a podcast' })
    const { results } = (
      await t.call<{ results: { subject: string; text: string }[] }>(
        null,
        'GET /sandbox/mail/?as=json&to=star@example.org',
      )
    ).body
    expect(results.some(mail => mail.text.includes('How to start a podcast'))).toBe(true)
  })
})

describe('the data of both', () => {
  it('is in their exports: the buyer’s invitation and note, the attendee’s call without its price', async () => {
    const ann = await t.fan('ann')
    const ben = await t.fan('ben')
    const request = await t.bookAndPay(ann, star, { note: 'About my garden' })
    const token = tokenOf((await give(ann, request.slug, { message: 'For you, Ben' })).body.url)
    await accept(ben, token)
    const mine = await t.call(ann, 'GET /api/user/me/export/')
    expect(JSON.stringify(mine.body)).toContain('For you, Ben')
    expect(JSON.stringify(mine.body)).toContain('About my garden')
    const theirs = (await t.call<{ requests_attended: SessionRequest[] }>(ben, 'GET /api/user/me/export/'))
      .body
    expect(theirs.requests_attended).toMatchObject([{ slug: request.slug, amount: null, note: null }])
    expect(JSON.stringify(theirs)).not.toContain('18.00')

    const left = await t.call(ben, 'DELETE /api/user/me/', { password: 'correct horse battery' })
    expect(left.status).toBe(200)
    expect((await read(ann, request.slug)).body.attendee).toBeNull()
    expect((await join(ann, request.id)).status).toBe(200)
    await t.call(ann, `POST /api/influencer/parley_requests/${request.id}/cancel/`)
    await t.server.doDueWork()
    expect((await t.call(ann, 'DELETE /api/user/me/', { password: 'correct horse battery' })).status).toBe(
      200,
    )
    expect((await read(star, request.slug)).body.note).toBeNull()
    const { rows } = await t.server.database.pool.query(
      'select message from request_gifts where request_id = $1',
      [request.id],
    )
    expect(rows).toEqual([{ message: null }])
  })
})

describe('a note', () => {
  it('may come with any booking, at most 500 characters, for the two parties alone', async () => {
    const booked = await t.book(buyer, star, { note: '  Two questions on contracts  ' })
    expect(booked.body.note).toBe('Two questions on contracts')
    expect((await read(star, booked.body.slug)).body.note).toBe('Two questions on contracts')
    expect((await t.book(buyer, star, { note: 'x'.repeat(500) })).status).toBe(201)
    const long = await t.book(buyer, star, { note: 'x'.repeat(501) })
    expect([long.status, Object.keys(long.body)]).toEqual([400, ['note']])
    expect((await t.book(buyer, star, { note: '   ' })).body.note).toBeNull()
    const link = await paidLink()
    expect(link.note).toBe('The Sicilian')
    expect((await read(null, link.slug)).body.note).toBeNull()
    await t.dropUnpaid(buyer)
    const uuid = crypto.randomUUID()
    expect((await t.book(buyer, star, { uuid, note: 'One' })).status).toBe(201)
    expect((await t.book(buyer, star, { uuid, note: 'One' })).status).toBe(201)
    expect((await t.book(buyer, star, { uuid, note: 'Two' })).status).toBe(409)
  })
})

describe('a gift with a key, after the keys of the server were replaced', () => {
  it('makes no second link, and the first one stays valid', async () => {
    const request = await t.bookAndPay(buyer, star)
    const gift = { uuid: crypto.randomUUID(), message: 'For you' }
    const token = tokenOf((await give(buyer, request.slug, gift)).body.url)
    await resetKeys(t.server.database.db)
    const fresh = await t.openAnother()
    const path = `POST /api/parley/${request.slug}/session/gift/` as const
    const repeated = await fresh.call<{ detail: string }>(buyer, path, gift)
    expect(repeated.status).toBe(409)
    expect(repeated.body.detail).toContain('cannot be shown once more')
    const seen = await fresh.call<View>(friend, 'POST /api/parley/gift/look/', { token })
    expect(seen.body.state).toBe('open')
    await fresh.call(buyer, `DELETE /api/parley/${request.slug}/session/gift/`)
    // What was taken back is not made again by a repeat.
    expect((await fresh.call(buyer, path, gift)).status).toBe(409)
    expect((await fresh.call(buyer, path, { ...gift, uuid: crypto.randomUUID() })).status).toBe(201)
    await fresh.close()
  })
})
