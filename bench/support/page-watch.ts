/** What a page of a call notes while a bench looks on. These functions run in the page, so none uses anything outside itself. */

export interface Noted {
  /** When Join was pressed, by the clock of this machine; so are all times here. */
  joinMs: number | null
  /** When each frame of the other person was shown. */
  framesMs: number[]
  /** When the countdown began to show each text. */
  countdown: { text: string; atMs: number }[]
}

export type WatchedWindow = Window & { noted: Noted; connections: RTCPeerConnection[] }

/** Before the page loads: sends its media by way of the relay on this port, and keeps its connections to be asked. */
export function sendMediaBy(port: number): void {
  const connections: RTCPeerConnection[] = []
  Object.assign(window, { connections })
  const Original = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      connections.push(this)
    }
    override addIceCandidate(init?: RTCIceCandidateInit | null): Promise<void> {
      const candidate = init?.candidate?.replace(
        /^((?:a=)?candidate:\S+ \d+ udp \d+) \S+ \d+/i,
        `$1 127.0.0.1 ${port}`,
      )
      return super.addIceCandidate(candidate === undefined ? init : { ...init, candidate })
    }
  }
}

/** Before the page loads: notes presses of Join, frames of the other person, and changes of the countdown. */
export function watchPage(): void {
  const noted: Noted = { joinMs: null, framesMs: [], countdown: [] }
  Object.assign(window, { noted })
  addEventListener(
    'click',
    ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null
      if (button?.textContent?.startsWith('Join')) noted.joinMs ??= Date.now()
    },
    true,
  )
  let shown: HTMLVideoElement | null = null
  function look(): void {
    const video = document.querySelector<HTMLVideoElement>('[data-testid="remote-video"]')
    if (video && video !== shown) {
      const onFrame = () => {
        noted.framesMs.push(Date.now())
        video.requestVideoFrameCallback(onFrame)
      }
      video.requestVideoFrameCallback(onFrame)
    }
    shown = video
    const text = document.querySelector('[data-testid="countdown"]')?.textContent
    if (text && noted.countdown.at(-1)?.text !== text) noted.countdown.push({ text, atMs: Date.now() })
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** In the page: when the first packet of the other's sound from then on arrived; null until then. */
export async function firstSoundMs(sinceMs: number): Promise<number | null> {
  for (const connection of (window as unknown as WatchedWindow).connections) {
    for (const report of (await connection.getStats()).values()) {
      if (report.type !== 'inbound-rtp' || report.kind !== 'audio') continue
      if (report.lastPacketReceivedTimestamp >= sinceMs) return report.lastPacketReceivedTimestamp
    }
  }
  return null
}

/** In the page: whether a connection for media stands. */
export function isConnected(): boolean {
  return (window as unknown as WatchedWindow).connections.some(each => each.connectionState === 'connected')
}
