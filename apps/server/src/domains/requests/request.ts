import {
  ABANDONED_CALL_SETTLES_AFTER_MS,
  type MoneyBackPolicy,
  type PaymentStatus,
  type Pence,
  pence,
  type RequestOutcome,
  type RequestState,
  type RequestType,
  type Seconds,
  UNPAID_EXPIRES_AFTER_MS,
  UNPAID_PLACE_EXPIRES_AFTER_MS,
  UNUSED_EXPIRES_AFTER_MS,
} from '@parley/contract'
import type { SlotTerms } from '../schedule/public.ts'
import { notPaid } from './calls/why-unpaid.ts'
import { cancellingGives, type MoneyBackCause, moneyBackPence, type RuledCause } from './money/money-back.ts'
import { releaseAt } from './rail/release-at.ts'
import { absentAt, answerBy, isTimeOver, windowSoldUntil } from './slots/slot-rules.ts'

/** The part of a session request that its rules read and write. */
export interface RequestFacts {
  requestType: RequestType
  state: RequestState
  outcome: RequestOutcome | null
  /** Why the money went back, or stayed. */
  settledBy: MoneyBackCause | null
  paymentStatus: PaymentStatus
  pricePence: Pence
  refundedPence: Pence
  chargedBackPence: Pence
  durationSeconds: Seconds
  startsAt: Date | null
  endsAt: Date | null
  slotSequence: number | null
  slotTerms: SlotTerms | null
  moves: number
  proposalUntil: Date | null
  holdUntil: Date | null
  /** The frozen ladder of a dated call; null if everything goes back until it begins. */
  moneyBackPolicy?: MoneyBackPolicy | null
  moneyBackAtMost?: number
  /** Who performs; null while a prepaid link waits for somebody to accept it. */
  influencerId: string | null
  /** Who attends in the buyer's place, if anybody. */
  attendeeId?: string | null
  createdAt: Date
  paidAt: Date | null
  claimedAt: Date | null
  begunAt: Date | null
  endedAt: Date | null
  releasedAt: Date | null
  releaseAfterHours?: number | null
  rejectReason: string | null
  /** A reported problem is not settled: nothing is released until then. */
  problemOpen?: boolean
}

/** The effect of a change: fields, refund, and what the provider must do. */
export interface Decision {
  patch: Partial<RequestFacts>
  refund: { pence: Pence; reason: MoneyBackCause } | null
  cancelIntent: 'yes' | 'no'
  release: 'yes' | 'no'
  /** The other times that are suggested by it. */
  proposed?: readonly string[]
  /** A name for the audit trail, where a rule of time has one of its own. */
  action?: string
  /** When to check again, if it is not the rule's own time. */
  recheckAt?: Date
}

/** A change that the table of states does not allow, with the reason in words. */
export interface NotAllowed {
  notAllowed: string
}
/** `null` if there is nothing to do: a repeated or late event without an effect. */
export type Decided = Decision | NotAllowed | null

const OPEN_STATES: ReadonlySet<RequestState> = new Set(['offered', 'accepted'])
const PAYABLE: ReadonlySet<PaymentStatus> = new Set(['unpaid', 'processing', 'failed'])

/** The rest of the price after refunds, by us or by the buyer's bank. */
export const netPence = (request: Pick<RequestFacts, 'pricePence' | 'refundedPence' | 'chargedBackPence'>) =>
  pence(request.pricePence - request.refundedPence - request.chargedBackPence)

/** Whether the rest becomes the influencer's after some time. */
export const isEarning = ({ state, settledBy }: Pick<RequestFacts, 'state' | 'settledBy'>) =>
  state === 'completed' || settledBy === 'cancelled_late'
export const isOpen = (request: Pick<RequestFacts, 'state'>) => OPEN_STATES.has(request.state)
/** True while the buyer may still pay. */
export const isPayable = (request: RequestFacts) => isOpen(request) && PAYABLE.has(request.paymentStatus)
/** Whether a call may start: paid, not wholly refunded, not disputed. */
export const isCallPaid = (
  request: Pick<RequestFacts, 'paymentStatus' | 'pricePence' | 'refundedPence' | 'chargedBackPence'>,
) =>
  request.paymentStatus === 'paid' ||
  request.paymentStatus === 'partly_refunded' ||
  // A part was refunded and returned by the bank: the rest of the sale is still valid.
  (request.paymentStatus === 'refund_failed' && netPence(request) > 0)
/** Whether the influencer gets something of it that is not released yet. */
export const isToRelease = (
  request: Pick<
    RequestFacts,
    | ('state' | 'settledBy' | 'releasedAt')
    | ('paymentStatus' | 'pricePence' | 'refundedPence' | 'chargedBackPence')
  >,
) =>
  !request.releasedAt &&
  isCallPaid(request) &&
  (isOpen(request) || isEarning(request)) &&
  netPence(request) > 0
/** A paid request stays paid, whatever was refunded later. */
export const isConfirmed = (request: Pick<RequestFacts, 'paidAt'>) => request.paidAt !== null

const change = (patch: Partial<RequestFacts>): Decision => ({
  patch,
  refund: null,
  cancelIntent: 'no',
  release: 'no',
})

/** Why money goes back, with the facts that the rule needs. */
type Back = { cause: RuledCause; usedMs: number } | { cause: 'cancelled_late'; pence: Pence }

/** Ends a request: a payment goes back by the policy, and no payment is accepted any more. */
function end(
  request: RequestFacts,
  ending: { state: RequestState; outcome: RequestOutcome; now: Date } & Back,
): Decision {
  const { state, outcome, cause, now } = ending
  const ended = change({ state, outcome, endedAt: now })
  if (!isConfirmed(request)) return { ...ended, cancelIntent: 'yes' }
  return withMoneyBack(request, { ...ended, patch: { ...ended.patch, settledBy: cause } }, ending)
}

/** Whether the bank's act has priority over a refund. */
const isCarried = ({ paymentStatus }: RequestFacts) =>
  paymentStatus === 'disputed' || paymentStatus === 'charged_back' || paymentStatus === 'refund_failed'

function withMoneyBack(request: RequestFacts, decision: Decision, back: Back): Decision {
  const goneBeforePence = pence(request.refundedPence + request.chargedBackPence)
  const backPence =
    back.cause === 'cancelled_late'
      ? back.pence
      : moneyBackPence({ ...request, refundedPence: goneBeforePence }, back.cause, back.usedMs)
  if (backPence === 0) return decision
  const refundedPence = pence(request.refundedPence + backPence)
  const paymentStatus = paidStatus({ ...request, refundedPence })
  return {
    ...decision,
    // During a dispute the payment stays disputed: the money goes back afterwards.
    patch: {
      ...decision.patch,
      refundedPence,
      ...(isCarried(request) ? {} : { paymentStatus }),
    },
    refund: { pence: backPence, reason: back.cause },
  }
}

const unclaimed: NotAllowed = { notAllowed: 'Nobody has accepted this link yet' }

/** Why a change of a request is not possible any more, by its state. */
export const STANDS: Record<RequestState, NotAllowed> = {
  offered: { notAllowed: 'This is under way already. Please look at it again in a moment' },
  accepted: { notAllowed: 'This has been accepted already' },
  completed: { notAllowed: 'This call is over already: there is nothing more to do' },
  rejected: { notAllowed: 'This was declined already: there is nothing more to do' },
  cancelled: { notAllowed: 'This was cancelled already: there is nothing more to do' },
  expired: { notAllowed: 'The time for this has run out: there is nothing more to do' },
}

/** A person accepts a paid prepaid link and is its influencer from now on: one person, once, for ever. */
export function claim(request: RequestFacts, input: { claimantId: string; now: Date }): Decided {
  if (request.requestType !== 'prepaid') return { notAllowed: 'This is no prepaid link' }
  if (request.influencerId !== null) return { notAllowed: 'Somebody has accepted this already' }
  if (!isOpen(request)) return STANDS[request.state]
  if (!isCallPaid(request)) return notPaid(request)
  if (input.now >= unusedUntil(request)) return { notAllowed: 'This was not accepted in time' }
  return change({ state: 'accepted', influencerId: input.claimantId, claimedAt: input.now })
}

/** The influencer accepts. */
export function accept(request: RequestFacts): Decided {
  if (request.influencerId === null) return unclaimed
  if (request.state !== 'offered') return STANDS[request.state]
  return change({ state: 'accepted' })
}

/** The influencer rejects: all the money goes back. */
export function reject(request: RequestFacts, input: { reason: string | null; now: Date }): Decided {
  if (!isOpen(request)) return STANDS[request.state]
  if (request.begunAt) return { notAllowed: 'The call has begun: what is not used of it goes back by itself' }
  const ending = {
    state: 'rejected',
    outcome: 'rejected',
    cause: 'rejected',
    usedMs: 0,
    now: input.now,
  } as const
  const decision = end(request, ending)
  return { ...decision, patch: { ...decision.patch, rejectReason: input.reason } }
}

/** The buyer cancels: all of the money goes back, or the part by the ladder of a dated call. */
export function cancel(request: RequestFacts, now: Date): Decided {
  if (!isOpen(request)) return STANDS[request.state]
  if (request.begunAt) return { notAllowed: 'The call has begun: it cannot be cancelled any more' }
  if (request.startsAt && isConfirmed(request) && now >= request.startsAt) {
    return { notAllowed: 'The agreed start has passed: it cannot be cancelled any more' }
  }
  if (isProposed(request, now)) return cancelWithFullRefund(request, now)
  const gives = cancellingGives(request, now)
  if (isConfirmed(request) && gives.cause === 'cancelled_late')
    return end(request, { state: 'cancelled', outcome: 'cancelled_late', ...gives, cause: gives.cause, now })
  return end(request, { state: 'cancelled', outcome: 'cancelled', cause: 'cancelled', usedMs: 0, now })
}

/** Whether the influencer has suggested other times, so that the buyer may still take all the money back. */
export const isProposed = ({ proposalUntil, paidAt }: RequestFacts, now: Date): boolean =>
  paidAt !== null && proposalUntil !== null && now < proposalUntil

/** The buyer refuses all suggested times: all the money goes back, whatever the cancellation policy says. */
export function cancelWithFullRefund(request: RequestFacts, now: Date): Decided {
  if (!isOpen(request)) return STANDS[request.state]
  if (request.begunAt) return { notAllowed: 'The call has begun: it cannot be cancelled any more' }
  return end(request, { state: 'cancelled', outcome: 'cancelled', cause: 'rejected', usedMs: 0, now })
}

/**
 * The buyer takes none of the suggested times, and the agreed one is valid. The influencer need not accept it by hand:
 * both people were shown so, and the time for an answer may have passed while the buyer decided.
 */
export function keepTime(request: RequestFacts): Decision {
  return change({ proposalUntil: null, ...(request.state === 'offered' ? { state: 'accepted' } : {}) })
}

/** The provider's state of the payment. */
export type PaymentWord = 'open' | 'processing' | 'failed' | 'succeeded' | 'canceled'

/** Changes the payment status by the provider's state; it never moves back after paid. */
export function movePayment(request: RequestFacts, word: PaymentWord, now: Date): Decided {
  if (isConfirmed(request)) return null
  if (word === 'succeeded') {
    if (isOpen(request) && isTimeOver(request, now)) return paidWithoutItsTime(request, now)
    const paid = change({ paymentStatus: 'paid', paidAt: now })
    if (isOpen(request) && request.slotTerms?.accept === 'auto')
      return { ...paid, patch: { ...paid.patch, state: 'accepted' } }
    // Late money: paid after it was cancelled, rejected or expired.
    return isOpen(request) ? paid : withMoneyBack(request, paid, { cause: 'late_money', usedMs: 0 })
  }
  const status = (
    { open: 'unpaid', canceled: 'unpaid', processing: 'processing', failed: 'failed' } as const
  )[word]
  return status === request.paymentStatus ? null : change({ paymentStatus: status })
}

/** Paid after the time was sold to another buyer, or was over: there is no call, and all the money goes back. */
export function paidWithoutItsTime(request: RequestFacts, now: Date): Decision {
  const ended = { state: 'expired', outcome: 'unpaid', endedAt: now, settledBy: 'late_money' } as const
  const paid = change({ paymentStatus: 'paid', paidAt: now, ...ended })
  return withMoneyBack(request, paid, { cause: 'late_money', usedMs: 0 })
}

/** The status of a completed payment, by its refunds. */
export function paidStatus(request: Pick<RequestFacts, 'pricePence' | 'refundedPence'>): PaymentStatus {
  if (request.refundedPence === 0) return 'paid'
  return request.refundedPence === request.pricePence ? 'refunded' : 'partly_refunded'
}

/** The buyer's bank wants the money back: no call begins and nothing is paid out until that is settled. */
export function openDispute(request: RequestFacts): Decided {
  if (!isConfirmed(request)) return { notAllowed: 'Only what was paid is disputed' }
  return request.paymentStatus === 'disputed' ? null : change({ paymentStatus: 'disputed' })
}

/**
 * Every dispute is over and the money of the last one stays: the payment has its former status, unless an earlier one
 * was lost.
 */
export function winDispute(request: RequestFacts): Decided {
  if (request.paymentStatus !== 'disputed') return null
  return change({ paymentStatus: request.outcome === 'charged_back' ? 'charged_back' : paidStatus(request) })
}

/**
 * The bank kept the money: `refundsPence` of it replaced refunds that had not gone out, `salePence` came from the
 * rest of the sale. While another dispute about the same sale is open, the payment stays disputed.
 */
export function loseDispute(
  request: RequestFacts,
  loss: { refundsPence: Pence; salePence: Pence; others: 'open' | 'none'; now: Date },
): Decided {
  const lost = {
    paymentStatus: loss.others === 'open' ? ('disputed' as const) : ('charged_back' as const),
    outcome: 'charged_back' as const,
    refundedPence: pence(request.refundedPence - loss.refundsPence),
    chargedBackPence: pence(request.chargedBackPence + loss.refundsPence + loss.salePence),
  }
  if (!isOpen(request)) return change(lost)
  const ended = change({ ...lost, state: 'cancelled', endedAt: loss.now })
  const restPence = netPence({ ...request, ...lost })
  if (restPence === 0) return ended
  // The bank took only a part: there is no call for the rest, so the rest goes back too.
  const refundedPence = pence(lost.refundedPence + restPence)
  return {
    ...ended,
    patch: { ...ended.patch, refundedPence },
    refund: { pence: restPence, reason: 'cancelled' },
  }
}

/** Somebody refunded money at the provider itself; if that was all of it, an open request ends. */
export function refundedElsewhere(request: RequestFacts, backPence: Pence, now: Date): Decision {
  const refundedPence = pence(request.refundedPence + backPence)
  const given = change({
    refundedPence,
    ...(isCarried(request) ? {} : { paymentStatus: paidStatus({ ...request, refundedPence }) }),
  })
  if (!isOpen(request) || netPence({ ...request, refundedPence }) > 0) return given
  return { ...given, patch: { ...given.patch, state: 'cancelled', outcome: 'cancelled', endedAt: now } }
}

/** A bank sent a refund back, or a returned refund has a new way: the payment status says which. */
export function followRefunds(request: RequestFacts, returned: 'some' | 'none'): Decided {
  const { paymentStatus } = request
  // During a dispute, and after a lost one, that is the status.
  if (paymentStatus === 'disputed' || paymentStatus === 'charged_back') return null
  const status = returned === 'some' ? 'refund_failed' : paidStatus(request)
  return status === paymentStatus ? null : change({ paymentStatus: status })
}

/** The first time both are in the call. */
export function begin(request: RequestFacts, now: Date): Decided {
  if (request.influencerId === null) return unclaimed
  if (!isOpen(request)) return STANDS[request.state]
  if (request.begunAt) return null
  return change({ state: 'accepted', begunAt: now })
}

/** All paid time was used. */
export function complete(request: RequestFacts, now: Date): Decided {
  if (request.state === 'completed') return null
  if (request.influencerId === null) return unclaimed
  if (!isOpen(request)) return STANDS[request.state]
  const begunAt = request.begunAt ?? now
  return change({ state: 'completed', outcome: 'served', settledBy: 'used_up', endedAt: now, begunAt })
}

/** Ends a request by a time rule; the callers in `time-rules.ts` know which. */
export function endByRule(
  request: RequestFacts,
  ending: {
    state: 'completed' | 'expired' | 'cancelled'
    outcome: RequestOutcome
    cause: RuledCause
    usedMs: number
    now: Date
  },
): Decision {
  return end(request, ending)
}

/** Until when an undated request may be used: a prepaid link counts again from the moment it was accepted. */
function unusedUntil(request: RequestFacts): Date {
  const from = request.claimedAt ?? request.paidAt ?? request.createdAt
  return new Date(from.getTime() + UNUSED_EXPIRES_AFTER_MS)
}

/** When the next rule of time applies; null when none does. */
export function nextDueAt(request: RequestFacts, rules: { releaseAfterMs: number }): Date | null {
  const after = (from: Date, ms: number) => new Date(from.getTime() + ms)
  if (isPayable(request)) {
    if (request.holdUntil) return request.holdUntil
    const limitMs =
      request.requestType === 'broadcast' ? UNPAID_PLACE_EXPIRES_AFTER_MS : UNPAID_EXPIRES_AFTER_MS
    const limit = after(request.createdAt, limitMs)
    const sold = windowSoldUntil(request) ?? request.endsAt
    return sold && sold < limit ? sold : limit
  }
  if (isOpen(request)) {
    if (request.proposalUntil) return request.proposalUntil
    if (request.begunAt) return request.endsAt ?? after(request.begunAt, ABANDONED_CALL_SETTLES_AFTER_MS)
    const answered = answerBy(request)
    if (answered) return answered
    if (request.startsAt) return absentAt(request, request.startsAt)
    return unusedUntil(request)
  }
  // After a bank took a part of a sale, the rest is earned.
  const isPaid = isCallPaid(request) || (request.paymentStatus === 'charged_back' && netPence(request) > 0)
  const isEarned =
    isEarning(request) && isPaid && !request.releasedAt && !request.problemOpen && request.endedAt
  return isEarned && request.endedAt ? releaseAt(request, request.endedAt, rules) : null
}
