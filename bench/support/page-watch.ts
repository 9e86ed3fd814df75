/** What a page of a call records during a bench. These functions run in the page, so each is self-contained. */

export interface Noted {
  /** When Join was pressed, by the clock of this machine, like all times here. */
  joinMs: number | null
  /** When the page showed each frame of the other person. */
  framesMs: number[]
  /** When the countdown first showed each text. */
  countdown: { text: string; atMs: number }[]
}

export type WatchedWindow = Window & { noted: Noted; connections: RTCPeerConnection[] }

/** Before the page loads: sends its media to the relay on this port, and keeps its connections for later reads. */
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

/** Before the page loads: records presses of Join, frames of the other person, and changes of the countdown. */
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
  function readPage(): void {
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
  const observer = new MutationObserver(readPage)
  observer.observe(document, { childList: true, subtree: true, characterData: true })
}

/** In the page: when the first audio packet of the other person after this moment arrived; null until then. */
export async function firstSoundMs(sinceMs: number): Promise<number | null> {
  for (const connection of (window as unknown as WatchedWindow).connections) {
    for (const report of (await connection.getStats()).values()) {
      if (report.type !== 'inbound-rtp' || report.kind !== 'audio') continue
      if (report.lastPacketReceivedTimestamp >= sinceMs) return report.lastPacketReceivedTimestamp
    }
  }
  return null
}

/** In the page: whether a media connection is established. */
export function isConnected(): boolean {
  return (window as unknown as WatchedWindow).connections.some(each => each.connectionState === 'connected')
}
