import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loggedPath } from '../../../http/logging.ts'
import { apiCaller } from '../../../testing/api-caller.ts'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t.close())

let people = 0
const fan = () => t.fan(`fan${people++}`)
const at = (time: string) => inTwoDays(t, time)
const offering = () => offersEveryHour(t, `star${people++}`)
const OWN = '/api/user/me/calendar-feed/'

async function addressOf(who: TestPerson): Promise<string> {
  const made = await t.call<{ url: string }>(who, `POST ${OWN}`)
  expect(made.status).toBe(201)
  return made.body.url
}

async function read(url: string) {
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect(answer.headers.get('cache-control')).toContain('private')
  const text = await answer.text()
  const calendar = new ICAL.Component(ICAL.parse(text))
  const entries = calendar.getAllSubcomponents('vevent').map(component => {
    const { uid, sequence, summary, startDate } = new ICAL.Event(component)
    return { uid, sequence, summary, start: startDate.toJSDate().toISOString() }
  })
  return { text, entries, method: calendar.getFirstPropertyValue('method') }
}

describe('an address that is made with a key', () => {
  test('is answered again, and another key makes another one', async () => {
    const [ann, ben] = [await fan(), await fan()]
    const withKey = (who: TestPerson, key: string) =>
      apiCaller(t.origin, () => ({ 'idempotency-key': key })).call<{ url: string }>(who, `POST ${OWN}`)
    const [first, again] = [await withKey(ann, 'one'), await withKey(ann, 'one')]
    expect([first.status, again.status, again.body.url]).toEqual([201, 201, first.body.url])
    const inBody = await t.call<{ url: string }>(ann, `POST ${OWN}`, { uuid: 'one' })
    expect(inBody.body.url).toBe(first.body.url)
    expect((await withKey(ben, 'one')).body.url).not.toBe(first.body.url)
    await read(first.body.url)
    const second = await withKey(ann, 'two')
    expect(second.body.url).not.toBe(first.body.url)
    expect((await fetch(first.body.url)).status).toBe(404)
    await read(second.body.url)
    // An ended address stays ended, also for who sends its key again.
    t.clock.advance(1000)
    expect((await withKey(ann, 'one')).body.url).not.toBe(first.body.url)
    expect((await fetch(first.body.url)).status).toBe(404)
    expect(await addressOf(ann)).not.toBe(second.body.url)
  })
})

describe('the private calendar', () => {
  test('has the calls of both sides by the names that invitations use, moved and cancelled ones as they stand', async () => {
    const influencer = await offering()
    const [ann, ben] = [await fan(), await fan()]
    const request = await t.bookAndPay(ann, influencer, { slot: at('10:00') })
    const other = await t.bookAndPay(ben, influencer, { slot: at('12:00') })
    const moved = { slot: at('11:00'), sequence: 0 }
    await t.call(ann, `POST /api/parley/${request.slug}/session/move/`, moved)
    const uid = `${request.id}@${new URL(t.origin).host}`
    const anns = await read(await addressOf(ann))
    expect(anns.method).toBe('PUBLISH')
    expect(anns.entries).toEqual([
      { uid, sequence: 1, summary: `Video call with @${influencer.username}`, start: at('11:00') },
    ])
    const url = await addressOf(influencer)
    expect((await read(url)).entries).toMatchObject([
      { uid, summary: `Video call with @${ann.username}` },
      { summary: `Video call with @${ben.username}`, start: at('12:00') },
    ])
    await t.call(ben, `POST /api/influencer/parley_requests/${other.id}/cancel/`)
    expect((await read(url)).entries).toMatchObject([{ uid }])
  })

  test('says of a time that waits for a yes by hand that it is not certain yet, and of the rest that it is', async () => {
    const influencer = await offersEveryHour(t, `star${people++}`, { accept: 'hand' })
    const ann = await fan()
    const request = await t.bookAndPay(ann, influencer, { slot: at('10:00') })
    const urls = [await addressOf(ann), await addressOf(influencer)]
    const statuses = async () =>
      Promise.all(urls.map(async url => /^STATUS:(\w+)/m.exec((await read(url)).text)?.[1]))
    expect(await statuses()).toEqual(['TENTATIVE', 'TENTATIVE'])
    await t.call(influencer, `POST /api/influencer/requests/${request.id}/accept/`)
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED'])
  })

  test('names nobody’s address, no note and no organizer, and nothing that is not paid', async () => {
    const influencer = await offering()
    const ann = await fan()
    await t.bookAndPay(ann, influencer, { slot: at('10:00'), note: 'About my secret plan' })
    await t.book(await fan(), influencer, { slot: at('12:00') })
    const { text, entries } = await read(await addressOf(influencer))
    expect(entries).toHaveLength(1)
    expect(text).not.toMatch(/example\.org|ATTENDEE|ORGANIZER|secret plan/)
  })

  test('has the events that one gives and those one has a place at', async () => {
    const influencer = await offering()
    const form = new FormData()
    const fields = { title: 'Openings', description: 'A talk', amount: '5.00', starts_at: at('18:00') }
    for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
    expect((await t.call(influencer, `PATCH /api/influencer/${influencer.username}/`, form)).status).toBe(200)
    expect((await read(await addressOf(influencer))).entries).toMatchObject([
      { summary: 'Openings', start: at('18:00') },
    ])
  })

  test('has one address at a time: a new one ends the one before, and it can be given up', async () => {
    const ann = await fan()
    const since = async () => (await t.call<{ created_at: string | null }>(ann, `GET ${OWN}`)).body.created_at
    expect(await since()).toBeNull()
    const first = await addressOf(ann)
    const second = await addressOf(ann)
    expect(new URL(second).pathname).toMatch(/^\/calendars\/[\w-]{22}\.ics$/)
    expect((await fetch(first)).status).toBe(404)
    expect((await fetch(second)).status).toBe(200)
    expect(await since()).not.toBeNull()
    expect((await t.call(ann, `DELETE ${OWN}`)).body).toEqual({ created_at: null })
    expect((await fetch(second)).status).toBe(404)
    expect((await fetch(`${t.origin}/calendars/unknown.ics`)).status).toBe(404)
  })

  test('is sent again only when it changed', async () => {
    const influencer = await offering()
    const ann = await fan()
    const url = await addressOf(ann)
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const again = () => fetch(url, { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await t.bookAndPay(ann, influencer, { slot: at('10:00') })
    expect((await again()).status).toBe(200)
  })

  test('is a calendar in the API document too', async () => {
    type Described = { paths: Record<string, { get: { responses: Record<string, { content?: object }> } }> }
    const { body } = await t.call<Described>(null, 'GET /api/openapi.json')
    const { 200: sent, 304: kept } = body.paths['/calendars/{secret}.ics']?.get.responses ?? {}
    expect([Object.keys(sent?.content ?? {}), Object.keys(kept?.content ?? {})]).toEqual([
      ['text/calendar'],
      [],
    ])
  })

  test('ends with the account', async () => {
    const ann = await fan()
    const url = await addressOf(ann)
    const gone = await t.call(ann, 'DELETE /api/user/me/', { password: 'correct horse battery' })
    expect(gone.status).toBeLessThan(300)
    expect((await fetch(url)).status).toBe(404)
  })
})

test.each([
  ['/calendars/c2VjcmV0.ics', '/calendars/(secret)'],
  ['//calendars//c2VjcmV0.ics?x=1', '//calendars//(secret)'],
  ['/Calendars/c2VjcmV0.ics/', '/Calendars/(secret)'],
  ['/profile/calendars', '/profile/calendars'],
])('of %s the log has %s', (url, logged) => {
  expect(loggedPath(url)).toBe(logged)
})
