import type { CallTicket } from '@parley/contract'
import type { Person } from '../../core/person.ts'
import type { CallClock } from './clock/call-clock.ts'
import type { CallsDeps } from './deps.ts'
import { endOf } from './joining.ts'
import type { LoginWatch } from './presence/login-watch.ts'
import { isParty, isPerformer, type RoomSubject } from './room-subject.ts'
import type { RoomStage } from './stage/room-stage.ts'
import { JOIN_TTL_MAX_MS } from './video-provider.ts'

export interface TicketDeps extends CallsDeps {
  callClock: CallClock
  logins: LoginWatch
  stage: RoomStage
}

/**
 * Returns the room of a person at a subject: the subject's own, or the current turn of a queue. Nobody joins the
 * line's own room.
 */
export async function roomToJoin(
  { subjects, clock }: Pick<CallsDeps, 'subjects' | 'clock'>,
  subject: RoomSubject,
  personId: string,
): Promise<RoomSubject | null> {
  if (subject.kind === 'call' || subject.format === 'broadcast') return subject
  const roomId = await subjects.turnOf(subject.roomId, personId)
  const turn = roomId ? await subjects.find({ roomId }) : null
  const isTheirs = turn?.kind === 'call' && isParty(turn, personId) && !endOf(turn, clock.now())
  return isTheirs ? turn : null
}

/** For the next fan and the host: the room in which they may wait, connected. Null for everybody else. */
export async function roomToAwait(
  { subjects, clock }: Pick<CallsDeps, 'subjects' | 'clock'>,
  subject: RoomSubject,
  personId: string,
): Promise<RoomSubject | null> {
  if (subject.kind === 'call' || subject.format === 'broadcast') return null
  const next = await subjects.nextTurn(subject.roomId, personId)
  return next && !endOf(next, clock.now()) ? next : null
}

/** A ticket for a turn that has not begun. Its clock is not watched yet. */
export async function issueEarlyTicket(
  { video, logins }: Pick<TicketDeps, 'video' | 'logins'>,
  { subject, person }: { subject: RoomSubject; person: Person },
): Promise<CallTicket> {
  const { roomId, hasBegun } = subject
  logins.noteJoin(roomId, person, 'early')
  const ticket = await video.issueJoin({
    ...{ roomId, identity: person.id, kind: 'call', canPublish: true, canSubscribe: true },
    ...{ isEarly: true, hasBegun, loginId: person.loginId, expiresInMs: JOIN_TTL_MAX_MS },
  })
  const { token, url, provider, room: session } = ticket
  return { token, session, url, provider, is_influencer: isPerformer(subject, person.id) }
}

/**
 * The address and the token to join the video room; the caller decided that the person may. Viewers of an event send
 * nothing, except the guest on its stage.
 */
export async function issueTicket(
  { video, callClock, logins, stage, subjects }: TicketDeps,
  { subject, person }: { subject: RoomSubject; person: Person },
): Promise<CallTicket> {
  const room = callClock.watch(subject)
  const isOwner = isPerformer(subject, person.id)
  // Attack: to pay while the event is on, watch, and cancel before the place has learnt that it began.
  if (subject.kind === 'broadcast' && subject.hasBegun && !isOwner)
    await subjects.beginLate(room.id, person.id)
  logins.noteJoin(room.id, person)
  const issue = (guest: { isMuted: boolean } | null) =>
    video.issueJoin({
      roomId: room.id,
      identity: person.id,
      kind: subject.kind,
      canPublish: subject.kind === 'call' || isOwner || guest !== null,
      canSubscribe: true,
      ...(guest ? { isGuest: true, isMuted: guest.isMuted } : {}),
      hasBegun: subject.hasBegun,
      loginId: person.loginId,
      expiresInMs: JOIN_TTL_MAX_MS,
    })
  const guestSlot = async () =>
    subject.kind === 'broadcast' && !isOwner ? stage.guestSlot(room.id, person.id) : null
  const guest = await guestSlot()
  let ticket = await issue(guest)
  // Attack: a ticket for the stage, requested while the guest is removed: earlier ones are invalid, but this one came
  // later.
  if (guest && !(await guestSlot())) ticket = await issue(null)
  return {
    token: ticket.token,
    session: ticket.room,
    url: ticket.url,
    provider: ticket.provider,
    is_influencer: isOwner,
  }
}
