import type { Side } from './clock/media-flow.ts'
import type { CallsDeps } from './deps.ts'
import { endOf } from './joining.ts'
import { isParty, isPerformer } from './room-subject.ts'
import { noteEndCall } from './store.ts'

interface EndCall {
  roomId: string
  personId: string
  at: Date
}

/**
 * Somebody pressed End Call: their media ends now, and a buyer's press is written down if the influencer's media flowed, by
 * the report of the video provider. An event has no such act: its viewers come and go, its owner ends it by its own call. In
 * a queue it ends the turn that goes on.
 */
export async function endCall(deps: CallsDeps, { roomId, personId, at }: EndCall): Promise<void> {
  const subject = await deps.subjects.find({ roomId })
  if (subject?.kind === 'broadcast' && subject.format === 'queue')
    return deps.subjects.endTurn(roomId, personId)
  if (subject?.kind !== 'call' || endOf(subject, at) || !isParty(subject, personId)) return
  if (!isPerformer(subject, personId)) {
    // Nobody is charged by what could not be asked: then the press is not written down.
    const media = await deps.video.roomMedia(roomId).catch(error => {
      deps.log.warn({ err: error, roomId }, 'who sends media was not told; an End Call is not written down')
      return []
    })
    const isFacedByMedia = media.some(
      ({ identity, mediaFlowing }) => mediaFlowing && identity === subject.influencer?.id,
    )
    if (isFacedByMedia) await noteEndCall(deps.db, roomId, at)
  }
  await deps.video.removeParticipant(roomId, personId, 'End Call')
}

/** The same for the person on one side. */
export async function leaveCall(
  deps: CallsDeps,
  { roomId, side, at }: { roomId: string; side: Side; at: Date },
): Promise<void> {
  const subject = await deps.subjects.find({ roomId })
  if (subject?.kind !== 'call') return
  const personId = side === 'influencer' ? subject.influencer?.id : subject.buyer.id
  if (personId) await endCall(deps, { roomId, personId, at })
}
