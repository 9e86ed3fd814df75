type PeerWindow = Window & { portFor(address: string, port: number): Promise<number> }

/**
 * In a page of LiveKit's client, before it loads: its media goes over the relay on this port, in both directions. Each
 * side gets the address at which the other one appears, as without a relay: LiveKit's ICE library would wait a second
 * before it uses an address that no candidate names. This function runs in the page, so it is self-contained.
 */
export function sendPeerMediaBy(relayPort: number): void {
  const HOST = /^((?:a=)?candidate:\S+ \d+ udp \d+) (\d+\.\d+\.\d+\.\d+) (\d+) typ host/i
  const viaRelay = (line: string) => line.replace(HOST, `$1 127.0.0.1 ${relayPort} typ host`)
  const Original = window.RTCPeerConnection

  /** The candidate of this side as LiveKit sees it; null for what the relay does not carry. */
  async function asSeen(candidate: RTCIceCandidate): Promise<RTCIceCandidate | null> {
    const found = HOST.exec(candidate.candidate)
    if (!found) return null
    const { portFor } = window as unknown as PeerWindow
    const port = await portFor(found[2] ?? '', Number(found[3]))
    const relayed = candidate.candidate.replace(HOST, `$1 127.0.0.1 ${port} typ host`)
    return new RTCIceCandidate({ ...candidate.toJSON(), candidate: relayed })
  }

  window.RTCPeerConnection = class extends Original {
    override addEventListener(type: string, listener: unknown, options?: unknown): void {
      const handle = listener as (event: Event) => void
      let inTurn = Promise.resolve()
      const wrapped = (event: RTCPeerConnectionIceEvent) => {
        inTurn = inTurn.then(async () => {
          const candidate = event.candidate?.candidate ? await asSeen(event.candidate) : null
          if (candidate || !event.candidate?.candidate)
            handle.call(this, new RTCPeerConnectionIceEvent('icecandidate', { candidate }))
        })
      }
      const given = type === 'icecandidate' ? wrapped : listener
      Reflect.apply(Original.prototype.addEventListener, this, [type, given, options])
    }

    override async addIceCandidate(init?: RTCIceCandidateInit | null): Promise<void> {
      const line = init?.candidate
      if (!line) return super.addIceCandidate(init)
      if (!HOST.test(line)) return
      return super.addIceCandidate({ ...init, candidate: viaRelay(line) })
    }

    override setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
      const lines = (description.sdp ?? '').split('\r\n')
      const sdp = lines
        .filter(line => !line.startsWith('a=candidate:') || HOST.test(line))
        .map(viaRelay)
        .join('\r\n')
      return super.setRemoteDescription({ type: description.type, sdp })
    }
  }
  Object.defineProperty(window.RTCPeerConnection.prototype, 'onicecandidate', {
    set(this: RTCPeerConnection, handler: ((event: RTCPeerConnectionIceEvent) => void) | null) {
      if (handler) this.addEventListener('icecandidate', handler)
    },
  })
}
