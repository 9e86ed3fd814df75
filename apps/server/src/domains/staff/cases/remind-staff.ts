import { CASE_REMINDERS_HOURS, HOUR_MS, MINUTE_MS, type StaffRole } from '@parley/contract'
import { and, eq, inArray } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import { openProblemsBefore } from '../../requests/public.ts'
import { openAppealsBefore, openReportsBefore } from '../../safety/public.ts'
import type { StaffDeps } from '../deps.ts'
import { caseReminders, staffRoles } from '../tables.ts'

/** Which role decides which cases. */
const KINDS = ['reports', 'appeals', 'problems'] as const
type Kind = (typeof KINDS)[number]
const ROLE_OF: Record<Kind, StaffRole> = { reports: 'moderator', appeals: 'moderator', problems: 'finance' }
const FIND: Record<Kind, (db: DbOrTx, before: Date) => Promise<string[]>> = {
  reports: openReportsBefore,
  appeals: openAppealsBefore,
  problems: openProblemsBefore,
}

const POLLS_EVERY_MS = MINUTE_MS

/**
 * Reminds staff, as `remindStaff` does, and looks for such cases once a minute: the rules of time come each second.
 */
export function caseReminder(deps: StaffDeps): () => Promise<number> {
  let looksAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = deps.clock.now().getTime()
    if (nowMs < looksAtMs) return 0
    const told = await remindStaff(deps)
    looksAtMs = nowMs + POLLS_EVERY_MS
    return told
  }
}

/**
 * Reminds staff of undecided cases after 24 and after 72 hours, each case once for each: one mail to everybody whose
 * role decides them, or to the admins if nobody has it. Returns the number of cases.
 */
async function remindStaff(deps: StaffDeps): Promise<number> {
  let told = 0
  for (const hours of CASE_REMINDERS_HOURS) {
    const before = new Date(deps.clock.now().getTime() - hours * HOUR_MS)
    const found = await Promise.all(
      KINDS.map(async kind => ({ kind, ids: await FIND[kind](deps.db, before) })),
    )
    if (found.every(({ ids }) => ids.length === 0)) continue
    told += await withTransaction(deps.db, tx => remind(deps, tx, { hours, found }))
  }
  if (told > 0) deps.outbox.nudge()
  return told
}

interface Waiting {
  hours: number
  found: readonly { kind: Kind; ids: readonly string[] }[]
}

async function remind(deps: StaffDeps, tx: Tx, { hours, found }: Waiting): Promise<number> {
  const counts = new Map<string, Record<Kind, number>>()
  let told = 0
  for (const { kind, ids } of found) {
    const news = await claim(tx, { ids, hours, now: deps.clock.now() })
    if (news === 0) continue
    told += news
    for (const userId of await staffFor(tx, ROLE_OF[kind])) {
      const known = counts.get(userId) ?? { reports: 0, appeals: 0, problems: 0 }
      counts.set(userId, { ...known, [kind]: news })
    }
  }
  for (const [userId, counted] of counts)
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'cases-wait', userId, data: { hours, ...counted } })
  return told
}

/** Writes down that staff are told of these cases; of many processes one tells of each. */
async function claim(
  tx: Tx,
  { ids, hours, now }: { ids: readonly string[]; hours: number; now: Date },
): Promise<number> {
  if (ids.length === 0) return 0
  const known = await tx
    .select({ caseId: caseReminders.caseId })
    .from(caseReminders)
    .where(and(eq(caseReminders.hours, hours), inArray(caseReminders.caseId, [...ids])))
  const news = ids.filter(id => !known.some(({ caseId }) => caseId === id))
  if (news.length === 0) return 0
  // A case that waits for three days is not also reported as one that waits for one.
  const told = CASE_REMINDERS_HOURS.filter(each => each <= hours)
  const rows = told.flatMap(each => news.map(caseId => ({ caseId, hours: each, remindedAt: now })))
  const made = await tx.insert(caseReminders).values(rows).onConflictDoNothing().returning()
  return made.filter(row => row.hours === hours).length
}

async function staffFor(tx: Tx, role: StaffRole): Promise<string[]> {
  const rows = await tx
    .select({ userId: staffRoles.userId, role: staffRoles.role })
    .from(staffRoles)
    .where(inArray(staffRoles.role, [role, 'admin']))
  const meant = rows.filter(row => row.role === role)
  return (meant.length > 0 ? meant : rows).map(({ userId }) => userId)
}
