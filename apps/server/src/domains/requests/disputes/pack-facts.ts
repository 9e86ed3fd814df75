import { formatAmount, MINUTE_MS, termsSentenceOf } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { findPaymentOf } from '../../payments/public.ts'
import { isTurn, roomOf } from '../attendance/room-of.ts'
import { readAirtime } from '../attendance/show-airtime.ts'
import { readAttendance } from '../attendance/show-attendance.ts'
import type { CallTime } from '../calls/call-time.ts'
import type { DrawDocument } from '../document-port.ts'
import { sentencesShown } from '../money/present-money-back.ts'
import { findRequest, type NamedRequest, type RequestRow } from '../store.ts'
import type { PackFacts, TurnRecord } from './pack-record.ts'

/** The sentence has the influencer's name in it; the pack has no names. */
const NAMELESS = 'the influencer'

/** A mail that was sent to the buyer about a sale. */
export interface SentMail {
  kind: string
  at: Date
  /**
   * What it said, on one line and without the influencer's name; null where that depended on what has changed since.
   */
  words: string | null
}

export interface PackDeps {
  drawDocument: DrawDocument
  callTime: CallTime
  /** The mails that a person was sent about a request, from the notifications domain. */
  mailsAbout(db: DbOrTx, about: { requestId: string; userId: string }): Promise<SentMail[]>
  /** How a place stands in the line of its queue, from the queue domain; null while it is in no line. */
  turnRecord(db: DbOrTx, placeId: string): Promise<TurnRecord | null>
}

/** Gathers what our own records say of a sale; null where there is no such request. */
export async function gatherFacts(
  deps: Omit<PackDeps, 'drawDocument'>,
  db: DbOrTx,
  input: { requestId: string; now: Date },
): Promise<PackFacts | null> {
  const found = await findRequest(db, input.requestId)
  if (!found) return null
  const { row } = found
  const payment = await findPaymentOf(db, row.id)
  const seen = await seenIn(deps, db, found)
  const mails = await deps.mailsAbout(db, { requestId: row.id, userId: row.buyerId })
  return {
    madeAt: input.now.toISOString(),
    sale: {
      reference: payment?.intentId ?? row.slug,
      kind: row.requestType,
      what: row.description,
      price: formatAmount(row.pricePence),
      durationSeconds: row.durationSeconds,
      bookedAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      agreed: agreedOf(found),
    },
    terms: {
      sentence: sentencesShown({ ...found, influencerName: NAMELESS })
        .join(' ')
        .replaceAll(`@${NAMELESS}`, NAMELESS),
      confirmed: confirmedWords(row),
      confirmedAt: (row.acknowledgedAt ?? row.paidAt)?.toISOString() ?? null,
    },
    ...seen,
    media: await mediaOf(deps, db, found),
    outcome: {
      state: row.state,
      outcome: row.outcome,
      rule: row.settledBy,
      refunded: formatAmount(row.refundedPence),
    },
    mails: mails.map(({ kind, at, words }) => ({
      ...{ kind, at: at.toISOString() },
      ...(words === null ? {} : { words }),
    })),
  }
}

/** The sentence of the version that the buyer confirmed, not of today's; of an unknown version its name alone. */
function confirmedWords({ termsVersion }: Pick<RequestRow, 'termsVersion'>): string {
  if (termsVersion === null) return ''
  const sentence = termsSentenceOf(termsVersion)
  return sentence === null ? `(words of ${termsVersion})` : `${sentence} (words of ${termsVersion})`
}

/** The dates of a place in a line are those of its event: nobody agreed when the turn begins. */
function agreedOf(request: NamedRequest): PackFacts['sale']['agreed'] {
  const { startsAt, endsAt } = request.row
  if (isTurn(request) || !startsAt || !endsAt) return null
  return { start: startsAt.toISOString(), end: endsAt.toISOString() }
}

/** What arrived; of a broadcast from when the place was paid until it ended. */
async function mediaOf(
  { callTime }: { callTime: CallTime },
  db: DbOrTx,
  request: NamedRequest,
): Promise<NonNullable<PackFacts['media']>> {
  const room = roomOf(request)
  const minutes = await callTime.mediaMinutes(db, room.id)
  const { paidAt, endedAt } = request.row
  const [from, until] = room.kind === 'shared' ? [paidAt, endedAt] : [null, null]
  return minutes
    .filter(({ minute }) => from === null || minute.getTime() + MINUTE_MS > from.getTime())
    .filter(({ minute }) => until === null || minute < until)
    .map(({ minute, side, packets, bytes }) => ({ minute: minute.toISOString(), side, packets, bytes }))
}

type Seen = Pick<PackFacts, 'attendance' | 'turn'>

/** Who was in the room of a call or a turn; of a place at a broadcast, when the event was on air. */
async function seenIn(
  deps: Omit<PackDeps, 'drawDocument'>,
  db: DbOrTx,
  request: NamedRequest,
): Promise<Seen> {
  if (roomOf(request).kind === 'shared') return { attendance: await airtimeOf(deps, db, request) }
  const { sides, live, used } = await readAttendance(deps, db, request)
  const seen = ({ first_seen: firstSeen, last_seen: lastSeen }: (typeof sides)['buyer']) => ({
    firstSeen,
    lastSeen,
  })
  const attendance = {
    buyer: seen(sides.buyer),
    influencer: seen(sides.influencer),
    together: live.map(({ start, end, ended_by: endedBy }) => ({ start, end, endedBy })),
    usedSeconds: used,
  }
  const turn = await turnOf(deps, db, request)
  return { attendance, ...(turn && { turn: { ...turn, waitedSeconds: sides.influencer.waited } }) }
}

async function turnOf(
  { turnRecord }: Pick<PackDeps, 'turnRecord'>,
  db: DbOrTx,
  request: NamedRequest,
): Promise<Omit<NonNullable<PackFacts['turn']>, 'waitedSeconds'> | null> {
  const { row, event } = request
  if (!event || !isTurn(request)) return null
  const inLine = await turnRecord(db, row.id)
  return {
    ...(inLine ?? { number: null, state: null, missed: 0, why: null }),
    absentRule: event.absent,
    lineStartsAt: event.startsAt?.toISOString() ?? null,
  }
}

async function airtimeOf(
  deps: { callTime: CallTime },
  db: DbOrTx,
  request: NamedRequest,
): Promise<PackFacts['attendance']> {
  const { onAir, usedSeconds } = await readAirtime(deps, db, request)
  const nobody = { firstSeen: null, lastSeen: null }
  const together = onAir.map(stretch => ({ ...stretch, endedBy: null }))
  return { ...{ buyer: nobody, influencer: nobody }, together, usedSeconds }
}
