import type { LiveEvent, SessionRequest } from '@parley/contract'
import { expect, test, vi } from 'vitest'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { beginTurnOf, queueCast, WITHIN } from '../../queue/testing/queue-caller.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'
import { problemCaller } from '../testing/ended-call.ts'

const t = await openTestServer({ connections: 30 })
const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans
const desk = await staffMember(t, 'turn-desk', 'finance')
const { say, settle, shown } = problemCaller(t)

const sql = async (text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query(text, values)).rows
const refunded = async ({ id }: SessionRequest) =>
  (await sql('select refunded_pence as pence from session_requests where id = $1', id))[0].pence as number
const settledAs = (rule: string, back: string) => ({
  ...{ status: 201, body: { state: 'settled', decision: { rule, refunded: back } } },
})
const forStaff = { status: 201, body: { state: 'open', decision: null } }

/** A line that is open and whose first fan is called; each turn is a minute for 5.00. */
async function lineOf(absent: 'refund' | 'keep') {
  await desk.stepUp()
  const { event, places } = await queues.queueOf(`Problems ${cast.nth}`, [fred, gina], absent)
  for (const who of [owner, fred, gina]) await queues.enter(who, event)
  for (const fan of [fred, gina]) await queues.ready(fan, event)
  await queues.press(event, 'open')
  const [first, second] = places
  if (!first || !second) throw new Error('two places were bought')
  return { event, first, second }
}

/** The turn of this place begins, and both are in it for so long. */
async function meetFor(seconds: number, event: LiveEvent, place: SessionRequest) {
  await beginTurnOf(t, event, place.id)
  const from = t.clock.now()
  t.clock.advance(seconds)
  await sql('insert into call_rooms (id, epoch) values ($1, 1) on conflict do nothing', place.id)
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
    ...[place.id, from, t.clock.now()],
  )
}

async function cutByHost(event: LiveEvent, fan: TestPerson) {
  expect((await queues.press(event, 'next')).status).toBe(200)
  await vi.waitFor(async () => {
    await t.server.doDueWork()
    expect((await queues.show(fan, event)).you?.refunded).not.toBeNull()
  }, WITHIN)
}

test('a fan whose rest went back says that the turn was cut short: the record answers, nothing goes back twice, then a person decides', async () => {
  const { event, first, second } = await lineOf('refund')
  await meetFor(20, event, first)
  // Attack: before the end, to have the rest twice.
  expect((await say(fred, first, 'cut_short')).status).toBe(409)
  await cutByHost(event, fred)
  expect(await refunded(first)).toBe(334)
  expect(await say(fred, first, 'cut_short')).toMatchObject(settledAs('not_used', '0.00'))
  // Attack: a host says that the fan was absent, to have more than the used seconds.
  expect(await say(owner, first, 'other_absent')).toMatchObject(settledAs('not_used', '0.00'))
  expect(await shown(fred, first)).toMatchObject({ again: { by_staff: true } })
  expect(await say(fred, first, 'cut_short')).toMatchObject(forStaff)
  expect(await settle(desk, first, '0')).toBe(200)
  expect(await refunded(first)).toBe(334)

  // A process that comes back corrects what it saw: less was used.
  await vi.waitFor(async () => expect(await queues.stateOf(gina, event)).toBe('called'), WITHIN)
  await meetFor(20, event, second)
  await cutByHost(event, gina)
  expect(await refunded(second)).toBe(334)
  const corrected = `update live_intervals set proven_until = started_at + interval '10 s',
    ended_at = started_at + interval '10 s' where room_id = $1`
  await sql(corrected, second.id)
  const answers = await Promise.all([1, 2].map(() => say(gina, second, 'other_absent')))
  expect(answers.map(({ body }) => body.decision?.refunded ?? null).sort()).toEqual(['0.83', null])
  expect(await refunded(second)).toBe(417)
})

test('who waits for the rest of a turn has nothing to report before it is over, and then not both', async () => {
  const { event, first } = await lineOf('refund')
  await meetFor(20, event, first)
  // The host is seen to be away, and a minute later the line stands still: the rest comes as one more turn.
  await t.advance(1)
  await t.advance(61)
  expect(await queues.stateOf(fred, event)).toBe('waiting')
  expect((await say(fred, first, 'other_absent')).status).toBe(409)
  await queues.press(event, 'resume')
  await vi.waitFor(async () => {
    await queues.ready(fred, event)
    await t.server.doDueWork()
    expect(await queues.stateOf(fred, event)).toBe('called')
  }, WITHIN)
  await meetFor(30, event, first)
  await cutByHost(event, fred)
  // Of 60 s for 5.00 the last 10 go back.
  expect(await refunded(first)).toBe(84)
  expect(await say(fred, first, 'other_absent')).toMatchObject(settledAs('not_used', '0.00'))
  expect(await refunded(first)).toBe(84)
})

test('whose turn did not come has all of it back, and the record gives nothing twice', async () => {
  const { event, second } = await lineOf('refund')
  await queues.press(event, 'end')
  await t.server.doDueWork()
  expect(await refunded(second)).toBe(500)
  expect(await say(gina, second, 'other_absent')).toMatchObject(settledAs('turn_not_reached', '0.00'))
  expect(await refunded(second)).toBe(500)
})

test('a fan who left a line that keeps the money does not have it back by saying that the host was absent: a person decides', async () => {
  const { event, first } = await lineOf('keep')
  // Attack: alone in the room for a moment, so that the record has nobody else.
  await sql('insert into call_rooms (id, epoch) values ($1, 1)', first.id)
  await sql(
    `insert into media_alone (id, room_id, side, started_at, proven_until)
     values (gen_random_uuid(), $1, 'buyer', $2, $3)`,
    ...[first.id, t.clock.now(), new Date(t.clock.now().getTime() + 3_000)],
  )
  expect((await queues.call(fred, event, ['leave', {}])).status).toBe(200)
  await t.server.doDueWork()
  expect(await say(fred, first, 'other_absent')).toMatchObject(forStaff)
  expect(await refunded(first)).toBe(0)
  expect(await settle(desk, first, '0')).toBe(200)
  expect(await t.request(fred, first.slug)).toMatchObject({ settled_by: 'left_line' })
})

test('its two people find a turn by the id of its place, nobody else does, and no link that anybody may claim', async () => {
  const { event, first } = await lineOf('refund')
  const read = (who: TestPerson, id: string) => t.call<SessionRequest>(who, `GET /api/parley/${id}/session/`)
  for (const who of [fred, owner])
    expect(await read(who, first.id)).toMatchObject({ status: 200, body: { slug: first.slug } })
  expect((await read(gina, first.id)).status).toBe(404)
  // Attack: ids are in the order of time, so somebody tries them until a link is found.
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  const made = await t.call<SessionRequest>(fred, 'POST /api/parley/prepaid-link/', link)
  expect([(await read(gina, made.body.slug)).status, (await read(gina, made.body.id)).status]).toEqual([
    200, 404,
  ])
  await t.dropUnpaid(fred)
  await queues.press(event, 'end')
})
