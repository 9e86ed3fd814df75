/** The least that two browsers need: one RTCPeerConnection each, no media server, nothing prepared. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { BenchCall } from './bench-call.ts'
import { joinDirectly } from './line-relays.ts'

interface Signal {
  description?: RTCSessionDescriptionInit
  candidate?: RTCIceCandidateInit
}

type BareWindow = Window & {
  signal(signal: Signal): Promise<void>
  handleSignal(signal: Signal): Promise<void>
  call(): Promise<void>
  startedMs: number
}

/** In the page: a camera that is already open, and a connection that gives its signalling messages to the bench. */
async function prepare(otherEnd: number): Promise<void> {
  const page = window as unknown as BareWindow
  const local = await navigator.mediaDevices.getUserMedia({
    audio: true,
    video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
  })
  const connection = new RTCPeerConnection()
  Object.assign(window, { connections: [connection] })
  const video = document.createElement('video')
  Object.assign(video, { autoplay: true, playsInline: true, muted: true })
  video.dataset.testid = 'remote-video'
  document.body.append(video)
  connection.ontrack = ({ streams }) => {
    video.srcObject = streams[0] ?? null
  }
  connection.onicecandidate = ({ candidate }) => {
    if (candidate) void page.signal({ candidate: candidate.toJSON() })
  }
  for (const track of local.getTracks()) connection.addTrack(track, local)
  const say = async () => {
    await connection.setLocalDescription()
    if (connection.localDescription) await page.signal({ description: connection.localDescription.toJSON() })
  }
  page.call = () => {
    page.startedMs = Date.now()
    return say()
  }
  page.handleSignal = async ({ description, candidate }) => {
    if (description) {
      await connection.setRemoteDescription(description)
      if (description.type === 'offer') await say()
    }
    // Each side gets only the candidate that leads over the two networks.
    const way = candidate?.candidate?.replace(
      /^(candidate:\S+ \d+ udp \d+) \S+ \d+/i,
      `$1 127.0.0.1 ${otherEnd}`,
    )
    if (candidate && way) await connection.addIceCandidate({ ...candidate, candidate: way })
  }
}

const IPV4_OVER_UDP = /^candidate:\S+ \d+ udp \d+ (\d+\.\d+\.\d+\.\d+) (\d+) typ host/i

export interface BareCall {
  /** Sends the offer, from the fan's page. */
  begin(): Promise<void>
  pages: [Page, Page]
  /** When the offer was requested. */
  startedMs(): Promise<number>
  close(): Promise<void>
}

/** Two empty pages with open cameras; their signalling and their media go over both networks. */
export async function openBareCall({ fan, influencer }: BenchCall): Promise<BareCall> {
  const lines = [fan.line, influencer.line] as const
  const wire = await joinDirectly(lines)
  const pages: [Page, Page] = [await fan.openBare(), await influencer.openBare()]
  const apartMs = lines[0].oneWayMs + lines[1].oneWayMs
  let isOpen = true
  for (const side of [0, 1] as const) {
    const other = pages[side === 0 ? 1 : 0]
    let inTurn = Promise.resolve()
    await pages[side].exposeFunction('signal', async (signal: Signal) => {
      const host = IPV4_OVER_UDP.exec(signal.candidate?.candidate ?? '')
      if (signal.candidate && !host) return
      if (host) wire.know(side, { address: host[1] ?? '', port: Number(host[2]) })
      const late = delay(apartMs)
      inTurn = inTurn.then(async () => {
        await late
        if (isOpen) await other.evaluate(said => (window as unknown as BareWindow).handleSignal(said), signal)
      })
      // A page that was closed needs no signal.
      await inTurn.catch(() => undefined)
    })
    await pages[side].evaluate(prepare, wire.ports[side])
  }
  const [caller] = pages
  return {
    pages,
    begin: () => caller.evaluate(() => (window as unknown as BareWindow).call()),
    startedMs: () => caller.evaluate(() => (window as unknown as BareWindow).startedMs),
    async close() {
      isOpen = false
      for (const page of pages) await page.context().close()
      wire.close()
    },
  }
}
