import { formatAmount, type SessionRequest, shownSettledBy, type TurnShown } from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import { findPaymentsOf, type PaymentRow, type RefundWay, refundWays } from '../payments/public.ts'
import { imageAddress } from '../profiles/public.ts'
import { holdsOf } from '../schedule/public.ts'
import { isTurn, roomOf } from './attendance/room-of.ts'
import type { PlaceInLine, RequestsDeps } from './deps.ts'
import { presentMoneyBack } from './money/present-money-back.ts'
import { mayHaveProblem } from './problems/problem-rules.ts'
import { type ProblemRow, problemsOf } from './problems/problem-store.ts'
import { showProblem } from './problems/show-problem.ts'
import { isConfirmed, paidStatus } from './request.ts'
import { openProposals, type ProposalRow } from './slots/proposal-store.ts'
import { presentSlot } from './slots/slot-rules.ts'
import { soldBeside } from './slots/sold-beside.ts'
import { findRequest, type NamedRequest } from './store.ts'

interface Shown {
  request: NamedRequest
  usedMs: number
  refundWay: RefundWay | undefined
  /** Known to the payer alone. */
  payment: PaymentRow | undefined
  reader: Reader
  now: Date
  proposal: ProposalRow | undefined
  turn: TurnShown | undefined
  /** Until when its agreed time is held; known to its buyer alone. */
  heldUntil: Date | undefined
  /** Known to its influencer alone. */
  soldBeside: SessionRequest['sold_beside'] | undefined
  /** What was reported about it, in this order. */
  problems: readonly ProblemRow[]
  viewerId: string | null
}

/** `attendee`: attends in the buyer's place and does not see the price. `outsider`: anyone else. */
type Reader = 'party' | 'attendee' | 'outsider'

function readerOf({ row }: NamedRequest, viewerId: string | null): Reader {
  if (viewerId === null) return 'outsider'
  if (viewerId === row.buyerId || viewerId === row.influencerId) return 'party'
  return viewerId === row.attendeeId ? 'attendee' : 'outsider'
}

function presentRequest(shown: Shown): SessionRequest {
  const { request, usedMs, refundWay, payment, reader, proposal, turn, soldBeside, heldUntil, now } = shown
  const { problems, viewerId } = shown
  const { row } = request
  return {
    id: row.id,
    slug: row.slug,
    uuid: row.uuid,
    request_type: row.requestType,
    state: row.state,
    outcome: row.outcome,
    settled_by: row.settledBy && shownSettledBy(row.settledBy, row),
    description: row.description,
    amount: reader === 'attendee' ? null : formatAmount(row.pricePence),
    fee_percent: row.feeBasisPoints / 100,
    duration: row.durationSeconds,
    duration_display: row.durationDisplay as SessionRequest['duration_display'],
    timeRange:
      row.startsAt && row.endsAt
        ? { start: row.startsAt.toISOString(), end: row.endsAt.toISOString() }
        : null,
    slot: presentSlot(row, reader === 'party' ? (proposal ?? null) : null),
    hold_expires_at: heldUntil?.toISOString() ?? null,
    sold_beside: soldBeside ?? null,
    user: { id: row.buyerId, username: request.buyerName },
    influencer:
      row.influencerId && request.influencerName
        ? {
            user: { id: row.influencerId, username: request.influencerName },
            profile: { picture: imageAddress(request.influencerImageId) },
          }
        : null,
    live_event: presentEvent(request.event),
    turn: reader === 'party' ? (turn ?? null) : null,
    payment: {
      stripe_intent_confirmed: isConfirmed(row),
      stripe_intent_secret: payment?.clientSecret ?? null,
      // Only the buyer may know what their bank does with a refund.
      status: payment || row.paymentStatus !== 'refund_failed' ? row.paymentStatus : paidStatus(row),
      refunded_amount: reader === 'attendee' ? null : formatAmount(row.refundedPence),
      returned_amount: formatAmount(payment ? (refundWay?.returnedPence ?? 0) : 0),
      charged_back_amount: reader === 'attendee' ? null : formatAmount(row.chargedBackPence),
      refund_to: refundWay && payment ? refundWay.to : null,
      ...(refundWay && payment ? { refunded_at: refundWay.newestAt.toISOString() } : {}),
      card: cardOf(payment),
    },
    total_duration: row.durationSeconds,
    used_duration: Math.min(usedMs / 1000, row.durationSeconds),
    callback: reader === 'party' ? row.callback : '',
    note: reader === 'party' ? row.note : null,
    attendee: reader === 'outsider' ? null : attendeeOf(request),
    money_back: reader === 'party' ? presentMoneyBack(request, now) : null,
    problem: reader === 'party' && viewerId ? showProblem(row, problems, { readerId: viewerId, now }) : null,
    // The influencer wrote it for the buyer, and not for a guest who attends.
    reject_reason: reader === 'party' ? row.rejectReason : null,
    created_at: row.createdAt.toISOString(),
    paid_at: row.paidAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
  }
}

/** Requests as one of their readers sees them. */
export async function presentRequests(
  deps: RequestsDeps,
  db: DbOrTx,
  shown: { requests: readonly NamedRequest[]; viewerId: string | null },
): Promise<SessionRequest[]> {
  const used = await usedTimes(deps, db, shown.requests)
  const own = shown.requests.filter(request => request.row.buyerId === shown.viewerId)
  const payments = await findPaymentsOf(db, own.map(idOf))
  const ways = await refundWays(
    db,
    own.flatMap(({ row }) => (row.refundedPence > 0 ? row.id : [])),
  )
  const proposals = await openProposals(
    db,
    shown.requests.flatMap(({ row }) => (row.proposalUntil ? row.id : [])),
  )
  const reported = await problemsOf(
    db,
    shown.requests.flatMap(({ row }) => (mayHaveProblem(row) ? row.id : [])),
  )
  const turns = await deps.turnsOf(db, shown.requests.flatMap(placeInLine))
  const beside = await soldBeside(db, shown)
  const now = deps.clock.now()
  const holds = await holdsOf(db, own.filter(isTimeHeld).map(idOf), now)
  return shown.requests.map(request =>
    presentRequest({
      request,
      usedMs: isGivenBack(request) ? 0 : (used.get(roomOf(request).id) ?? 0),
      refundWay: ways.get(request.row.id),
      payment: payments.get(request.row.id),
      proposal: proposals.get(request.row.id),
      turn: turns.get(request.row.id),
      soldBeside: beside.get(request.row.id),
      heldUntil: holds.get(request.row.id),
      problems: reported.filter(({ requestId }) => requestId === request.row.id),
      ...{ reader: readerOf(request, shown.viewerId), viewerId: shown.viewerId },
      now,
    }),
  )
}

const idOf = ({ row }: NamedRequest): string => row.id

/** Whether an agreed time without a slot may be held for the buyer, who has not paid. */
const isTimeHeld = ({ row }: NamedRequest): boolean =>
  row.takesTime && row.state === 'offered' && row.paidAt === null

/** For an ended request, the time that decided about the money; for any other, the displayed time. */
async function usedTimes(
  { callTime }: RequestsDeps,
  db: DbOrTx,
  requests: readonly NamedRequest[],
): Promise<Map<string, number>> {
  const isOpen = ({ row }: NamedRequest) => row.state === 'offered' || row.state === 'accepted'
  const roomsOf = (all: readonly NamedRequest[]) => [...new Set(all.map(request => roomOf(request).id))]
  const shown = await callTime.shownMs(db, roomsOf(requests.filter(isOpen)))
  const used = await callTime.usedMs(db, roomsOf(requests.filter(request => !isOpen(request))))
  // Places at one event share its room, and some may be refunded while it continues.
  return new Map([...used, ...shown])
}

/** A refunded place used nothing of the event, which may have continued without it. */
function isGivenBack({ row }: NamedRequest): boolean {
  return row.liveEventId !== null && ['rejected', 'cancelled', 'expired'].includes(row.state)
}

/** A paid place in a queue; nothing of any other request. */
export function placeInLine(request: NamedRequest): PlaceInLine[] {
  const { row } = request
  if (!isTurn(request) || !row.liveEventId || !isConfirmed(row)) return []
  return [{ id: row.id, eventId: row.liveEventId }]
}

function attendeeOf({ row, attendeeName }: NamedRequest): SessionRequest['attendee'] {
  return row.attendeeId && attendeeName ? { id: row.attendeeId, username: attendeeName } : null
}

function presentEvent(event: NamedRequest['event']): SessionRequest['live_event'] {
  if (!event) return null
  const { slug, title, format, absent, order } = event
  if (format !== 'queue') return { slug, title, format, absent: null, order: null }
  return { slug, title, format, absent, order }
}

function cardOf(payment: PaymentRow | undefined): SessionRequest['payment']['card'] {
  const { cardBrand: brand, cardLast4: last4 } = payment ?? {}
  return brand && last4 ? { brand, last4 } : null
}

/** One request by id, as a party sees it. */
export async function presentOne(
  deps: RequestsDeps,
  id: string,
  viewerId: string | null,
): Promise<SessionRequest> {
  const request = await findRequest(deps.db, id)
  const [shown] = request ? await presentRequests(deps, deps.db, { requests: [request], viewerId }) : []
  if (!shown) throw new Error('a request that was just changed is gone')
  return shown
}
