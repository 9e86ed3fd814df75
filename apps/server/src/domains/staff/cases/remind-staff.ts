import { CASE_REMINDERS_HOURS, HOUR_MS, MINUTE_MS, type StaffRole } from '@parley/contract'
import { type AnyColumn, and, eq, inArray, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { hasNoSide, openProblemsBefore, problemsApart } from '../../requests/public.ts'
import { appealsApart, openAppealsBefore, openReportsBefore, reportsApart } from '../../safety/public.ts'
import type { StaffDeps } from '../deps.ts'
import { caseReminders, staffRoles } from '../tables.ts'
import { isStrangerTo } from './own-case.ts'

/** Which role decides which cases. */
const KINDS = ['reports', 'appeals', 'problems'] as const
type Kind = (typeof KINDS)[number]
const ROLE_OF: Record<Kind, StaffRole> = { reports: 'moderator', appeals: 'moderator', problems: 'finance' }
const FIND: Record<Kind, (db: DbOrTx, before: Date, hours: number) => Promise<string[]>> = {
  // There may be many, of which some are found at once: without those that are known, the next ones come next time.
  reports: (db, before, hours) => openReportsBefore(db, before, id => isNotReminded(db, id, hours)),
  appeals: openAppealsBefore,
  problems: openProblemsBefore,
}
const isNotReminded = (db: DbOrTx, caseId: AnyColumn, hours: number): SQL =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(caseReminders)
      .where(and(eq(caseReminders.caseId, caseId), eq(caseReminders.hours, hours))),
  )
/** Of some cases those that a member of staff may decide, because they are no party. */
const APART: Record<Kind, (db: DbOrTx, ids: readonly string[], staffId: string) => Promise<string[]>> = {
  reports: (db, ids, userId) =>
    reportsApart(db, ids, { userId, isApart: aboutId => hasNoSide(db, aboutId, userId) }),
  appeals: (db, ids, userId) =>
    appealsApart(db, ids, { userId, isApart: personId => isStrangerTo(db, personId, userId) }),
  problems: problemsApart,
}

const POLLS_EVERY_MS = MINUTE_MS

/**
 * Reminds staff, as `remindStaff` does, and looks for such cases once a minute: the rules of time come each second.
 */
export function caseReminder(deps: StaffDeps): () => Promise<number> {
  let pollsAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = deps.clock.now().getTime()
    if (nowMs < pollsAtMs) return 0
    const reminded = await remindStaff(deps)
    pollsAtMs = nowMs + POLLS_EVERY_MS
    return reminded
  }
}

/**
 * Reminds staff of undecided cases after 24 and after 72 hours, each case once for each: one mail to everybody whose
 * role decides them and who is no party, or to the admins if there is nobody. Returns the number of cases. Attack: a
 * moderator who learns from the number that somebody reported them.
 */
async function remindStaff(deps: StaffDeps): Promise<number> {
  let reminded = 0
  for (const hours of CASE_REMINDERS_HOURS) {
    const before = new Date(deps.clock.now().getTime() - hours * HOUR_MS)
    const found = await Promise.all(
      KINDS.map(async kind => ({ kind, ids: await FIND[kind](deps.db, before, hours) })),
    )
    if (found.every(({ ids }) => ids.length === 0)) continue
    reminded += await withTransaction(deps.db, tx => remind(deps, tx, { hours, found }))
  }
  if (reminded > 0) deps.outbox.nudge()
  return reminded
}

interface Waiting {
  hours: number
  found: readonly { kind: Kind; ids: readonly string[] }[]
}

async function remind(deps: StaffDeps, tx: Tx, { hours, found }: Waiting): Promise<number> {
  const counts = new Map<string, Record<Kind, number>>()
  let reminded = 0
  for (const { kind, ids } of found) {
    const news = await claim(tx, { ids, hours, now: deps.clock.now() })
    if (news.length === 0) continue
    reminded += news.length
    for (const [userId, cases] of await casesByStaff(tx, kind, news)) {
      const known = counts.get(userId) ?? { reports: 0, appeals: 0, problems: 0 }
      counts.set(userId, { ...known, [kind]: cases })
    }
  }
  for (const [userId, counted] of counts)
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'cases-wait', userId, data: { hours, ...counted } })
  return reminded
}

/** Stores that staff are reminded of these cases, and returns them; of many processes one reminds of each. */
async function claim(
  tx: Tx,
  { ids, hours, now }: { ids: readonly string[]; hours: number; now: Date },
): Promise<string[]> {
  if (ids.length === 0) return []
  const known = await tx
    .select({ caseId: caseReminders.caseId })
    .from(caseReminders)
    .where(and(eq(caseReminders.hours, hours), inArray(caseReminders.caseId, [...ids])))
  const news = ids.filter(id => !known.some(({ caseId }) => caseId === id))
  if (news.length === 0) return []
  // A case that waits for three days is not also reported as one that waits for one.
  const passed = CASE_REMINDERS_HOURS.filter(each => each <= hours)
  const rows = passed.flatMap(each => news.map(caseId => ({ caseId, hours: each, remindedAt: now })))
  const made = await tx.insert(caseReminders).values(rows).onConflictDoNothing().returning()
  return made.filter(row => row.hours === hours).map(({ caseId }) => caseId)
}

/** How many of these cases each member of staff is reminded of. */
async function casesByStaff(tx: Tx, kind: Kind, ids: readonly string[]): Promise<Map<string, number>> {
  const staff = await tx
    .select({ userId: staffRoles.userId, role: staffRoles.role })
    .from(staffRoles)
    .innerJoin(users, eq(users.id, staffRoles.userId))
    // A suspended member decides nothing.
    .where(and(inArray(staffRoles.role, [ROLE_OF[kind], 'admin']), isNull(users.suspendedAt)))
  const counts = new Map<string, number>()
  let left = ids
  for (const role of [ROLE_OF[kind], 'admin']) {
    const decided = new Set<string>()
    for (const { userId } of staff.filter(each => each.role === role)) {
      const cases = left.length === 0 ? [] : await APART[kind](tx, left, userId)
      for (const id of cases) decided.add(id)
      if (cases.length > 0) counts.set(userId, (counts.get(userId) ?? 0) + cases.length)
    }
    left = left.filter(id => !decided.has(id))
  }
  return counts
}
