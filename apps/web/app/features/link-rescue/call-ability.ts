import type { PaidFor } from './rescue-words.ts'

interface Abilities {
  RTCPeerConnection?: unknown
  navigator: { mediaDevices?: { getUserMedia?: unknown } | undefined }
}

/** What somebody is about to do: be seen, or watch an event, which needs no camera. */
export type Act = 'call' | 'watch'

export const actOf = (paid?: Pick<PaidFor, 'kind' | 'side'>): Act =>
  paid?.kind === 'event' && paid.side === 'buyer' ? 'watch' : 'call'

/** Whether this browser can do that at all: asked of what it can, never of its name. */
export function callAbility({ RTCPeerConnection, navigator }: Abilities, act: Act): 'can' | 'cannot' {
  const hasCameras = navigator.mediaDevices?.getUserMedia !== undefined
  return RTCPeerConnection && (act === 'watch' || hasCameras) ? 'can' : 'cannot'
}
