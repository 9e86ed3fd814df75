import { messages } from '@parley/contract'
import { type AnyColumn, and, ne, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../core/refusal.ts'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { hasNoneWith, isPartyOf, werePartiesOfOne } from '../../requests/public.ts'
import { hasNotReported, hasReported, type ReportRow } from '../../safety/public.ts'
import { isStaff, rolesOf } from '../roles/staff-roles.ts'

/** A member of staff, and whom an act of theirs would concern. */
interface Concerned {
  staffId: string
  personId: string
}

/**
 * Whether a member of staff is a party to what is decided about a person: it is they, they reported the person and the
 * report is open or was upheld, or the two have a request together.
 */
export async function isPartyToPerson(db: DbOrTx, { staffId, personId }: Concerned): Promise<boolean> {
  return (
    staffId === personId ||
    (await hasReported(db, { reporterId: staffId, reportedId: personId })) ||
    (await werePartiesOfOne(db, staffId, personId))
  )
}

/** The opposite of `isPartyToPerson` as a condition of a query; `personId` is the column with the person's id. */
export const isStrangerTo = (db: DbOrTx, personId: AnyColumn, staffId: string): SQL | undefined =>
  and(ne(personId, staffId), hasNotReported(db, personId, staffId), hasNoneWith(db, personId, staffId))

/** To which of some people a member of staff is a party. */
export async function partiesAmong(
  db: DbOrTx,
  personIds: readonly string[],
  staffId: string,
): Promise<Set<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(anyOf(users.id, personIds), sql`not (${isStrangerTo(db, users.id, staffId)})`))
  return new Set(rows.map(({ id }) => id))
}

/** Attack: a moderator who sold to somebody, or reported them, closes or opens their account by themselves. */
export async function assertNoPartyToPerson(db: DbOrTx, concerned: Concerned): Promise<void> {
  if (await isPartyToPerson(db, concerned)) throw refuse.forbidden(messages.ownCase)
}

/**
 * Attack: a buyer gave a call away, and as staff decides or reads the report between the two who were in it. Each
 * party of a reported request is a party to the case.
 */
export async function assertNoPartyToReported(
  db: DbOrTx,
  { aboutKind, aboutId }: Pick<ReportRow, 'aboutKind' | 'aboutId'>,
  staffId: string,
): Promise<void> {
  if (aboutKind === 'request' && (await isPartyOf(db, aboutId, staffId)))
    throw refuse.forbidden(messages.ownCase)
}

/**
 * Attack: a moderator who closes the accounts of everybody else at the desk, so that nobody sees their acts, or opens
 * that of a colleague again. About a person with a role an admin decides. The caller holds the person's lock, under
 * which a role is granted: who becomes staff in this moment is staff.
 */
export async function assertAdminForStaff(db: DbOrTx, { staffId, personId }: Concerned): Promise<void> {
  await assertAdminAmong(db, { staffIds: [staffId], personId })
}

/** The same for an act of two members: one admin among them is enough, because a site may have no second one. */
export async function assertAdminAmong(
  db: DbOrTx,
  { staffIds, personId }: { staffIds: readonly string[]; personId: string },
): Promise<void> {
  if (!(await isStaff(db, personId))) return
  for (const id of staffIds) if ((await rolesOf(db, id)).includes('admin')) return
  throw refuse.forbidden(messages.staffByAdmin)
}
