import { and, asc, eq, isNotNull, isNull, like, lt, ne, or, sql } from 'drizzle-orm'
import { newId } from '../../core/ids.ts'
import { builtOnce, insertsInto, type ValueOf } from '../../db/built-once.ts'
import type { Db, DbOrTx } from '../../db/client.ts'
import { mails } from './tables.ts'

export type MailRow = typeof mails.$inferSelect

/** How long a process may take to hand a mail over; after a crash another one tries. */
const CLAIM_MS = 60_000

const insertMail = insertsInto(mails, insert => insert.onConflictDoNothing({ target: mails.key }))
const selectByKey = builtOnce((db, value: ValueOf<{ key: string }>) =>
  db
    .select()
    .from(mails)
    .where(eq(mails.key, value('key', mails.key))),
)

/** The mail with this key, stored if it is new. */
export async function writeMail(
  db: Db,
  mail: { key: string; kind: string; userId: string; createdAt: Date },
): Promise<MailRow> {
  await insertMail(db, { id: newId(), ...mail })
  const [row] = await selectByKey(db, { key: mail.key })
  if (!row) throw new Error('a mail is never deleted')
  return row
}

/** Takes an unsent mail for this process; false when it is sent, refused or in another's hands. */
export async function claimMail(db: Db, id: string): Promise<boolean> {
  const now = new Date()
  const claimed = await db
    .update(mails)
    .set({ claimedUntil: new Date(now.getTime() + CLAIM_MS), attempts: sql`${mails.attempts} + 1` })
    .where(
      and(
        eq(mails.id, id),
        isNull(mails.sentAt),
        isNull(mails.refusedAt),
        or(isNull(mails.claimedUntil), lt(mails.claimedUntil, now)),
      ),
    )
    .returning({ id: mails.id })
  return claimed.length === 1
}

/** Says how handing over went: sent, refused for good, or neither and so free for the next try. */
export async function recordMailOutcome(
  db: Db,
  id: string,
  outcome: { sentAt: Date } | { refusedAt: Date } | 'failed',
): Promise<void> {
  const change = outcome === 'failed' ? {} : outcome
  await db
    .update(mails)
    .set({ ...change, claimedUntil: null })
    .where(eq(mails.id, id))
}

/** Whether a person got a mail of a kind about something, of whichever version. */
export async function hasMailAbout(
  db: Db,
  { userId, kind, about }: { userId: string; kind: string; about: string },
): Promise<boolean> {
  const [found] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, kind), like(mails.key, `${kind}:${about}:%`)))
    .limit(1)
  return found !== undefined
}

/** The mails of a person, but for one kind. */
export async function mailIdsOf(db: Db, of: { userId: string; except: string }): Promise<string[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, of.userId), ne(mails.kind, of.except)))
  return rows.map(({ id }) => id)
}

/** The mails about a request that a person was sent, the oldest first. */
export async function sentMailsAbout(
  db: DbOrTx,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<{ kind: string; at: Date }[]> {
  const rows = await db
    .select({ kind: mails.kind, at: mails.sentAt })
    .from(mails)
    .where(and(eq(mails.userId, userId), isNotNull(mails.sentAt), like(mails.key, `%:${requestId}:%`)))
    .orderBy(asc(mails.sentAt), asc(mails.id))
  return rows.flatMap(({ kind, at }) => (at ? [{ kind, at }] : []))
}
