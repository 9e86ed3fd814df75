import type {
  DurationUnit,
  MoneyBackPolicy,
  PaymentStatus,
  Pence,
  ProblemKind,
  RequestOutcome,
  RequestState,
  RequestType,
  Seconds,
  SettledBy,
  Slot,
} from '@parley/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'
import { liveEvents } from '../live-events/tables.ts'
import type { EvidenceFiles } from '../payments/public.ts'
import type { SlotTerms } from '../schedule/public.ts'
import type { PackFacts } from './disputes/pack-record.ts'

/** Whether money came for a request, whatever became of it; a list asks in the words of its index. */
export const IS_PAID = sql.raw(
  `payment_status in ('paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'charged_back')`,
)
export const IS_UNPAID = sql.raw(`payment_status in ('unpaid', 'processing', 'failed')`)

/** What keeps the payouts of its influencer back: the decision asks in the words of its index. */
export const HOLDS_PAYOUTS = sql.raw(
  `(payment_status = 'disputed' or (problem_open and released_at is not null))`,
)

/** Paid money that is still to be released, whatever the rest of it is; the earnings ask in the words of its index. */
export const IS_UNRELEASED = sql.raw(
  `paid_at is not null and released_at is null and (state in ('offered', 'accepted', 'completed') or settled_by = 'cancelled_late') and (payment_status in ('paid', 'partly_refunded', 'refund_failed', 'disputed') or (payment_status = 'charged_back' and price_pence > refunded_pence + charged_back_pence))`,
)

export const IS_OPEN = sql.raw(`state in ('offered', 'accepted')`)
export const IS_CALL = sql.raw(`request_type in ('private', 'prepaid')`)

/** A session request; price, duration and text are frozen when it is made. */
export const sessionRequests = pgTable(
  'session_requests',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    /** The buyer's own key of the creation, and what the creation asked for. */
    uuid: text('uuid').notNull(),
    fingerprint: text('fingerprint').notNull(),
    requestType: text('request_type').$type<RequestType>().notNull(),
    state: text('state').$type<RequestState>().notNull(),
    outcome: text('outcome').$type<RequestOutcome>(),
    /** Why its money went back, or stayed; null while it is open, and if nobody paid. */
    settledBy: text('settled_by').$type<SettledBy>(),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull(),
    buyerId: uuid('buyer_id')
      .notNull()
      .references(() => users.id),
    influencerId: uuid('influencer_id').references(() => users.id),
    liveEventId: uuid('live_event_id').references(() => liveEvents.id),
    description: text('description').notNull(),
    /** What the buyer pays, in pence. */
    pricePence: integer('price_pence').$type<Pence>().notNull(),
    /** The platform's share of the price, in hundredths of a percent, as shown before the sale. */
    feeBasisPoints: integer('fee_basis_points').notNull(),
    /** The hours from the end of its call to the release, as shown before the sale; null: as the operator sets now. */
    releaseAfterHours: integer('release_after_hours'),
    /** What has gone back to the buyer or is on its way, in pence. */
    refundedPence: integer('refunded_pence').notNull().default(0).$type<Pence>(),
    /** What the buyer's bank took back for good, in pence. */
    chargedBackPence: integer('charged_back_pence').notNull().default(0).$type<Pence>(),
    durationSeconds: integer('duration_seconds').$type<Seconds>().notNull(),
    durationDisplay: integer('duration_display').$type<DurationUnit>().notNull(),
    startsAt: instant('starts_at'),
    endsAt: instant('ends_at'),
    /** A tight window: its time is taken while it is held, paid or accepted. */
    takesTime: boolean('takes_time').notNull().default(false),
    /** How often the slot that was booked has moved; null for a request without a slot. */
    slotSequence: integer('slot_sequence'),
    /** The terms with which the slot was sold. */
    slotTerms: jsonb('slot_terms').$type<SlotTerms>(),
    /** Until when the buyer may answer a suggestion of other times; null while there is none. */
    proposalUntil: instant('proposal_until'),
    /** How often the buyer moved it. */
    moves: integer('moves').notNull().default(0),
    /** Until when an unpaid slot is held for the buyer. */
    holdUntil: instant('hold_until'),
    /** The refund policy of a cancellation, frozen with the sentences that its buyer read; null for an undated call. */
    moneyBackPolicy: text('money_back_policy').$type<MoneyBackPolicy>(),
    moneyBackSentence: text('money_back_sentence'),
    /** The most that a cancellation gives back, in percent: the value when its buyer moved it. */
    moneyBackAtMost: integer('money_back_at_most').notNull().default(100),
    /** Which sentence on the beginning of an undated call the buyer confirmed, and when. */
    termsVersion: text('terms_version'),
    acknowledgedAt: instant('acknowledged_at'),
    /** The buyer's words on what to talk about; emptied when their account is deleted. */
    note: text('note'),
    /** Who attends in the buyer's place; null while the buyer does. */
    attendeeId: uuid('attendee_id').references(() => users.id),
    callback: text('callback').notNull().default(''),
    rejectReason: text('reject_reason'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    /** When somebody accepted a prepaid link; once, for good. */
    claimedAt: instant('claimed_at'),
    /** When both were first in the call. */
    begunAt: instant('begun_at'),
    endedAt: instant('ended_at'),
    releasedAt: instant('released_at'),
    /** When the next rule of time applies; null when none does. */
    dueAt: instant('due_at'),
    /** A party reported a problem that is not settled: the rest is not released until then. */
    problemOpen: boolean('problem_open').notNull().default(false),
    version: integer('version').notNull().default(1),
  },
  t => [
    unique('session_requests_once').on(t.buyerId, t.uuid),
    uniqueIndex('session_requests_one_place')
      .on(t.buyerId, t.liveEventId)
      .where(sql`${t.liveEventId} is not null and ${t.state} in ('offered', 'accepted', 'completed')`),
    // Lists: each in the order in which it is shown, so that no list reads more of a history than it shows.
    index('session_requests_buyer').on(t.buyerId, t.createdAt, t.id),
    index('session_requests_buyer_of').on(t.buyerId, t.influencerId, t.createdAt, t.id),
    index('session_requests_influencer').on(t.influencerId, t.createdAt, t.id),
    index('session_requests_paid').on(t.influencerId, t.createdAt, t.id).where(IS_PAID),
    index('session_requests_paid_state')
      .on(t.influencerId, t.state, t.requestType, t.createdAt, t.id)
      .where(IS_PAID),
    index('session_requests_unpaid_state')
      .on(t.influencerId, t.state, t.requestType, t.createdAt, t.id)
      .where(IS_UNPAID),
    // Places are counted under the event's lock.
    index('session_requests_event').on(t.liveEventId, t.state).where(sql`${t.liveEventId} is not null`),
    index('session_requests_attendee')
      .on(t.attendeeId, t.createdAt, t.id)
      .where(sql`${t.attendeeId} is not null`),
    // The calls that count towards the daily limit of an influencer.
    index('session_requests_served_slots')
      .on(t.influencerId, t.startsAt)
      .where(sql`${t.slotSequence} is not null and ${t.state} = 'completed'`),
    // The open requests of either side, whatever their history: badges, limits, "you have a call".
    index('session_requests_open_bought').on(t.buyerId, t.createdAt).where(IS_OPEN),
    index('session_requests_open_between').on(t.buyerId, t.influencerId).where(IS_OPEN),
    index('session_requests_open_calls')
      .on(t.influencerId, t.createdAt)
      .where(sql`${t.state} in ('offered', 'accepted') and ${t.requestType} in ('private', 'prepaid')`),
    // The same in the order of their lists: by the start, then by the creation.
    index('session_requests_bought_next').on(t.buyerId, t.startsAt, t.createdAt, t.id).where(IS_OPEN),
    index('session_requests_attended_next')
      .on(t.attendeeId, t.startsAt, t.createdAt, t.id)
      .where(sql`${IS_OPEN} and ${t.attendeeId} is not null`),
    index('session_requests_calls_next')
      .on(t.influencerId, t.startsAt, t.createdAt, t.id)
      .where(sql`${IS_OPEN} and ${IS_CALL} and ${IS_PAID}`),
    index('session_requests_prepaid')
      .on(t.buyerId, t.createdAt, t.id)
      .where(sql`${t.requestType} = 'prepaid'`),
    index('session_requests_prepaid_performed')
      .on(t.influencerId, t.createdAt, t.id)
      .where(sql`${t.requestType} = 'prepaid'`),
    // Dated calls and places in the calendar of a person's own program: a month back, and all ahead.
    index('session_requests_bought_dated').on(t.buyerId, t.startsAt).where(sql`${t.startsAt} is not null`),
    index('session_requests_sold_dated').on(t.influencerId, t.startsAt).where(sql`${t.startsAt} is not null`),
    index('session_requests_ended_places')
      .on(t.buyerId, t.endedAt)
      .where(sql`${t.liveEventId} is not null and ${t.endedAt} is not null`),
    // The unreleased money of an influencer; without what a bank took wholly, which is never released.
    index('session_requests_unreleased').on(t.influencerId, t.endedAt).where(IS_UNRELEASED),
    index('session_requests_hold_payouts').on(t.influencerId).where(HOLDS_PAYOUTS),
    index('session_requests_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    check('session_requests_price', sql`${t.pricePence} between 100 and 1000000`),
    check(
      'session_requests_refund_within_price',
      sql`${t.refundedPence} >= 0 and ${t.chargedBackPence} >= 0 and ${t.refundedPence} + ${t.chargedBackPence} <= ${t.pricePence}`,
    ),
    check('session_requests_duration', sql`${t.durationSeconds} between 1 and 86400`),
    check(
      'session_requests_not_with_oneself',
      sql`${t.influencerId} is null or ${t.influencerId} <> ${t.buyerId}`,
    ),
    // Attack: one person on both sides of a call, who would be paid for time with themselves.
    check(
      'session_requests_attendee_is_neither_party',
      sql`${t.attendeeId} is null or (${t.attendeeId} <> ${t.buyerId} and ${t.attendeeId} is distinct from ${t.influencerId})`,
    ),
    check(
      'session_requests_slot_has_time',
      sql`${t.slotSequence} is null or (${t.startsAt} is not null and ${t.slotTerms} is not null)`,
    ),
    check(
      'session_requests_money_back_is_of_dated',
      sql`(${t.moneyBackPolicy} is null) = (${t.moneyBackSentence} is null) and (${t.moneyBackPolicy} is null or ${t.startsAt} is not null)`,
    ),
    check('session_requests_money_back_at_most', sql`${t.moneyBackAtMost} between 0 and 100`),
    check('session_requests_acknowledged', sql`(${t.termsVersion} is null) = (${t.acknowledgedAt} is null)`),
    check('session_requests_note_length', sql`length(${t.note}) <= 500`),
    check(
      'session_requests_claimed_by_somebody',
      sql`${t.requestType} <> 'prepaid' or (${t.influencerId} is null) = (${t.claimedAt} is null)`,
    ),
    check(
      'session_requests_ended_has_outcome',
      sql`(${t.outcome} is null) = (${t.state} in ('offered', 'accepted'))`,
    ),
  ],
)

/** What the parties of a call reported, one after another: the reporter's lock of the request counts them. */
export const problems = pgTable(
  'problems',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => sessionRequests.id),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<ProblemKind>().notNull(),
    /** The reporter's words; emptied when their account is deleted. */
    text: text('text'),
    state: text('state').$type<'open' | 'settled'>().notNull(),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
    /** The member of staff who settled it; null where the record did. */
    settledBy: uuid('settled_by').references(() => users.id),
    /** Why staff settled it so; null if the record did, or if it was settled before this column existed. */
    decisionReason: text('decision_reason'),
    /** What went back to the buyer by it, in pence. */
    backPence: integer('back_pence').notNull().default(0).$type<Pence>(),
    version: integer('version').notNull().default(1),
  },
  t => [
    // Two open ones would need an order in which two members of staff decide about the same money.
    uniqueIndex('problems_one_open').on(t.requestId).where(sql`${t.state} = 'open'`),
    index('problems_request').on(t.requestId, t.createdAt),
    index('problems_open').on(t.createdAt, t.id).where(sql`${t.state} = 'open'`),
    index('problems_settled').on(t.settledAt, t.id).where(sql`${t.settledAt} is not null`),
    index('problems_reporter').on(t.reporterId),
    index('problems_settled_by').on(t.settledBy).where(sql`${t.settledBy} is not null`),
    check('problems_text_length', sql`length(${t.text}) <= 1000`),
    check('problems_settled_at_a_moment', sql`(${t.state} = 'settled') = (${t.settledAt} is not null)`),
    check('problems_back_pence', sql`${t.backPence} >= 0`),
  ],
)

/** A one-use link by which somebody attends a call in its buyer's place; who reads the table cannot use it. */
export const requestGifts = pgTable(
  'request_gifts',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => sessionRequests.id),
    /** SHA-256 of the link's token. */
    digest: text('digest').notNull().unique(),
    message: text('message'),
    createdAt: instant('created_at').notNull(),
    takenAt: instant('taken_at'),
    takenBy: uuid('taken_by').references(() => users.id),
    withdrawnAt: instant('withdrawn_at'),
  },
  t => [
    // A call has one link at a time, and one attendee.
    uniqueIndex('request_gifts_one_standing').on(t.requestId).where(sql`${t.withdrawnAt} is null`),
    index('request_gifts_request').on(t.requestId),
    index('request_gifts_taken_by').on(t.takenBy).where(sql`${t.takenBy} is not null`),
    check('request_gifts_taken_by_somebody', sql`(${t.takenAt} is null) = (${t.takenBy} is null)`),
  ],
)

/** Other times that an influencer suggested for a sold slot. Each is in `taken` until the proposal ends. */
export const slotProposals = pgTable(
  'slot_proposals',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => sessionRequests.id),
    slots: jsonb('slots').$type<Slot[]>().notNull(),
    /** The influencer's words; emptied when their account is deleted. */
    message: text('message'),
    createdAt: instant('created_at').notNull(),
    endedAt: instant('ended_at'),
    /** The change of the request that ended it. */
    endedBy: text('ended_by'),
  },
  t => [
    uniqueIndex('slot_proposals_one_open').on(t.requestId).where(sql`${t.endedAt} is null`),
    index('slot_proposals_request').on(t.requestId),
    check('slot_proposals_ended_by_something', sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
  ],
)

/** The secret address at which a person's calendar program reads their own dated calls and events. */
export const calendarFeeds = pgTable('calendar_feeds', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  /** SHA-256 of the address's secret. */
  digest: text('digest').notNull().unique(),
  createdAt: instant('created_at').notNull(),
})

/** Who changed what of a request, when; append-only. */
export const requestAudit = pgTable(
  'request_audit',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => sessionRequests.id),
    action: text('action').notNull(),
    /** Null when a rule of time or the payment provider acted. */
    actorId: uuid('actor_id'),
    fromState: text('from_state'),
    toState: text('to_state').notNull(),
    fromPayment: text('from_payment'),
    toPayment: text('to_payment').notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    index('request_audit_request').on(t.requestId),
    index('request_audit_blocks').on(t.actorId, t.createdAt).where(sql`${t.action} = 'block'`),
    // Attack: two who accept one prepaid link at the same moment, past any code.
    uniqueIndex('request_audit_claimed_once').on(t.requestId).where(sql`${t.action} = 'claim'`),
  ],
)

/** What answers a dispute: facts as they stood when it was opened, and how far the answer has come. */
export const disputePacks = pgTable(
  'dispute_packs',
  {
    /** The dispute's id at the provider. */
    disputeId: text('dispute_id').primaryKey(),
    requestId: uuid('request_id')
      .notNull()
      .references(() => sessionRequests.id),
    facts: jsonb('facts').$type<PackFacts>().notNull(),
    /** Until when the bank takes it; null where it takes no answer. */
    dueBy: instant('due_by'),
    madeAt: instant('made_at').notNull(),
    /** It answers a bank's question; the dispute that may follow gets an answer of its own. */
    isOfInquiry: boolean('is_of_inquiry').notNull().default(false),
    /** When it was made once more, after the bank's question became a dispute. */
    renewedAt: instant('renewed_at'),
    /** The uploaded record at the provider. */
    fileId: text('file_id'),
    /** The uploaded files beside it, by the provider's fields. */
    otherFileIds: jsonb('other_file_ids').$type<EvidenceFiles>(),
    stagedAt: instant('staged_at'),
    /** When it was decided to send it: by the clock, or by a member of staff. */
    sendAskedAt: instant('send_asked_at'),
    sentAt: instant('sent_at'),
    /** When staff accepted the loss instead; never beside `send_asked_at`. */
    concedeAskedAt: instant('concede_asked_at'),
    concededAt: instant('conceded_at'),
    version: integer('version').notNull().default(0),
  },
  t => [
    index('dispute_packs_request').on(t.requestId),
    index('dispute_packs_due').on(t.dueBy).where(sql`${t.sendAskedAt} is null and ${t.dueBy} is not null`),
  ],
)

/** An influencer's statement to the bank about a disputed sale; the dispute pack contains it. */
export const disputeStatements = pgTable(
  'dispute_statements',
  {
    disputeId: text('dispute_id')
      .primaryKey()
      .references(() => disputePacks.disputeId),
    /** The influencer of the sale. */
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    /** Null once its author has left. */
    text: text('text'),
    writtenAt: instant('written_at').notNull(),
    /** How often it was written: another number by now is another text. */
    writes: integer('writes').notNull(),
    /** When this text was laid down at the provider. */
    stagedAt: instant('staged_at'),
  },
  t => [index('dispute_statements_author').on(t.authorId)],
)
