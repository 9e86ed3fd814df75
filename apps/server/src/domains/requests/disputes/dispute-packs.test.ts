import {
  DAY_MS,
  HOUR_MS,
  MONEY_BACK_SENTENCES,
  messages,
  moneyBackRuleFor,
  type Page,
  type StaffDispute,
  TERMS_SENTENCE,
  TERMS_VERSION,
} from '@parley/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawDocument } from '../../../providers/documents-pdfkit/draw-document.ts'
import { earningCaller } from '../../../testing/earning.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { beginEvent } from '../../live-events/public.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'
import { applyDispute } from '../money/apply-dispute.ts'
import { disputedCall, moment, plain, uploadedText } from '../testing/disputed-call.ts'
import { makePack, sendPack } from './dispute-packs.ts'
import { gatherFacts } from './pack-facts.ts'

const DAY = DAY_MS / 1000
/** The sandbox lets a bank wait nine days; a pack goes a day before. */
const GOES_AFTER = 8 * DAY

let t: TestServer
let stripe: Awaited<ReturnType<ReturnType<typeof earningCaller>['stripe']>>
let finance: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
  stripe = await earningCaller(t).stripe()
  finance = await staffMember(t, 'finance', 'finance')
})
afterAll(() => t?.close())

const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
let made = 0

const disputed = () => disputedCall(t, ++made)
const atProvider = (id: string) => stripe.disputes.retrieve(id)
const uploadsOf = async (id: string) =>
  (await stripe.files.list({ purpose: 'dispute_evidence', limit: 100 })).data.filter(file =>
    file.filename?.startsWith(id),
  )
const textOf = (fileId: unknown) => uploadedText(t, fileId)
const balances = async () => (await t.audit()).balances
async function atDesk(id: string): Promise<StaffDispute | undefined> {
  const path = 'GET /api/staff/disputes/?page_size=100'
  const { results } = (await t.call<Page<StaffDispute>>(finance.person, path)).body
  return results.find(row => row.id === id)
}
const audited = async () => expect(await t.breaches()).toEqual([])

test('is answered by our own records: the file says what they say, and nothing of anybody else', async () => {
  const { fan, star, request, id } = await disputed()
  const { evidence, evidence_details: details, status } = await atProvider(id)
  expect([status, details.has_evidence, details.submission_count]).toEqual(['needs_response', true, 0])
  const text = await textOf(evidence.service_documentation)
  const shown = (await atDesk(id))?.pack?.sections ?? []
  const said = ['Record of a disputed sale', ...shown.flatMap(({ heading, lines }) => [heading, ...lines])]
  expect(text).toBe(plain(said.join(' ')))
  // What it says is what the tables say.
  const [interval] = (
    await sql('select started_at, ended_at from live_intervals where room_id = $1', request.id)
  ).rows as { started_at: Date; ended_at: Date }[]
  const together = `from ${moment(interval?.started_at)} to ${moment(interval?.ended_at)}: the buyer left.`
  const [mail] = (
    await sql(`select kind, sent_at from mails where key like 'receipt:%' and user_id = $1`, fan.id)
  ).rows as { kind: string; sent_at: Date }[]
  for (const fact of [
    together,
    '420 of 900 seconds',
    ': buyer 3120 packets, 2400100 bytes; influencer 3001 packets, 2300200 bytes',
    '£25.00',
    'You pay for the seconds you were both there',
    TERMS_SENTENCE,
  ])
    expect(text).toContain(fact)
  expect(text).toContain(`${moment(mail?.sent_at)}: ${mail?.kind}`)
  for (const secret of [star.username, fan.username, 'My secret wish', '@example.org'])
    expect(text).not.toContain(secret)
  expect(evidence).toMatchObject({
    customer_email_address: `${fan.username}@example.org`,
    access_activity_log: expect.stringContaining(together),
    refund_policy_disclosure: expect.stringContaining(TERMS_SENTENCE),
  })
  await audited()
})

test('says the sentence of the version that the buyer confirmed, and never today’s for another version', async () => {
  const { request } = await disputed()
  const deps = { ...t.server.domains.requests, mailsAbout: async () => [] }
  const confirmed = async () => {
    const body = { requestId: request.id, now: t.clock.now() }
    return (await gatherFacts(deps, t.server.database.db, body))?.terms.confirmed
  }
  expect(await confirmed()).toBe(`${TERMS_SENTENCE} (words of ${TERMS_VERSION})`)
  await sql(`update session_requests set terms_version = '2025-01-01' where id = $1`, request.id)
  expect(await confirmed()).toBe('(words of 2025-01-01)')
})

test('of a dated call has both sentences that its buyer read; of one sold before, what was stored of it', async () => {
  const [fan, star] = [await t.fan('dated'), await t.influencer('datedstar')]
  const startsMs = t.clock.now().getTime() + 5 * DAY_MS
  const [start, end] = [startsMs, startsMs + HOUR_MS].map(ms => new Date(ms).toISOString())
  const request = await t.bookAndPay(fan, star, { timeRange: { start, end } })
  const cancelling = MONEY_BACK_SENTENCES.flexible
  expect((await t.request(fan, request.slug)).money_back?.sentence).toBe(cancelling)
  const id = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(request))
  await t.server.doDueWork()
  const { evidence } = await atProvider(id)
  const waiting = moneyBackRuleFor('the influencer').replace('@the influencer', 'the influencer')
  const both = `${cancelling} ${waiting}`
  for (const file of [evidence.service_documentation, evidence.refund_policy])
    expect(await textOf(file)).toContain(plain(both))
  expect(evidence.refund_policy_disclosure).toContain(both)
  // As it was stored before.
  await sql('update session_requests set money_back_sentence = $2 where id = $1', request.id, cancelling)
  const deps = { ...t.server.domains.requests, mailsAbout: async () => [] }
  const facts = await gatherFacts(deps, t.server.database.db, { requestId: request.id, now: t.clock.now() })
  expect(facts?.terms.sentence).toBe(cancelling)
})

test('is laid down once, no matter who makes it and how often', async () => {
  const { id, request } = await disputed()
  const ids = async () => (await uploadsOf(id)).map(file => file.id).sort()
  const before = await ids()
  expect(before).toHaveLength(4)
  const deps = { ...t.server.domains.requests, mailsAbout: async () => [], drawDocument }
  await Promise.all([makePack(deps, id, request.id), makePack(deps, id, request.id)])
  // As after a crash between the upload and the row.
  await sql(
    'update dispute_packs set file_id = null, other_file_ids = null, staged_at = null where dispute_id = $1',
    id,
  )
  await makePack(deps, id, request.id)
  expect(await ids()).toEqual(before)
  expect((await atProvider(id)).evidence_details.submission_count).toBe(0)
})

test('goes by itself a day before the deadline, once, though two processes see it; the books stand', async () => {
  const { id } = await disputed()
  const other = await t.openAnother({ env: { STRIPE_API_BASE: `${t.origin}/sandbox/stripe` } })
  const opened = (await atProvider(id)).created * 1000
  const leftSeconds = () => opened / 1000 + GOES_AFTER - t.clock.now().getTime() / 1000
  await t.advance(Math.floor(leftSeconds()) - 60)
  expect((await atProvider(id)).status).toBe('needs_response')
  const before = await balances()
  t.clock.advance(120)
  other.clock.advance(t.clock.offsetSeconds() - other.clock.offsetSeconds())
  // Attack of the network: the answer to the sending is lost.
  t.sandbox.faults.add({ method: 'POST', path: `/v1/disputes/${id}`, action: 'drop', times: 1 })
  await Promise.all([t, other, t, other].map(({ server }) => server.doDueWork()))
  await other.close()
  await t.advance(3_600)
  const sent = await atProvider(id)
  expect([sent.status, sent.evidence_details.submission_count]).toEqual(['under_review', 1])
  // As after a crash between the provider and the row, a day later, when the provider has forgotten the key.
  await sql('update dispute_packs set sent_at = null where dispute_id = $1', id)
  await sendPack(t.server.domains.requests, id)
  expect((await atProvider(id)).evidence_details.submission_count).toBe(1)
  await finance.stepUp()
  expect((await atDesk(id))?.pack?.sent_at).not.toBeNull()
  expect(await balances()).toEqual(before)
  await audited()
})

test('a member of staff sees it and sends it earlier, once; a closed one is not answered', async () => {
  const { id } = await disputed()
  const over = await disputed()
  t.sandbox.faults.closeDispute(over.id, 'won')
  await t.server.doDueWork()
  await finance.stepUp()
  const seen = await atDesk(id)
  const send = (version = seen?.version) =>
    t.call(finance.person, `POST /api/staff/disputes/${id}/send/`, {
      ...{ reason: 'The record is complete', version },
    })
  expect((await send(99)).status).toBe(409)
  const answers = await Promise.all([send(), send(), send()])
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409])
  await t.advance(9 * DAY)
  expect((await atProvider(id)).evidence_details.submission_count).toBe(1)
  expect((await atProvider(over.id)).evidence_details.submission_count).toBe(0)
  await audited()
})

/** A place at an event of a minute that was on air for 42 seconds and is over, and that the buyer's bank disputes. */
async function disputedPlace() {
  made++
  const [fan, star] = [await t.fan(`erin${made}`), await t.influencer(`mona${made}`)]
  const events = eventCaller(t)
  const event = await events.create(star)
  const place = await events.placeOf(fan, event)
  await t.advance(3 * DAY)
  const from = t.clock.now()
  const until = new Date(from.getTime() + 42_000)
  await beginEvent(t.server.domains.liveEvents, event.id)
  await sql('insert into call_rooms (id) values ($1)', event.id)
  await sql(
    `insert into live_intervals (id, room_id, epoch, started_at, proven_until, ended_at, ended_by)
     values (gen_random_uuid(), $1, 1, $2, $3, $3, 'influencer')`,
    ...[event.id, from, until],
  )
  await t.advance(60)
  expect((await events.end(star, event)).status).toBe(200)
  await t.server.doDueWork()
  const id = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(place))
  await t.server.doDueWork()
  return { place: await t.request(fan, place.slug), id, from, until }
}

test('of a place at an event it says when that was on air, and nothing of who watched', async () => {
  const { place, id, from, until } = await disputedPlace()
  expect(place).toMatchObject({ state: 'completed', outcome: 'part_served' })
  const { evidence } = await atProvider(id)
  const { rows } = await sql('select paid_at from session_requests where id = $1', place.id)
  expect(evidence.access_activity_log?.split('\n')).toEqual([
    `The buyer's place was paid ${moment(rows[0]?.paid_at)}.`,
    `The event was on air from ${moment(from)} to ${moment(until)}.`,
  ])
  expect(evidence.service_date).toBe(moment(from))
  const text = await textOf(evidence.service_documentation)
  expect(text).toContain('42 of 60 seconds were broadcast.')
  expect(await textOf(evidence.receipt)).toContain('For: a place at a live event: ')
  for (const untrue of ['first seen', 'never', 'Both together', 'not on air', 'Who was there'])
    expect(text).not.toContain(untrue)
  await audited()
})

const packOf = async (id: string) =>
  (await sql('select * from dispute_packs where dispute_id = $1', id)).rows[0] as
    | { due_by: Date | null; staged_at: Date | null; sent_at: Date | null; version: number }
    | undefined

test('an open dispute without a pack has one made, by the clock or by the next word of it', async () => {
  const [byClock, byWord] = [await disputed(), await disputed()]
  const over = await disputed()
  t.sandbox.faults.closeDispute(over.id, 'won')
  await t.server.doDueWork()
  // As with disputes that were opened before there were packs.
  const ids = [byClock.id, byWord.id, over.id]
  await sql('delete from dispute_packs where dispute_id = any($1)', ids)
  await sql('update disputes set has_pack = false where id = any($1)', ids)
  await applyDispute(t.server.domains.requests, byWord.id)
  await t.server.domains.outbox.drain()
  expect((await packOf(byWord.id))?.staged_at).not.toBeNull()
  expect(await packOf(byClock.id)).toBeUndefined()
  // The provider is unavailable: other rules of time continue, and the outbox tries again.
  t.sandbox.faults.add({ method: 'GET', path: `/v1/disputes/${byClock.id}`, action: 'drop', times: 3 })
  await t.server.domains.applyDue()
  await t.server.doDueWork()
  await t.advance(600)
  for (const { id } of [byClock, byWord]) {
    const { created, evidence_details: details } = await atProvider(id)
    expect(details.has_evidence).toBe(true)
    expect((await packOf(id))?.due_by?.getTime()).toBe((created + 9 * DAY) * 1000)
  }
  expect(await packOf(over.id)).toBeUndefined()
  await audited()
})

test('the deadline is the bank’s newest, as long as it has no answer', async () => {
  const { id } = await disputed()
  const dueBy = (await packOf(id))?.due_by
  const other = '2020-01-01T00:00:00Z'
  for (const stored of [null, other]) {
    // The sandbox does not move a deadline: what was read before is another one.
    await sql('update dispute_packs set due_by = $2, send_asked_at = now() where dispute_id = $1', id, stored)
    await applyDispute(t.server.domains.requests, id)
    expect((await packOf(id))?.due_by).toEqual(dueBy)
  }
  await sql('update dispute_packs set due_by = $2, sent_at = now() where dispute_id = $1', id, other)
  await applyDispute(t.server.domains.requests, id)
  expect((await packOf(id))?.due_by).toEqual(new Date(other))
})

test('is laid down with the address of now where the first try was lost', async () => {
  const { fan, id, request } = await disputed()
  const email = `new-${fan.username}@example.org`
  await sql('update dispute_packs set staged_at = null where dispute_id = $1', id)
  await sql('update users set email = $2 where id = $1', fan.id, email)
  await makePack({ ...t.server.domains.requests, mailsAbout: async () => [], drawDocument }, id, request.id)
  expect((await atProvider(id)).evidence.customer_email_address).toBe(email)
})

test('is sent by nobody where the bank takes no answer', async () => {
  const { id } = await disputed()
  await sql('update dispute_packs set due_by = null where dispute_id = $1', id)
  await finance.stepUp()
  const body = { reason: 'The record is complete', version: (await atDesk(id))?.version }
  expect(await t.call(finance.person, `POST /api/staff/disputes/${id}/send/`, body)).toMatchObject({
    ...{ status: 409, body: { detail: messages.disputeUnasked } },
  })
  await t.server.doDueWork()
  expect((await atProvider(id)).evidence_details.submission_count).toBe(0)
})

describe('an answer from the provider’s own dashboard', () => {
  const answerThere = (id: string) =>
    stripe.disputes.update(id, { evidence: { uncategorized_text: 'Answered there' }, submit: true })
  async function isAnswered(id: string) {
    await finance.stepUp()
    const sentAt = (await packOf(id))?.sent_at
    expect(sentAt).not.toBeNull()
    const shown = await atDesk(id)
    expect(shown?.pack?.sent_at).toBe(sentAt?.toISOString())
    // What was answered is not accepted as a loss, nor sent, by a press that would do nothing.
    for (const act of ['send', 'concede']) {
      const body = { reason: 'The record is complete', version: shown?.version }
      const pressed = await t.call(finance.person, `POST /api/staff/disputes/${id}/${act}/`, body)
      expect(pressed.status).toBe(409)
    }
    await t.advance(GOES_AFTER)
    const { evidence, evidence_details: details } = await atProvider(id)
    expect([details.submission_count, evidence.uncategorized_text]).toEqual([1, 'Answered there'])
    await audited()
  }

  test('stands where it came before ours was made', async () => {
    const { id, request } = await disputed()
    await sql('delete from dispute_packs where dispute_id = $1', id)
    t.sandbox.faults.webhooks.hold()
    await answerThere(id)
    await makePack({ ...t.server.domains.requests, mailsAbout: async () => [], drawDocument }, id, request.id)
    t.sandbox.faults.webhooks.release()
    expect(await packOf(id)).toMatchObject({ staged_at: null })
    await isAnswered(id)
  })

  test('stands where ours was made and had not gone out', async () => {
    const { id } = await disputed()
    await answerThere(id)
    await t.server.doDueWork()
    await isAnswered(id)
  })
})

test('a try of sending that failed does not decide the next', async () => {
  const { id } = await disputed()
  await finance.stepUp()
  const version = (await atDesk(id))?.version
  const body = { reason: 'The record is complete', version }
  expect((await t.call(finance.person, `POST /api/staff/disputes/${id}/send/`, body)).status).toBe(204)
  // A failure that the provider keeps under the key of the first try.
  for (const idempotencyKey of [`dispute-send:${id}`, `dispute-send:${id}:${(await packOf(id))?.version}`])
    await stripe.disputes.update(id, { metadata: { of: 'another request' } }, { idempotencyKey })
  await t.server.domains.outbox.drain()
  expect((await atProvider(id)).evidence_details.submission_count).toBe(0)
  await t.advance(600)
  expect((await atProvider(id)).evidence_details.submission_count).toBe(1)
  await audited()
})
