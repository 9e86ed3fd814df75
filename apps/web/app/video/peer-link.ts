import type { MediaServerMessage } from '@parley/contract/media-signalling'
import { MediaWatch, type ReceivedCounters } from './media-watch.ts'
import { SmallSender } from './small-sender.ts'

type Offer = Extract<MediaServerMessage, { type: 'media.offer' }>

interface PeerLinkEvents {
  onAnswer(sdp: string): void
  onConnected(): void
  /** The connection failed or disconnected. */
  onLost(): void
}

/** One RTCPeerConnection, made from one offer of the server and never renegotiated. */
export class PeerLink {
  readonly generation: number
  readonly watch = new MediaWatch()
  /** Received tracks, by their slot. */
  readonly tracks = new Map<string, MediaStreamTrack[]>()
  #pc: RTCPeerConnection
  #events: PeerLinkEvents
  #publishing: RTCRtpTransceiver[] = []
  #small: SmallSender | null = null
  #early: RTCIceCandidateInit[] | null = []
  #closed = false

  constructor(offer: Offer, events: PeerLinkEvents) {
    this.generation = offer.generation
    this.#events = events
    this.#pc = new RTCPeerConnection({ iceServers: offer.iceServers, bundlePolicy: 'max-bundle' })
    this.#pc.ontrack = ({ track, streams }) => this.#received(track, streams[0]?.id ?? '')
    this.#pc.onconnectionstatechange = () => {
      const state = this.#pc.connectionState
      if (this.#closed) return
      if (state === 'connected') events.onConnected()
      if (state === 'failed' || state === 'disconnected') events.onLost()
    }
  }

  get isConnected(): boolean {
    return this.#pc.connectionState === 'connected'
  }

  #received(track: MediaStreamTrack, streamId: string): void {
    const slot = streamId.replace(/^seat-/, '')
    this.tracks.set(slot, [...(this.tracks.get(slot) ?? []), track])
  }

  /** Answers the offer, and sends the given tracks where the server asks for media. */
  async start(sdp: string, local: MediaStream | null): Promise<void> {
    await this.#pc.setRemoteDescription({ type: 'offer', sdp })
    const offered = new Set(
      [...sdp.matchAll(/a=mid:(\S+)(?:(?!\r\nm=)[\s\S])*?a=recvonly/g)].map(match => match[1]),
    )
    const publishing = this.#pc.getTransceivers().filter(({ mid }) => offered.has(mid ?? ''))
    for (const transceiver of publishing) transceiver.direction = 'sendonly'
    // The second video transceiver is for the small layer.
    const [, small] = publishing.filter(({ receiver }) => receiver.track.kind === 'video')
    this.#small = small ? new SmallSender(small.sender) : null
    this.#publishing = publishing.filter(transceiver => transceiver !== small)
    await this.setLocalStream(local)
    await this.#pc.setLocalDescription()
    const answer = this.#pc.localDescription
    if (this.#closed || !answer) return
    this.#events.onAnswer(answer.sdp)
    const early = this.#early ?? []
    this.#early = null
    for (const candidate of early) this.#add(candidate)
  }

  /** Sends the stream's tracks from now on, without a negotiation. */
  async setLocalStream(local: MediaStream | null): Promise<void> {
    void this.#small?.setTrack(local?.getVideoTracks()[0] ?? null)
    await Promise.all(
      this.#publishing.map(({ sender, receiver }) => {
        const track = local?.getTracks().find(({ kind }) => kind === receiver.track.kind) ?? null
        return sender.replaceTrack(track)
      }),
    )
  }

  /** Starts or stops sending the small layer. */
  sendSmall(state: 'needed' | 'not-needed'): void {
    void this.#small?.turn(state)
  }

  addCandidate(candidate: RTCIceCandidateInit): void {
    if (this.#early) this.#early.push(candidate)
    else this.#add(candidate)
  }

  /** A candidate that this machine cannot use (an address family that it lacks) is not an error. */
  #add(candidate: RTCIceCandidateInit): void {
    // A candidate that the browser cannot use: the others remain.
    if (!this.#closed) this.#pc.addIceCandidate(candidate).catch(() => {})
  }

  async received(): Promise<ReceivedCounters> {
    const sum = { packets: 0, lost: 0, framesReceived: 0, framesDecoded: 0 }
    for (const entry of (await this.#pc.getStats()).values()) {
      if (entry.type !== 'inbound-rtp') continue
      sum.packets += entry.packetsReceived ?? 0
      sum.lost += entry.packetsLost ?? 0
      sum.framesReceived += entry.framesReceived ?? 0
      sum.framesDecoded += entry.framesDecoded ?? 0
    }
    return sum
  }

  stats(): Promise<RTCStatsReport> {
    return this.#pc.getStats()
  }

  close(): void {
    this.#closed = true
    this.#pc.close()
  }
}
