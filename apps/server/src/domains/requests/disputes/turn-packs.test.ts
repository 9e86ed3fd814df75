import { QUEUE_MONEY_BACK_RULES, type SessionRequest } from '@parley/contract'
import { afterAll, afterEach, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { turnCaller } from '../../queue/testing/turn-caller.ts'
import { packSections } from '../public.ts'
import { moment, plain, uploadedText } from '../testing/disputed-call.ts'
import type { PackFacts } from './pack-record.ts'

const t = await openTestServer({ connections: 20 })
const owner = await t.influencer('ivy')
const turns = turnCaller(t, owner)
const stripe = await earningCaller(t).stripe()
afterEach(async () => {
  turns.queues.leave()
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
})
afterAll(t.close)

const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)

/** The buyer's bank disputes a place; the evidence that the provider got. */
async function answered(place: SessionRequest) {
  const id = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(place))
  await t.server.doDueWork()
  const { rows } = await sql('select facts, staged_at from dispute_packs where dispute_id = $1', id)
  const { facts, staged_at: stagedAt } = rows[0] as { facts: PackFacts; staged_at: Date | null }
  expect(stagedAt).not.toBeNull()
  const { evidence } = await stripe.disputes.retrieve(id)
  const text = await uploadedText(t, evidence.service_documentation)
  const said = packSections(facts).flatMap(({ heading, lines }) => [heading, ...lines])
  expect(text).toBe(plain(['Record of a disputed sale', ...said].join(' ')))
  return { evidence, text, facts }
}

/** What is untrue of every turn: it is no broadcast, and nobody watches it. */
const UNTRUE = ['on air', 'broadcast', 'live event', 'Agreed time']

test('of a served turn says what was sold, who was there when, and that all of its time was used', async () => {
  const [fan, other] = [await t.fan('fred'), await t.fan('gina')]
  const { event, places } = await turns.queues.queueOf('Meet Ivy', [fan, other], 'keep')
  const [place, next] = places as [SessionRequest, SessionRequest]
  const { from, until } = await turns.serve(event, { place, fan })
  // What another fan does is nobody's business in this answer.
  await turns.store(next, 'both', [new Date(from.getTime() - 5_000), from, 'platform'])
  expect(await t.request(fan, place.slug)).toMatchObject({ state: 'completed', outcome: 'served' })
  const { evidence, text, facts } = await answered(place)
  for (const said of [
    'A meeting of 60 seconds with an influencer by video, as one turn in a line: ',
    `The line was to begin ${moment(new Date(event.starts_at ?? ''))}; the buyer had number 1 in it.`,
    QUEUE_MONEY_BACK_RULES.keep,
    'The rule of this event for a buyer who is not there when called: the sale stands.',
    'Who was there, by the media that our servers received',
    `The buyer: first seen ${moment(from)}, last seen ${moment(until)}.`,
    `Both together from ${moment(from)} to ${moment(until)}: the paid time was used up.`,
    'The turn was served: all of its time was used.',
    '60 of 60 seconds were used.',
    ': buyer 3120 packets, 2400100 bytes; influencer 3001 packets, 2300200 bytes',
    'Result: served; rule: used up. £0.00 went back to the buyer.',
  ])
    expect(text).toContain(plain(said))
  for (const untrue of [...UNTRUE, 'None was counted', moment(new Date(from.getTime() - 5_000))])
    expect(text).not.toContain(untrue)
  expect(facts.attendance.together).toHaveLength(1)
  expect(evidence.service_date).toBe(moment(from))
  expect(evidence.access_activity_log).toContain(`Both together from ${moment(from)}`)
  expect(await uploadedText(t, evidence.receipt)).toContain('For: a meeting of 60 seconds with an influencer')
  for (const name of [fan, other, owner]) expect(text).not.toContain(name.username)
})

test('of a turn whose fan was called and did not come says so, with the rule that keeps the price', async () => {
  const fan = await t.fan('hugo')
  const { event, places } = await turns.queues.queueOf('Meet me again', [fan], 'keep')
  const [place] = places as [SessionRequest]
  const { from, until } = await turns.miss(event, { place, fan })
  expect(await t.request(fan, place.slug)).toMatchObject({ state: 'completed', outcome: 'buyer_absent' })
  const { evidence, text } = await answered(place)
  for (const said of [
    'The buyer: first seen never, last seen never.',
    `The influencer: first seen ${moment(from)}, last seen ${moment(until)}.`,
    'The influencer was in the room of the turn without the buyer for 42 seconds.',
    'The buyer was called 2 times and did not come, and was skipped.',
    'The rule of this event for a buyer who is not there when called: the sale stands.',
    '0 of 60 seconds were used.',
    'Result: buyer absent; rule: buyer absent. £0.00 went back to the buyer.',
  ])
    expect(text).toContain(said)
  for (const untrue of [...UNTRUE, 'Both together']) expect(text).not.toContain(untrue)
  expect(evidence.service_date).toBe(moment(new Date(event.starts_at ?? '')))
  expect(evidence.access_activity_log).toContain('The buyer was called 2 times and did not come')
})

test('of a place whose turn had not come says that, and not that anybody was absent', async () => {
  const fan = await t.fan('kurt')
  const { event, places } = await turns.queues.queueOf('Meet me last', [fan], 'keep')
  const [place] = places as [SessionRequest]
  await turns.queues.enter(owner, event)
  expect((await turns.queues.press(event, 'open')).status).toBe(200)
  const { text } = await answered(place)
  for (const said of [
    'No media arrived in the room of this turn.',
    'The buyer was in the line, and the turn had not come.',
    '0 of 60 seconds were used.',
  ])
    expect(text).toContain(said)
  for (const untrue of [...UNTRUE, 'never', 'did not come']) expect(text).not.toContain(untrue)
})
