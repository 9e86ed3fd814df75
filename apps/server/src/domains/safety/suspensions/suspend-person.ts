import { messages, type Suspend } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { closeAccount, lockUser, openAccount } from '../../accounts/public.ts'
import { SAFETY_TOPICS, type SafetyDeps } from '../deps.ts'
import {
  decideByLifting,
  insertSuspension,
  lastSuspension,
  type SuspensionRow,
  standingSuspension,
  updateSuspension,
} from './suspension-store.ts'

/** What the operations on suspensions use. */
export type SuspensionDeps = Pick<SafetyDeps, 'db' | 'clock' | 'outbox' | 'publicOrigin' | 'personChanged'>

const noSuchPerson = () => refuse.notFound('There is no such person')
export const versionOf = (row: SuspensionRow | null): number => row?.version ?? 0

/** The person's lock, and the version that a member of staff saw. */
async function lockSeen(tx: Tx, userId: string, version: number): Promise<SuspensionRow | null> {
  if (!(await lockUser(tx, userId))) throw noSuchPerson()
  const last = await lastSuspension(tx, userId)
  if (versionOf(last) !== version) throw refuse.conflict(messages.staleCase)
  return last?.endedAt === null ? last : null
}

/**
 * Suspends an account for a time or for ever: logins end at once, and with them sockets and media; a time rule ends
 * what is open (`listUnfinished`). The person gets a mail with the statement of reasons and a link to appeal. A second
 * suspension replaces an active one. Runs in the transaction of the staff audit.
 */
export async function suspendPerson(
  deps: SuspensionDeps,
  tx: Tx,
  input: { userId: string; staffId: string; act: Suspend },
): Promise<void> {
  const { userId, staffId, act } = input
  const now = deps.clock.now()
  if (userId === staffId) throw refuse.forbidden(messages.ownCase)
  const until = act.until === null || act.kind === 'banned' ? null : new Date(act.until)
  if (until && until <= now) throw refuse.fields({ until: ['Please choose a time to come'] })
  const standing = await lockSeen(tx, userId, act.version)
  // Attack: one member of staff replaces a ban by a suspension of a minute, where two are needed to lift it.
  if (standing?.kind === 'banned') throw refuse.conflict(messages.bannedAlready)
  if (standing) await updateSuspension(tx, standing.id, { endedAt: now })
  const token = newCode()
  await insertSuspension(tx, {
    ...{ id: newId(), userId, staffId, kind: act.kind, until, reason: act.reason, createdAt: now },
    ...{ appealId: digestOf(token), version: act.version + 1 },
  })
  await closeAccount(tx, userId, now)
  await deps.personChanged(tx, userId)
  await deps.outbox.add(tx, SAFETY_TOPICS.suspended, { userId })
  const link = `${deps.publicOrigin}/appeal#token=${token}`
  const data = { kind: act.kind, until: until?.toISOString() ?? null, reason: act.reason, link }
  await deps.outbox.add(tx, MAIL_TOPIC, { template: 'suspended', userId, data })
}

/** Opens an account again, in the transaction of who decides it. The caller holds the person's lock. */
export async function liftSuspension(deps: SuspensionDeps, tx: Tx, standing: SuspensionRow): Promise<void> {
  await updateSuspension(tx, standing.id, { endedAt: deps.clock.now() })
  await openAccount(tx, standing.userId)
  await deps.personChanged(tx, standing.userId)
  await deps.outbox.add(tx, MAIL_TOPIC, {
    template: 'suspension-lifted',
    userId: standing.userId,
    data: {},
  })
}

export interface Restoring {
  userId: string
  staffId: string
  /** Why, for staff. */
  reason: string
  version: number
  /** A ban is lifted by two: whether the second of them asks just now. */
  mayLift(standing: SuspensionRow): Promise<'carry_out' | 'waits'>
}

/** Lifts a suspension, and decides an open appeal against it. */
export async function restorePerson(
  deps: SuspensionDeps,
  tx: Tx,
  { userId, staffId, reason, version, mayLift }: Restoring,
): Promise<'done' | 'waits'> {
  if (userId === staffId) throw refuse.forbidden(messages.ownCase)
  const standing = await lockSeen(tx, userId, version)
  if (!standing) throw refuse.conflict('This account is not suspended')
  if (standing.kind === 'banned' && (await mayLift(standing)) === 'waits') return 'waits'
  await liftSuspension(deps, tx, standing)
  const decided = { reason, decidedBy: staffId, now: deps.clock.now() }
  await decideByLifting(tx, { suspensionId: standing.id, ...decided })
  return 'done'
}

/** The active suspension of a person, with the person locked. */
export async function lockStanding(tx: Tx, userId: string): Promise<SuspensionRow | null> {
  if (!(await lockUser(tx, userId))) return null
  return standingSuspension(tx, userId)
}
