import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import type { OutgoingMail } from '../mail-sender.ts'
import { sendRequestedMail } from '../send-requested-mail.ts'
import { mailboxOf } from '../testing/mailbox.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await openTestServer({ connections: 12 })
})
afterAll(() => testServer.close())

const leave = (person: TestPerson, password = TEST_PASSWORD) =>
  testServer.call(person, 'DELETE /api/user/me/', { password })

/** All mails to an address, as one text. */
async function mailsTo(address: string): Promise<string> {
  const headers = { accept: 'application/json' }
  return (
    await fetch(`${testServer.origin}/sandbox/mail/?to=${encodeURIComponent(address)}`, { headers })
  ).text()
}

/** The tables of which any row holds these words. */
async function tablesWith(words: string): Promise<string[]> {
  const { db } = testServer.server.database
  const { rows } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const count = await db.$count(sql`${sql.identifier(name)} as one where one::text ilike ${`%${words}%`}`)
    if (count > 0) found.push(name)
  }
  return found
}

test('who deletes their account is told at its address, once, and the address is kept nowhere', async () => {
  const fan = await testServer.fan('leaver')
  expect((await leave(fan, 'not my password')).status).toBe(400)
  await testServer.server.doDueWork()
  expect(await mailboxOf(testServer).kindsOf(fan)).toEqual([])
  expect(await tablesWith('leaver@example.org')).not.toEqual([])
  const answers = await Promise.all(Array.from({ length: 6 }, () => leave(fan)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await testServer.server.doDueWork()
  const mail = await mailboxOf(testServer).mailOf(fan, 'account_deleted')
  expect(mail.subject).toBe('Your account was deleted')
  expect(mail.text).toMatch(/^Hello Test,/)
  expect(mail.text).toContain('Payments stay on record without your name.')
  for (const said of [mail.text, mail.html]) {
    expect(said).toContain('Nothing more comes to this address.')
    expect(said).not.toContain('/my-account')
  }
  expect(await tablesWith('leaver@example.org')).toEqual([])
})

test('the address that a thief replaced is told too', async () => {
  const fan = await testServer.fan('robbed')
  const email = 'thief@example.net'
  await testServer.call(fan, 'PATCH /api/user/me/', { email, currentPassword: TEST_PASSWORD })
  await testServer.server.doDueWork()
  const token = /confirm-email#token=([\w-]+)/.exec(await mailsTo(email))?.[1]
  expect((await testServer.call(fan, 'POST /api/user/email/confirm/', { token })).status).toBe(200)
  expect((await leave(fan)).status).toBe(200)
  await testServer.server.doDueWork()
  await mailboxOf(testServer).mailOf(fan, 'account_deleted')
  expect(await mailsTo(email)).toContain('Your account was deleted')
  expect(await tablesWith(email)).toEqual([])
})

test('a mail server that is away for more than three days lets the address go', async () => {
  const fan = await testServer.fan('patient')
  const taken: OutgoingMail[] = []
  const { outbox } = testServer.server.domains
  const { log } = testServer.server.domains.requests
  const deps = {
    ...{ db: testServer.server.database.db, clock: testServer.clock, log, publicOrigin: testServer.origin },
    ...{
      outbox,
      later: outbox,
      turnsOf: async () => new Map(),
      mailFrom: 'no-reply@localhost',
      mailSender: { send: async (mail: OutgoingMail) => void taken.push(mail) },
    },
  }
  const until = testServer.clock.now().toISOString()
  const data = { to: 'patient@example.org', firstName: 'Pat', until, names: [] }
  const work = { template: 'account-deleted' as const, userId: fan.id, data }
  await sendRequestedMail(deps, work, 'in-time')
  await testServer.advance(1)
  await sendRequestedMail(deps, work, 'too-late')
  expect(taken.map(mail => [mail.to, mail.settingsUrl])).toEqual([['patient@example.org', null]])
})
