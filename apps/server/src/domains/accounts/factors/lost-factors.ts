import { FACTOR_LOSS_WAIT_MS, type FactorLossAnswer, messages } from '@parley/contract'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { emailLink } from '../email-change/request-email-change.ts'
import { deletePasskeysOf } from '../passkeys/passkey-store.ts'
import { findUserById, lockUser } from '../store.ts'
import { mailFactorNews } from './factor-news.ts'
import { deleteFactorsOf, findTicketOwner } from './factor-store.ts'
import {
  deleteLossBy,
  deleteLossOf,
  findLoss,
  insertLoss,
  isTicketGood,
  listDueLosses,
} from './loss-store.ts'

const BATCH = 100
const late = () => refuse.unauthenticated(messages.secondFactorLate)

/**
 * Begins the removal of every factor, for a person who knows the password and lost all of them. The owner gets a mail
 * and has 72 hours to cancel it (attack: somebody else who knows the password).
 */
export async function loseFactors(deps: AccountsDeps, ticket: string): Promise<FactorLossAnswer> {
  const id = digestOf(ticket)
  const userId = await findTicketOwner(deps.db, id)
  if (!userId) throw late()
  const now = deps.clock.now()
  const wanted = new Date(now.getTime() + FACTOR_LOSS_WAIT_MS)
  const endsAt = await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, userId)) || !(await isTicketGood(tx, { id, now }))) throw late()
    const stop = newCode()
    const isNew = await insertLoss(tx, { userId, stopId: digestOf(stop), askedAt: now, endsAt: wanted })
    if (!isNew) return (await findLoss(tx, userId))?.endsAt ?? wanted
    const data = { link: emailLink(deps, 'keep-factors', stop) }
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'factors-lost', userId, data })
    return wanted
  })
  deps.outbox.nudge()
  return { ends_at: endsAt.toISOString() }
}

/** Stops it by the mailed link. */
export async function stopLossByLink(deps: AccountsDeps, token: string): Promise<{ email: string }> {
  const userId = await deleteLossBy(deps.db, digestOf(token))
  const user = userId && (await findUserById(deps.db, userId))
  if (!user) throw refuse.fields({ token: [messages.lossLinkSpent] })
  return { email: user.email }
}

/** Stops it from any place where the person is logged in. */
export async function stopLoss(deps: AccountsDeps, person: Person): Promise<void> {
  if (!(await deleteLossOf(deps.db, person.id))) throw refuse.notFound()
}

/** Removes the factors whose loss nobody stopped; answers how many people were checked. */
export async function removeLostFactors(deps: AccountsDeps): Promise<number> {
  const now = deps.clock.now()
  const due = await listDueLosses(deps.db, now, BATCH)
  for (const userId of due) {
    await withTransaction(deps.db, async tx => {
      await lockUser(tx, userId)
      // Read again under the person's lock: it may have been stopped just now.
      const loss = await findLoss(tx, userId)
      if (!loss || loss.endsAt > now) return
      await deleteFactorsOf(tx, userId)
      await deletePasskeysOf(tx, userId)
      await mailFactorNews(deps, tx, { userId, news: 'all_removed' })
    })
  }
  if (due.length > 0) deps.outbox.nudge()
  return due.length
}
