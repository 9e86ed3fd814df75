import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { madeAtMs } from '../../core/ids.ts'
import { unlessMissing } from '../../core/unless-missing.ts'
import type { MailSender } from '../../domains/notifications/mail-sender.ts'
import { openDrafts } from '../files-disk/abandoned-drafts.ts'
import { attachmentsOf, type MailAttachment, messageOptions } from '../mail-message/message-options.ts'

/** A mail as the outbox keeps it. */
export interface KeptMail {
  id: string
  kind: string
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
  at: string
}

/** A stored mail; files of an older version have an invitation as a text alone. */
type StoredMail = Omit<KeptMail, 'attachments'> & {
  attachments?: MailAttachment[]
  calendar?: string | null
}

export interface MailOutbox extends MailSender {
  /** Kept mails, newest first; for one address only when it is given. */
  list(to?: string): Promise<KeptMail[]>
  read(id: string): Promise<KeptMail | null>
  /** The MIME message that a mail server would have got. */
  source(id: string): Promise<string | null>
  /** Takes away mails that are older than they are kept; returns how many. `nowMs` is the machine's time, as in ids. */
  removeExpired(nowMs?: number): Promise<number>
}

/** Long enough to look one up; mails are not kept for ever, because a person may erase their data. */
export const KEPT_MAIL_DAYS = 30

const MAIL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const UNFINISHED = 'unfinished'

/** Keeps mails as files in `directory` instead of sending them: `{id}.eml` as it would travel, `{id}.json` to read. */
export async function openMailOutbox(settings: { directory: string; from: string }): Promise<MailOutbox> {
  const { directory, from } = settings
  const unfinished = join(directory, UNFINISHED)
  await openDrafts(unfinished)
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

  async function write(name: string, content: Buffer | string): Promise<void> {
    const draft = join(unfinished, randomBytes(12).toString('hex'))
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(draft, join(directory, name))
  }

  async function read(id: string): Promise<KeptMail | null> {
    const text = await unlessMissing(readFile(join(directory, `${idOf(id)}.json`), 'utf8'))
    return text === null ? null : keptOf(JSON.parse(text) as StoredMail)
  }

  async function remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      // The list reads this file: it is deleted first, so that no mail is listed whose source is deleted.
      await rm(join(directory, `${idOf(id)}.json`), { force: true })
      await rm(join(directory, `${id}.eml`), { force: true })
    }
  }

  async function list(to?: string): Promise<KeptMail[]> {
    const names = await readdir(directory)
    const ids = names.filter(name => name.endsWith('.json')).map(name => name.slice(0, -'.json'.length))
    const mails = await Promise.all(ids.filter(id => MAIL_ID.test(id)).map(read))
    return mails
      .filter(mail => mail !== null)
      .filter(mail => to === undefined || mail.to.toLowerCase() === to.toLowerCase())
      .sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
  }

  return {
    remove,
    async removeNaming(usernames) {
      if (usernames.length === 0) return
      const names = usernames.map(namePattern)
      const naming = (await list()).filter(({ subject, text, html, attachments }) => {
        const words = [subject, text, html, ...attachments.map(({ content }) => content)]
        return names.some(name => words.some(each => name.test(each)))
      })
      await remove(naming.map(({ id }) => id))
    },
    async send(mail) {
      const { id, kind, to, text, html } = mail
      const options = messageOptions(mail, from)
      const { message } = await composer.sendMail(options)
      if (!Buffer.isBuffer(message)) throw new TypeError('a composed mail is a buffer')
      const subject = String(options.subject)
      const attachments = attachmentsOf(mail)
      const kept: KeptMail = {
        id,
        kind,
        from,
        to,
        subject,
        text,
        html,
        attachments,
        at: mail.at.toISOString(),
      }
      await write(`${idOf(id)}.eml`, message)
      // The list reads this file: it is written last, so that a mail is there whole or not at all.
      await write(`${id}.json`, JSON.stringify(kept))
    },
    list,
    read,
    async removeExpired(nowMs = Date.now()) {
      const ids = new Set((await readdir(directory)).map(name => name.replace(/\.(?:json|eml)$/, '')))
      const keptFromMs = nowMs - KEPT_MAIL_DAYS * 86_400_000
      const expired = [...ids].filter(id => MAIL_ID.test(id) && madeAtMs(id) < keptFromMs)
      await remove(expired)
      return expired.length
    },
    source: id => unlessMissing(readFile(join(directory, `${idOf(id)}.eml`), 'utf8')),
  }
}

function keptOf({ calendar, attachments, ...mail }: StoredMail): KeptMail {
  if (attachments || !calendar) return { ...mail, attachments: attachments ?? [] }
  const method = /^METHOD:CANCEL\r?$/m.test(calendar) ? 'CANCEL' : 'REQUEST'
  return { ...mail, attachments: attachmentsOf({ calendar: { method, text: calendar } }) }
}

/**
 * A username where a mail names its person: after an @ that is not one of a mail address, or in the address of a
 * profile. Attack: somebody who calls themselves as a common word, or as the host of this site or of a mail provider,
 * which stands in every link and invitation, and by leaving takes everybody's mails away.
 */
const namePattern = (username: string): RegExp => {
  const name = username.replaceAll(/\W/g, String.raw`\$&`)
  return new RegExp(String.raw`(?:(?<![\w.+-])@|/profile/)${name}(?![\w-]|\.\w)`, 'i')
}

/** Attack: an id that climbs out of the directory (`../`). */
function idOf(id: string): string {
  if (!MAIL_ID.test(id)) throw new TypeError('a mail id is a UUID')
  return id
}
