import type { GiftView, OpenGift } from '@parley/contract'
import { idOfKey, newId, unguessableSlug } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { areAllOpen, holdAccount, refuseTooYoung } from '../../accounts/public.ts'
import { apartFrom, mayMeet } from '../../safety/public.ts'
import { assertBuyer } from '../answer-request.ts'
import { notPaid } from '../calls/why-unpaid.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { isPayable } from '../request.ts'
import { findRequest, findRequestBySlug, type NamedRequest, type RequestRow } from '../store.ts'
import { attend, give, standingOf, withdraw } from './gift-rules.ts'
import {
  countTaken,
  findGift,
  findGiftById,
  findStandingGift,
  type GiftRow,
  insertGift,
  listToAttend,
  storeGiftAccepted,
  withdrawGift,
} from './gift-store.ts'

const UUID_USED = 'This uuid was used for another gift already'
const LINK_LOST =
  'This invitation was made before, and its link cannot be shown once more. Please take it back and make a new one'

async function rowOf(deps: RequestsDeps, slug: string): Promise<RequestRow> {
  const found = await findRequestBySlug(deps.db, slug)
  if (!found) throw refuse.notFound('There is no such request')
  return found.row
}

/** The link that the buyer made and nobody has accepted: its address is not known here, but it can be ended. */
export async function showOpenGift(
  deps: RequestsDeps,
  { slug, actorId }: { slug: string; actorId: string },
): Promise<OpenGift> {
  const row = await rowOf(deps, slug)
  assertBuyer(row, actorId)
  const link = await findStandingGift(deps.db, row.id)
  if (!link || standingOf(row, link) !== 'open') return { open: null }
  return { open: { message: link.message, created_at: link.createdAt.toISOString() } }
}

/**
 * Creates the one link by which another person attends in the buyer's place; an older one stops working. 402 until
 * paid.
 */
export async function giveCall(
  deps: RequestsDeps,
  input: { slug: string; actorId: string; message: string | null; uuid?: string | undefined },
): Promise<{ url: string }> {
  const { slug, actorId, message, uuid } = input
  let token = unguessableSlug()
  await changeRequest(deps, {
    requestId: (await rowOf(deps, slug)).id,
    action: 'give',
    actorId,
    decide: async (row, tx, now) => {
      assertBuyer(row, actorId)
      const id = idOfGift(row, uuid)
      if (uuid !== undefined) {
        const tokens = deps.linkTokens(`gift ${row.id} ${uuid}`)
        const first = await findFirst(tx, { id, tokens })
        token = tokens.find(each => digestOf(each) === first?.digest) ?? tokens[0] ?? token
        // Also where it was accepted or withdrawn since: the link itself says so.
        if (first && first.message !== message) return { notAllowed: UUID_USED }
        if (first) return first.digest === digestOf(token) ? null : { notAllowed: LINK_LOST }
      }
      const decided = give(row, await countTaken(tx, row.id))
      if (decided && 'notAllowed' in decided) return decided
      if (isPayable(row)) throw refuse.unpaid(notPaid(row).notAllowed)
      await withdrawGift(tx, row.id, now)
      await insertGift(tx, { id, requestId: row.id, digest: digestOf(token), message, createdAt: now })
      return decided
    },
  })
  return { url: `${deps.publicOrigin}/gift?token=${token}` }
}

/** A repeated gift finds the first by its id, also after the server's keys were replaced. */
const idOfGift = ({ id, createdAt }: RequestRow, uuid: string | undefined): string =>
  uuid === undefined ? newId() : idOfKey(`gift ${id} ${uuid}`, createdAt.getTime())

/** The gift that a repeated request made the first time; those of an older server are found by their links alone. */
async function findFirst(tx: Tx, by: { id: string; tokens: readonly string[] }): Promise<GiftRow | null> {
  const made = await findGiftById(tx, by.id)
  if (made) return made
  for (const token of by.tokens) {
    const older = await findGift(tx, digestOf(token))
    if (older) return older
  }
  return null
}

/** Withdraws the link and the attendance: the buyer attends again. Only until the call begins. */
export async function withdrawAttendance(
  deps: RequestsDeps,
  { slug, actorId }: { slug: string; actorId: string },
): Promise<RequestRow> {
  return changeRequest(deps, {
    requestId: (await rowOf(deps, slug)).id,
    action: 'take_back',
    actorId,
    decide: async (row, tx, now) => {
      assertBuyer(row, actorId)
      const decided = withdraw(row)
      if (decided && 'notAllowed' in decided) return decided
      await withdrawGift(tx, row.id, now)
      if (row.attendeeId) await leaveMail(deps, tx, { userId: row.attendeeId, requestId: row.id })
      return decided
    },
  })
}

/** Informs a person that they do not attend any more. */
function leaveMail(deps: RequestsDeps, tx: Tx, to: { userId: string; requestId: string }): Promise<void> {
  const { userId, requestId } = to
  return deps.outbox.add(tx, MAIL_TOPIC, { template: 'not-attending', userId, data: { requestId } })
}

/** The person with the link attends from now on: one person, ever, also with rivals at the same moment. */
export async function acceptGift(
  deps: RequestsDeps,
  { token, attendeeId }: { token: string; attendeeId: string },
): Promise<RequestRow> {
  const digest = digestOf(token)
  const found = await findGift(deps.db, digest)
  if (!found) throw refuse.notFound('There is no such invitation')
  return changeRequest(deps, {
    requestId: found.requestId,
    action: 'attend',
    actorId: attendeeId,
    decide: async (row, tx, now) => {
      if (row.buyerId === attendeeId) throw refuse.forbidden('This is your own invitation: pass its link on')
      // Attack: one person on both sides, who would be paid for time with themselves.
      if (row.influencerId === attendeeId) throw refuse.forbidden('You are the one this call is with')
      for (const other of [row.buyerId, row.influencerId]) {
        if (other && !(await mayMeet(tx, other, attendeeId)))
          throw refuse.notFound('There is no such invitation')
      }
      await refuseTooYoung(deps, tx, attendeeId)
      // Somebody who deletes their account in this moment would keep the buyer out of the call.
      if (!(await holdAccount(tx, attendeeId))) throw refuse.unauthenticated()
      // Read again under the request's lock, which every change of a link holds.
      const link = await findGift(tx, digest)
      invariant(link, 'a link is never deleted')
      const decided = attend(row, { ...link, attendeeId })
      if (decided && !('notAllowed' in decided)) {
        await storeGiftAccepted(tx, link.id, { takenAt: now, takenBy: attendeeId })
      }
      return decided
    },
  })
}

/** The call to which a link invites, without the price. */
export async function showGift(
  deps: RequestsDeps,
  { token, viewerId }: { token: string; viewerId: string | null },
): Promise<GiftView> {
  const link = await findGift(deps.db, digestOf(token))
  const request = link && (await findRequest(deps.db, link.requestId))
  if (!link || !request) throw refuse.notFound('There is no such invitation')
  const { buyerId, influencerId, attendeeId } = request.row
  const people = [buyerId, influencerId].filter(id => id !== null)
  const apart = viewerId === null ? null : await apartFrom(deps.db, viewerId)
  const isParty = viewerId !== null && [...people, attendeeId].includes(viewerId)
  if (people.some(id => apart?.has(id)) || !(isParty || (await areAllOpen(deps.db, people))))
    throw refuse.notFound('There is no such invitation')
  return presentGift(request, link, viewerId)
}

function presentGift(request: NamedRequest, link: GiftRow, viewerId: string | null): GiftView {
  const { row, buyerName, influencerName } = request
  const standing = standingOf(row, link)
  const isYours = viewerId !== null && row.attendeeId === viewerId && link.takenBy === viewerId
  return {
    state: isYours && standing === 'taken' ? 'yours' : standing,
    slug: isYours ? row.slug : null,
    request_type: row.requestType,
    from: { id: row.buyerId, username: buyerName },
    influencer: influencerName ? { username: influencerName } : null,
    description: row.description,
    duration: row.durationSeconds,
    duration_display: row.durationDisplay as GiftView['duration_display'],
    timeRange:
      row.startsAt && row.endsAt
        ? { start: row.startsAt.toISOString(), end: row.endsAt.toISOString() }
        : null,
    // A message to one person: after another accepted it, or a withdrawal, nobody else may read it.
    message: standing === 'open' || isYours ? link.message : null,
  }
}

/**
 * A person who deletes their account attends nothing any more: the buyers may attend themselves, or make a new gift.
 */
export async function stopAttending(deps: RequestsDeps, userId: string): Promise<void> {
  for (const requestId of await listToAttend(deps.db, userId)) {
    await changeRequest(deps, {
      requestId,
      action: 'stop_attending',
      actorId: userId,
      decide: async (row, tx, now) => {
        if (row.attendeeId !== userId) return null
        const decided = withdraw(row)
        // Begun or ended in between: it stays as it was.
        if (decided && 'notAllowed' in decided) return null
        await withdrawGift(tx, row.id, now)
        return decided
      },
    })
  }
}
