import type { StaffPersonLine, StaffStoryLine } from '@parley/contract'
import { eq, inArray, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
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

/** No username has a letter behind it. */
const BEHIND_ALL = '\u{10ffff}'

/** People by the beginning of a username, by a whole email, or by a whole name: each found by an index of its own. */
export async function findPeople(db: DbOrTx, q: string, most: number): Promise<StaffPersonLine[]> {
  const word = wordOf(q)
  const shown = { id: users.id, username: users.username }
  const lowered = sql`lower(${users.username}) collate "C"`
  const begins = sql`${lowered} >= ${word} and ${lowered} < ${word + BEHIND_ALL}`
  const isMailbox = sql`lower(${users.email}) = ${word}`
  const isName = sql`lower(${users.firstName} || ' ' || ${users.lastName}) = ${word}`
  const found = await unionAll(
    db.select(shown).from(users).where(begins).orderBy(lowered).limit(most),
    db.select(shown).from(users).where(isMailbox).limit(most),
    db.select(shown).from(users).where(isName).limit(most),
  )
  const byId = new Map(found.map(person => [person.id, person]))
  const nameOf = ({ username }: StaffPersonLine) => username.toLowerCase()
  return [...byId.values()].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1)).slice(0, most)
}

/** The same; but a whole username means its owner alone, and not those whose usernames begin with it. */
export async function findMeant(db: DbOrTx, q: string, most: number): Promise<StaffPersonLine[]> {
  const found = await findPeople(db, q, most)
  const owner = found.find(({ username }) => username.toLowerCase() === wordOf(q))
  return owner ? [owner] : found
}
