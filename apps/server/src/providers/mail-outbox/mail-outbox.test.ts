import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { mailSenderContract } from '../../domains/notifications/mail-sender.contract.ts'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { KEPT_MAIL_DAYS, openMailOutbox } from './mail-outbox.ts'

const from = 'Parley <hello@parley.example>'

mailSenderContract('the outbox of files', async () => {
  const outbox = await openMailOutbox({ directory: await temporaryDirectory(), from })
  return {
    sender: outbox,
    async arrivedFor(address) {
      const kept = await outbox.list(address)
      return Promise.all(
        kept.map(async mail => {
          const source = (await outbox.source(mail.id)) ?? ''
          const messageId = /^Message-ID: (\S+)/im.exec(source)?.[1] ?? ''
          return { ...mail, messageId, source }
        }),
      )
    },
  }
})

const mail = {
  kind: 'receipt',
  to: 'ann@example.org',
  subject: 'Hello',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  settingsUrl: 'https://parley.example/my-account',
}

test('the newest mail is first, and the same id again replaces the mail', async () => {
  const outbox = await openMailOutbox({ directory: await temporaryDirectory(), from })
  const older = { ...mail, id: newId(), at: new Date('2026-03-01T12:00:00Z') }
  const newer = { ...mail, id: newId(), at: new Date('2026-03-01T12:00:01Z') }
  await outbox.send(newer)
  await outbox.send(older)
  await outbox.send(newer)
  expect((await outbox.list()).map(kept => kept.id)).toEqual([newer.id, older.id])
})

test('what a crash left half written is no mail and is removed later', async () => {
  const directory = await temporaryDirectory()
  const outbox = await openMailOutbox({ directory, from })
  await outbox.send({ ...mail, id: newId(), at: new Date() })
  const draft = join(directory, 'unfinished', 'abandoned')
  await writeFile(draft, 'half')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(draft, longAgo, longAgo)
  await writeFile(join(directory, `${newId()}.eml`), 'half a mail')
  const reopened = await openMailOutbox({ directory, from })
  expect(await reopened.list()).toHaveLength(1)
  expect(await readdir(join(directory, 'unfinished'))).toEqual([])
})

test('a mail that an older version kept has its invitation among its attachments', async () => {
  const directory = await temporaryDirectory()
  const outbox = await openMailOutbox({ directory, from })
  const [plain, invited] = [newId(), newId()]
  const invitation = { method: 'CANCEL' as const, text: 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\n' }
  await outbox.send({ ...mail, id: plain, at: new Date() })
  await outbox.send({ ...mail, id: invited, calendar: invitation, at: new Date() })
  const sent = await outbox.read(invited)
  expect(sent?.attachments).toMatchObject([{ content: invitation.text }])
  for (const id of [plain, invited]) {
    const kept = await outbox.read(id)
    const { attachments, ...words } = kept ?? { attachments: [] }
    const former = { ...words, calendar: attachments[0]?.content ?? null }
    await writeFile(join(directory, `${id}.json`), JSON.stringify(former))
    expect(await outbox.read(id)).toEqual(kept)
  }
})

test('an id that is no id reads no file', async () => {
  const outbox = await openMailOutbox({ directory: await temporaryDirectory(), from })
  await expect(outbox.read('../../etc/passwd')).rejects.toThrow('UUID')
  expect(await outbox.read(newId())).toBeNull()
})

test('a mail is kept for 30 days and no longer', async () => {
  const directory = await temporaryDirectory()
  const outbox = await openMailOutbox({ directory, from })
  const madeMs = Date.parse('2026-03-01T12:00:00Z')
  const [old, young] = [newId(madeMs), newId(madeMs + 86_400_000)]
  for (const id of [old, young]) await outbox.send({ ...mail, id, at: new Date() })
  const keptMs = KEPT_MAIL_DAYS * 86_400_000
  expect(await outbox.removeExpired(madeMs + keptMs)).toBe(0)
  expect(await outbox.removeExpired(madeMs + keptMs + 1)).toBe(1)
  expect((await outbox.list()).map(kept => kept.id)).toEqual([young])
  expect((await readdir(directory)).sort()).toEqual([`${young}.eml`, `${young}.json`, 'unfinished'])
})

test('mails that name somebody who left are taken away, and no others', async () => {
  const outbox = await openMailOutbox({ directory: await temporaryDirectory(), from })
  const naming = [
    'You booked @Ann.',
    'Their page: https://parley.example/profile/ann',
    '<p>@ann: 5 minutes</p>',
    'With @old.name, and others',
  ]
  const others = [
    'Ann called',
    'You booked @annabel',
    'You booked @ann-b',
    'Write to joe@ann.example',
    'You booked @joann',
    'With @oldxname',
  ]
  for (const text of [...naming, ...others]) {
    const html = text.startsWith('<') ? text : ''
    await outbox.send({ ...mail, id: newId(), text: html ? '' : text, html, at: new Date() })
  }
  const invitation = { method: 'REQUEST' as const, text: 'SUMMARY:Call with @ann' }
  await outbox.send({ ...mail, id: newId(), calendar: invitation, at: new Date() })
  await outbox.removeNaming?.([])
  expect(await outbox.list()).toHaveLength(naming.length + others.length + 1)
  await outbox.removeNaming?.(['ann', 'old.name'])
  expect((await outbox.list()).map(({ text }) => text).sort()).toEqual([...others].sort())
})

test.each([
  ['localhost', 'http://localhost:3000', '@localhost'],
  ['parley.example', 'https://parley.example', 'Parley.Example'],
  ['example.org', 'https://parley.example', '@example.org'],
  ['night', 'https://parley.example', '@night'],
])(
  'somebody who called themselves %s takes with them no mail that does not name them',
  async (username, origin, name) => {
    const outbox = await openMailOutbox({ directory: await temporaryDirectory(), from })
    const host = new URL(origin).host
    const text = `Hello Joe,\n\nA call day/night:\n${origin}/profile/joe#sessions\n\nParley\n${origin}\n`
    const html = `<a href="${origin}/">Parley</a> <a href="${origin}/my-account">joe@example.org</a>`
    const calendar = {
      method: 'REQUEST' as const,
      text: `UID:1@${host}\r\nORGANIZER:mailto:no-reply@${host}\r\nATTENDEE:mailto:joe@example.org`,
    }
    const [other, naming] = [newId(), newId()]
    await outbox.send({ ...mail, id: other, text, html, calendar, at: new Date() })
    const named = name.startsWith('@') ? `You booked ${name}.` : `${origin}/profile/${name}`
    await outbox.send({ ...mail, id: naming, text: named, at: new Date() })
    await outbox.removeNaming?.([username])
    expect((await outbox.list()).map(({ id }) => id)).toEqual([other])
  },
)
