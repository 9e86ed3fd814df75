import { formatAmount, messages, type StaffAct, type StaffPending } from '@parley/contract'
import { invariant } from '../../../core/invariant.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { PageRequest, RowsOfPage } from '../../../db/pages.ts'
import { isPartyOf } from '../../requests/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import { isPartyToPerson } from '../cases/own-case.ts'
import { personLines } from '../cases/people-lines.ts'
import { restore } from '../cases/suspension-acts.ts'
import type { StaffDeps } from '../deps.ts'
import { rolesOf } from '../roles/staff-roles.ts'
import { changeRole } from './change-role.ts'
import { concedeAtDesk } from './concede-dispute.ts'
import { decideProblem } from './decide-problem.ts'
import { giveBackAtDesk } from './give-back.ts'
import { kindsFor } from './pending-roles.ts'
import { disputeToConcede, endPending, findPending, listWaiting, type PendingRow } from './pending-store.ts'
import type { Outcome } from './second-person.ts'

interface Deciding {
  staff: Person
  id: string
  act: StaffAct
}

const NOTHING: RowsOfPage<PendingRow> = { count: 0, rows: [], last: null }

/**
 * The acts that wait for a second member of staff and that the reader may confirm; the oldest first. Attack: staff who
 * read what colleagues decide, and why, about a case of their own: it is not there.
 */
export async function showPending(
  deps: StaffDeps,
  input: { staff: Person; page: PageRequest },
): Promise<{ count: number; results: StaffPending[]; last: string | null }> {
  const { staff, page } = input
  const kinds = kindsFor(await rolesOf(deps.db, staff.id))
  const { rows, ...place } =
    kinds.length === 0 ? NOTHING : await listWaiting(deps.db, { kinds, page, readerId: staff.id })
  await recordAction(deps.db, {
    ...{ staffId: staff.id, act: 'look_pending', now: deps.clock.now() },
    after: shownOn({
      people: rows.map(({ personId }) => personId),
      requests: rows.map(({ requestId }) => requestId),
    }),
  })
  const nameOf = await personLines(
    deps.db,
    rows.flatMap(row => [row.personId, row.askedBy]),
  )
  const results: StaffPending[] = []
  for (const row of rows) {
    const isOwn = row.askedBy === staff.id
    // The list has no act of somebody else about a case to which the reader is a party.
    const isParty = isOwn && (await isPartyTo(deps, row, staff.id))
    results.push({
      ...{ id: row.id, version: row.version, kind: row.kind, at: row.askedAt.toISOString() },
      ...{ by: nameOf(row.askedBy).username, reason: row.reason, role: row.role },
      ...{ person: nameOf(row.personId), request_id: row.requestId },
      ...{ is_own: isOwn, is_party: isParty },
      amount: row.amountPence === null ? null : formatAmount(row.amountPence),
    })
  }
  return { ...place, results }
}

/** The other member of staff agrees: the act is executed, if its subject has not changed. */
export async function confirmPending(deps: StaffDeps, input: Deciding): Promise<void> {
  const row = await findForMe(deps, input)
  if (row.askedBy === input.staff.id) throw refuse.forbidden(messages.ownAct)
  const outcome = await carryOut(deps, row, input)
  deps.outbox.nudge()
  invariant(outcome === 'done', 'an act that somebody else asked for is carried out')
}

/** A member who may confirm it refuses, or the one who requested it withdraws it: nothing happens. */
export async function refusePending(deps: StaffDeps, input: Deciding): Promise<void> {
  const row = await findForMe(deps, input)
  const { staff, act } = input
  const now = deps.clock.now()
  await withTransaction(deps.db, async tx => {
    if (!(await endPending(tx, { row, state: 'refused', by: staff.id, now })))
      throw refuse.conflict(messages.staleCase)
    await recordAction(tx, {
      ...{ staffId: staff.id, act: `refuse_${row.kind}`, personId: row.personId, reason: act.reason, now },
      ...{ about: { kind: row.aboutKind, id: row.aboutId }, after: { pending: row.id } },
    })
  })
}

/** The act as it waits, for somebody who may decide it. */
async function findForMe(deps: StaffDeps, { staff, id, act }: Deciding): Promise<PendingRow> {
  const row = await findPending(deps.db, id)
  if (!row || !kindsFor(await rolesOf(deps.db, staff.id)).includes(row.kind))
    throw refuse.notFound('There is no such act')
  if (row.askedBy !== staff.id && (await isPartyTo(deps, row, staff.id)))
    throw refuse.forbidden(messages.ownCase)
  if (row.state !== 'waiting' || row.version !== act.version) throw refuse.conflict(messages.staleCase)
  return row
}

async function isPartyTo(deps: StaffDeps, row: PendingRow, staffId: string): Promise<boolean> {
  if (row.kind === 'restore') return isPartyToPerson(deps.db, { staffId, personId: row.personId })
  return (
    row.personId === staffId || (row.requestId !== null && (await isPartyOf(deps.db, row.requestId, staffId)))
  )
}

async function carryOut(deps: StaffDeps, row: PendingRow, { staff, act }: Deciding): Promise<Outcome> {
  const { amountPence, role, aboutVersion: version } = row
  const shared = { staff, id: row.aboutId, pendingId: row.id }
  const ofAct = { reason: act.reason, version }
  switch (row.kind) {
    case 'give_back':
      invariant(amountPence !== null, 'what goes back is a sum')
      return giveBackAtDesk(deps, { ...shared, act: { ...ofAct, amount: amountPence } })
    case 'decide_problem':
      invariant(amountPence !== null, 'what goes back is a sum')
      return decideProblem(deps, { ...shared, act: { ...ofAct, back: amountPence } })
    case 'concede_dispute': {
      const disputeId = await disputeToConcede(deps.db, row)
      if (disputeId === null) throw refuse.conflict(messages.staleCase)
      return concedeAtDesk(deps, { staff, disputeId, act: ofAct, pendingId: row.id })
    }
    case 'restore':
      return restore(deps, { ...shared, act: ofAct })
    case 'grant_role':
    case 'revoke_role':
      invariant(role, 'a role is named')
      return changeRole(deps, {
        ...shared,
        act: { ...ofAct, role, change: row.kind === 'grant_role' ? 'grant' : 'revoke' },
      })
  }
}
