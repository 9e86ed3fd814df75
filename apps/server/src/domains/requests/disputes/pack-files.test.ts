import { MONEY_BACK_RULE, type Page, TERMS_SENTENCE } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { disputedCall, moment, plain, uploadedText } from '../testing/disputed-call.ts'

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
