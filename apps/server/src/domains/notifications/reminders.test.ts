import { HOUR_SECONDS, type SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../testing/test-server.ts'
import { mailboxOf } from './testing/mailbox.ts'

/** The published card whose bank sends refunds back. */
const CLOSED_CARD = '4000000000005126'
const WITHIN = { timeout: 60_000, interval: 20 }

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
}, 60_000)
afterAll(() => t?.close())

const remindersTo = async (who: TestPerson) =>
  (await mailboxOf(t).mailsOf(who)).filter(({ kind }) => kind === 'reminder')

/** Moves the clock to a moment; nothing that is due then has run. */
const waitUntil = (ms: number) => t.clock.advance((ms - t.clock.now().getTime()) / 1000)

/** Stops every mail right before it is written down, until `act` is done: then a reminder has read its call already. */
async function whileMailsWait(act: () => Promise<unknown>): Promise<void> {
  const holder = await t.server.database.pool.connect()
  let working: Promise<unknown> | undefined
  try {
    await holder.query('begin')
    await holder.query('lock table mails in share mode')
    working = t.server.doDueWork()
    await vi.waitFor(async () => {
      const { rows } = await holder.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_locks where relation = 'mails'::regclass and not granted`,
      )
      expect(rows[0]?.waiting).toBeGreaterThan(0)
    }, WITHIN)
    await act()
  } finally {
    await holder.query('rollback')
    holder.release()
    await working
  }
}

let cases = 0
async function booked() {
  const influencer = await offersEveryHour(t, `reminds${cases++}`)
  const fan = await t.fan(`reminded${cases}`)
  const start = inTwoDays(t, '10:00')
  const request = await t.bookAndPay(fan, influencer, { slot: start })
  await t.server.doDueWork()
  return { influencer, fan, request, startMs: Date.parse(start), later: inTwoDays(t, '18:00') }
}

test('a call that is moved while its reminder is on its way: nobody is reminded of the old time, and both once of the new one', async () => {
  const { influencer, fan, request, startMs, later } = await booked()
  waitUntil(startMs - 24 * HOUR_SECONDS * 1000)
  const path = `POST /api/parley/${request.slug}/session/move/` as const
  await whileMailsWait(async () => {
    expect((await t.call<SessionRequest>(fan, path, { slot: later, sequence: 0 })).status).toBe(200)
  })
  await t.server.doDueWork()
  for (const who of [fan, influencer]) expect(await remindersTo(who)).toEqual([])
  waitUntil(Date.parse(later) - 24 * HOUR_SECONDS * 1000)
  await t.server.doDueWork()
  await t.server.doDueWork()
  for (const who of [fan, influencer])
    expect((await remindersTo(who)).map(({ text }) => text)).toEqual([expect.stringContaining('18:00')])
}, 120_000)

test('a call that is moved away and back while its reminder is on its way: nobody is reminded of it twice', async () => {
  const { influencer, fan, request, startMs, later } = await booked()
  waitUntil(startMs - 24 * HOUR_SECONDS * 1000)
  const path = `POST /api/parley/${request.slug}/session/move/` as const
  await whileMailsWait(async () => {
    expect((await t.call<SessionRequest>(fan, path, { slot: later, sequence: 0 })).status).toBe(200)
  })
  const back = new Date(startMs).toISOString()
  expect((await t.call<SessionRequest>(fan, path, { slot: back, sequence: 1 })).status).toBe(200)
  for (const ms of [1_000, HOUR_SECONDS * 1000]) {
    waitUntil(startMs - 24 * HOUR_SECONDS * 1000 + ms)
    await t.server.doDueWork()
  }
  for (const who of [fan, influencer]) expect((await remindersTo(who)).length).toBeLessThanOrEqual(1)
}, 120_000)

test('both are reminded of a call of which a bank sent a part of the refund back: it takes place', async () => {
  const influencer = await offersEveryHour(t, 'reminds-returned')
  const fan = await t.fan('reminded-returned')
  const start = inTwoDays(t, '10:00')
  const { body: request } = await t.book(fan, influencer, { slot: start })
  await t.confirm((await t.pay(fan, request)).body, CLOSED_CARD)
  await t.server.doDueWork()
  const giveBack = { amount: '1.00', uuid: crypto.randomUUID() }
  await t.call(influencer, `POST /api/influencer/requests/${request.id}/give-back/`, giveBack)
  await t.server.doDueWork()
  await t.advance(10)
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).payment.status).toBe('refund_failed')
  waitUntil(Date.parse(start) - 24 * HOUR_SECONDS * 1000)
  await t.server.doDueWork()
  for (const who of [fan, influencer]) expect(await remindersTo(who)).toHaveLength(1)
}, 120_000)

test('nobody is reminded of a call that is cancelled while the reminder is on its way', async () => {
  const { influencer, fan, request, startMs } = await booked()
  waitUntil(startMs - 24 * HOUR_SECONDS * 1000)
  await whileMailsWait(async () => {
    const path = `POST /api/influencer/parley_requests/${request.id}/cancel/` as const
    expect((await t.call<SessionRequest>(fan, path)).status).toBe(200)
  })
  await t.server.doDueWork()
  for (const who of [fan, influencer]) expect(await remindersTo(who)).toEqual([])
}, 120_000)

test('nobody is reminded of a time that waits for its influencer’s yes by hand; once it is given, both are', async () => {
  const influencer = await offersEveryHour(t, 'reminds-by-hand', { accept: 'hand' })
  const fan = await t.fan('reminded-by-hand')
  const startMs = Date.parse(inTwoDays(t, '10:00'))
  waitUntil(startMs - 30 * HOUR_SECONDS * 1000)
  const request = await t.bookAndPay(fan, influencer, { slot: new Date(startMs).toISOString() })
  await t.server.doDueWork()
  waitUntil(startMs - 24 * HOUR_SECONDS * 1000)
  await t.server.doDueWork()
  expect((await t.request(fan, request.slug)).state).toBe('offered')
  for (const who of [fan, influencer]) expect(await remindersTo(who)).toEqual([])
  expect((await t.call(influencer, `POST /api/influencer/requests/${request.id}/accept/`)).status).toBe(200)
  waitUntil(startMs - HOUR_SECONDS * 1000)
  await t.server.doDueWork()
  for (const who of [fan, influencer])
    expect((await remindersTo(who)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^In 1 hour: /),
    ])
}, 120_000)
