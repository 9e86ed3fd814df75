import { closeCodes, messages, said, templates } from '@parley/contract'
import { type Refusal, refuse } from '../../core/refusal.ts'
import { type PlacePaid, UNPAID_WORDS, type Unpaid } from '../requests/public.ts'
import type { CallsDeps } from './deps.ts'
import { isParty, isPerformer, type RoomSubject } from './room-subject.ts'

/** Why someone may not join a call now. */
export type Denial =
  | { why: 'unknown' | 'stranger' | 'over' | 'age' | 'too_young' | Unpaid }
  | { why: 'not-open-yet'; opensAt: Date }

interface JoinRequest {
  personId: string
  /** Of an event: what place this person has at it. */
  place: PlacePaid | 'none'
  /** Of a queue: they order its line, and join no room. */
  isUsher?: boolean
  usedMs: number
  now: Date
}

/** The whole rule of who may join a call or an event, and when; null when this person may, now. */
export function denialOf(subject: RoomSubject | null, request: JoinRequest): Denial | null {
  if (!subject) return { why: 'unknown' }
  const { usedMs, now } = request
  const turnedAway =
    subject.kind === 'broadcast'
      ? notAViewer(subject, request)
      : isParty(subject, request.personId)
        ? null
        : 'stranger'
  // A place ends with its event, and everybody may know that an event is over: its page says so.
  if (turnedAway) return { why: subject.kind === 'broadcast' && isEventOver(subject) ? 'over' : turnedAway }
  const ended = endOf(subject, now)
  if (ended) return { why: ended }
  if (usedMs >= subject.totalMs) return { why: 'over' }
  if (subject.opensAt && now < subject.opensAt) return { why: 'not-open-yet', opensAt: subject.opensAt }
  return null
}

function notAViewer(
  subject: RoomSubject,
  { personId, place, isUsher }: JoinRequest,
): 'stranger' | Unpaid | null {
  if (isPerformer(subject, personId) || place === 'paid' || isUsher) return null
  return place === 'none' ? 'stranger' : place
}

/** Asks for what the rule needs and applies it. */
export async function findDenial(
  deps: Pick<CallsDeps, 'subjects' | 'clock' | 'ageStateOf'> & {
    callClock: { usedMs(roomId: string): Promise<number> }
  },
  subject: RoomSubject | null,
  personId: string,
): Promise<Denial | null> {
  if (!subject) return { why: 'unknown' }
  const age = await deps.ageStateOf(personId)
  // Also for a person who was old enough when they booked, and is now known to be too young.
  if (age === 'too_young') return { why: 'too_young' }
  // Attack: a person who signed up with an offer has no declared age yet, and a modified client would skip the
  // question.
  if (age === 'unknown' && isPerformer(subject, personId)) return { why: 'age' }
  const { roomId, kind } = subject
  const place = kind === 'broadcast' ? await deps.subjects.placeOf(roomId, personId) : 'none'
  // The room of a line is nobody's to join, and a turn's only its two parties'.
  const isLine = kind === 'broadcast' && subject.format === 'queue'
  const isUsher = isLine && place !== 'paid' && (await deps.subjects.isUsher(roomId, personId))
  const usedMs = await deps.callClock.usedMs(roomId)
  return denialOf(subject, { personId, place, isUsher, usedMs, now: deps.clock.now() })
}

const isEventOver = ({ state }: Extract<RoomSubject, { kind: 'broadcast' }>) =>
  state === 'ended' || state === 'cancelled'

/** Why a call or event may not continue, for any caller; null while it may. */
export function endOf(subject: RoomSubject, now: Date): 'over' | Unpaid | null {
  if (subject.kind === 'broadcast') {
    return isEventOver(subject) || subject.isOwnerOut ? 'over' : null
  }
  if (subject.state !== 'offered' && subject.state !== 'accepted') return 'over'
  // Like an ended call, so that nobody learns of the block or the suspension.
  if (subject.isApart || subject.isClosed || (subject.closesAt && now >= subject.closesAt)) return 'over'
  return subject.unpaid
}

export const closeCodeOf: Record<Exclude<Denial['why'], 'not-open-yet'>, number> = {
  unknown: closeCodes.notFound,
  stranger: closeCodes.forbidden,
  unpaid: closeCodes.forbidden,
  processing: closeCodes.forbidden,
  disputed: closeCodes.forbidden,
  returned: closeCodes.forbidden,
  age: closeCodes.forbidden,
  too_young: closeCodes.forbidden,
  over: closeCodes.over,
}

/** The sentence of a dated call for a person who comes too early. */
export function opensLater(opensAt: Date): string {
  return said(templates.opensAt, { at: opensAt.toISOString() })
}

/** A denial as the HTTP calls answer it. */
export function refusalOf(denial: Denial): Refusal {
  if (denial.why === 'not-open-yet') {
    return refuse.conflict(opensLater(denial.opensAt), { opens_at: denial.opensAt.toISOString() })
  }
  if (denial.why === 'unknown') return refuse.notFound()
  if (denial.why === 'age') return refuse.forbidden(messages.birthDateNeeded)
  if (denial.why === 'too_young') return refuse.forbidden(messages.tooYoung)
  if (denial.why === 'stranger') return refuse.forbidden()
  return denial.why === 'over'
    ? refuse.conflict('This call is over')
    : refuse.unpaid(UNPAID_WORDS[denial.why])
}
