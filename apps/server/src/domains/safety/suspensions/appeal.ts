import { APPEAL_WITHIN_MS, type DecideAppeal, messages } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { holdAccount } from '../../accounts/public.ts'
import { liftSuspension, lockStanding, type Restoring, type SuspensionDeps } from './suspend-person.ts'
import {
  findAppealed,
  findByAppealLink,
  hasAppealed,
  insertAppeal,
  lockAppeal,
  type SuspensionRow,
  setAppealDecision,
} from './suspension-store.ts'

/**
 * Takes the appeal of a person by the mailed link: once a suspension, within 14 days, also if the suspension has ended
 * by its time or another one has replaced it; never of a person whose account is deleted.
 */
export async function makeAppeal(
  deps: SuspensionDeps,
  input: { token: string; text: string },
): Promise<void> {
  const now = deps.clock.now()
  await withTransaction(deps.db, async tx => {
    const suspension = await findByAppealLink(tx, digestOf(input.token))
    const isLate = suspension && now.getTime() > suspension.createdAt.getTime() + APPEAL_WITHIN_MS
    const late = () => refuse.fields({ token: [messages.appealLate] })
    if (!suspension || isLate) throw late()
    // Attack: a person who left writes here, and nothing of what they write can be deleted.
    if (!(await holdAccount(tx, suspension.userId))) throw late()
    const row = { id: newId(), suspensionId: suspension.id, text: input.text, createdAt: now }
    // The page sends an appeal again if the first answer was lost.
    if (!(await insertAppeal(tx, row)) && !(await hasAppealed(tx, row))) throw late()
  })
}

/**
 * Decides an appeal, once, by another member than the one who suspended; the person gets a mail. Attack: one member
 * of staff lifts a ban by its appeal, where two are needed; the appeal then waits for the second of them.
 */
export async function decideAppeal(
  deps: SuspensionDeps,
  tx: Tx,
  input: { id: string; staffId: string; act: DecideAppeal; mayLift: Restoring['mayLift'] },
): Promise<{ suspension: SuspensionRow; outcome: 'done' | 'waits'; isLifting: boolean }> {
  const { id, staffId, act } = input
  const suspension = await findAppealed(tx, id)
  // The person before the appeal, as who lifts the suspension on the person's page takes them.
  const standing = suspension && (await lockStanding(tx, suspension.userId))
  const appeal = await lockAppeal(tx, id)
  if (!appeal || !suspension) throw refuse.notFound('There is no such appeal')
  if ([suspension.staffId, suspension.userId].includes(staffId)) throw refuse.forbidden(messages.ownCase)
  if (appeal.decidedAt || appeal.version !== act.version) throw refuse.conflict(messages.staleCase)
  const lifts = act.decision === 'lifted' && standing?.id === suspension.id ? standing : null
  if (lifts?.kind === 'banned' && (await input.mayLift(lifts)) === 'waits')
    return { suspension, outcome: 'waits', isLifting: true }
  const { decision, reason } = act
  await setAppealDecision(tx, id, { decision, reason, decidedBy: staffId, now: deps.clock.now() })
  const { userId } = suspension
  if (lifts) await liftSuspension(deps, tx, lifts)
  else if (decision === 'lifted') {
    // It ended before: by its time, or since another suspension took its place.
    const data = { reason, account: standing ? 'suspended' : 'open' } as const
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'appeal-won-late', userId, data })
  } else await deps.outbox.add(tx, MAIL_TOPIC, { template: 'appeal-upheld', userId, data: { reason } })
  return { suspension, outcome: 'done', isLifting: lifts !== null }
}
