import type { DecideAppeal, StaffAct, StaffAppeal, StaffStandingPerson, Suspend } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import type { PageRequest } from '../../../db/pages.ts'
import { lockUser, showAge } from '../../accounts/public.ts'
import { mailRefusedAt } from '../../notifications/public.ts'
import {
  type AppealRow,
  decideAppeal,
  findAppealed,
  listAppeals,
  listSuspensions,
  restorePerson,
  type SuspensionRow,
  suspendPerson,
  versionOf,
} from '../../safety/public.ts'
import { recordAction, shownOn } from '../actions/record-action.ts'
import type { StaffDeps } from '../deps.ts'
import type { OfTwo } from '../pending/give-back.ts'
import { liftsPending, lockWaiting } from '../pending/pending-store.ts'
import { type ActOfTwo, type Outcome, requestOrExecute } from '../pending/second-person.ts'
import { rolesOf } from '../roles/staff-roles.ts'
import {
  assertAdminAmong,
  assertAdminForStaff,
  assertNoPartyToPerson,
  isPartyToPerson,
  partiesAmong,
} from './own-case.ts'
import { personLines } from './people-lines.ts'
import { reportLines } from './report-lines.ts'
import { showPerson } from './search.ts'

interface Reading {
  /** Whose suspension somebody has asked to lift. */
  lifts: ReadonlySet<string>
  /** Whether the reader is a party to it: a party does not read why it was decided. */
  isParty: boolean
}

const shownOf = (row: SuspensionRow, { lifts, isParty }: Reading): StaffAppeal['suspension'] => ({
  ...{ kind: row.kind, until: row.until?.toISOString() ?? null, reason: isParty ? '' : row.reason },
  ...{ at: row.createdAt.toISOString(), ended_at: row.endedAt?.toISOString() ?? null },
  lift_asked: row.endedAt === null && lifts.has(row.userId),
})

/** A person as the desk sees them, with their suspensions and the reports about them. */
export async function showStanding(
  deps: StaffDeps,
  input: { staff: Person; id: string },
): Promise<StaffStandingPerson> {
  const person = await showPerson(deps, input)
  const all = await listSuspensions(deps.db, input.id)
  const age = await showAge(deps, input.id)
  const lifts = await liftsPending(deps.db, [input.id])
  const roles = await rolesOf(deps.db, input.id)
  const isParty = await isPartyToPerson(deps.db, { staffId: input.staff.id, personId: input.id })
  const suspensions = all.map(each => shownOf(each, { lifts, isParty }))
  return {
    ...{ ...person, age, roles, version: versionOf(all[0] ?? null), is_party: isParty },
    ...{ suspension: suspensions[0] ?? null, suspensions },
    mail_refused_at: (await mailRefusedAt(deps.db, input.id))?.toISOString() ?? null,
    reports: await reportLines(deps.db, { personId: input.id }, input.staff.id),
  }
}

/** Suspends or bans a person, with the statement of reasons; a person with a role by an admin alone. */
export async function suspend(
  deps: StaffDeps,
  input: { staff: Person; id: string; act: Suspend },
): Promise<void> {
  const { staff, id, act } = input
  await withTransaction(deps.db, async tx => {
    await lockUser(tx, id)
    await assertAdminForStaff(tx, { staffId: staff.id, personId: id })
    await assertNoPartyToPerson(tx, { staffId: staff.id, personId: id })
    await suspendPerson(deps, tx, { userId: id, staffId: staff.id, act })
    await recordAction(tx, {
      ...{ staffId: staff.id, act: 'suspend', personId: id, about: { kind: 'person', id } as const },
      ...{ reason: act.reason, before: { version: act.version }, now: deps.clock.now() },
      after: { kind: act.kind, until: act.until },
    })
  })
  deps.outbox.nudge()
}

const LIFTS = { kind: 'restore', requestId: null, amountPence: null, role: null } as const

/** The end of a ban by two members; of a person with a role, one of the two is an admin. */
async function liftOfTwo(tx: Tx, act: ActOfTwo): Promise<'carry_out' | 'waits'> {
  const waiting = await lockWaiting(tx, { kind: act.kind, aboutId: act.about.id })
  const outcome = await requestOrExecute(tx, act)
  if (outcome === 'carry_out')
    await assertAdminAmong(tx, {
      staffIds: waiting ? [act.staffId, waiting.askedBy] : [act.staffId],
      personId: act.personId,
    })
  return outcome
}

/**
 * Lifts a suspension, that of a person with a role by an admin alone; for a ban the first of two members only requests
 * it, and one of the two is an admin where the person has a role.
 */
export async function restore(deps: StaffDeps, input: OfTwo<StaffAct>): Promise<Outcome> {
  const { staff, id, act, pendingId } = input
  const { reason, version } = act
  const outcome = await withTransaction(deps.db, async tx => {
    await assertNoPartyToPerson(tx, { staffId: staff.id, personId: id })
    const now = deps.clock.now()
    const shared = { about: { kind: 'person', id } as const, personId: id, reason, staffId: staff.id, now }
    let isOfTwo = false
    const mayLift = () => {
      isOfTwo = true
      return liftOfTwo(tx, { ...LIFTS, ...shared, version, pendingId })
    }
    const lifting = { userId: id, staffId: staff.id, reason, version, mayLift }
    const done = await restorePerson(deps, tx, lifting)
    if (!isOfTwo) await assertAdminForStaff(tx, { staffId: staff.id, personId: id })
    if (done === 'done')
      await recordAction(tx, {
        ...{ ...shared, act: 'restore' },
        ...{ before: { version }, after: { outcome: 'restored' } },
      })
    return done
  })
  deps.outbox.nudge()
  return outcome
}

function shownAppeal(appeal: AppealRow, isParty: boolean): Pick<StaffAppeal, 'text' | 'decision'> {
  const { text, decision, decisionReason, decidedAt } = appeal
  const reason = isParty ? null : decisionReason
  return {
    text: isParty ? '' : text,
    decision: decision && decidedAt ? { decision, reason, at: decidedAt.toISOString() } : undefined,
  }
}

/** The open appeals, the oldest first; or the closed ones, the last decided first. */
export async function showAppeals(
  deps: StaffDeps,
  input: { staff: Person; state: 'open' | 'closed'; page: PageRequest },
): Promise<{ count: number; results: StaffAppeal[]; last: string | null }> {
  const { staff, state, page } = input
  const { rows, ...place } = await listAppeals(deps.db, { state, exceptOf: staff.id, page })
  const people = rows.map(({ suspension }) => suspension.userId)
  const nameOf = await personLines(deps.db, people)
  const lifts = await liftsPending(deps.db, people)
  await recordAction(deps.db, {
    ...{ staffId: staff.id, act: 'look_appeals', now: deps.clock.now() },
    after: shownOn({ people, requests: [] }),
  })
  const parties = await partiesAmong(deps.db, people, staff.id)
  const results = rows.map(({ appeal, suspension }) => {
    const isParty = parties.has(suspension.userId)
    return {
      ...{ id: appeal.id, version: appeal.version, at: appeal.createdAt.toISOString() },
      state: appeal.decidedAt ? ('decided' as const) : ('open' as const),
      person: nameOf(suspension.userId),
      suspension: shownOf(suspension, { lifts, isParty }),
      is_own: suspension.staffId === staff.id,
      is_party: isParty,
      ...shownAppeal(appeal, isParty),
    }
  })
  return { ...place, results }
}

/**
 * Decides an appeal; for a ban the first of two members only requests the end. A suspension of a person with a role is
 * lifted as on their page.
 */
export async function decideAppealCase(
  deps: StaffDeps,
  input: { staff: Person; id: string; act: DecideAppeal },
): Promise<Outcome> {
  const { staff, id, act } = input
  const outcome = await withTransaction(deps.db, async tx => {
    const appealed = await findAppealed(tx, id)
    if (appealed) await assertNoPartyToPerson(tx, { staffId: staff.id, personId: appealed.userId })
    const by = { staffId: staff.id, reason: act.reason, now: deps.clock.now() }
    let isOfTwo = false
    const mayLift = (standing: SuspensionRow) => {
      const about = { kind: 'person', id: standing.userId } as const
      const ofPerson = { about, personId: standing.userId, version: standing.version }
      isOfTwo = true
      return liftOfTwo(tx, { ...LIFTS, ...by, ...ofPerson, pendingId: null })
    }
    const decided = await decideAppeal(deps, tx, { id, staffId: staff.id, act, mayLift })
    // Who upholds, or decides about what has ended, opens no account; an admin whose own act it was lifts it on the
    // person's page.
    if (decided.isLifting && !isOfTwo)
      await assertAdminForStaff(tx, { staffId: staff.id, personId: decided.suspension.userId })
    if (decided.outcome === 'done')
      await recordAction(tx, {
        ...{ ...by, act: 'decide_appeal', personId: decided.suspension.userId },
        ...{ about: { kind: 'appeal', id } as const, after: { decision: act.decision } },
      })
    return decided.outcome
  })
  deps.outbox.nudge()
  return outcome
}
