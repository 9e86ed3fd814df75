import { and, asc, eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { inBatches } from '../../db/in-batches.ts'
import { mails } from './tables.ts'

/** The mails a person was sent, for the export of their data: what they were and when; their words are kept nowhere. */
export async function* exportMails(
  db: DbOrTx,
  userId: string,
): AsyncGenerator<{ kind: string; sent_at: string | null }> {
  const { createdAt, id } = mails
  const batches = inBatches<typeof mails.$inferSelect>((after, limit) =>
    db
      .select()
      .from(mails)
      .where(
        and(
          eq(mails.userId, userId),
          after &&
            sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(limit),
  )
  for await (const rows of batches)
    for (const { kind, sentAt } of rows) yield { kind, sent_at: sentAt?.toISOString() ?? null }
}
