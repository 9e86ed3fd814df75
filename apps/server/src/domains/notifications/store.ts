import { and, asc, desc, eq, gt, isNotNull, like, max, ne, notInArray, sql } from 'drizzle-orm'
import { newId } from '../../core/ids.ts'
import { builtOnce, type ValueOf } from '../../db/built-once.ts'
import type { Db, DbOrTx } from '../../db/client.ts'
import { findUserById } from '../accounts/public.ts'
import type { MailKind } from './mail-kinds.ts'
import { mails } from './tables.ts'

export type MailRow = typeof mails.$inferSelect

interface NewMail {
  key: string
  kind: string
  userId: string
  createdAt: Date
}

/** How long a process may take to hand a mail over; after a crash another one tries. */
const CLAIM_MS = 60_000

const insertOrClaim = builtOnce((db, value: ValueOf<NewMail & { id: string; now: Date; until: Date }>) =>
  db
    .insert(mails)
    .values({
      id: value('id', mails.id),
      key: value('key', mails.key),
      kind: value('kind', mails.kind),
      userId: value('userId', mails.userId),
      createdAt: value('createdAt', mails.createdAt),
      claimedUntil: value('until', mails.claimedUntil),
      attempts: 1,
    })
    .onConflictDoUpdate({
      target: mails.key,
      set: { claimedUntil: sql`excluded.claimed_until`, attempts: sql`${mails.attempts} + 1` },
      setWhere: sql`${mails.sentAt} is null and ${mails.refusedAt} is null
        and (${mails.claimedUntil} is null or ${mails.claimedUntil} < ${value('now', mails.claimedUntil)})`,
    })
    .returning({ id: mails.id }),
)
const selectByKey = builtOnce((db, value: ValueOf<{ key: string }>) =>
  db
    .select()
    .from(mails)
    .where(eq(mails.key, value('key', mails.key))),
)

/**
 * Stores the mail with this key if it is new, and takes it for this process: answers its id, or why it is not to be
 * sent here now.
 */
export async function takeMail(db: Db, mail: NewMail): Promise<{ id: string } | 'done' | 'in other hands'> {
  const now = new Date()
  const until = new Date(now.getTime() + CLAIM_MS)
  const [taken] = await insertOrClaim(db, { id: newId(), ...mail, now, until })
  if (taken) return taken
  const [row] = await selectByKey(db, { key: mail.key })
  if (!row) throw new Error('a mail is never deleted')
  return row.sentAt || row.refusedAt ? 'done' : 'in other hands'
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

/** Whether a person got a mail of a kind about something, of whichever version, or of any but one. */
export async function hasMailAbout(
  db: Db,
  { userId, kind, about, exceptAbout }: { userId: string; kind: string; about: string; exceptAbout?: string },
): Promise<boolean> {
  const isOther = exceptAbout === undefined ? undefined : ne(mails.key, `${kind}:${exceptAbout}:${userId}`)
  const isAbout = like(mails.key, `${kind}:${about}:%`)
  const [found] = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.userId, userId), eq(mails.kind, kind), isAbout, isOther))
    .limit(1)
  return found !== undefined
}

/** How many mails of a kind were begun for a person since a moment, but for that about one thing. */
export const countMailsSince = (
  db: Db,
  of: { userId: string; kind: string; since: Date; exceptAbout: string },
): Promise<number> =>
  db.$count(
    mails,
    and(
      ...[eq(mails.userId, of.userId), gt(mails.createdAt, of.since), eq(mails.kind, of.kind)],
      ne(mails.key, `${of.kind}:${of.exceptAbout}:${of.userId}`),
    ),
  )

/** Mails of these kinds go to another address than the account's own. */
const TO_ANOTHER_ADDRESS: MailKind[] = ['email_confirm', 'email_changed']
/** How many of a person's mails tell how mails to them fare. */
const MAILS_LATELY = 50

/**
 * When a mail to the address of a person was last refused for good; null where one was taken since, they have proven
 * their address since, or none of the last ones was refused.
 */
export async function mailRefusedAt(db: DbOrTx, userId: string): Promise<Date | null> {
  const lately = db
    .select({ refusedAt: mails.refusedAt, sentAt: mails.sentAt })
    .from(mails)
    .where(and(eq(mails.userId, userId), notInArray(mails.kind, TO_ANOTHER_ADDRESS)))
    .orderBy(desc(mails.createdAt))
    .limit(MAILS_LATELY)
    .as('lately')
  const [found] = await db.select({ refused: max(lately.refusedAt), sent: max(lately.sentAt) }).from(lately)
  const { refused = null, sent = null } = found ?? {}
  if (!refused || (sent && sent > refused)) return null
  const provenAt = (await findUserById(db, userId))?.emailVerifiedAt
  return provenAt && provenAt > refused ? null : refused
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
