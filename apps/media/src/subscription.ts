import type { Counters } from './counters.ts'
import { type Outlet, Sender } from './native.ts'
import { type Feedback, readRtcp } from './packets/rtcp.ts'
import { ViewerLink } from './sizes/viewer-link.ts'
import type { Receiver, Source } from './source.ts'

export interface SubscriptionDeps {
  track: Outlet
  source: Source
  counters: Counters
  now: () => number
  /** Whether forwarding to this viewer is allowed just now. */
  mayReceive: () => boolean
  /** A packet of the other party was sent to this viewer; left out where nobody counts it. */
  onGiven?: ((nowMs: number) => void) | undefined
  /** Whether this viewer may request another keyframe this minute. */
  mayRequestKeyframe: () => boolean
}

/** What a peer does with each stream that it is sent. */
export interface Subscribed {
  /** Requests a keyframe, unless the viewer could not receive it yet. */
  wantKeyframe(): void
  /** Takes RTCP of the viewer; what names another stream is for another subscription. */
  handleRtcp(compound: Buffer): void
  close(): void
}

/** One viewer's view of one source: forwards its packets and answers the viewer's feedback. */
export class Subscription implements Receiver, Subscribed {
  #deps: SubscriptionDeps
  #sender: Sender
  #link = new ViewerLink()
  #wasOpen: boolean
  readonly hasOneSize = true

  constructor(deps: SubscriptionDeps) {
    this.#deps = deps
    this.#sender = new Sender(deps.track, deps.counters)
    this.#wasOpen = deps.mayReceive()
    deps.source.receivers.add(this)
  }

  get linkBps(): number | null {
    return this.#link.bps
  }

  close(): void {
    this.#deps.source.receivers.delete(this)
  }

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
    const { onGiven, now } = this.#deps
    if (!this.#sender.send(packet)) return false
    onGiven?.(now())
    return true
  }

  deliverReport(report: Buffer, ntpMiddle: number): void {
    if (!this.#deps.mayReceive()) return
    if (!this.#sender.send(report)) return
    this.#link.noteReportSent(ntpMiddle, this.#deps.now())
  }

  handleRtcp(compound: Buffer): void {
    for (const feedback of readRtcp(compound)) this.#handle(feedback)
  }

  #handle(feedback: Feedback): void {
    const { source } = this.#deps
    if (feedback.kind === 'nack' && feedback.ssrc === source.ssrc) this.#repeat(feedback.sequences)
    if (feedback.kind === 'keyframe-request' && feedback.ssrc === source.ssrc) this.#wantKeyframeInBudget()
    if (feedback.kind === 'bitrate' && feedback.ssrcs.includes(source.ssrc)) {
      this.#link.bps = feedback.bitsPerSecond
      source.sendRemb(this.#deps.now())
    }
    if (feedback.kind === 'receiver-report') {
      for (const block of feedback.blocks)
        if (block.ssrc === source.ssrc) this.#link.measure(block, this.#deps.now())
    }
  }

  #wantKeyframeInBudget(): void {
    if (this.#deps.mayRequestKeyframe()) this.wantKeyframe()
  }

  #repeat(sequences: readonly number[]): void {
    if (!this.#deps.mayReceive()) return
    const { source, counters } = this.#deps
    const nowMs = this.#deps.now()
    for (const sequence of sequences) {
      const repair = source.repair(sequence, nowMs)
      if (!repair) continue
      const { packet, ageMs } = repair
      if (source.kind === 'video' && this.#link.needsKeyframe(ageMs, nowMs)) this.#wantKeyframeInBudget()
      if (!packet) continue
      if (this.#link.mayRepeat({ sequence, bytes: packet.length }, counters, nowMs) && this.#give(packet))
        counters.repeats++
    }
  }
}
