import { SessionDescription, SignalTarget, TrickleRequest } from '@livekit/protocol'
import { PeerConnection, type Track } from 'node-datachannel'
import type { Counters } from '../counters.ts'
import { guarded } from '../native.ts'
import { isRtcp } from '../packets/rtp.ts'
import { watchConnection } from './connection-watch.ts'
import { asAnswerTo, asSending } from './offer.ts'
import type { LivekitSignal } from './signal.ts'

/** Where a media packet says which stream it is of (RFC 3550). */
const SSRC_AT = 8

interface ReceiverDeps {
  signal: Pick<LivekitSignal, 'send'>
  counters: Pick<Counters, 'callbackErrors'>
  /** A media packet of so many bytes came, of the stream with this name. */
  onPacket(ssrc: number, bytes: number): void
  /** The connection does not stand, and nothing will come; reported after `withinMs`, or what is usual. */
  onBroken(): void
  withinMs?: number
}

/** The connection on which LiveKit sends media: it offers, we answer, again for each change of what is received. */
export class Receiver {
  #deps: ReceiverDeps
  #pc = new PeerConnection('receiver', { iceServers: [], forceMediaTransport: true })
  /** References held, since a track whose object is collected ends the process. */
  #keep: Track[] = []
  #early: { candidate: string; mid: string }[] | null = []
  #offer = new SessionDescription()
  #isClosed = false
  #stopWatching: (() => void) | null = null

  constructor(deps: ReceiverDeps) {
    this.#deps = deps
    const { signal, counters } = deps
    this.#pc.onLocalDescription(
      guarded(counters, (sdp, type) => {
        if (type !== 'answer') return
        const answer = asAnswerTo(this.#offer.sdp, sdp)
        const value = new SessionDescription({ type, sdp: answer, id: this.#offer.id })
        signal.send({ case: 'answer', value })
      }),
    )
    this.#pc.onLocalCandidate(
      guarded(counters, (candidate, sdpMid) => {
        const candidateInit = JSON.stringify({ candidate: candidate.replace(/^a=/, ''), sdpMid })
        const value = new TrickleRequest({ candidateInit, target: SignalTarget.SUBSCRIBER })
        signal.send({ case: 'trickle', value })
      }),
    )
    this.#pc.onTrack(guarded(counters, track => this.#receive(track)))
  }

  answer(offer: SessionDescription): void {
    if (this.#isClosed) return
    this.#offer = offer
    this.#stopWatching ??= watchConnection(this.#pc, this.#deps)
    this.#pc.setRemoteDescription(asSending(offer.sdp), 'offer')
    const early = this.#early ?? []
    this.#early = null
    for (const each of early) this.#add(each)
  }

  /** Takes a candidate as LiveKit writes it. */
  addCandidate(candidateInit: string): void {
    const { candidate, sdpMid } = JSON.parse(candidateInit) as { candidate?: string; sdpMid?: string | null }
    if (!candidate || this.#isClosed) return
    const received = { candidate, mid: sdpMid ?? '0' }
    if (this.#early) this.#early.push(received)
    else this.#add(received)
  }

  /** A candidate for a connection that is ending is of no use, and no failure. */
  #add({ candidate, mid }: { candidate: string; mid: string }): void {
    guarded(this.#deps.counters, () => this.#pc.addRemoteCandidate(candidate, mid))()
  }

  #receive(track: Track): void {
    this.#keep.push(track)
    track.onMessage(
      guarded(this.#deps.counters, packet => {
        // The library still passes on what arrived before the close; counted, it would begin a flow that nothing ends.
        if (!this.#isClosed && !isRtcp(packet))
          this.#deps.onPacket(packet.readUInt32BE(SSRC_AT), packet.length)
      }),
    )
  }

  close(): void {
    this.#isClosed = true
    this.#stopWatching?.()
    // A track keeps its callbacks, and through them this connection and all of its room, until it is closed itself.
    for (const track of this.#keep) guarded(this.#deps.counters, () => track.close())()
    this.#pc.close()
  }
}
