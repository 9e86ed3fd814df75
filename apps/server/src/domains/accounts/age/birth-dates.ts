import { type AgeState, DAY_MS, messages } from '@parley/contract'
import { type SQL, sql } from 'drizzle-orm'
import { batchLookups } from '../../../core/batch-lookups.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import { ACCOUNT_TOPICS, type AccountsDeps } from '../deps.ts'
import { findUserById, lockUser } from '../store.ts'
import { ageState, londonDay } from './age-rules.ts'
import {
  type BirthDateRow,
  deleteOldBirthDates,
  findBirthDate,
  findBirthDatesOf,
  findFormerBirthDate,
  insertBirthDate,
  keepForMailbox,
  saveBirthDate,
} from './age-store.ts'

export type AgeDeps = Pick<AccountsDeps, 'clock' | 'minAge'>

/** How long the date of a deleted account is kept. */
const KEPT_AFTER_LEAVING_MS = 365 * DAY_MS
const mailboxOf = (email: string) => digestOf(`mailbox ${email.toLowerCase()}`)

const stateOf = (deps: AgeDeps, row: BirthDateRow | null): AgeState =>
  ageState(row, { minAge: deps.minAge, now: deps.clock.now() })

/** Whether a person may book, claim or offer. */
export async function ageStateOf(deps: AgeDeps & { db: DbOrTx }, userId: string): Promise<AgeState> {
  if (deps.minAge === 0) return 'old_enough'
  return stateOf(deps, await findBirthDate(deps.db, userId))
}

/** Whether one of some people is known as too young. */
export async function isAnyTooYoung(
  deps: AgeDeps & { db: DbOrTx },
  ids: readonly string[],
): Promise<boolean> {
  return (await knownTooYoung(deps, ids)).size > 0
}

/** Those of some people who are known as too young. */
export async function knownTooYoung(
  deps: AgeDeps & { db: DbOrTx },
  ids: readonly string[],
): Promise<Set<string>> {
  if (deps.minAge === 0) return new Set()
  const known = await findBirthDatesOf(deps.db, ids)
  return new Set(known.flatMap(row => (stateOf(deps, row) === 'too_young' ? row.userId : [])))
}

/** `ageStateOf` for many people at once, with one query. */
export function ageStatesTogether(deps: AgeDeps & { db: DbOrTx }): (userId: string) => Promise<AgeState> {
  const rowOf = batchLookups<BirthDateRow>(async userIds => {
    const known = await findBirthDatesOf(deps.db, userIds)
    return new Map(known.map(row => [row.userId, row]))
  })
  return async userId => (deps.minAge === 0 ? 'old_enough' : stateOf(deps, (await rowOf(userId)) ?? null))
}

const keyOf = (userId: string | SQL) => sql`hashtextextended('age:' || ${userId}::text, 0)`

/**
 * Which people are known to be too young; the result stays true until the transaction ends. Attack: a booking that
 * read the age, and is stored after the age was corrected and everything open was ended. In the order of their ids,
 * so that two callers do not deadlock.
 */
export async function tooYoungOf(deps: AgeDeps, tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  if (deps.minAge === 0) return new Set()
  const sorted = [...new Set(ids)].sort()
  await tx.execute(
    sql`select pg_advisory_xact_lock_shared(${keyOf(sql`id`)}) from unnest(${sql.param(sorted)}::text[]) as id`,
  )
  const known = await findBirthDatesOf(tx, sorted)
  return new Set(known.filter(row => stateOf(deps, row) === 'too_young').map(row => row.userId))
}

/** Refuses a person who is known to be too young, until the transaction ends. */
export async function refuseTooYoung(deps: AgeDeps, tx: Tx, userId: string): Promise<void> {
  if ((await tooYoungOf(deps, tx, [userId])).has(userId)) throw refuse.needs(messages.tooYoung, 'age')
}

/**
 * Waits for all transactions that rely on the former age. Before the lock on the person, because a booking waits for
 * that one, by its foreign keys, while it holds this one.
 */
async function lockAge(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${keyOf(userId)})`)
}

function refuseFuture(deps: AgeDeps, date: string): void {
  if (date > londonDay(deps.clock.now())) throw refuse.fields({ date: [messages.birthDateInvalid] })
}

/**
 * Stores the birth date of a person, once. Attack: a person who was too young deletes the account and declares
 * another date in a new one; the date of this mailbox in the last year applies.
 */
export async function sayBirthDate(
  deps: AccountsDeps,
  input: { person: Person; date: string },
): Promise<{ allowed: boolean }> {
  const { person, date } = input
  refuseFuture(deps, date)
  const user = await findUserById(deps.db, person.id)
  if (!user) throw refuse.unauthenticated()
  const former = await findFormerBirthDate(deps.db, mailboxOf(user.email))
  const birthDate = former && stateOf(deps, former) === 'too_young' ? former.birthDate : date
  const isConfirmed = await deps.ageCheck.confirm({ userId: user.id, birthDate })
  const row = {
    ...{ userId: user.id, birthDate, isConfirmed, source: deps.ageCheck.method },
    ...{ saidAt: deps.clock.now(), version: 1, formerMailbox: null },
  }
  await withTransaction(deps.db, async tx => {
    await lockAge(tx, user.id)
    if (!(await lockUser(tx, user.id))) throw refuse.unauthenticated()
    if (!(await insertBirthDate(tx, row))) throw refuse.conflict(messages.birthDateSaid)
    await addTooYoungWork(deps, tx, row)
  })
  deps.outbox.nudge()
  return { allowed: stateOf(deps, row) === 'old_enough' }
}

/** Ends the open requests of a person who is too young, also those paid or sold before it was known. */
async function addTooYoungWork(
  deps: AgeDeps & Pick<AccountsDeps, 'outbox'>,
  tx: Tx,
  row: BirthDateRow,
): Promise<void> {
  if (stateOf(deps, row) !== 'too_young') return
  await deps.outbox.add(tx, ACCOUNT_TOPICS.tooYoung, { userId: row.userId })
}

/** A member of staff corrects a birth date; returns the states before and after. */
export async function correctBirthDate(
  deps: AgeDeps & Pick<AccountsDeps, 'outbox'>,
  tx: Tx,
  input: { userId: string; date: string; version: number },
): Promise<{ before: AgeState; after: AgeState }> {
  const { userId, date, version } = input
  refuseFuture(deps, date)
  await lockAge(tx, userId)
  if (!(await lockUser(tx, userId))) throw refuse.notFound('There is no such person')
  const row = await findBirthDate(tx, userId)
  if ((row?.version ?? 0) !== version) throw refuse.conflict(messages.staleCase)
  const corrected = {
    ...{ userId, birthDate: date, isConfirmed: true, source: 'staff' as const },
    ...{ saidAt: deps.clock.now(), version: version + 1, formerMailbox: null },
  }
  await saveBirthDate(tx, corrected)
  await addTooYoungWork(deps, tx, corrected)
  const age = stateOf(deps, corrected) === 'too_young' ? 'too_young' : 'old_enough'
  await deps.outbox.add(tx, MAIL_TOPIC, { template: 'birth-date-corrected', userId, data: { age } })
  return { before: stateOf(deps, row), after: stateOf(deps, corrected) }
}

/** What the desk sees of a person's age: never the date. */
export async function showAge(deps: AgeDeps & { db: DbOrTx }, userId: string) {
  const row = await findBirthDate(deps.db, userId)
  return { state: stateOf(deps, row), source: row?.source ?? null, version: row?.version ?? 0 }
}

/** The date of a person, for their export. */
export async function exportBirthDate(db: DbOrTx, userId: string) {
  const row = await findBirthDate(db, userId)
  return row && { date: row.birthDate, said_at: row.saidAt.toISOString(), source: row.source }
}

/** A deletion: the date stays for a year, under the digest of the mailbox. */
export async function keepAge(tx: Tx, user: { id: string; email: string }): Promise<void> {
  await keepForMailbox(tx, { userId: user.id, mailbox: mailboxOf(user.email) })
}

export async function removeOldAges(db: DbOrTx, now: Date): Promise<void> {
  await deleteOldBirthDates(db, new Date(now.getTime() - KEPT_AFTER_LEAVING_MS))
}
