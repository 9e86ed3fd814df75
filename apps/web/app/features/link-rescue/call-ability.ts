interface Abilities {
  RTCPeerConnection?: unknown
  navigator: { mediaDevices?: { getUserMedia?: unknown } | undefined }
}

/** Whether this browser can do video calls at all: asked of what it can, never of its name. */
export function callAbility({ RTCPeerConnection, navigator }: Abilities): 'can' | 'cannot' {
  return RTCPeerConnection && navigator.mediaDevices?.getUserMedia ? 'can' : 'cannot'
}
