import { messages, type Pence, type PendingKind, type StaffRole } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { isAnySuspended } from '../../accounts/public.ts'
import { type NewAction, recordAction } from '../actions/record-action.ts'
import { rolesOf } from '../roles/staff-roles.ts'
import { kindsFor } from './pending-roles.ts'
import { disputeToConcede, endPending, insertPending, lockWaiting, type PendingRow } from './pending-store.ts'

export type Outcome = 'done' | 'waits'

/** An act that two members of staff make together. */
export interface ActOfTwo {
  kind: PendingKind
  about: NonNullable<NewAction['about']>
  personId: string
  requestId: string | null
  amountPence: Pence | null
  /** Which dispute of the request, where it is about one: a sale may have several. */
  disputeId?: string
  role: StaffRole | null
  reason: string
  /** The version of its subject that the member saw. */
  version: number
  staffId: string
  /** The act that waits and is confirmed by this; null where somebody makes the act itself. */
  pendingId: string | null
  now: Date
}

/**
 * The first member gets the answer that the act waits; another one who requests the same executes it, and both are in
 * the staff audit. Runs in the transaction of the act, with its subject locked and its version checked. Attack: an
 * act that a member requested on their last day, executed when they have no role for it any more or are suspended.
 */
export async function requestOrExecute(tx: Tx, act: ActOfTwo): Promise<'carry_out' | 'waits'> {
  const waiting = await lockWaiting(tx, { kind: act.kind, aboutId: act.about.id })
  if (act.pendingId !== null && waiting?.id !== act.pendingId) throw refuse.conflict(messages.staleCase)
  const isOutdated = waiting && !(await mayStillRequest(tx, waiting))
  if (isOutdated && act.pendingId !== null) throw refuse.conflict(messages.staleCase)
  // Attack: asking for the loss of a small dispute, so that the second one accepts that of another unseen.
  if (waiting && !isOutdated && (await isOfAnotherDispute(tx, waiting, act)))
    throw refuse.conflict(messages.waitsAlready)
  if (waiting && !isOutdated && isSame(waiting, act)) {
    if (waiting.askedBy === act.staffId) return 'waits'
    await endPending(tx, { row: waiting, state: 'confirmed', by: act.staffId, now: act.now })
    return 'carry_out'
  }
  if (waiting && !isOutdated && waiting.aboutVersion === act.version)
    throw refuse.conflict(messages.waitsAlready)
  // Its subject has changed since, or the requester may not request it any more: nobody can execute it.
  if (waiting) await endPending(tx, { row: waiting, state: 'outdated', by: act.staffId, now: act.now })
  await insertRequest(tx, act)
  return 'waits'
}

const mayStillRequest = async (tx: Tx, { askedBy, kind }: PendingRow) =>
  kindsFor(await rolesOf(tx, askedBy)).includes(kind) && !(await isAnySuspended(tx, [askedBy]))

const isSame = (waiting: PendingRow, act: ActOfTwo) =>
  waiting.aboutVersion === act.version && waiting.amountPence === act.amountPence && waiting.role === act.role

const isOfAnotherDispute = async (tx: Tx, waiting: PendingRow, { disputeId }: ActOfTwo) =>
  disputeId !== undefined && (await disputeToConcede(tx, waiting)) !== disputeId

async function insertRequest(tx: Tx, act: ActOfTwo): Promise<void> {
  const { kind, about, personId, requestId, amountPence, disputeId, role, reason, version, staffId, now } =
    act
  const id = newId()
  await insertPending(tx, {
    ...{ id, kind, personId, requestId, amountPence, role, reason, state: 'waiting' },
    ...{ aboutKind: about.kind, aboutId: about.id, aboutVersion: version, askedBy: staffId, askedAt: now },
  })
  await recordAction(tx, {
    ...{ staffId, act: `ask_${kind}`, personId, about, reason, now, before: { version } },
    after: {
      ...{ pending: id, ...(amountPence === null ? {} : { amountPence }), ...(role ? { role } : {}) },
      ...(disputeId === undefined ? {} : { dispute: disputeId }),
    },
  })
}
