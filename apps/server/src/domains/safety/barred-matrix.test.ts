import {
  type Influencer,
  QUEUE_ORDER_STANDS_MS,
  type QueueShown,
  type SessionRequest,
} from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { BLOCKED_INFLUENCER, BLOCKED_READS, SUSPENDED_SHOWS } from '../../http/testing/barred-rows.ts'
import { disputeOf } from '../../http/testing/cast.ts'
import type { Kind, Row } from '../../http/testing/matrix-row.ts'
import { ROLE_MATRIX } from '../../http/testing/role-matrix.ts'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { staffMember } from '../staff/testing/staff-member.ts'

type Params = Record<string, string>
type Pair = { fan: TestPerson; star: TestPerson }
/** What a call is about that belongs to a pair; of a prepaid link the buyer is the fan, and the star would claim it. */
const KINDS = [
  'person',
  'profile',
  'picture',
  'event',
  'place',
  'paid',
  'disputed',
  'unpaid',
  'claimed',
  'gifted',
  'prepaid',
  'line',
] as const
type Owned = (typeof KINDS)[number]

const MISSING: Params = {
  ...{ id: newId(), login: newId(), factor: newId(), slug: 'no-such-thing', username: 'nobody-here' },
  ...{ card: 'pm_unknown', file: '160.jpeg', network: 'google', secret: 'unknown', code: 'unknown' },
}
const OFFERED: ReadonlySet<Owned> = new Set(['person', 'profile', 'picture', 'event', 'line'])
const ABOUT_PAIRS = ROLE_MATRIX.filter(row => isOwned(row.about))

let t: TestServer
let suspended: TestPerson[] = []
let suspendedPair: Pair
const pairs: { who: string; pair: Pair; things: Record<Owned, Params> }[] = []
let shown: Record<Owned, Params>

function isOwned(kind: Kind): kind is Owned {
  return KINDS.some(each => each === kind)
}

async function pairOf(name: string): Promise<Pair> {
  return { fan: await t.fan(`${name}-fan`), star: await t.influencer(`${name}-star`) }
}

async function thingsOf(pair: Pair): Promise<Record<Owned, Params>> {
  const { fan, star } = pair
  const events = eventCaller(t)
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  const paidLink = async () => {
    const { body } = await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', link)
    await t.confirm((await t.pay(fan, body)).body)
    await t.server.doDueWork()
    return body
  }
  const ofRequest = ({ id, slug }: SessionRequest) => ({ id, slug, username: star.username })
  const page = await t.call<Influencer>(null, `GET /api/parley/${star.username}/`)
  const picture = page.body.profile.picture?.split('/')[2] ?? ''
  const free = await events.create(star, { title: 'Openings' })
  const taken = await events.create(star, { title: 'Endgames' })
  await events.placeOf(fan, taken)
  const paid = await t.bookAndPay(fan, star)
  const disputed = { id: await disputeOf(t, await t.bookAndPay(fan, star)) }
  const [claimed, prepaid] = [await paidLink(), await paidLink()]
  await t.call(star, `POST /api/parley/prepaid/${claimed.id}/accept/`)
  await t.advance(3_600)
  const gifted = await t.bookAndPay(fan, star)
  await give(fan, gifted, await t.fan(`${fan.username}-friend`))
  const unpaid = (await t.book(fan, star)).body
  const ofEvent = (slug: string) => ({ slug, username: star.username })
  return {
    ...{ person: { id: star.id }, profile: { id: star.id, username: star.username } },
    ...{ picture: { id: picture }, event: ofEvent(free.slug), place: ofEvent(taken.slug) },
    ...{ paid: ofRequest(paid), disputed, unpaid: ofRequest(unpaid) },
    ...{ claimed: ofRequest(claimed), gifted: ofRequest(gifted) },
    ...{ prepaid: { id: prepaid.id, slug: prepaid.slug }, line: await lineOf(pair) },
  }
}

/** Somebody attends in the buyer's place from now on. */
async function give(buyer: TestPerson, { slug }: { slug: string }, attendee: TestPerson): Promise<void> {
  const gift = await t.call<{ url: string }>(buyer, `POST /api/parley/${slug}/session/gift/`)
  const token = new URL(gift.body.url).searchParams.get('token')
  expect((await t.call(attendee, 'POST /api/parley/gift/accept/', { token })).status).toBe(200)
}

/** A line whose order stands, half an hour before it opens, with a paid place. */
async function lineOf({ fan, star }: Pair): Promise<Params> {
  const startsAt = new Date(t.clock.now().getTime() + QUEUE_ORDER_STANDS_MS).toISOString()
  const queue = { format: 'queue', starts_at: startsAt, capacity: 1, duration: 30 }
  const event = await eventCaller(t).create(star, { title: 'A line', ...queue })
  const place = await eventCaller(t).placeOf(fan, event)
  const { body } = await t.call<QueueShown>(fan, `GET /api/parley/${event.slug}/queue/`)
  expect(body.you).toMatchObject({ place: place.id, state: 'waiting', number: 1 })
  return { slug: event.slug, id: place.id }
}

beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  for (const who of ['the star blocked', 'the fan blocked']) {
    const pair = await pairOf(who === 'the star blocked' ? 'by-star' : 'by-fan')
    pairs.push({ who, pair, things: await thingsOf(pair) })
  }
  suspendedPair = await pairOf('suspended')
  shown = await thingsOf(suspendedPair)
  // The clock was moved for each pair: a line of before would be over by now.
  for (const { pair, things } of pairs) things.line = await lineOf(pair)
  for (const { who, pair } of pairs) {
    const [by, of] = who === 'the star blocked' ? [pair.star, pair.fan] : [pair.fan, pair.star]
    expect((await t.call(by, `POST /api/user/${of.id}/block/`)).status).toBe(204)
  }
  const desk = await staffMember(t, 'desk', 'moderator')
  const lonely = await t.fan('suspended-fan-too')
  suspended = [lonely, suspendedPair.star]
  // The clock was moved: any call takes a new access token, which is good when the account is suspended.
  const everybody = [...suspended, suspendedPair.fan, ...pairs.flatMap(({ pair }) => [pair.fan, pair.star])]
  for (const each of everybody) await t.call(each, 'GET /api/user/me/')
  for (const { id } of suspended) {
    const act = { reason: 'They threatened a fan in a call', version: 0 }
    expect((await t.call(desk.person, `POST /api/staff/people/${id}/suspend/`, act)).status).toBe(204)
  }
  await t.server.doDueWork()
})
afterAll(() => t?.close())

async function statusOf(row: Row, person: TestPerson, thing: Params): Promise<number> {
  const [method = '', path = ''] = row.call.split(' ')
  const params = { ...MISSING, ...thing }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? 'unknown')
  const body =
    row.about === 'place' && typeof row.body === 'object' ? { ...row.body, slug: params.slug } : row.body
  const answer = await t.server.app.inject({
    ...{ method: method as 'GET', url },
    headers: {
      authorization: `Bearer ${person.access}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  return answer.statusCode
}

const titleOf = (row: Row) => `${row.call}, ${row.about}`

test('who is suspended is to every call what a spent token is, by the token of before', async () => {
  const wrong: string[] = []
  const seen = new Set<string>()
  for (const row of ROLE_MATRIX) {
    if (seen.has(row.call)) continue
    seen.add(row.call)
    const said = row.expect.spent ?? 401
    const wanted = said < 400 && row.about !== 'none' ? (row.expect.missing ?? said) : said
    for (const person of suspended) {
      const status = await statusOf(row, person, {})
      if (status !== wanted) wrong.push(`${row.call}, ${person.username}: ${status} instead of ${wanted}`)
    }
  }
  expect(seen.size).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

test('to a stranger, what a suspended person offers is not there', async () => {
  const reader = pairs[0]?.pair.fan ?? suspendedPair.fan
  const wrong: string[] = []
  for (const row of ABOUT_PAIRS) {
    if (!isOwned(row.about) || !OFFERED.has(row.about)) continue
    const wanted = SUSPENDED_SHOWS[titleOf(row)] ?? row.expect.missing
    const status = await statusOf(row, reader, shown[row.about])
    if (status !== wanted) wrong.push(`${titleOf(row)}: ${status} instead of ${wanted}`)
  }
  expect(wrong).toEqual([])
})

test('what a fan had with a host who is suspended stays theirs to read: their place, and nothing to do in the line', async () => {
  const wrong: string[] = []
  for (const row of ABOUT_PAIRS) {
    if (row.about !== 'line') continue
    const wanted = row.call === 'GET /api/parley/:slug/queue/' ? 200 : row.expect.missing
    const status = await statusOf(row, suspendedPair.fan, shown.line)
    if (status !== wanted) wrong.push(`${titleOf(row)}: ${status} instead of ${wanted}`)
  }
  expect(wrong).toEqual([])
})

test('to the other of two who are parted, either way, what one has is not there; what they had is over', async () => {
  const wrong: string[] = []
  for (const row of ABOUT_PAIRS) {
    if (!isOwned(row.about)) continue
    const wanted = BLOCKED_READS[titleOf(row)] ?? row.expect.missing
    for (const { who, pair, things } of pairs) {
      const asker = row.about === 'prepaid' ? pair.star : pair.fan
      const status = await statusOf(row, asker, things[row.about])
      if (status !== wanted) wrong.push(`${titleOf(row)}, ${who}: ${status} instead of ${wanted}`)
    }
  }
  expect(wrong).toEqual([])
})

/** What is of both, asked about by who sells; what they offer themselves is not here, it stays theirs. */
const OF_BOTH: ReadonlySet<Owned> = new Set(['person', 'paid', 'disputed', 'unpaid', 'claimed', 'gifted'])

test('to the influencer of two who are parted, either way, the fan is not there; what they had is over', async () => {
  const wrong: string[] = []
  let called = 0
  for (const row of ABOUT_PAIRS) {
    if (!isOwned(row.about) || !OF_BOTH.has(row.about)) continue
    const wanted = BLOCKED_INFLUENCER[titleOf(row)] ?? row.expect.missing
    for (const { who, pair, things } of pairs) {
      const thing = row.about === 'person' ? { id: pair.fan.id } : things[row.about]
      const status = await statusOf(row, pair.star, thing)
      called++
      if (status !== wanted) wrong.push(`${titleOf(row)}, ${who}: ${status} instead of ${wanted}`)
    }
  }
  expect(called).toBeGreaterThan(40)
  expect(wrong).toEqual([])
})

test('who attends a call and is parted from its influencer, either way, is a stranger to it', async () => {
  const { fan, star } = await pairOf('giving')
  const wrong: string[] = []
  for (const who of ['the star blocked', 'the attendee blocked']) {
    const attendee = await t.fan(`attends-as-${who === 'the star blocked' ? 'blocked' : 'blocker'}`)
    const { id, slug } = await t.bookAndPay(fan, star)
    await give(fan, { slug }, attendee)
    const [by, of] = who === 'the star blocked' ? [star, attendee] : [attendee, star]
    expect((await t.call(by, `POST /api/user/${of.id}/block/`)).status).toBe(204)
    await t.server.doDueWork()
    for (const row of ABOUT_PAIRS) {
      if (row.about !== 'gifted') continue
      const status = await statusOf(row, attendee, { id, slug, username: star.username })
      if (status !== row.expect.other)
        wrong.push(`${titleOf(row)}, ${who}: ${status} instead of ${row.expect.other}`)
    }
  }
  expect(wrong).toEqual([])
})
