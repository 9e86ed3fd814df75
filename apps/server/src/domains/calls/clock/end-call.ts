import type { CallsDeps } from '../deps.ts'
import { endOf } from '../joining.ts'
import { isParty, isPerformer } from '../room-subject.ts'
import { noteEndCall } from '../store.ts'
import type { Side } from './media-flow.ts'

type EndCallDeps = Pick<CallsDeps, 'db' | 'log' | 'subjects' | 'video'>

interface EndCall {
  roomId: string
  personId: string
  at: Date
}

/**
 * A person pressed End Call: their media ends now, and the press of a buyer is stored if the influencer's media
 * flowed, by the report of the video provider. An event has no End Call: viewers come and go, and its owner ends it
 * by an API call. In a queue it ends the current turn.
 */
export async function endCall(deps: EndCallDeps, { roomId, personId, at }: EndCall): Promise<void> {
  const subject = await deps.subjects.find({ roomId })
  if (subject?.kind === 'broadcast' && subject.format === 'queue')
    return deps.subjects.endTurn(roomId, personId)
  if (subject?.kind !== 'call' || endOf(subject, at) || !isParty(subject, personId)) return
  if (!isPerformer(subject, personId)) {
    // Nobody pays because of an unknown: if the provider does not answer, the press is not stored.
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
  deps: EndCallDeps,
  { roomId, side, at }: { roomId: string; side: Side; at: Date },
): Promise<void> {
  const subject = await deps.subjects.find({ roomId })
  if (subject?.kind !== 'call') return
  const personId = side === 'influencer' ? subject.influencer?.id : subject.buyer.id
  if (personId) await endCall(deps, { roomId, personId, at })
}
