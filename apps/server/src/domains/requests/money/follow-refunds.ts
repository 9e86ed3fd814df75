import { pence } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { lostPence, postJournal, refundPaidByBankLegs } from '../../ledger/public.ts'
import {
  countCardTries,
  coverRefunds,
  findPlannedRefund,
  findSplitRefund,
  hasReturnedRefund,
  PAYMENT_TOPICS,
  type Requested,
  recordRefund,
  refundWays,
  replaceReturned,
  requestRefund,
} from '../../payments/public.ts'
import { findPayoutAccount, owesMoreThanEarned } from '../../payouts/public.ts'
import { assertBuyer } from '../answer-request.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { type Decision, followRefunds } from '../request.ts'
import { findRequest, type RequestRow } from '../store.ts'
import { GOODWILL } from './give-back.ts'

/** How often the same card is tried again before the buyer must name another way. */
const CARD_TRIES_MAX = 3

/** At each hour it is checked again whether an influencer has earned what they gave back. */
const CHECKED_EVERY_MS = 3_600_000

/**
 * Sends a refund to the provider and updates the request; any number of times, one effect. Answers what the provider
 * says of a refund that was made and is not the stored one; null if there is none.
 */
export async function sendRefund(deps: RequestsDeps, refundId: string): Promise<Requested['word'] | null> {
  if (await isUnearnedGift(deps, refundId)) {
    // The end of a dispute asks for the refund too: at the next full hour both are one piece of work.
    const hours = Math.floor(deps.clock.now().getTime() / CHECKED_EVERY_MS)
    const runAt = new Date((hours + 1) * CHECKED_EVERY_MS)
    const work = { topic: PAYMENT_TOPICS.refund, payload: { refundId }, runAt, onceFor: refundId }
    await withTransaction(deps.db, tx => deps.outbox.addLater(tx, work))
    return null
  }
  const requested = await requestRefund(deps, refundId)
  const isAnother = requested !== null && (await followRefund(deps, requested)) === 'another'
  return isAnother ? requested.word : null
}

/**
 * Whether an influencer gave a released sale back of their own will, and owes more than they have. Attack: they take
 * their share out and give all of it back to a friend, and the platform never sees the money again.
 */
async function isUnearnedGift({ db }: Pick<RequestsDeps, 'db'>, refundId: string): Promise<boolean> {
  if ((await findPlannedRefund(db, refundId))?.status !== 'pending') return false
  const refund = await findSplitRefund(db, refundId)
  if (!refund?.reason.startsWith(GOODWILL)) return false
  const row = (await findRequest(db, refund.requestId))?.row
  if (!row?.influencerId || !row.releasedAt || refund.createdAt < row.releasedAt) return false
  return owesMoreThanEarned(db, row.influencerId)
}

/**
 * Stores the provider's state of a refund, and its effect on the request; the buyer gets a mail about a returned one.
 * Nothing of `another` refund than the stored one is stored.
 */
export async function followRefund(
  deps: RequestsDeps,
  { refund, word }: Requested,
): Promise<'stored' | 'another'> {
  let recorded: 'stored' | 'another' = 'stored'
  await changeRequest(deps, {
    requestId: refund.requestId,
    action: word.takenBack?.length ? 'refund_failed' : `refund_${word.status}`,
    actorId: null,
    decide: async (row, tx, now) => {
      const hadReturned = await hasReturnedRefund(tx, row.id)
      recorded = await recordRefund(tx, { refund, word, now })
      if (recorded === 'another') return null
      const paidByBank = await coverByBank(tx, row, now)
      const hasReturned = await hasReturnedRefund(tx, row.id)
      if (hasReturned && !hadReturned) {
        const returnedPence = (await refundWays(tx, [row.id])).get(row.id)?.returnedPence
        const data = { requestId: row.id, pence: returnedPence ?? refund.amountPence }
        await deps.outbox.add(tx, MAIL_TOPIC, { template: 'refund-returned', userId: row.buyerId, data })
      }
      return paidByBank ?? followRefunds(row, hasReturned ? 'some' : 'none')
    },
  })
  if (recorded === 'stored' && word.status === 'failed')
    deps.log.error({ refundId: refund.id }, 'the provider could not give money back')
  return recorded
}

/**
 * A refund came back after its buyer's bank had taken more than was left of the sale: so the buyer has got the money.
 * Attack: they choose another way for it, and get it twice.
 */
async function coverByBank(tx: Tx, row: RequestRow, now: Date): Promise<Decision | null> {
  if (row.paymentStatus !== 'charged_back') return null
  const beyondPence = pence((await lostPence(tx, row.id)) - row.chargedBackPence)
  if (beyondPence <= 0) return null
  const paidPence = await coverRefunds(tx, { requestId: row.id, upToPence: beyondPence, now })
  if (paidPence === 0) return null
  await postJournal(tx, {
    key: `dispute_paid:${newId()}`,
    kind: 'dispute',
    requestId: row.id,
    at: now,
    legs: refundPaidByBankLegs(paidPence),
  })
  const refundedPence = pence(row.refundedPence - paidPence)
  const chargedBackPence = pence(row.chargedBackPence + paidPence)
  return { patch: { refundedPence, chargedBackPence }, refund: null, cancelIntent: 'no', release: 'no' }
}

/** The end of a dispute may leave a returned refund. */
export async function followReturned(deps: RequestsDeps, requestId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'refund_failed',
    actorId: null,
    decide: async (row, tx, now) => {
      const paidByBank = await coverByBank(tx, row, now)
      return paidByBank ?? ((await hasReturnedRefund(tx, row.id)) ? followRefunds(row, 'some') : null)
    },
  })
}

export interface RefundAgain {
  requestId: string
  buyerId: string
  to: 'card' | 'account'
}

/** The buyer chooses where a returned refund goes: to the same card once more, or to an account of their own. */
export function refundAgain(deps: RequestsDeps, input: RefundAgain): Promise<RequestRow> {
  const { requestId, buyerId, to } = input
  return changeRequest(deps, {
    requestId,
    action: 'refund_again',
    actorId: buyerId,
    decide: async (row, tx, now) => {
      assertBuyer(row, buyerId)
      // After a bank took a part of a sale, the rest that goes back may come back too.
      const hasReturned = row.paymentStatus !== 'disputed' && (await hasReturnedRefund(tx, row.id))
      if (!hasReturned) return { notAllowed: 'No refund of this request has come back' }
      const account = to === 'account' ? await findPayoutAccount(tx, { userId: buyerId }) : undefined
      if (to === 'account' && account?.status !== 'active') {
        throw refuse.conflict('Name your account first', { needs: 'payout_account' })
      }
      if (to === 'card' && (await countCardTries(tx, requestId)) >= CARD_TRIES_MAX) {
        return { notAllowed: 'The bank has refused this card too often. Please choose another way' }
      }
      await replaceReturned(deps, tx, { requestId, accountId: account?.accountId ?? null, now })
      return followRefunds(row, 'none')
    },
  })
}
