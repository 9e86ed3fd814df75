import type { Track } from 'node-datachannel'
import type { Counters } from './counters.ts'
import { sendOn } from './native.ts'
import { RepeatLimiter } from './packets/repeat-limiter.ts'
import { type Feedback, readRtcp } from './packets/rtcp.ts'
import type { Receiver, Source } from './source.ts'

const KEPT_REPORTS = 8
const ASSUMED_ROUND_TRIP_MS = 100
const ASSUMED_LINK_BPS = 1_500_000

interface SubscriptionDeps {
  track: Track
  source: Source
  counters: Counters
  now: () => number
  /** Whether forwarding to this viewer is allowed just now. */
  mayReceive: () => boolean
  /** Something of the other's was handed on to this viewer. */
  onGiven: (nowMs: number) => void
  /** Whether this viewer may ask for another keyframe this minute. */
  mayRequestKeyframe: () => boolean
}

/** One viewer's view of one source: forwards its packets and answers the viewer's feedback. */
export class Subscription implements Receiver {
  #deps: SubscriptionDeps
  #limiter = new RepeatLimiter()
  #reports: { ntpMiddle: number; atMs: number }[] = []
  #roundTripMs = ASSUMED_ROUND_TRIP_MS
  #wasOpen: boolean
  linkBps: number | null = null

  constructor(deps: SubscriptionDeps) {
    this.#deps = deps
    this.#wasOpen = deps.mayReceive()
    deps.source.receivers.add(this)
  }

  close(): void {
    this.#deps.source.receivers.delete(this)
  }

  /** Asks for a keyframe, unless the viewer could not be sent it yet. */
  wantKeyframe(): void {
    if (this.#deps.mayReceive()) this.#deps.source.wantKeyframe(this.#deps.now())
  }

  deliver(packet: Buffer): void {
    const isOpen = this.#deps.mayReceive()
    if (isOpen && !this.#wasOpen) this.wantKeyframe()
    this.#wasOpen = isOpen
    if (isOpen) this.#give(packet)
  }

  #give(packet: Buffer): boolean {
    const { track, counters, onGiven, now } = this.#deps
    if (!sendOn(track, packet, counters)) return false
    onGiven(now())
    return true
  }

  deliverReport(report: Buffer, ntpMiddle: number): void {
    if (!this.#deps.mayReceive()) return
    if (!sendOn(this.#deps.track, report, this.#deps.counters)) return
    this.#reports.push({ ntpMiddle, atMs: this.#deps.now() })
    if (this.#reports.length > KEPT_REPORTS) this.#reports.shift()
  }

  /** Takes RTCP of the viewer; what names another stream is for another subscription. */
  handleRtcp(compound: Buffer): void {
    for (const feedback of readRtcp(compound)) this.#handle(feedback)
  }

  #handle(feedback: Feedback): void {
    const { source } = this.#deps
    if (feedback.kind === 'nack' && feedback.ssrc === source.ssrc) this.#repeat(feedback.sequences)
    if (
      feedback.kind === 'keyframe-request' &&
      feedback.ssrc === source.ssrc &&
      this.#deps.mayRequestKeyframe()
    )
      this.wantKeyframe()
    if (feedback.kind === 'bitrate' && feedback.ssrcs.includes(source.ssrc)) {
      this.linkBps = feedback.bitsPerSecond
      source.sendRemb(this.#deps.now())
    }
    if (feedback.kind === 'receiver-report') {
      for (const block of feedback.blocks) if (block.ssrc === source.ssrc) this.#measure(block)
    }
  }

  #measure(block: { lastSenderReport: number; delaySinceLast: number }): void {
    const sent = this.#reports.find(report => report.ntpMiddle === block.lastSenderReport)
    if (!sent) return
    const sampleMs = this.#deps.now() - sent.atMs - block.delaySinceLast / 65.536
    if (sampleMs >= 0 && sampleMs < 5_000) this.#roundTripMs += (sampleMs - this.#roundTripMs) / 4
  }

  #repeat(sequences: readonly number[]): void {
    if (!this.#deps.mayReceive()) return
    const { source, counters } = this.#deps
    const link = { bps: this.linkBps ?? ASSUMED_LINK_BPS, roundTripMs: this.#roundTripMs }
    const nowMs = this.#deps.now()
    for (const sequence of sequences) {
      const packet = source.ring.getToRepeat(sequence, nowMs)
      if (!packet) continue
      if (!this.#limiter.allow({ sequence, bytes: packet.length }, link, nowMs)) counters.repeatsRefused++
      else if (this.#give(packet)) counters.repeats++
    }
  }
}
