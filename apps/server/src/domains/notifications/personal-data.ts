import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { mails } from './tables.ts'

/** The mails a person was sent, for the export of their data: what they were and when; their words are kept nowhere. */
export async function exportMails(
  db: DbOrTx,
  userId: string,
): Promise<{ kind: string; sent_at: string | null }[]> {
  const rows = await db.select().from(mails).where(eq(mails.userId, userId)).orderBy(asc(mails.createdAt))
  return rows.map(({ kind, sentAt }) => ({ kind, sent_at: sentAt?.toISOString() ?? null }))
}
