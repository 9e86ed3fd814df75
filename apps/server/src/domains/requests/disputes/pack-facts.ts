import { formatAmount, MINUTE_MS, termsSentenceOf } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { findPaymentOf } from '../../payments/public.ts'
import { readAttendance } from '../attendance/show-attendance.ts'
import type { Attendance, CallTime } from '../calls/call-time.ts'
import type { DrawDocument } from '../document-port.ts'
import { sentencesShown } from '../money/present-money-back.ts'
import { findRequest, type RequestRow } from '../store.ts'
import type { PackFacts } from './pack-record.ts'

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
}

/** Gathers what our own records say of a sale; null where there is no such request. */
export async function gatherFacts(
  deps: Omit<PackDeps, 'drawDocument'>,
  db: DbOrTx,
  asked: { requestId: string; now: Date },
): Promise<PackFacts | null> {
  const found = await findRequest(db, asked.requestId)
  if (!found) return null
  const { row } = found
  const payment = await findPaymentOf(db, row.id)
  const attendance = await attendanceOf(deps, db, row)
  const mails = await deps.mailsAbout(db, { requestId: row.id, userId: row.buyerId })
  return {
    madeAt: asked.now.toISOString(),
    sale: {
      reference: payment?.intentId ?? row.slug,
      kind: row.requestType,
      what: row.description,
      price: formatAmount(row.pricePence),
      durationSeconds: row.durationSeconds,
      bookedAt: row.createdAt.toISOString(),
      paidAt: row.paidAt?.toISOString() ?? null,
      agreed: agreedOf(row),
    },
    terms: {
      sentence: sentencesShown({ ...found, influencerName: NAMELESS })
        .join(' ')
        .replaceAll(`@${NAMELESS}`, NAMELESS),
      confirmed: confirmedWords(row),
      confirmedAt: (row.acknowledgedAt ?? row.paidAt)?.toISOString() ?? null,
    },
    attendance,
    media: await mediaOf(deps, db, row),
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

const agreedOf = ({ startsAt, endsAt }: RequestRow): PackFacts['sale']['agreed'] =>
  startsAt && endsAt ? { start: startsAt.toISOString(), end: endsAt.toISOString() } : null

/** What arrived; of an event from when the place was paid until it ended. */
async function mediaOf(
  { callTime }: { callTime: CallTime },
  db: DbOrTx,
  row: RequestRow,
): Promise<NonNullable<PackFacts['media']>> {
  const minutes = await callTime.mediaMinutes(db, row.liveEventId ?? row.id)
  const [from, until] = row.liveEventId ? [row.paidAt, row.endedAt] : [null, null]
  return minutes
    .filter(({ minute }) => from === null || minute.getTime() + MINUTE_MS > from.getTime())
    .filter(({ minute }) => until === null || minute < until)
    .map(({ minute, side, packets, bytes }) => ({ minute: minute.toISOString(), side, packets, bytes }))
}

async function attendanceOf(
  deps: { callTime: CallTime },
  db: DbOrTx,
  row: RequestRow,
): Promise<PackFacts['attendance']> {
  if (row.liveEventId) return airtimeOf(await deps.callTime.attendance(db, row.liveEventId), row)
  const { sides, live, used } = await readAttendance(deps, db, row)
  const seen = ({ first_seen: firstSeen, last_seen: lastSeen }: (typeof sides)['buyer']) => ({
    firstSeen,
    lastSeen,
  })
  return {
    buyer: seen(sides.buyer),
    influencer: seen(sides.influencer),
    together: live.map(({ start, end, ended_by: endedBy }) => ({ start, end, endedBy })),
    usedSeconds: used,
  }
}

/** When the event of a place was on air, until the place ended; nothing is kept of who watched. */
function airtimeOf({ together }: Attendance, row: RequestRow): PackFacts['attendance'] {
  const placeEndsMs = row.endedAt?.getTime() ?? Number.POSITIVE_INFINITY
  const onAir = together
    .filter(({ fromMs }) => fromMs < placeEndsMs)
    .map(stretch => ({ ...stretch, untilMs: Math.min(stretch.untilMs, placeEndsMs) }))
  const usedMs = onAir.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
  const nobody = { firstSeen: null, lastSeen: null }
  return {
    ...{ buyer: nobody, influencer: nobody },
    together: onAir.map(({ fromMs, untilMs, isOpen }) => ({
      start: new Date(fromMs).toISOString(),
      end: isOpen && row.endedAt === null ? null : new Date(untilMs).toISOString(),
      endedBy: null,
    })),
    usedSeconds: Math.min(Math.floor(usedMs / 1000), row.durationSeconds),
  }
}
