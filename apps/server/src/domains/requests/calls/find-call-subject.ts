import { JOIN_BEFORE_START_MS } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { sidesAreApart } from '../blocks/sides-apart.ts'
import { isCallPaid } from '../request.ts'
import { findRequest, findRequestBySlug, type NamedRequest } from '../store.ts'
import type { CallSubject } from './call-subject.ts'
import { whyUnpaid } from './why-unpaid.ts'

/** A private or prepaid request as the calls domain needs it; null when there is none. */
export async function findCallSubject(
  db: DbOrTx,
  by: { slug: string } | { id: string },
): Promise<CallSubject | null> {
  const found = 'slug' in by ? await findRequestBySlug(db, by.slug) : await findRequest(db, by.id)
  if (!found || found.row.requestType === 'broadcast') return null
  return callSubject(db, found)
}

/** A place in a queue as a call of two; null where the request is no place at an event. */
export async function turnSubject(db: DbOrTx, found: NamedRequest): Promise<CallSubject | null> {
  if (found.row.requestType !== 'broadcast') return null
  return { ...(await callSubject(db, found)), opensAt: null, closesAt: null }
}

/** A request that was read, as the calls domain needs it. */
export async function callSubject(db: DbOrTx, found: NamedRequest): Promise<CallSubject> {
  const { row, buyerName, influencerName, attendeeName } = found
  return {
    kind: 'call',
    roomId: row.id,
    slug: row.slug,
    state: row.state,
    buyer:
      row.attendeeId && attendeeName
        ? { id: row.attendeeId, username: attendeeName }
        : { id: row.buyerId, username: buyerName },
    influencer:
      row.influencerId && influencerName ? { id: row.influencerId, username: influencerName } : null,
    totalMs: row.durationSeconds * 1000,
    unpaid: isCallPaid(row) ? null : whyUnpaid(row),
    opensAt: row.startsAt && new Date(row.startsAt.getTime() - JOIN_BEFORE_START_MS),
    closesAt: row.endsAt,
    hasBegun: row.begunAt !== null,
    isApart: await sidesAreApart(db, row),
  }
}
