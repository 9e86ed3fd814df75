import {
  DISPUTE_STATEMENT_MAX,
  DISPUTE_STATEMENT_WRITES_MAX,
  HOUR_SECONDS,
  messages,
  type OwnDispute,
  type Page,
  type SessionRequest,
  type StaffDispute,
  type StaffRequest,
} from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { disputeOf } from '../../../http/testing/cast.ts'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'
import { applyDispute } from '../money/apply-dispute.ts'
import { whyNotAccepted, writesLeft } from './write-statement.ts'

const HEAD = 'Statement of the influencer who sold this, in their own words:\n'
const WORDS = 'We spoke for all of the 15 minutes, and they thanked me'

let t: TestServer
let stripe: Awaited<ReturnType<ReturnType<typeof earningCaller>['stripe']>>
let finance: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 16 })
  stripe = await earningCaller(t).stripe()
  finance = await staffMember(t, 'bank-desk', 'finance')
})
afterAll(() => t?.close())
beforeEach(() => finance.stepUp())

interface Disputed {
  fan: TestPerson
  star: TestPerson
  request: SessionRequest
  id: string
}
let made = 0
async function disputed(): Promise<Disputed> {
  made++
  const [fan, star] = [await t.fan(`asks-bank${made}`), await t.influencer(`tells-bank${made}`)]
  const request = await t.bookAndPay(fan, star)
  return { fan, star, request, id: await disputeOf(t, request) }
}

const write = (who: TestPerson | null, { id }: { id: string }, text: string) =>
  t.call<OwnDispute & { detail?: string; text?: string[] }>(
    who,
    `POST /api/influencer/me/disputes/${id}/statement/`,
    { text },
  )
const listOf = async (who: TestPerson) =>
  (await t.call<Page<OwnDispute>>(who, 'GET /api/influencer/me/disputes/')).body.results
const own = async ({ star, id }: Disputed) => (await listOf(star)).find(each => each.id === id)
const atBank = async ({ id }: Disputed) => stripe.disputes.retrieve(id)
const atDesk = async ({ id }: Disputed) => {
  const path = 'GET /api/staff/disputes/?page_size=100'
  return (await t.call<Page<StaffDispute>>(finance.person, path)).body.results.find(row => row.id === id)
}
const act = async (what: 'send' | 'concede', it: Disputed, version?: number) =>
  t.call<{ detail?: string }>(finance.person, `POST /api/staff/disputes/${it.id}/${what}/`, {
    ...{ reason: 'As the record of the call says', version: version ?? (await atDesk(it))?.version },
  })
const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
const writtenIn = async ({ request }: Disputed) =>
  (
    await sql(
      `select count(*)::int as count from request_audit where request_id = $1 and action = 'dispute_statement'`,
      request.id,
    )
  ).rows[0].count as number
const audited = async () => {
  await t.server.doDueWork()
  expect(await t.breaches()).toEqual([])
}

test('is laid down beside our record and not sent; the desk reads it in the answer and in the case', async () => {
  const it = await disputed()
  const before = (await atBank(it)).evidence
  expect(await own(it)).toMatchObject({ statement: null, writes_left: DISPUTE_STATEMENT_WRITES_MAX })
  const answer = await write(it.star, it, WORDS)
  expect(answer).toMatchObject({ status: 200, body: { statement: { text: WORDS, staged_at: null } } })
  await t.server.doDueWork()
  const { evidence, evidence_details: details, status } = await atBank(it)
  expect([status, details.submission_count]).toEqual(['needs_response', 0])
  // Every other field is as our own record made it.
  expect(evidence).toEqual({ ...before, uncategorized_text: HEAD + WORDS })
  const text = JSON.stringify(evidence)
  for (const secret of [it.star.username, `${it.star.username}@example.org`])
    expect(text).not.toContain(secret)
  expect((await own(it))?.statement?.staged_at).not.toBeNull()
  const { pack } = (await atDesk(it)) ?? {}
  expect(pack?.statement).toMatchObject({ text: WORDS })
  const seen = await t.call<StaffRequest>(finance.person, `GET /api/staff/requests/${it.request.id}/`)
  expect(seen.body.statements).toMatchObject([{ text: WORDS }])
  expect(seen.body.history.find(({ action }) => action === 'dispute_statement')?.by).toBe(it.star.username)
  await audited()
})

test('what was written last goes out with the answer, once, though another text was laid down after it', async () => {
  const it = await disputed()
  for (const text of ['First words', 'Second words', 'First words']) {
    expect((await write(it.star, it, text)).status).toBe(200)
    await t.server.doDueWork()
    expect((await atBank(it)).evidence.uncategorized_text).toBe(HEAD + text)
  }
  // As by a process that was slow to lay down what was written before.
  await stripe.disputes.update(it.id, { evidence: { uncategorized_text: 'Second words' }, submit: false })
  await t.advance(8 * 24 * HOUR_SECONDS + 60)
  const { status, evidence, evidence_details: details } = await atBank(it)
  expect([status, details.submission_count]).toEqual(['under_review', 1])
  expect(evidence.uncategorized_text).toBe(`${HEAD}First words`)
  expect(await write(it.star, it, 'Too late')).toMatchObject({
    ...{ status: 409, body: { detail: messages.disputeAnswered } },
  })
  expect(await own(it)).toMatchObject({ writes_left: 0, statement: { text: 'First words' } })
  await audited()
})

test('the same words at once and again are one text; other words at once leave one of them', async () => {
  const it = await disputed()
  const version = (await atDesk(it))?.version ?? 0
  const answers = await Promise.all(Array.from({ length: 5 }, () => write(it.star, it, WORDS)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect([await writtenIn(it), (await atDesk(it))?.version]).toEqual([1, version + 1])
  await Promise.all(['One', 'Two', 'Three'].map(text => write(it.star, it, text)))
  await audited()
  const left = (await own(it))?.statement?.text
  expect(['One', 'Two', 'Three']).toContain(left)
  expect((await atBank(it)).evidence.uncategorized_text).toBe(`${HEAD}${left}`)
})

test('has 2,000 characters at most, nothing unseen in it, and may be written ten times', async () => {
  const it = await disputed()
  const long = await write(it.star, it, 'x'.repeat(DISPUTE_STATEMENT_MAX + 1))
  expect([long.status, long.body]).toEqual([400, { text: [messages.statementLong] }])
  for (const empty of ['', ' \n\t ', '\u202e\u200b'])
    expect((await write(it.star, it, empty)).body).toEqual({ text: [messages.statementRequired] })
  const most = 'y'.repeat(DISPUTE_STATEMENT_MAX)
  expect((await write(it.star, it, `  ${most}\u202e\n`)).body.statement?.text).toBe(most)
  for (let writes = 2; writes <= DISPUTE_STATEMENT_WRITES_MAX; writes++)
    expect((await write(it.star, it, `Words ${writes}`)).status).toBe(200)
  expect((await own(it))?.writes_left).toBe(0)
  expect(await write(it.star, it, 'Once more')).toMatchObject({
    ...{ status: 409, body: { detail: messages.statementOften } },
  })
  // Saying the same again is no new text.
  expect((await write(it.star, it, 'Words 10')).status).toBe(200)
})

test('is for the influencer of the sale alone, who reads nothing of the buyer in the answer', async () => {
  const it = await disputed()
  await write(it.star, it, WORDS)
  const other = await disputed()
  for (const stranger of [it.fan, other.star, other.fan, finance.person]) {
    expect((await write(stranger, it, 'Not mine')).status).toBe(404)
    expect((await listOf(stranger)).map(({ id }) => id)).not.toContain(it.id)
  }
  expect((await write(null, it, 'Nobody')).status).toBe(401)
  expect((await write(it.star, { id: 'du_unknown' }, WORDS)).status).toBe(404)
  const [shown, ...more] = await listOf(it.star)
  expect(more).toEqual([])
  expect(shown).toMatchObject({
    ...{ id: it.id, state: 'open', amount: '25.00', request_slug: it.request.slug },
    statement: { text: WORDS },
  })
  expect(shown?.pack?.sections.map(({ heading }) => heading)).toEqual([
    'What was sold',
    'What the buyer confirmed before paying',
    'Who was there, by the media that our servers received',
    'How it ended',
  ])
  const text = JSON.stringify(shown)
  const intent = await earningCaller(t).intentOf(it.request)
  for (const secret of [it.fan.username, `${it.fan.username}@example.org`, intent])
    expect(text).not.toContain(secret)
})

test('is refused once the bank decided, the answer was sent or the loss was accepted, and while no record is there', async () => {
  const [over, sent, lost, unmade] = [await disputed(), await disputed(), await disputed(), await disputed()]
  t.sandbox.faults.closeDispute(over.id, 'won')
  await t.server.doDueWork()
  // Decided, and not yet at the bank.
  expect((await act('send', sent)).status).toBe(204)
  const early = await write(sent.star, sent, WORDS)
  expect((await act('concede', lost)).status).toBe(204)
  await sql('delete from dispute_packs where dispute_id = $1', unmade.id)
  for (const [it, detail] of [
    [over, messages.disputeOver],
    [unmade, messages.disputeBegins],
  ] as const)
    expect(await write(it.star, it, WORDS)).toMatchObject({ status: 409, body: { detail } })
  expect(early).toMatchObject({ status: 409, body: { detail: messages.disputeAnswered } })
  const conceded = await write(lost.star, lost, WORDS)
  expect(conceded.status).toBe(409)
  for (const it of [over, sent, lost, unmade]) {
    expect(await writtenIn(it)).toBe(0)
    expect((await own(it))?.writes_left).toBe(0)
  }
  await audited()
})

test('written while staff send the answer: it is in what the bank reads, or was refused', async () => {
  const it = await disputed()
  const version = (await atDesk(it))?.version
  const tries = Array.from({ length: 6 }, (_, n) => write(it.star, it, `Words ${n}`))
  const [sent, ...answers] = await Promise.all([act('send', it, version), ...tries])
  await audited()
  const { status, evidence, evidence_details: details } = await atBank(it)
  const text = (await own(it))?.statement?.text
  const taken = answers.filter(answer => answer.status === 200).length
  if (sent.status === 204) {
    expect([status, details.submission_count]).toEqual(['under_review', 1])
    // Staff sent what they had seen.
    expect([taken, text, evidence.uncategorized_text]).toEqual([0, undefined, null])
  } else {
    expect([sent.status, taken, details.submission_count]).toEqual([409, 6, 0])
    expect(evidence.uncategorized_text).toBe(`${HEAD}${text}`)
  }
})

test('written between the look at the answer and its sending: staff do not send what they never saw', async () => {
  const it = await disputed()
  const version = (await atDesk(it))?.version
  const writing = await t.server.database.pool.connect()
  const waiting = 'select pid from pg_stat_activity where $1::int = any(pg_blocking_pids(pid))'
  try {
    await writing.query('begin')
    await writing.query('set local idle_in_transaction_session_timeout = 0')
    const { rows } = await writing.query('select pg_backend_pid() as pid')
    // As the influencer's write, which is about to be committed.
    await writing.query('update dispute_packs set version = version + 1 where dispute_id = $1', [it.id])
    await writing.query(
      `insert into dispute_statements (dispute_id, author_id, text, writes, written_at)
       select $1, id, $2, 1, $3 from users where username = $4`,
      [it.id, WORDS, t.clock.now(), it.star.username],
    )
    const sending = act('send', it, version)
    // It has read the version of before, and waits for the row.
    await vi.waitFor(async () => expect((await sql(waiting, rows[0].pid)).rows).toHaveLength(1), 60_000)
    await writing.query('commit')
    expect(await sending).toMatchObject({ status: 409, body: { detail: messages.staleCase } })
  } finally {
    // Ends what a failed assertion leaves open.
    writing.release(true)
  }
  await audited()
  const { status, evidence_details: details } = await atBank(it)
  expect([status, details.submission_count]).toEqual(['needs_response', 0])
  expect((await atDesk(it))?.pack?.statement?.text).toBe(WORDS)
  expect((await act('send', it)).status).toBe(204)
  await audited()
  expect((await atBank(it)).evidence.uncategorized_text).toBe(HEAD + WORDS)
})

test('staff who saw the answer without it look again before they send it or accept the loss', async () => {
  const it = await disputed()
  const version = (await atDesk(it))?.version
  await write(it.star, it, WORDS)
  for (const what of ['send', 'concede'] as const)
    expect(await act(what, it, version)).toMatchObject({ status: 409, body: { detail: messages.staleCase } })
  expect((await act('send', it)).status).toBe(204)
  await audited()
  expect((await atBank(it)).evidence.uncategorized_text).toBe(HEAD + WORDS)
  expect((await own(it))?.pack?.sent_at).not.toBeNull()
})

test('waits while the provider is away, and did not go along where somebody answered in the dashboard', async () => {
  const [away, answered] = [await disputed(), await disputed()]
  t.sandbox.faults.add({
    method: 'POST',
    path: `/v1/disputes/${away.id}`,
    action: 'fail',
    status: 500,
    times: 3,
  })
  await write(away.star, away, WORDS)
  await t.server.doDueWork()
  expect((await own(away))?.statement?.staged_at).toBeNull()
  await stripe.disputes.update(answered.id, { evidence: { uncategorized_text: 'Ours' }, submit: true })
  await write(answered.star, answered, WORDS)
  await t.server.doDueWork()
  const seen = await own(answered)
  expect([seen?.writes_left, seen?.statement?.staged_at, seen?.pack?.sent_at === null]).toEqual([
    0,
    null,
    false,
  ])
  expect((await atBank(answered)).evidence.uncategorized_text).toBe('Ours')
  await t.advance(600)
  expect((await atBank(away)).evidence.uncategorized_text).toBe(HEAD + WORDS)
  await audited()
})

const mailsTo = async ({ username }: TestPerson) => {
  const path = `GET /sandbox/mail/?as=json&to=${username}@example.org` as const
  return (await t.call<Page<{ text: string }>>(null, path)).body.results.map(({ text }) => text).join('\n')
}

test('the influencer hears of the dispute by a mail that leads there and says until when', async () => {
  const it = await disputed()
  await t.server.doDueWork()
  const mail = await mailsTo(it.star)
  expect(mail).toContain('You can tell the bank what you know, in up to 2,000 characters')
  expect(mail).toContain('/earnings#disputes')
  expect(await mailsTo(it.fan)).not.toContain('/earnings#disputes')
})

test.each([
  ['takes no answer', null],
  ['closes in less than a day', 24 * HOUR_SECONDS],
  ['is late itself', -1],
])(
  'a mail about a bank that %s asks for no words, and names no moment that is past',
  async (_bank, seconds) => {
    made++
    const [fan, star] = [await t.fan(`asks-bank${made}`), await t.influencer(`tells-bank${made}`)]
    const request = await t.bookAndPay(fan, star)
    t.sandbox.faults.webhooks.hold()
    const id = t.sandbox.faults.openDispute(await earningCaller(t).intentOf(request))
    const deps = t.server.domains.requests
    const dueBy = seconds === null ? null : new Date(t.clock.now().getTime() + seconds * 1000)
    // The sandbox gives nine days.
    const fetchDispute = async () => ({ ...(await deps.payments.fetchDispute(id)), dueBy })
    await applyDispute({ ...deps, payments: { ...deps.payments, fetchDispute } }, id)
    t.sandbox.faults.webhooks.release()
    await t.server.doDueWork()
    const mail = await mailsTo(star)
    expect(mail).toContain('A buyer told their bank')
    for (const untrue of ['You can tell the bank', 'Our answer goes out on', '/earnings#disputes'])
      expect(mail).not.toContain(untrue)
    expect(mail.includes('We answer the bank')).toBe(seconds !== null)
    expect(mail.includes('The bank takes no answer')).toBe(seconds === null)
  },
)

test('is refused where the bank takes no answer, which the list says before', async () => {
  const it = await disputed()
  await sql('update dispute_packs set due_by = null where dispute_id = $1', it.id)
  expect(await own(it)).toMatchObject({ due_by: null, writes_left: 0 })
  expect(await write(it.star, it, WORDS)).toMatchObject({
    ...{ status: 409, body: { detail: messages.disputeUnasked } },
  })
  expect([await writtenIn(it), (await own(it))?.statement]).toEqual([0, null])
})

const NOW = new Date('2027-03-02T10:00:00Z')
const none = {
  ...{ stagedAt: NOW, concedeAskedAt: null, sendAskedAt: null, sentAt: null },
  dueBy: new Date('2027-03-09T10:00:00Z'),
}
test.each<[string, Parameters<typeof whyNotAccepted>[0], string | null]>([
  ['open, with a pack', { isOpen: true, pack: none, now: NOW }, null],
  [
    'a millisecond before the bank closes',
    { isOpen: true, pack: { ...none, dueBy: new Date(+NOW + 1) }, now: NOW },
    null,
  ],
  ['as the bank closes', { isOpen: true, pack: { ...none, dueBy: NOW }, now: NOW }, messages.disputeLate],
  [
    'one the bank takes no answer to',
    { isOpen: true, pack: { ...none, dueBy: null }, now: NOW },
    messages.disputeUnasked,
  ],
  [
    'being laid down, of no known date',
    { isOpen: true, pack: { ...none, stagedAt: null, dueBy: null }, now: NOW },
    messages.disputeBegins,
  ],
  ['without a pack', { isOpen: true, pack: null, now: NOW }, messages.disputeBegins],
  ['closed', { isOpen: false, pack: none, now: NOW }, messages.disputeOver],
  ['to be sent', { isOpen: true, pack: { ...none, sendAskedAt: NOW }, now: NOW }, messages.disputeAnswered],
  ['sent', { isOpen: true, pack: { ...none, sentAt: NOW }, now: NOW }, messages.disputeAnswered],
  ['given up', { isOpen: true, pack: { ...none, concedeAskedAt: NOW }, now: NOW }, messages.disputeConceded],
])('a dispute that is %s takes words, or says why not', (_name, standing, refusal) => {
  expect(whyNotAccepted(standing)).toBe(refusal)
  expect(writesLeft({ ...standing, writes: 3 })).toBe(refusal === null ? 7 : 0)
})
