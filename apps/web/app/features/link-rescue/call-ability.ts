import type { PaidFor } from './rescue-words.ts'

interface Abilities {
  RTCPeerConnection?: unknown
  navigator: { mediaDevices?: { getUserMedia?: unknown } | undefined }
}

/** What a person is about to do: join a call, or watch an event, which needs no camera. */
export type Act = 'call' | 'watch'

export const actOf = (paid?: Pick<PaidFor, 'kind' | 'side'>): Act =>
  paid?.kind === 'event' && paid.side === 'buyer' ? 'watch' : 'call'

/** Whether this browser supports that: decided by its features, never by its name. */
export function callAbility({ RTCPeerConnection, navigator }: Abilities, act: Act): 'can' | 'cannot' {
  const hasCameras = navigator.mediaDevices?.getUserMedia !== undefined
  return RTCPeerConnection && (act === 'watch' || hasCameras) ? 'can' : 'cannot'
}
