import { type ReportDecision, STAFF_REPORTS_COUNTED_MAX } from '@parley/contract'
import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  gt,
  isNotNull,
  isNull,
  lte,
  ne,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import type { SaidLine } from '../deps.ts'
import { reportLines, reports } from '../tables.ts'

/** Staff are reminded of so many cases at once. */
const OPEN_CASES_MAX = 1000
export type ReportRow = typeof reports.$inferSelect

/** The reports of one person come one after the other, until the transaction ends. */
export async function lockReporter(tx: Tx, reporterId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`reporter:${reporterId}`}, 0))`)
}

export async function insertReport(
  tx: Tx,
  row: Omit<typeof reports.$inferInsert, 'version' | 'decision'>,
): Promise<void> {
  await tx.insert(reports).values(row)
}

export async function insertLines(tx: Tx, reportId: string, lines: readonly SaidLine[]): Promise<void> {
  if (lines.length === 0) return
  await tx.insert(reportLines).values(lines.map((line, position) => ({ reportId, position, ...line })))
}

/** What the two had written to each other when it was reported, the oldest first. */
export async function linesOfReport(db: DbOrTx, reportId: string): Promise<SaidLine[]> {
  return db
    .select({ authorId: reportLines.authorId, text: reportLines.text, saidAt: reportLines.saidAt })
    .from(reportLines)
    .where(eq(reportLines.reportId, reportId))
    .orderBy(asc(reportLines.position))
}

export async function findReportByUuid(
  db: DbOrTx,
  reporterId: string,
  uuid: string,
): Promise<ReportRow | null> {
  const [row] = await db
    .select()
    .from(reports)
    .where(and(eq(reports.reporterId, reporterId), eq(reports.uuid, uuid)))
  return row ?? null
}

export async function countReportsBy(db: DbOrTx, reporterId: string, since: Date): Promise<number> {
  return db.$count(reports, and(eq(reports.reporterId, reporterId), gt(reports.createdAt, since)))
}

export async function findReport(db: DbOrTx, id: string): Promise<ReportRow | null> {
  const [row] = await db.select().from(reports).where(eq(reports.id, id))
  return row ?? null
}

/** A report, locked until the transaction ends. */
export async function lockReport(tx: Tx, id: string): Promise<ReportRow | null> {
  const [row] = await tx.select().from(reports).where(eq(reports.id, id)).for('update')
  return row ?? null
}

/**
 * The open ones, the oldest first; or the decided ones, the last decided first. Without those that a member of staff
 * made, that are about them, or that concern something of theirs, as `isApart` says of the column of what they are
 * about.
 */
export async function listReports(
  db: DbOrTx,
  rule: {
    state: 'open' | 'decided'
    page: PageRequest
    exceptOf: string
    isApart: (aboutId: AnyColumn) => SQL
  },
): Promise<RowsOfPage<ReportRow>> {
  const isOpen = rule.state === 'open'
  const where = and(
    isOpen ? isNull(reports.decidedAt) : isNotNull(reports.decidedAt),
    ne(reports.reportedId, rule.exceptOf),
    ne(reports.reporterId, rule.exceptOf),
    rule.isApart(reports.aboutId),
  )
  return readPage({
    ...{ page: rule.page, id: reports.id },
    ...{ at: isOpen ? reports.createdAt : reports.decidedAt, first: isOpen ? 'oldest' : 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select()
        .from(reports)
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: reports.id }).from(reports).where(where).limit(most).as('counted')),
    placeOf: ({ id, createdAt, decidedAt }) => ({ id, at: isOpen ? createdAt : (decidedAt ?? createdAt) }),
  })
}

/**
 * The last reports about a person or about what they did, the newest first, as one reader may see them. Attack: staff
 * who look up who reported them.
 */
export function listReportsAbout(
  db: DbOrTx,
  about: { personId: string } | { aboutId: string },
  rule: { readerId: string; most: number; isApart: (aboutId: AnyColumn) => SQL },
): Promise<ReportRow[]> {
  const isAbout =
    'personId' in about ? eq(reports.reportedId, about.personId) : eq(reports.aboutId, about.aboutId)
  return db
    .select()
    .from(reports)
    .where(
      and(
        isAbout,
        ne(reports.reportedId, rule.readerId),
        ne(reports.reporterId, rule.readerId),
        rule.isApart(reports.aboutId),
      ),
    )
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(rule.most)
}

/**
 * Those that nobody has decided, made before a moment, and that `isWanted` wants by the column of their id; the oldest
 * first.
 */
export async function openReportsBefore(
  db: DbOrTx,
  before: Date,
  isWanted: (id: AnyColumn) => SQL,
): Promise<string[]> {
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(isNull(reports.decidedAt), lte(reports.createdAt, before), isWanted(reports.id)))
    .orderBy(asc(reports.createdAt))
    .limit(OPEN_CASES_MAX)
  return rows.map(({ id }) => id)
}

/** Writes a decision; the caller holds the row's lock. */
export async function setDecision(
  tx: Tx,
  id: string,
  set: { decision: ReportDecision; reason: string; decidedBy: string; now: Date },
): Promise<void> {
  const { decision, reason, decidedBy, now } = set
  await tx
    .update(reports)
    .set({
      ...{ decision, decidedBy, decisionReason: reason, decidedAt: now },
      version: sql`${reports.version} + 1`,
    })
    .where(eq(reports.id, id))
}

/** Whether a report is undecided: its money waits. */
export const isReported = async (db: DbOrTx, aboutId: string): Promise<boolean> =>
  (await db.$count(reports, and(eq(reports.aboutId, aboutId), isNull(reports.decidedAt)))) > 0

const isStanding = or(isNull(reports.decidedAt), eq(reports.decision, 'upheld'))

/** Whether somebody has reported a person by a report that is open or was upheld. */
export async function hasReported(
  db: DbOrTx,
  { reporterId, reportedId }: { reporterId: string; reportedId: string },
): Promise<boolean> {
  const isOfTheTwo = and(eq(reports.reporterId, reporterId), eq(reports.reportedId, reportedId))
  const found = await db.select({ id: reports.id }).from(reports).where(and(isOfTheTwo, isStanding)).limit(1)
  return found.length > 0
}

/**
 * That somebody has not reported a person, as `hasReported` says it of two people; `personId` is the column with the
 * person's id.
 */
export function hasNotReported(db: DbOrTx, personId: AnyColumn, reporterId: string): SQL {
  const isOfTheTwo = and(eq(reports.reporterId, reporterId), eq(reports.reportedId, personId))
  return notExists(db.select({ one: sql`1` }).from(reports).where(and(isOfTheTwo, isStanding)))
}

/** Somebody who may be a party, and of which requests they are none, as a condition about the column with an id. */
interface Apart {
  userId: string
  isApart: (aboutId: AnyColumn) => SQL
}

const isReportApart = ({ userId, isApart }: Apart) =>
  and(ne(reports.reportedId, userId), ne(reports.reporterId, userId), isApart(reports.aboutId))

/** Which of some reports somebody is no party to. */
export async function reportsApart(db: DbOrTx, ids: readonly string[], apart: Apart): Promise<string[]> {
  const rows = await db
    .select({ id: reports.id })
    .from(reports)
    .where(and(anyOf(reports.id, ids), isReportApart(apart)))
  return rows.map(({ id }) => id)
}

/** That somebody is no party to a report, by its id; also if it was deleted. */
export const isNoPartyToReport = (reportId: SQL, apart: Apart): SQL =>
  sql`coalesce((select ${isReportApart(apart)} from ${reports} where ${eq(reports.id, reportId)}), true)`

/**
 * How many reports name a person, and how many they made; each with how many were upheld. Each number by an index of
 * its own, and none of them reads more than it says.
 */
export async function countReports(db: DbOrTx, userId: string) {
  const { reportedId, reporterId } = reports
  const counted = (where: SQL | undefined) => {
    const some = db
      .select({ one: sql`1` })
      .from(reports)
      .where(where)
      .limit(STAFF_REPORTS_COUNTED_MAX + 1)
    return sql`(select count(*)::int from ${some} counted)`
  }
  // In the words of the indexes.
  const isUpheld = sql`${reports.decision} = 'upheld'`
  const { rows } = await db.execute<{ about: number; upheld: number; made: number; madeUpheld: number }>(
    sql`select ${counted(eq(reportedId, userId))} as about, ${counted(and(eq(reportedId, userId), isUpheld))} as upheld,
      ${counted(eq(reporterId, userId))} as made, ${counted(and(eq(reporterId, userId), isUpheld))} as "madeUpheld"`,
  )
  const [row = { about: 0, upheld: 0, made: 0, madeUpheld: 0 }] = rows
  return {
    about: { all: row.about, upheld: row.upheld },
    made: { all: row.made, upheld: row.madeUpheld },
  }
}

/** What a person reported, for their export; nothing of what others reported of them. */
export async function exportReports(db: DbOrTx, reporterId: string) {
  const rows = await db
    .select()
    .from(reports)
    .where(eq(reports.reporterId, reporterId))
    .orderBy(asc(reports.id))
  return rows.map(row => ({
    about: row.aboutKind,
    reason: row.reason,
    text: row.text,
    at: row.createdAt.toISOString(),
    decision: row.decision,
    decided_at: row.decidedAt?.toISOString() ?? null,
  }))
}
