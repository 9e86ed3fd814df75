import type { Counters } from './counters.ts'
import { type Outlet, Sender } from './native.ts'
import { beginsKeyframe } from './packets/keyframe.ts'
import { type Feedback, readRtcp } from './packets/rtcp.ts'
import { ViewerLink } from './sizes/viewer-link.ts'
import type { Receiver, Source } from './source.ts'

/** A viewer without the keyframe that was requested gets what comes after this time, and requests one themselves. */
const KEYFRAME_WITHIN_MS = 500
/** A keyframe of so long ago is shown at once; an older one would delay what follows it too much. */
const FRESH_MS = 250

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
  /** Call it whenever this viewer may have been allowed to receive: they need a keyframe at once. */
  noteSight(): void
  /** They are about to be allowed: their first keyframe is requested now. */
  expectSight(): void
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
  /** Whether this viewer waits for the keyframe with which the video begins, and since when it lets packets pass. */
  #waits = false
  #passedOverSinceMs: number | null = null
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

  expectSight(): void {
    this.#deps.source.wantKeyframe(this.#deps.now())
  }

  noteSight(): void {
    this.#notesOpening()
  }

  /** Whether this viewer was just allowed to receive, and got what there is. */
  #notesOpening(): boolean {
    const wasOpen = this.#wasOpen
    this.#wasOpen = this.#deps.mayReceive()
    if (wasOpen || !this.#wasOpen || this.#deps.source.kind !== 'video') return false
    return this.#beginsWithFresh() || this.#waitsForKeyframe()
  }

  /** A keyframe that was requested before the viewer was allowed to receive may have come already. */
  #beginsWithFresh(): boolean {
    const { source, now, onGiven } = this.#deps
    const fresh = source.sinceKeyframe(now(), FRESH_MS)
    if (!fresh) return false
    this.#waits = false
    // It counts as given from the time that it shows.
    onGiven?.(fresh.atMs)
    for (const packet of fresh.packets) this.#give(packet)
    return true
  }

  #waitsForKeyframe(): false {
    this.#waits = true
    this.#passedOverSinceMs = null
    this.wantKeyframe()
    return false
  }

  deliver(packet: Buffer): void {
    if (this.#notesOpening()) return
    if (this.#wasOpen && !this.#isTooEarly(packet)) this.#give(packet)
  }

  /** Whether a packet belongs to a frame before the first keyframe, for which a browser would request another one. */
  #isTooEarly(packet: Buffer): boolean {
    if (!this.#waits) return false
    const nowMs = this.#deps.now()
    this.#passedOverSinceMs ??= nowMs
    this.#waits = nowMs - this.#passedOverSinceMs <= KEYFRAME_WITHIN_MS && !beginsKeyframe(packet)
    return this.#waits
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
