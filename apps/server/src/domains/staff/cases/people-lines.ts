import type { StaffPersonLine, StaffStoryLine } from '@parley/contract'
import { asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { countReports } from '../../safety/public.ts'

/** People by their ids, with the names they have now. */
export async function personLines(
  db: DbOrTx,
  ids: readonly string[],
): Promise<(id: string) => StaffPersonLine> {
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: users.id, username: users.username })
          .from(users)
          .where(inArray(users.id, [...new Set(ids)]))
  const byId = new Map(rows.map(row => [row.id, row]))
  return id => byId.get(id) ?? { id, username: '' }
}

/** A person as staff see them; null if unknown. A deleted account is shown without personal data. */
export async function storyOf(db: DbOrTx, id: string): Promise<StaffStoryLine | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id))
  if (!user) return null
  const counted = await countReports(db, id)
  return {
    ...{ id, username: user.username, since: user.createdAt.toISOString(), is_influencer: user.isInfluencer },
    reports_about: counted.about,
    reports_made: counted.made,
  }
}

const wordOf = (q: string) => q.replace(/^@/, '').toLowerCase()

/** People by the beginning of a username, by a whole email, or by a whole name. */
export async function findPeople(db: DbOrTx, q: string, most: number): Promise<StaffPersonLine[]> {
  const word = wordOf(q)
  const begins = `${word.replaceAll(/[\\%_]/g, '\\$&')}%`
  return db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      or(
        sql`lower(${users.username}) like ${begins}`,
        sql`lower(${users.email}) = ${word}`,
        sql`lower(${users.firstName} || ' ' || ${users.lastName}) = ${word}`,
      ),
    )
    .orderBy(asc(users.username))
    .limit(most)
}

/** The same; but a whole username means its owner alone, and not those whose usernames begin with it. */
export async function findMeant(db: DbOrTx, q: string, most: number): Promise<StaffPersonLine[]> {
  const found = await findPeople(db, q, most)
  const owner = found.find(({ username }) => username.toLowerCase() === wordOf(q))
  return owner ? [owner] : found
}
