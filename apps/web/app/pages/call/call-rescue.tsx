import type { StreamParties } from '../../features/call/broadcast/stream-admission.ts'
import type { CallParties } from '../../features/call/connection/admission.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { hasBegun } from '../../features/link-rescue/rescue-words.ts'

/** For a person of this call whose browser does not support calls: what to do, and by when. */
export function callRescue({ isInfluencer, isGift, startsAt, usedSeconds }: CallParties) {
  const paid = {
    kind: 'call',
    side: isInfluencer ? 'influencer' : isGift ? 'attendee' : 'buyer',
    startsAt,
    hasBegun: hasBegun(startsAt, usedSeconds > 0 ? 'used' : 'unused'),
  } as const
  return <LinkRescue before="entering" paid={paid} />
}

/** The same for a person of this event. */
export function streamRescue({ isOwner, startsAt, state, format }: StreamParties) {
  const paid = {
    kind: format === 'queue' ? 'turn' : 'event',
    side: isOwner ? 'influencer' : 'buyer',
    startsAt,
    hasBegun: hasBegun(startsAt, state === 'scheduled' ? 'unused' : 'used'),
  } as const
  return <LinkRescue before="entering" paid={paid} />
}
