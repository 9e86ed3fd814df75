import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAIL_TOPIC } from '../../core/mail-topic.ts'
import { withTransaction } from '../../db/client.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { REQUEST_TOPICS, type RequestChanged } from '../requests/public.ts'
import { mails as mailRows } from './tables.ts'
import { mailboxOf } from './testing/mailbox.ts'

let testServer: TestServer
let count = 0
beforeAll(async () => {
  testServer = await openTestServer()
})
afterAll(() => testServer.close())

async function people(): Promise<{ fan: TestPerson; influencer: TestPerson }> {
  count++
  return {
    fan: await testServer.fan(`fan${count}`),
    influencer: await testServer.influencer(`star${count}`, { price: '25.00', duration: 900 }),
  }
}

const mailsOf = (person: TestPerson) => mailboxOf(testServer).mailsOf(person)
const kindsOf = (person: TestPerson) => mailboxOf(testServer).kindsOf(person)
const mailOf = (person: TestPerson, kind: string) => mailboxOf(testServer).mailOf(person, kind)

const answer = async (influencer: TestPerson, id: string, word: string, body: object = {}) => {
  const { status } = await testServer.call(influencer, `POST /api/influencer/requests/${id}/${word}/`, body)
  expect(status).toBe(200)
  await testServer.server.doDueWork()
}

const datedIn = (seconds: number) => {
  const start = new Date(testServer.clock.now().getTime() + seconds * 1000)
  const end = new Date(start.getTime() + 900_000)
  return { timeRange: { start: start.toISOString(), end: end.toISOString() } }
}

describe('paying', () => {
  test('gives the buyer a receipt with the exact sum and the rule, and tells the influencer', async () => {
    const { fan, influencer } = await people()
    const request = await testServer.bookAndPay(fan, influencer)
    const receipt = await mailOf(fan, 'receipt')
    expect(receipt.subject).toBe(`Your receipt for a video call with @${influencer.username}: £25.00`)
    expect(receipt.text).toContain('Paid: £25.00')
    expect(receipt.text).toContain('Length: 15 minutes')
    expect(receipt.text).toContain(`Reference: ${request.id}`)
    expect(receipt.text).toContain('You pay for the seconds you were both there.')
    expect(receipt.html).toContain('£25.00')
    const arrived = await mailOf(influencer, 'arrived')
    expect(arrived.subject).toBe(`@${fan.username} would like a video call with you`)
    expect(arrived.text).toContain(`${testServer.origin}/profile/${influencer.username}#sessions`)
  })

  test('is written about once, however often the provider says so', async () => {
    const { fan, influencer } = await people()
    const request = await testServer.bookAndPay(fan, influencer)
    const { outbox } = testServer.server.domains
    const again: RequestChanged = {
      ...{ requestId: request.id, action: 'payment_succeeded', actorId: null },
      ...{ fromState: 'offered', state: 'offered', fromPayment: 'unpaid', payment: 'paid', refund: null },
    }
    await withTransaction(testServer.server.database.db, tx => outbox.add(tx, REQUEST_TOPICS.changed, again))
    await testServer.server.doDueWork()
    expect(await kindsOf(fan)).toEqual(['receipt'])
    expect(await kindsOf(influencer)).toEqual(['arrived'])
  })

  test('an unpaid booking is nobody’s mail', async () => {
    const { fan, influencer } = await people()
    await testServer.book(fan, influencer)
    await testServer.server.doDueWork()
    expect(await mailsOf(fan)).toEqual([])
    expect(await mailsOf(influencer)).toEqual([])
  })
})

describe('the answer of the influencer', () => {
  test('an acceptance reaches the buyer with the way to the call', async () => {
    const { fan, influencer } = await people()
    const request = await testServer.bookAndPay(fan, influencer)
    await answer(influencer, request.id, 'accept')
    const mail = await mailOf(fan, 'accepted')
    expect(mail.text).toContain(`${testServer.origin}/chat/${request.slug}`)
  })

  test('a rejection says why, and what goes back; markup in the reason stays words', async () => {
    const { fan, influencer } = await people()
    const request = await testServer.bookAndPay(fan, influencer)
    const reason = 'Away <b>until</b> "May" & <script>alert(1)</script>'
    await answer(influencer, request.id, 'reject', { reason })
    const rejected = await mailOf(fan, 'rejected')
    expect(rejected.text).toContain(`The reason given: ${reason}`)
    expect(rejected.text).toContain('All of your money, £25.00')
    expect(rejected.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(rejected.html).not.toContain('<script>')
    const refunded = await mailOf(fan, 'refunded')
    expect(refunded.subject).toBe('£25.00 is on its way back to you')
    expect(refunded.text).toContain('because the request was rejected')
  })

  test('a rejection of what was never paid sends no refund', async () => {
    const { fan, influencer } = await people()
    const booked = await testServer.book(fan, influencer)
    await answer(influencer, booked.body.id, 'reject', { reason: 'Busy' })
    expect(await kindsOf(fan)).toEqual(['rejected'])
    expect((await mailOf(fan, 'rejected')).text).toContain('You have not paid anything')
  })
})

describe('money that goes back by itself', () => {
  test('is written about with the reason', async () => {
    const { fan, influencer } = await people()
    await testServer.bookAndPay(fan, influencer)
    await testServer.advance(31 * 24 * 3600)
    const mail = await mailOf(fan, 'refunded')
    expect(mail.text).toContain('because it was not used within 30 days')
    expect(mail.text).toContain('Sent back: £25.00')
  })
})

describe('a dated call', () => {
  test('is reminded of an hour and ten minutes before, to both, once each', async () => {
    const { fan, influencer } = await people()
    const request = await testServer.bookAndPay(fan, influencer, datedIn(7200))
    await testServer.advance(3599)
    expect(await kindsOf(fan)).toEqual(['receipt'])
    await testServer.advance(1)
    expect((await mailOf(fan, 'reminder')).subject).toBe(
      `In 1 hour: your video call with @${influencer.username}`,
    )
    expect((await mailOf(influencer, 'reminder')).text).toContain(`/paidchat/${request.slug}`)
    await testServer.advance(3000)
    expect((await mailsOf(fan)).at(-1)?.subject).toMatch(/^In 10 minutes: /)
    expect(await kindsOf(fan)).toEqual(['receipt', 'reminder', 'reminder'])
    expect(await kindsOf(influencer)).toEqual(['arrived', 'reminder', 'reminder'])
  })

  test('whose window is a time is reminded of a day before too; a wide window is not', async () => {
    const { fan, influencer } = await people()
    await testServer.bookAndPay(fan, influencer, datedIn(25 * 3600))
    const wide = datedIn(25 * 3600)
    const end = new Date(Date.parse(wide.timeRange.end) + 4 * 3_600_000).toISOString()
    const other = await people()
    await testServer.bookAndPay(other.fan, other.influencer, { timeRange: { ...wide.timeRange, end } })
    await testServer.advance(3600)
    expect((await mailOf(fan, 'reminder')).subject).toMatch(/^In 1 day: /)
    expect((await mailOf(influencer, 'reminder')).subject).toMatch(/^In 1 day: /)
    expect(await kindsOf(other.fan)).not.toContain('reminder')
  })

  test('that was rejected is not reminded of, nor one whose start has passed', async () => {
    const { fan, influencer } = await people()
    const request = await testServer.bookAndPay(fan, influencer, datedIn(7200))
    await answer(influencer, request.id, 'reject')
    await testServer.advance(3600)
    expect(await kindsOf(fan)).not.toContain('reminder')
    const late = await people()
    await testServer.bookAndPay(late.fan, late.influencer, datedIn(7200))
    await testServer.advance(8000)
    expect(await kindsOf(late.fan)).not.toContain('reminder')
  })

  test('booked within the last hour is reminded of ten minutes before only', async () => {
    const { fan, influencer } = await people()
    await testServer.bookAndPay(fan, influencer, datedIn(1800))
    await testServer.advance(1200)
    expect(await kindsOf(fan)).toEqual(['receipt', 'reminder'])
  })
})

describe('the switches of a person', () => {
  const switchMails = (person: TestPerson, notifications: Record<string, boolean>) =>
    testServer.call(person, 'PATCH /api/user/me/', { notifications })

  test('with both mail switches off only receipts and refunds come', async () => {
    const { fan, influencer } = await people()
    for (const person of [fan, influencer]) {
      expect((await switchMails(person, { system_email: false, chat_email: false })).status).toBe(200)
    }
    const request = await testServer.bookAndPay(fan, influencer)
    await answer(influencer, request.id, 'reject', { reason: 'Away' })
    expect(await kindsOf(fan)).toEqual(['receipt', 'refunded'])
    expect(await kindsOf(influencer)).toEqual([])
  })

  test('chat email alone lets mails about calls through', async () => {
    const { fan, influencer } = await people()
    await switchMails(influencer, { system_email: false, chat_email: true })
    await testServer.bookAndPay(fan, influencer)
    expect(await kindsOf(influencer)).toEqual(['arrived'])
  })
})

describe('mails that other parts ask for', () => {
  const requestMail = (userId: string, link: string) =>
    withTransaction(testServer.server.database.db, tx =>
      testServer.server.domains.outbox.add(tx, MAIL_TOPIC, {
        template: 'password-reset',
        userId,
        data: { link },
      }),
    )

  test('a password reset comes whatever the switches say, and keeps its link nowhere but in the mail', async () => {
    const { fan } = await people()
    await requestMail(fan.id, `${testServer.origin}/password-reset?token=one-time-secret`)
    await testServer.server.doDueWork()
    const mail = await mailOf(fan, 'password_reset')
    expect(mail.text).toContain(`${testServer.origin}/password-reset?token=one-time-secret`)
    const { pool, db } = testServer.server.database
    const kept = await pool.query(`select 1 from outbox where payload::text like '%one-time-secret%'`)
    expect(kept.rowCount).toBe(0)
    expect(JSON.stringify(await db.select().from(mailRows))).not.toContain('one-time-secret')
  })

  test('a link that leads to another site is not sent', async () => {
    const { fan } = await people()
    await requestMail(fan.id, 'https://elsewhere.example/password-reset?token=x')
    await testServer.server.doDueWork()
    expect(await mailsOf(fan)).toEqual([])
    await testServer.server.database.pool.query(`delete from outbox where done_at is null`)
  })
})

describe('the mails of the sandbox', () => {
  const open = (path: string, accept: string) => fetch(`${testServer.origin}${path}`, { headers: { accept } })

  test('are a page without scripts, the newest first, and each opens as HTML, text and JSON', async () => {
    const { fan, influencer } = await people()
    await testServer.bookAndPay(fan, influencer)
    const list = await open('/sandbox/mail/', 'text/html')
    expect(list.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = list.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    const page = await list.text()
    expect(page).not.toContain('<script')
    const mail = await mailOf(fan, 'receipt')
    expect(page).toContain(`/sandbox/mail/${mail.id}/`)
    const html = await open(`/sandbox/mail/${mail.id}/`, 'text/html')
    expect(html.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await html.text()).toBe(mail.html)
    expect(await (await open(`/sandbox/mail/${mail.id}`, 'text/plain')).text()).toBe(mail.text)
    expect(await (await open(`/sandbox/mail/${mail.id}/?as=text`, 'text/html')).text()).toBe(mail.text)
    expect(await (await open(`/sandbox/mail/${mail.id}/`, 'application/json')).json()).toEqual(mail)
    expect(mail.from).toBe('Parley <no-reply@localhost>')
  })

  test('an unknown mail is 404, as is an id that is none', async () => {
    expect((await open('/sandbox/mail/018f0000-0000-7000-8000-000000000000/', 'text/html')).status).toBe(404)
    expect((await open('/sandbox/mail/..%2F..%2Fpostgres/', 'text/html')).status).toBe(404)
  })
})
