import type { StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Outage } from '../../core/outage.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { staffMember } from '../staff/testing/staff-member.ts'
import type { NotificationsDeps } from './deps.ts'
import type { OutgoingMail } from './mail-sender.ts'
import { type Mail, sendMail } from './send-mail.ts'

let testServer: TestServer
let fan: TestPerson
beforeAll(async () => {
  testServer = await openTestServer()
  fan = await testServer.fan('fan')
})
afterAll(() => testServer.close())

/** A mail server that takes mails as long as it is there. */
function openSender() {
  const sender = {
    isAway: false,
    refusals: 0,
    taken: [] as OutgoingMail[],
    async send(mail: OutgoingMail) {
      if (sender.isAway) throw new Error('connection refused')
      if (mail.subject === 'Unwanted') {
        sender.refusals++
        throw new Outage('mail', 'no', new Error('550'))
      }
      sender.taken.push(mail)
    },
  }
  const ignore = () => undefined
  const { outbox } = testServer.server.domains
  const deps: NotificationsDeps = {
    db: testServer.server.database.db,
    clock: testServer.clock,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    publicOrigin: testServer.origin,
    ...{ outbox, mailFrom: 'no-reply@localhost', mailSender: sender, turnsOf: async () => new Map() },
  }
  return { sender, send: (mail: Mail) => sendMail(deps, mail) }
}

const mail = (about: string): Mail => ({
  ...{ kind: 'accepted', userId: fan.id, about },
  template: { subject: 'Good news', news: ['It works.'], next: [] },
})

test('a mail that the server did not take goes out at the next try, once, under the same id', async () => {
  const { sender, send } = openSender()
  sender.isAway = true
  await expect(send(mail('retry'))).rejects.toBeInstanceOf(Outage)
  sender.isAway = false
  await send(mail('retry'))
  await send(mail('retry'))
  expect(sender.taken.map(taken => [taken.to, taken.subject])).toEqual([['fan@example.org', 'Good news']])
})

test('one mail that is asked for many times at once goes out once', async () => {
  const { sender, send } = openSender()
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => send(mail('at once'))))
  expect(sender.taken).toHaveLength(1)
  expect(tries.some(({ status }) => status === 'fulfilled')).toBe(true)
})

test('a mail that was refused for good is not offered again, and the desk reads it until one is taken', async () => {
  const { sender, send } = openSender()
  const support = await staffMember(testServer, 'clara-desk', 'support')
  const refusedAt = async () => {
    const path = `GET /api/staff/people/${fan.id}/` as const
    return (await testServer.call<StaffStandingPerson>(support.person, path)).body.mail_refused_at
  }
  expect(await refusedAt()).toBeNull()
  testServer.clock.advance(1)
  const unwanted = { ...mail('refused'), template: { subject: 'Unwanted', news: ['No.'], next: [] } }
  await send(unwanted)
  await send(unwanted)
  expect(sender.refusals).toBe(1)
  expect(await refusedAt()).toBe(testServer.clock.now().toISOString())
  testServer.clock.advance(1)
  await send(mail('after a refusal'))
  expect(await refusedAt()).toBeNull()
  // A mail to another address than theirs says nothing about theirs.
  testServer.clock.advance(1)
  for (const kind of ['email_confirm', 'email_changed'] as const)
    await send({ ...unwanted, kind, to: 'fan@example.com' })
  expect(sender.refusals).toBe(3)
  expect(await refusedAt()).toBeNull()
  await send({ ...unwanted, about: 'refused again' })
  expect(await refusedAt()).toBe(testServer.clock.now().toISOString())
  await send({ ...mail('the change'), kind: 'email_confirm', to: 'fan@example.com' })
  expect(await refusedAt()).toBe(testServer.clock.now().toISOString())
  // The address that they have proven since is another one, or works.
  testServer.clock.advance(1)
  await testServer.server.database.pool.query('update users set email_verified_at = $2 where id = $1', [
    ...[fan.id, testServer.clock.now()],
  ])
  expect(await refusedAt()).toBeNull()
})

test('a person sees in the export which mails they got', async () => {
  const { send } = openSender()
  await send(mail('export'))
  const answer = await testServer.call<{ mails: unknown[] }>(fan, 'GET /api/user/me/export/')
  expect(answer.body.mails).toContainEqual({
    kind: 'accepted',
    sent_at: testServer.clock.now().toISOString(),
  })
})
