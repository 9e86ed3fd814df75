import { MONEY_BACK_RULE, type Page, TERMS_SENTENCE } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawDocument } from '../../../providers/documents-pdfkit/draw-document.ts'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { disputedCall, moment, plain, uploadedText } from '../testing/disputed-call.ts'
import { makePack, sendPack } from './dispute-packs.ts'

let t: TestServer
let stripe: Awaited<ReturnType<ReturnType<typeof earningCaller>['stripe']>>
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  stripe = await earningCaller(t).stripe()
})
afterAll(() => t?.close())

const sql = (text: string, ...values: unknown[]) => t.server.database.pool.query(text, values)
const textOf = (fileId: unknown) => uploadedText(t, fileId)

test('has the receipt, the policy as it was shown and the mails as files of their own, in the fields that take no text', async () => {
  const { fan, star, request, id } = await disputedCall(t, 1)
  const { evidence } = await stripe.disputes.retrieve(id)
  const [paid] = (await sql('select paid_at from session_requests where id = $1', request.id)).rows as {
    paid_at: Date
  }[]
  const intent = await earningCaller(t).intentOf(request)
  const [mail] = (await sql(`select sent_at from mails where key like 'receipt:%' and user_id = $1`, fan.id))
    .rows as { sent_at: Date }[]
  // What the buyer reads in their mail.
  const sent = await t.call<Page<{ subject: string; text: string }>>(
    null,
    `GET /sandbox/mail/?as=json&to=${fan.username}@example.org`,
  )
  const read = plain(sent.body.results.find(({ subject }) => /receipt/.test(subject))?.text ?? '')
  const news = 'Thank you. We have received your payment of £25.00.'
  const rule = MONEY_BACK_RULE.replace('@{name}', 'the influencer')
  const words = `${news} Length: 15 minutes. Paid: £25.00.`
  expect(read).toContain(news)
  expect(read).toContain(MONEY_BACK_RULE.replace('{name}', star.username))

  const receipt = await textOf(evidence.receipt)
  for (const fact of [
    `Paid £25.00 ${moment(paid?.paid_at)}, payment ${intent}.`,
    'For: a video call with an influencer: ',
    `Sent to the buyer by mail ${moment(mail?.sent_at)}: receipt. ${words}`,
  ])
    expect(receipt).toContain(fact)
  const policy = await textOf(evidence.refund_policy)
  for (const fact of [rule, TERMS_SENTENCE, `confirmed ${moment(paid?.paid_at)}`])
    expect(policy).toContain(fact)
  const mails = await textOf(evidence.customer_communication)
  expect(mails).toContain(`${moment(mail?.sent_at)}: receipt. ${words}`)
  expect(mails).toContain(rule)
  for (const text of [receipt, policy, mails])
    for (const secret of [star.username, fan.username, 'My secret wish', '@', 'Hello'])
      expect(text).not.toContain(secret)
})

const packOf = async (id: string) =>
  (await sql('select staged_at, sent_at from dispute_packs where dispute_id = $1', id)).rows[0]
/** Lays down a pack once more, of a call in which the two came together so often. */
async function layDown({ id, request }: { id: string; request: { id: string } }, times: number) {
  await sql(
    `update dispute_packs set staged_at = null, facts = jsonb_set(facts, '{attendance,together}',
       (select jsonb_agg(pack.facts->'attendance'->'together'->0)
        from dispute_packs pack, generate_series(1, $2) where pack.dispute_id = $1))
     where dispute_id = $1`,
    ...[id, times],
  )
  const deps = { ...t.server.domains.requests, mailsAbout: async () => [], drawDocument }
  await makePack(deps, id, request.id)
}
const refuseFor = (id: string, times = 1) =>
  t.sandbox.faults.add({
    action: 'fail',
    method: 'POST',
    path: `/v1/disputes/${id}`,
    times,
    status: 400,
    code: 'dispute_evidence_page_limit_exceeded',
  })

test('of a call with very many lines is within what a field of the provider takes', async () => {
  const disputed = await disputedCall(t, 2)
  await layDown(disputed, 250)
  const log = (await stripe.disputes.retrieve(disputed.id)).evidence.access_activity_log ?? ''
  expect(log.length).toBeGreaterThan(19_000)
  expect(log.length).toBeLessThanOrEqual(20_000)
  expect(log).toMatch(/\nAnd \d+ lines more\.$/)
  expect((await packOf(disputed.id))?.staged_at).not.toBeNull()
})

test.each([1, 2])(
  'of more pages than a network takes is laid down shorter, refused %i times',
  async times => {
    const disputed = await disputedCall(t, 2 + times)
    // The pack that was made with the dispute is taken away, as if nothing had been laid down.
    const nothing = { access_activity_log: '', service_documentation: '', receipt: '' }
    const none = { ...nothing, refund_policy: '', customer_communication: '' }
    await stripe.disputes.update(disputed.id, { evidence: none, submit: false })
    refuseFor(disputed.id, times)
    await layDown(disputed, 250)
    const { evidence } = await stripe.disputes.retrieve(disputed.id)
    const { receipt, refund_policy: policy, customer_communication: mails } = evidence
    expect([receipt, policy, mails]).toEqual([null, null, null])
    if (times === 1)
      expect([typeof evidence.service_documentation, evidence.access_activity_log]).toEqual(['string', null])
    else
      expect([evidence.service_documentation, typeof evidence.access_activity_log]).toEqual([null, 'string'])
    expect(evidence.access_activity_log?.length ?? 0).toBeLessThanOrEqual(4_000)
    expect((await packOf(disputed.id))?.staged_at).not.toBeNull()
  },
)

test('goes without the statement of the influencer where that makes it too long', async () => {
  const { id, star } = await disputedCall(t, 5)
  await sql(
    `insert into dispute_statements (dispute_id, author_id, text, writes, written_at)
     values ($1, $2, 'We talked for seven minutes.', 1, now())`,
    ...[id, star.id],
  )
  refuseFor(id)
  await sendPack(t.server.domains.requests, id)
  const { evidence, evidence_details: details } = await stripe.disputes.retrieve(id)
  expect([details.submission_count, evidence.uncategorized_text]).toEqual([1, null])
  const { rows } = await sql('select staged_at from dispute_statements where dispute_id = $1', id)
  expect([rows, (await packOf(id))?.sent_at]).toEqual([[{ staged_at: null }], expect.any(Date)])
})
