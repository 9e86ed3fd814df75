import { formatAmount, TERMS_SENTENCE } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { findPaymentOf } from '../../payments/public.ts'
import { readAttendance } from '../attendance/show-attendance.ts'
import type { CallTime } from '../calls/call-time.ts'
import type { DrawDocument } from '../document-port.ts'
import { sentenceShown } from '../money/present-money-back.ts'
import { findRequest } from '../store.ts'
import type { PackFacts } from './pack-record.ts'

/** The sentence has the influencer's name in it; the pack has no names. */
const NAMELESS = 'the influencer'

/** A mail that was sent to the buyer about a sale. */
export interface SentMail {
  kind: string
  at: Date
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
  const { sides, live, used, agreed } = await readAttendance(deps, db, row)
  const mails = await deps.mailsAbout(db, { requestId: row.id, userId: row.buyerId })
  const seen = ({ first_seen: firstSeen, last_seen: lastSeen }: (typeof sides)['buyer']) => ({
    firstSeen,
    lastSeen,
  })
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
      agreed,
    },
    terms: {
      sentence: sentenceShown(row, NAMELESS).replaceAll(`@${NAMELESS}`, NAMELESS),
      confirmed: row.termsVersion ? `${TERMS_SENTENCE} (words of ${row.termsVersion})` : '',
      confirmedAt: (row.acknowledgedAt ?? row.paidAt)?.toISOString() ?? null,
    },
    attendance: {
      buyer: seen(sides.buyer),
      influencer: seen(sides.influencer),
      together: live.map(({ start, end, ended_by: endedBy }) => ({ start, end, endedBy })),
      usedSeconds: used,
    },
    outcome: {
      state: row.state,
      outcome: row.outcome,
      rule: row.settledBy,
      refunded: formatAmount(row.refundedPence),
    },
    mails: mails.map(({ kind, at }) => ({ kind, at: at.toISOString() })),
  }
}
