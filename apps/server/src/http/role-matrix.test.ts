import type { Influencer, LiveEvent, Page, SessionRequest } from '@parley/contract'
import { HOUR_SECONDS, STAFF_ROLES } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { staffMember } from '../domains/staff/testing/staff-member.ts'
import { eventCaller } from '../testing/event-caller.ts'
import type { TestPerson } from '../testing/test-server.ts'
import { bookedRequest, type Cast, disputeOf, openCast } from './testing/cast.ts'
import {
  type Expected,
  type Kind,
  type Relation,
  ROLES,
  type Role,
  type Row,
  THINGS,
  type Thing,
} from './testing/matrix-row.ts'
import { MOUNTED_APART, ROLE_MATRIX } from './testing/role-matrix.ts'

let cast: Cast
const everybody = () => [cast.fan, cast.otherFan, cast.influencer, cast.otherInfluencer]
beforeAll(async () => {
  cast = await openCast()
  // Who has paid once may hold several places.
  const star = await cast.testServer.influencer('third-star')
  for (const person of everybody()) await cast.testServer.bookAndPay(person, star)
})
afterAll(() => cast.testServer.close())
/**
 * What one person may book and pay in an hour is bounded, and these few book for everybody: after so many a new hour
 * begins.
 */
const DONE_IN_AN_HOUR = 6
/** What was made or changed since the clock was moved; a row that only reads or is refused needs no new hour. */
let doneThisHour = 0
afterEach(async () => {
  if (doneThisHour < DONE_IN_AN_HOUR) return
  doneThisHour = 0
  await cast.testServer.advance(HOUR_SECONDS)
  await cast.testServer.dropUnpaid(...everybody())
  for (const name of kept.keys()) if (/^(unpaid|place|line) /.test(name)) kept.delete(name)
})

/** What a path and a body need of a thing. */
interface Known {
  params: Record<string, string>
  body?: Record<string, unknown>
  owner: TestPerson | null
  buyer: TestPerson | null
  attendee?: TestPerson
}

const MISSING: Known = {
  params: {
    ...{
      id: newId(),
      login: newId(),
      factor: newId(),
      slug: 'no-such-thing',
      username: 'nobody-here',
      card: 'pm_unknown',
    },
    file: '160.jpeg',
  },
  body: { slug: 'no-such-thing' },
  owner: null,
  buyer: null,
}

const pairOf = (thing: Thing) =>
  thing === 'ours'
    ? { fan: cast.fan, influencer: cast.influencer }
    : { fan: cast.otherFan, influencer: cast.otherInfluencer }

async function paidLink(fan: TestPerson): Promise<SessionRequest> {
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  const made = await cast.testServer.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', link)
  await cast.testServer.confirm((await cast.testServer.pay(fan, made.body)).body)
  await cast.testServer.server.doDueWork()
  return made.body
}

async function make(about: Kind, thing: Thing): Promise<Known> {
  doneThisHour++
  const { testServer } = cast
  const { fan, influencer } = pairOf(thing)
  const ofRequest = ({ id, slug }: SessionRequest, owner: TestPerson | null): Known => ({
    params: { id, slug, ...(owner && { username: owner.username }) },
    owner,
    buyer: fan,
  })
  switch (about) {
    case 'none':
      return { ...MISSING, params: { ...MISSING.params, network: 'google' } }
    case 'person':
      return { params: { ...MISSING.params, id: influencer.id }, owner: influencer, buyer: null }
    case 'profile':
      return { params: { id: influencer.id, username: influencer.username }, owner: influencer, buyer: null }
    case 'unpaid':
    case 'paid':
      return ofRequest(await bookedRequest(testServer, { fan, influencer, payment: about }), influencer)
    case 'disputed': {
      const request = await bookedRequest(testServer, { fan, influencer, payment: 'paid' })
      return { params: { id: await disputeOf(testServer, request) }, owner: influencer, buyer: fan }
    }
    case 'prepaid':
      return ofRequest(await paidLink(fan), null)
    case 'claimed': {
      const link = await paidLink(fan)
      await testServer.call(influencer, `POST /api/parley/prepaid/${link.id}/accept/`)
      return ofRequest(link, influencer)
    }
    case 'gifted': {
      const request = await bookedRequest(testServer, { fan, influencer, payment: 'paid' })
      const gift = await testServer.call<{ url: string }>(
        fan,
        `POST /api/parley/${request.slug}/session/gift/`,
      )
      const token = new URL(gift.body.url).searchParams.get('token')
      const attendee = thing === 'ours' ? cast.otherFan : cast.fan
      await testServer.call(attendee, 'POST /api/parley/gift/accept/', { token })
      return { ...ofRequest(request, influencer), attendee }
    }
    case 'line': {
      const events = eventCaller(testServer)
      // After the one before: two lines of one host are never at once. A turn takes 54 s.
      const startsMs = testServer.clock.now().getTime() + 10 * 60_000 + lines++ * 60_000
      const starts_at = new Date(startsMs).toISOString()
      const queue = { format: 'queue', starts_at, capacity: 1, duration: 30 }
      const event = await events.create(influencer, { title: `A line ${Math.random()}`, ...queue })
      const place = await events.placeOf(fan, event)
      return { params: { slug: event.slug, id: place.id }, owner: influencer, buyer: fan }
    }
    case 'event':
    case 'place': {
      const event: LiveEvent = await eventCaller(testServer).create(influencer)
      if (about === 'place') await eventCaller(testServer).bookPlace(fan, event)
      const { slug } = event
      const params = { slug, username: influencer.username }
      return { params, body: { slug }, owner: influencer, buyer: about === 'place' ? fan : null }
    }
    case 'picture': {
      const page = await testServer.call<Influencer>(null, `GET /api/parley/${influencer.username}/`)
      const id = page.body.profile.picture?.split('/')[2] ?? ''
      return { params: { id, file: '160.jpeg' }, owner: influencer, buyer: null }
    }
    case 'mail': {
      await bookedRequest(testServer, { fan, influencer, payment: 'paid' })
      const mails = await testServer.call<Page<{ id: string }>>(null, 'GET /sandbox/mail/?as=json')
      return { params: { id: mails.body.results[0]?.id ?? '' }, owner: null, buyer: null }
    }
  }
}

let lines = 0
const kept = new Map<string, Promise<Known>>()
/** What the row of now changes: the next role gets the same until a call changed it, since a refused one must not. */
let untouched: { row: Row; thing: Thing; known: Known } | null = null
async function thingFor(row: Row, thing: Thing): Promise<Known> {
  if (thing === 'missing') return MISSING
  if (row.fresh) {
    if (untouched?.row === row && untouched.thing === thing) return untouched.known
    await cast.testServer.dropUnpaid(pairOf(thing).fan)
    untouched = { row, thing, known: await make(row.about, thing) }
    return untouched.known
  }
  const name = `${row.about} ${thing}`
  const known = kept.get(name) ?? make(row.about, thing)
  kept.set(name, known)
  return known
}

const personOf = (role: Role): TestPerson | null =>
  role === 'visitor' || role === 'spent' ? null : cast[role]

function relationOf(role: Role, { thing, known }: { thing: Thing; known: Known }): Relation {
  if (role === 'visitor' || role === 'spent') return role
  if (thing === 'missing') return 'missing'
  const { id } = cast[role]
  if (known.owner?.id === id) return 'owner'
  if (known.buyer?.id === id) return 'buyer'
  if (known.attendee?.id === id) return 'attendee'
  return role === 'fan' || role === 'otherFan' ? 'fan' : 'influencer'
}

/** The status in the table: visitors and spent tokens are 401 unless it says otherwise. */
function expectedOf(row: Row, relation: Relation, thing: Thing): number {
  const { expect: said } = row
  if (relation === 'visitor' || relation === 'spent') {
    const status = said[relation] ?? 401
    return thing === 'missing' && status < 400 ? needed(said.missing, row) : status
  }
  if (relation === 'fan' || relation === 'influencer') return needed(said[relation] ?? said.other, row)
  if (relation === 'attendee') return needed(said.attendee ?? said.other, row)
  return needed(said[relation], row)
}

function needed(status: Expected[keyof Expected], row: Row): number {
  if (status === undefined) throw new Error(`${row.call} (${row.about}): the table leaves a case out`)
  return status
}

const tokenOf = (role: Role) => (role === 'spent' ? 'eyJhbGciOiJIUzI1NiJ9.e30.spent' : personOf(role)?.access)

async function statusOf(row: Row, token: string | undefined, known: Known): Promise<number> {
  const [method = '', path = ''] = row.call.split(' ')
  const params = { ...MISSING.params, ...known.params }
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name as keyof typeof params] ?? 'google')
  const body = row.body && { ...row.body, ...(row.about === 'place' ? known.body : {}) }
  const answer = await cast.testServer.server.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  })
  if (method !== 'GET' && answer.statusCode < 400) doneThisHour++
  return answer.statusCode
}

/** The desk, and what a member of staff does with their own account. */
const OF_STAFF_THEMSELVES = / \/api\/(staff|user\/me)\//

const thingsOf = (row: Row): readonly Thing[] => (row.about === 'none' ? ['ours'] : THINGS)
const titleOf = (row: Row) => `${row.call}${row.about === 'none' ? '' : `, ${row.about}`}`

describe('who may make which call', () => {
  test.each(ROLE_MATRIX.map(row => [titleOf(row), row] as const))('%s', async (_title, row) => {
    const wrong: string[] = []
    for (const thing of thingsOf(row)) {
      for (const role of ROLES) {
        const known = await thingFor(row, thing)
        const relation = relationOf(role, { thing, known })
        const [status, wanted] = [await statusOf(row, tokenOf(role), known), expectedOf(row, relation, thing)]
        if (status < 400) untouched = null
        if (status !== wanted) wrong.push(`${role}, ${thing} (${relation}): ${status} instead of ${wanted}`)
        if (status >= 500) wrong.push(`${role}, ${thing}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(STAFF_ROLES)(
    'outside of the desk the role %s gives nothing: staff are strangers there',
    async role => {
      const { person } = await staffMember(cast.testServer, `strange-${role}`, role)
      const rows = ROLE_MATRIX.filter(
        row =>
          row.about !== 'none' &&
          !OF_STAFF_THEMSELVES.test(row.call) &&
          expectedOf(row, 'fan', 'ours') >= 400,
      )
      const wrong: string[] = []
      for (const row of rows) {
        const status = await statusOf(row, person.access, await thingFor(row, 'ours'))
        if (status !== expectedOf(row, 'fan', 'ours')) wrong.push(`${titleOf(row)}: ${status}`)
      }
      expect(wrong).toEqual([])
      const titles = rows.filter(row => expectedOf(row, 'fan', 'ours') === 404).map(titleOf)
      for (const what of ['money', 'attendance'])
        expect(titles).toContain(`GET /api/parley/:slug/${what}/, paid`)
    },
  )

  test('the table has every route of the server, and none that is not there', () => {
    const listed = cast.testServer.server.app.routeList
      .filter(({ method, url }) => method !== 'HEAD' && !MOUNTED_APART.some(mount => url.startsWith(mount)))
      .map(({ method, url }) => `${method} ${url}`)
    expect([...new Set(ROLE_MATRIX.map(row => row.call))].sort()).toEqual([...new Set(listed)].sort())
  })

  test('the cases are some six hundred', () => {
    const cases = ROLE_MATRIX.reduce((sum, row) => sum + thingsOf(row).length * ROLES.length, 0)
    expect(cases).toBeGreaterThan(600)
  })
})
