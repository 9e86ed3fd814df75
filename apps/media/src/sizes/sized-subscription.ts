import { Sender } from '../native.ts'
import { beginsKeyframe } from '../packets/keyframe.ts'
import { RateMeter } from '../packets/rate-meter.ts'
import { type Feedback, readRtcp, rewriteSenderReport } from '../packets/rtcp.ts'
import { readRtpHeader, sequenceDistance } from '../packets/rtp.ts'
import type { Receiver, Source } from '../source.ts'
import type { Subscribed, SubscriptionDeps } from '../subscription.ts'
import { OneStream } from './one-stream.ts'
import { type Size, SizeChoice, type VideoSizes } from './size-choice.ts'
import { PROBES_MAX, type SmallVideo } from './small-video.ts'
import { ViewerLink } from './viewer-link.ts'

const POLL_EVERY_MS = 100
const COUNTED_MS = 500
/** Of fewer packets a share says nothing. */
const COUNTED_MIN = 25
/** A requested keyframe that does not come is requested again. */
const RETRY_AFTER_MS = 500
/** Video that would delay the sound is held back until the small video arrives, for so long at most. */
export const HELD_MAX_MS = 700
/** A probe sends at once no more padding than this part of a second holds. */
const FILLED_SECONDS = 0.1

interface SizedDeps extends SubscriptionDeps {
  small: SmallVideo
  /** The other video that this viewer gets, in bits a second: their link carries it too. */
  besideBps: (nowMs: number) => number
  onSize: (size: Size) => void
}

/**
 * One viewer's subscription to a video in two sizes: one stream for the viewer, made of the size that their link
 * carries.
 */
export class SizedSubscription implements Subscribed {
  #deps: SizedDeps
  #sender: Sender
  #stream: OneStream<Source>
  #choice = new SizeChoice()
  #link = new ViewerLink()
  #ends: Record<Size, Receiver>
  #shown: Size = 'large'
  #hasBegun = false
  #newestWanted: number | null = null
  #requestedMs = Number.NEGATIVE_INFINITY
  #polledMs = 0
  #heldSinceMs: number | null = null
  #sent = new RateMeter()
  #paidBytes = 0
  #paidMs = 0
  #counted = { sinceMs: 0, sent: 0, missing: 0 }
  /** The newest packet that was ever missed: a viewer who requests the same again has missed no more. */
  #newestMissed: number | null = null

  constructor(deps: SizedDeps) {
    this.#deps = deps
    this.#sender = new Sender(deps.track, deps.counters)
    this.#stream = new OneStream(deps.source.ssrc)
    this.#ends = { large: this.#endOf('large'), small: this.#endOf('small') }
    deps.source.receivers.add(this.#ends.large)
    deps.small.viewers.add(this)
  }

  #endOf(size: Size): Receiver {
    const takes = () => this.#takes(size)
    return {
      deliver: packet => this.#deliver(size, packet),
      deliverReport: (report, ntpMiddle) => this.#deliverReport(size, { report, ntpMiddle }),
      get linkBps() {
        return takes()
      },
    }
  }

  /**
   * A line counts for the size that it is shown, and only where that can be its own: a line that is too narrow changes
   * the size instead.
   */
  #takes(size: Size): number | null {
    const { source, small, now } = this.#deps
    if (size === 'small' || this.#shown !== 'large' || this.#wanted !== 'large') return null
    const nowMs = now()
    const leaves = !small.isAlone && small.isToBeHad(nowMs) && this.#choice.isShortOf(source.bps(nowMs))
    return leaves ? null : this.#link.bps
  }

  #sourceOf(size: Size): Source {
    return size === 'large' ? this.#deps.source : this.#deps.small.source
  }

  close(): void {
    const { source, small } = this.#deps
    source.receivers.delete(this.#ends.large)
    small.source.receivers.delete(this.#ends.small)
    small.viewers.delete(this)
    small.probes.delete(this)
  }

  get size(): Size {
    return this.#shown
  }

  get #wanted(): Size {
    return this.#choice.size
  }

  sentBps(nowMs: number): number {
    return this.#sent.bps(nowMs)
  }

  noteSight(): void {
    if (!this.#hasBegun) this.wantKeyframe()
  }

  /** Nobody waits for a permission to see an event. */
  expectSight(): void {
    this.noteSight()
  }

  wantKeyframe(): void {
    if (this.#deps.mayReceive()) this.#sourceOf(this.#shown).wantKeyframe(this.#deps.now())
  }

  #deliver(size: Size, packet: Buffer): void {
    if (!this.#deps.mayReceive()) return
    const nowMs = this.#deps.now()
    if (!this.#hasBegun && size === this.#shown) this.#begin(size, packet, nowMs)
    else if (size !== this.#shown && !this.#goesOver(size, packet, nowMs)) return
    if (this.#heldSinceMs !== null) return
    const placed = this.#stream.place(packet, nowMs)
    if (!placed) return
    this.#give(placed, nowMs)
    this.#counted.sent++
    if (this.#deps.small.probes.has(this)) this.#fillUp(nowMs)
  }

  #begin(size: Size, packet: Buffer, nowMs: number): void {
    this.#hasBegun = true
    this.#stream.begin(this.#sourceOf(size), packet, nowMs)
  }

  /** Switches to the other size only at the first packet of a keyframe that arrives in order. */
  #goesOver(size: Size, packet: Buffer, nowMs: number): boolean {
    const sequence = readRtpHeader(packet)?.sequence
    if (size !== this.#wanted || sequence === undefined) return false
    const isNewest = this.#newestWanted === null || sequenceDistance(this.#newestWanted, sequence) > 0
    if (!isNewest) return false
    this.#newestWanted = sequence
    if (!beginsKeyframe(packet)) return false
    this.#sourceOf(this.#shown).receivers.delete(this.#ends[this.#shown])
    this.#shown = size
    this.#heldSinceMs = null
    this.#counted = { sinceMs: nowMs, sent: 0, missing: 0 }
    this.#begin(size, packet, nowMs)
    this.#deps.onSize(size)
    return true
  }

  #give(packet: Buffer, nowMs: number): boolean {
    if (!this.#sender.send(packet)) return false
    this.#sent.note(packet.length, nowMs)
    this.#deps.onGiven?.(nowMs)
    return true
  }

  /** Sends padding up to the bitrate of the probe. */
  #fillUp(nowMs: number): void {
    const probeBps = this.#choice.probeBps ?? 0
    const bytesPerMs = Math.max(0, probeBps - this.#deps.small.source.bps(nowMs)) / 8_000
    const most = bytesPerMs * FILLED_SECONDS * 1_000
    this.#paidBytes = Math.min(most, this.#paidBytes + (nowMs - this.#paidMs) * bytesPerMs)
    this.#paidMs = nowMs
    for (const packet of this.#stream.padding(this.#paidBytes)) {
      this.#paidBytes -= packet.length
      this.#give(packet, nowMs)
    }
  }

  #deliverReport(size: Size, { report, ntpMiddle }: { report: Buffer; ntpMiddle: number }): void {
    if (size !== this.#shown || !this.#hasBegun || !this.#deps.mayReceive()) return
    const timestamp = report.readUInt32BE(16) + this.#stream.timestampOffset
    const { source, now } = this.#deps
    if (!this.#sender.send(rewriteSenderReport(report, source.ssrc, timestamp))) return
    this.#link.noteReportSent(ntpMiddle, now())
  }

  #sizes(nowMs: number): VideoSizes {
    const { source, small } = this.#deps
    return {
      largeBps: source.bps(nowMs),
      smallBps: small.source.bps(nowMs),
      hasSmall: small.isToBeHad(nowMs),
      isAlone: small.isAlone,
    }
  }

  tick(nowMs: number): void {
    if (nowMs < this.#polledMs || !this.#hasBegun) return
    this.#polledMs = nowMs + POLL_EVERY_MS
    const { small } = this.#deps
    const before = this.#wanted
    if (nowMs - this.#counted.sinceMs >= COUNTED_MS) this.#count(nowMs)
    this.#choice.choose(this.#sizes(nowMs), nowMs, small.probes.size < PROBES_MAX ? 'free' : 'busy')
    this.#noteProbe(nowMs)
    if (this.#wanted !== before) this.#changeWish(nowMs)
    if (this.#wanted !== this.#shown) this.#requestKeyframe(nowMs)
    if (this.#heldSinceMs !== null && nowMs - this.#heldSinceMs > HELD_MAX_MS) this.#letGo(nowMs)
  }

  #count(nowMs: number): void {
    const { sent, missing } = this.#counted
    if (sent >= COUNTED_MIN) this.#choice.noteMissing(missing, sent)
    this.#counted = { sinceMs: nowMs, sent: 0, missing: 0 }
  }

  #noteProbe(nowMs: number): void {
    const { probes } = this.#deps.small
    if (this.#choice.probeBps === null) {
      probes.delete(this)
      return
    }
    if (probes.has(this)) return
    probes.add(this)
    this.#paidBytes = 0
    this.#paidMs = nowMs
  }

  #changeWish(nowMs: number): void {
    const wanted = this.#wanted
    const other = wanted === 'large' ? 'small' : 'large'
    this.#newestWanted = null
    this.#requestedMs = Number.NEGATIVE_INFINITY
    this.#sourceOf(wanted).receivers.add(this.#ends[wanted])
    if (this.#shown === wanted) this.#sourceOf(other).receivers.delete(this.#ends[other])
    if (wanted === 'large') this.#letGo(nowMs)
    else if (this.#shown === 'large' && this.#choice.isUrgent) this.#heldSinceMs = nowMs
  }

  /** Continues with the current size, from a keyframe, because packets of it were held back. */
  #letGo(nowMs: number): void {
    if (this.#heldSinceMs === null) return
    this.#heldSinceMs = null
    this.#sourceOf(this.#shown).wantKeyframe(nowMs)
  }

  #requestKeyframe(nowMs: number): void {
    if (nowMs - this.#requestedMs < RETRY_AFTER_MS) return
    this.#requestedMs = nowMs
    const { source, small } = this.#deps
    if (this.#wanted === 'small') small.source.wantKeyframe(nowMs)
    // A viewer of the small video that ended sees nothing, so they wait for no others.
    else if (small.isAlone || !small.isToBeHad(nowMs)) source.wantKeyframe(nowMs)
    else small.wantLargeKeyframe(source, nowMs)
  }

  handleRtcp(compound: Buffer): void {
    for (const feedback of readRtcp(compound)) this.#handle(feedback)
  }

  #handle(feedback: Feedback): void {
    const { source, now } = this.#deps
    const nowMs = now()
    if (feedback.kind === 'nack' && feedback.ssrc === source.ssrc) this.#repeat(feedback.sequences, nowMs)
    if (feedback.kind === 'keyframe-request' && feedback.ssrc === source.ssrc) this.#wantKeyframeInBudget()
    if (feedback.kind === 'bitrate' && feedback.ssrcs.includes(source.ssrc)) {
      this.#link.bps = feedback.bitsPerSecond
      this.#choice.noteEstimate(Math.max(0, feedback.bitsPerSecond - this.#deps.besideBps(nowMs)))
      source.sendRemb(nowMs)
    }
    if (feedback.kind === 'receiver-report') {
      for (const block of feedback.blocks) {
        if (block.ssrc !== source.ssrc) continue
        this.#link.measure(block, nowMs)
        this.#choice.noteLoss(block.fractionLost / 256, nowMs)
      }
    }
  }

  #noteMissed(sequence: number): void {
    if (this.#newestMissed !== null && sequenceDistance(this.#newestMissed, sequence) <= 0) return
    this.#newestMissed = sequence
    this.#counted.missing++
  }

  #wantKeyframeInBudget(): void {
    if (this.#deps.mayRequestKeyframe()) this.wantKeyframe()
  }

  /** Repeats what was sent of the present size: the keyframe that it began with replaces all that was sent before. */
  #repeat(sequences: readonly number[], nowMs: number): void {
    const { counters, mayReceive } = this.#deps
    if (!mayReceive() || this.#heldSinceMs !== null) return
    const shown = this.#sourceOf(this.#shown)
    for (const sequence of sequences) {
      this.#noteMissed(sequence)
      const origin = this.#stream.find(sequence)
      const repair = origin?.source === shown ? shown.repair(origin.sequence, nowMs) : null
      if (!repair) continue
      if (this.#link.needsKeyframe(repair.ageMs, nowMs)) this.#wantKeyframeInBudget()
      const sent = repair.packet && origin?.write(repair.packet)
      if (!sent || !this.#link.mayRepeat({ sequence, bytes: sent.length }, counters, nowMs)) continue
      if (this.#give(sent, nowMs)) counters.repeats++
    }
  }
}
