import type { Influencer, NewReportAnswer, SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { problemCaller } from '../domains/requests/testing/ended-call.ts'
import { apiCaller } from '../testing/api-caller.ts'
import { eventCaller } from '../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'

let t: TestServer
let made = 0
let fan: TestPerson
let star: TestPerson
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
})
afterAll(() => t?.close())
beforeEach(async () => {
  made++
  fan = await t.fan(`fan-${made}`)
  star = await t.influencer(`star-${made}`)
})

const keyed = (key: string) => apiCaller(t.origin, () => ({ 'idempotency-key': key }))

test('a report with the key in its header alone is made once', async () => {
  const report = { about: { kind: 'user', id: star.id }, reason: 'spam' }
  const send = (key: string, body: object) =>
    keyed(key).call<NewReportAnswer>(fan, 'POST /api/reports/', body)
  const [first, again] = [await send('a-report', report), await send('a-report', report)]
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  expect((await send('a-report', { ...report, reason: 'fraud' })).status).toBe(409)
  expect((await send('', report)).body.id).not.toBe(first.body.id)
})

test('a part of a sale with the key in its header goes back once', async () => {
  const request = await problemCaller(t).ended(fan, star)
  const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
  const send = (amount: string) => keyed('five-pounds').call<SessionRequest>(star, path, { amount })
  expect([(await send('5.00')).status, (await send('5.00')).status]).toEqual([200, 200])
  expect((await t.request(fan, request.slug)).payment.refunded_amount).toBe('5.00')
  expect((await send('6.00')).status).toBe(409)
  expect((await t.call(star, path, { amount: '1.00' })).status).toBe(400)
})

test('an event with the key in the header of its form is made once', async () => {
  const send = (title: string) => {
    const form = new FormData()
    const fields = { title, description: 'One of these', amount: '5' }
    for (const [name, value] of Object.entries(fields)) form.set(`virtual_event[${name}]`, value)
    return keyed('an-event').call<Influencer>(star, `PATCH /api/influencer/${star.username}/`, form)
  }
  const [first, again] = [await send('Only once'), await send('Only once')]
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body.virtual_events).toHaveLength(1)
  expect((await send('Twice')).status).toBe(409)
  // A change of the profile that makes no event needs no key and takes any.
  const offer = { main_session: { description: 'Ten minutes of chess' } }
  const edit = await keyed('an-event').call(star, `PATCH /api/influencer/${star.username}/`, offer)
  expect(edit.status).toBe(200)
})

test('a booking with the key in its header is made once', async () => {
  const caller = keyed('a-booking')
  const book = () => caller.book(fan, star, { uuid: undefined })
  const [first, again] = [await book(), await book()]
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
})

test('a place at an event with the key in its header or beside its terms is taken once', async () => {
  const event = await eventCaller(t).create(star, { title: `Once ${made}` })
  const { slug, amount } = event
  const path = `POST /api/parley/${star.username}/live_event/` as const
  const terms = { slug, session_request: { amount } }
  const send = (body: object) => t.call<SessionRequest>(fan, path, body)
  const first = await send({ ...terms, uuid: 'a-place' })
  expect([first.status, first.body.uuid]).toEqual([201, 'a-place'])
  for (const again of [
    await send({ ...terms, uuid: 'a-place' }),
    await send({ slug, session_request: { amount, uuid: 'a-place' } }),
    await send({ slug, uuid: 'a-place', session_request: { amount, uuid: 'a-place' } }),
    await keyed('a-place').call<SessionRequest>(fan, path, terms),
    await keyed('a-place').call<SessionRequest>(fan, path, { ...terms, uuid: 'a-place' }),
  ])
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
  expect((await send({ ...terms, uuid: 'a-place', note: 'Openings' })).status).toBe(409)
  const inner = { slug, session_request: { amount, uuid: 'another' } }
  const twoKeys = {
    status: 400,
    body: { 'session_request.uuid': ['The booking has another key beside this one'] },
  }
  expect(await send({ ...inner, uuid: 'a-place' })).toMatchObject(twoKeys)
  expect(await keyed('a-place').call(fan, path, inner)).toMatchObject(twoKeys)
})

test('a key of another length, or another one than in the body, is refused by name', async () => {
  const report = { about: { kind: 'user', id: star.id }, reason: 'spam', uuid: 'in-the-body' }
  const send = (key: string, body: object = report) => keyed(key).call(fan, 'POST /api/reports/', body)
  expect(await send('x'.repeat(101))).toMatchObject({
    status: 400,
    body: { detail: 'The header Idempotency-Key may have at most 100 characters' },
  })
  expect(await send('in-the-header')).toMatchObject({
    status: 400,
    body: { uuid: ['The header Idempotency-Key has another key than the body'] },
  })
  expect((await send('in-the-body')).status).toBe(201)
  expect((await send('x'.repeat(100), { ...report, uuid: undefined })).status).toBe(201)
})
