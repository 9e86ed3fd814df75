import {
  HANDS_MAX,
  type HandsNews,
  MESSAGE_HANDS,
  MESSAGE_STAGE,
  type StageNews,
  type StageState,
} from '@parley/contract'
import type { PersonSocket } from '../../../realtime/person-socket.ts'
import { isPerformer, type RoomSubject } from '../room-subject.ts'
import type { RaisedHand, Stage, StageGuest } from './stage-notes.ts'

export function sendStage(socket: PersonSocket, payload: StageNews): void {
  socket.send({ handler: MESSAGE_STAGE, payload })
}

export function sendHands(socket: PersonSocket, payload: HandsNews): void {
  socket.send({ handler: MESSAGE_HANDS, payload })
}

export function shownHands(hands: readonly RaisedHand[]): HandsNews {
  return { hands: hands.slice(0, HANDS_MAX).map(({ username }) => ({ username })) }
}

/** Who is invited or on, as long as their time has not run out. */
export function standing({ guest }: Pick<Stage, 'guest'>, nowMs: number): StageGuest | null {
  return guest && guest.untilMs > nowMs ? guest : null
}

/** Whether a guest is muted; not before the provider has applied it. */
export const isMuted = (guest: StageGuest): boolean => guest.stillMuted ?? guest.isMuted

/** The stage as one person sees it: only the owner and the invited viewer see the invitation. */
export function shownStage(
  stage: Stage,
  { subject, readerId, nowMs }: { subject: RoomSubject; readerId: string; nowMs: number },
): StageState {
  const guest = standing(stage, nowMs)
  const { version } = stage
  if (!guest) return { version, guest: null }
  const { personId: id, username, untilMs, step } = guest
  const you = id === readerId ? { you: step } : {}
  if (step === 'invited') {
    return { version, guest: null, ...(isPerformer(subject, readerId) ? { invited: username } : you) }
  }
  const left = { left_seconds: Math.max(0, untilMs - nowMs) / 1000 }
  // Pages play nothing of whom the owner muted, also before the provider has applied it: only the owner's page shows
  // that it has not.
  const isSilent = isMuted(guest) || (guest.isMuted && !isPerformer(subject, readerId))
  return { version, guest: { id, username, is_muted: isSilent, ...left }, ...you }
}
