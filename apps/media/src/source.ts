import { randomInt } from 'node:crypto'
import { BitratePolicy, FLOOR_BPS, targetBitrate } from './bitrate-policy.ts'
import type { Counters } from './counters.ts'
import { KeyframePolicy } from './keyframe-policy.ts'
import { beginsKeyframe } from './packets/keyframe.ts'
import { PacketRing } from './packets/packet-ring.ts'
import { RateMeter } from './packets/rate-meter.ts'
import {
  buildKeyframeRequest,
  buildNack,
  buildReceiverReport,
  buildRemb,
  type Feedback,
  rewriteSenderReport,
} from './packets/rtcp.ts'
import { type RtpHeader, readRtpHeader, sequenceDistance, writeRtpHeader } from './packets/rtp.ts'
import { UpstreamGaps } from './packets/upstream-gaps.ts'
import type { ClockReading } from './sizes/one-stream.ts'

export type Kind = 'audio' | 'video'
/** What one publisher sends: sound, their video, and at events the same video in small. */
export type Stream = Kind | 'small'
const CLOCK_PER_MS = { audio: 48, video: 90 } as const
const REPORT_EVERY_MS = 1_000
/**
 * An old keyframe that is repeated after an outage would be shown, and all that follows it held back until its time has
 * come again.
 */
const REPEATED_WITHIN_MS = 1_000
/** Further from the newest packet the order of two sequence numbers is not certain. */
const ORDER_IS_CERTAIN_WITHIN = 0x4000
/** Chromium's are 70 ms apart at the least. Attack: a flood of them, which every viewer would multiply. */
const SENDER_REPORTS_SPACED_MS = 50
/** Of a video in one size. */
const ALONE: ShareOfLarge = { floorBps: FLOOR_BPS, capBps: Number.POSITIVE_INFINITY, besideBps: 0 }

/** A receiver of a source's packets. */
export interface Receiver {
  deliver(packet: Buffer): void
  deliverReport(report: Buffer, ntpMiddle: number): void
  /** What this receiver's link takes, null while unknown; of a relay, what each of its viewers' links takes. */
  readonly linkBps: number | readonly number[] | null
  /** An older page, which knows one size only, cannot get the other one. */
  readonly hasOneSize?: true
}

/** A packet that a viewer misses and still needs. */
export interface Repair {
  /** Null where it is too old to be sent once more. */
  packet: Buffer | null
  /** How long ago the publisher's packet arrived. */
  ageMs: number
}

/** What the estimate for the publisher of the large video contains because of the small one, in bits a second. */
export interface ShareOfLarge {
  floorBps: number
  capBps: number
  besideBps: number
}

/** The small size of a video, as the large one needs to know it. */
export interface Beside {
  shareOfLarge(receivers: ReadonlySet<Receiver>, nowMs: number): ShareOfLarge
}

/** The publisher currently feeding a source. */
export interface Feeder {
  sendFeedback(stream: Stream, packet: Buffer): void
  readonly capBps: number
  /** Whether any viewer needs the small video; called at each change. A new feeder begins with none. */
  wantSmall?(isWanted: boolean): void
}

/**
 * One stream as its viewers know it. It outlives its publisher: the next publisher in the slot continues the same SSRC,
 * sequence and clock, so that a reload needs no negotiation on the other side.
 */
export class Source {
  readonly stream: Stream
  readonly kind: Kind
  /** The same video in small, of a video that is sent in two sizes. */
  small: Beside | null = null
  readonly ssrc: number
  readonly ring = new PacketRing()
  readonly receivers = new Set<Receiver>()
  #counters: Counters
  #feeder: Feeder | null = null
  #inboundSsrc: number | null = null
  #sequenceOffset = 0
  #timestampOffset = 0
  #last: { sequence: number; timestamp: number; atMs: number } | null = null
  #gaps = new UpstreamGaps()
  #keyframes = new KeyframePolicy()
  #bitrate = new BitratePolicy()
  #reportedMs = 0
  #reported = { lost: 0, highest: 0 }
  #senderReport = { ntpMiddle: 0, atMs: 0 }
  #handedOnMs = Number.NEGATIVE_INFINITY
  #rate = new RateMeter()
  #clock: ClockReading | null = null
  /** The first packet of the newest keyframe. */
  #keyframe: { sequence: number; timestamp: number } | null = null

  constructor(stream: Stream, counters: Counters) {
    this.stream = stream
    this.kind = stream === 'audio' ? 'audio' : 'video'
    this.ssrc = randomInt(0x10000, 0xffffffff)
    this.#counters = counters
  }

  get inboundSsrc(): number | null {
    return this.#inboundSsrc
  }

  get feeder(): Feeder | null {
    return this.#feeder
  }

  /** By the publisher's last sender report, in this stream's terms. */
  get clock(): ClockReading | null {
    return this.#clock
  }

  /** When the newest packet came; null before the first. */
  get lastPacketMs(): number | null {
    return this.#last?.atMs ?? null
  }

  /** What came in the last second, in bits. */
  bps(nowMs: number): number {
    return this.#rate.bps(nowMs)
  }

  attach(feeder: Feeder): void {
    this.#feeder = feeder
    this.#inboundSsrc = null
  }

  detach(feeder: Feeder): void {
    if (this.#feeder === feeder) this.#feeder = null
  }

  /** Takes a packet of the attached publisher and hands it on; duplicates go no further. */
  ingest(packet: Buffer, nowMs: number): void {
    const inbound = readRtpHeader(packet)
    if (!inbound) return
    const isNew = inbound.ssrc !== this.#inboundSsrc
    if (isNew) this.#continueWith(inbound, nowMs)
    const sequence = (inbound.sequence + this.#sequenceOffset) & 0xffff
    const timestamp = (inbound.timestamp + this.#timestampOffset) >>> 0
    if (this.ring.get(sequence)) return
    const arrival = this.#gaps.note(inbound.sequence, nowMs)
    writeRtpHeader(packet, { sequence, timestamp, ssrc: this.ssrc })
    this.ring.put(sequence, packet, nowMs)
    this.#rate.note(packet.length, nowMs)
    if (!this.#last || sequenceDistance(this.#last.sequence, sequence) > 0)
      this.#last = { sequence, timestamp, atMs: nowMs }
    if (this.kind === 'video') this.#noteKeyframe(packet, { sequence, timestamp })
    if (isNew && this.#keyframe?.sequence !== sequence) this.wantKeyframe(nowMs)
    for (const receiver of this.receivers) receiver.deliver(packet)
    if (arrival === 'gap') this.#sendNack(nowMs)
    if (arrival === 'hole') this.wantKeyframe(nowMs)
  }

  #noteKeyframe(packet: Buffer, at: { sequence: number; timestamp: number }): void {
    const before = this.#keyframe
    const ahead = before ? sequenceDistance(before.sequence, at.sequence) : 1
    if (ahead > ORDER_IS_CERTAIN_WITHIN) this.#keyframe = null
    if (!beginsKeyframe(packet)) return
    // H.264 has several packets that a keyframe may begin with.
    const isFirst = before?.timestamp === at.timestamp ? ahead < 0 : ahead > 0
    if (!isFirst) return
    this.#keyframe = at
    this.#keyframes.satisfy()
  }

  /** Whether a viewer can do without a packet, because a keyframe began after it. */
  #isSuperseded(sequence: number): boolean {
    return this.#keyframe !== null && sequenceDistance(this.#keyframe.sequence, sequence) < 0
  }

  /** What a viewer gets who misses a packet; null where the packet is not here, or not needed any more. */
  repair(sequence: number, nowMs: number): Repair | null {
    const packet = this.ring.get(sequence)
    if (!packet || this.#isSuperseded(sequence)) return null
    const ageMs = this.ring.ageMs(sequence, nowMs)
    return { packet: ageMs <= REPEATED_WITHIN_MS ? packet : null, ageMs }
  }

  /** What came since the newest keyframe began; null if that is longer ago than `withinMs`. */
  sinceKeyframe(nowMs: number, withinMs: number): { packets: Buffer[]; atMs: number } | null {
    if (!this.#keyframe || !this.#last) return null
    const first = this.#keyframe.sequence
    const ageMs = this.ring.ageMs(first, nowMs)
    const count = sequenceDistance(first, this.#last.sequence) + 1
    if (!this.ring.get(first) || ageMs > withinMs || count < 1) return null
    const packets = Array.from({ length: count }, (_, nth) => this.ring.get((first + nth) & 0xffff))
    return { packets: packets.filter(packet => packet !== undefined), atMs: nowMs - ageMs }
  }

  #continueWith(inbound: RtpHeader, nowMs: number): void {
    this.#inboundSsrc = inbound.ssrc
    this.#gaps = new UpstreamGaps()
    this.#reported = { lost: 0, highest: inbound.sequence }
    this.#senderReport = { ntpMiddle: 0, atMs: 0 }
    this.#clock = null
    if (this.#last) {
      const elapsed = Math.round((nowMs - this.#last.atMs) * CLOCK_PER_MS[this.kind])
      this.#sequenceOffset = (this.#last.sequence + 1 - inbound.sequence) & 0xffff
      this.#timestampOffset = (this.#last.timestamp + Math.max(1, elapsed) - inbound.timestamp) >>> 0
    }
  }

  /** Hands a publisher's sender report on in this stream's terms. */
  ingestReport(report: Extract<Feedback, { kind: 'sender-report' }>, nowMs: number): void {
    if (report.ssrc !== this.#inboundSsrc || nowMs - this.#handedOnMs < SENDER_REPORTS_SPACED_MS) return
    this.#handedOnMs = nowMs
    this.#senderReport = { ntpMiddle: report.ntpMiddle, atMs: nowMs }
    const timestamp = (report.timestamp + this.#timestampOffset) >>> 0
    this.#clock = { ntpMs: report.ntpMs, timestamp }
    const rewritten = rewriteSenderReport(report.packet, this.ssrc, timestamp)
    for (const receiver of this.receivers) receiver.deliverReport(rewritten, report.ntpMiddle)
  }

  /** Requests a keyframe of the publisher, now or as soon as another request is allowed. */
  wantKeyframe(nowMs: number): void {
    if (this.kind !== 'video') return
    this.#keyframes.want()
    this.#requestKeyframe(nowMs)
  }

  #requestKeyframe(nowMs: number): void {
    if (!this.#feeder || this.#inboundSsrc === null || !this.#keyframes.claim(nowMs)) return
    this.#counters.keyframeRequests++
    this.#feeder.sendFeedback(this.stream, buildKeyframeRequest(this.#inboundSsrc))
  }

  /** Sends what is due: NACKs, keyframe request, receiver report, bitrate. Called every 25 ms. */
  tick(nowMs: number): void {
    const ssrc = this.#inboundSsrc
    if (ssrc === null || !this.#feeder) return
    this.#sendNack(nowMs)
    this.#requestKeyframe(nowMs)
    if (nowMs - this.#reportedMs >= REPORT_EVERY_MS) this.#report(ssrc, nowMs)
    this.sendRemb(nowMs)
  }

  /**
   * Sends the publisher the bitrate that its viewers' links take, when that is due. A browser takes the estimate of one
   * video as the budget of both, so the estimate is sent once, for the large one, with room for the small.
   */
  sendRemb(nowMs: number): void {
    if (this.stream !== 'video' || !this.#feeder || this.#inboundSsrc === null) return
    const known = [...this.receivers].flatMap(receiver => receiver.linkBps ?? [])
    const { floorBps, capBps, besideBps } = this.small?.shareOfLarge(this.receivers, nowMs) ?? ALONE
    const targetBps = targetBitrate(known, Math.min(capBps, this.#feeder.capBps), floorBps) + besideBps
    const bps = this.#bitrate.next(targetBps, nowMs)
    if (bps !== null) this.#feeder.sendFeedback(this.stream, buildRemb(this.#inboundSsrc, bps))
  }

  #sendNack(nowMs: number): void {
    const due = this.#gaps.due(nowMs)
    const abandoned = this.#gaps.takeAbandoned()
    // Without it the viewers' browsers would request a keyframe only after three seconds without a frame.
    if (abandoned !== null && !this.#isSuperseded((abandoned + this.#sequenceOffset) & 0xffff))
      this.wantKeyframe(nowMs)
    if (due.length === 0 || this.#inboundSsrc === null) return
    this.#counters.requestsUpstream += due.length
    this.#feeder?.sendFeedback(this.stream, buildNack(this.#inboundSsrc, due))
  }

  #report(ssrc: number, nowMs: number): void {
    const highest = this.#gaps.extendedHighest
    if (highest === null) return
    const expected = Math.max(1, highest - this.#reported.highest)
    const lost = Math.max(0, this.#gaps.lost - this.#reported.lost)
    this.#reported = { lost: this.#gaps.lost, highest }
    this.#reportedMs = nowMs
    const sinceMs = nowMs - this.#senderReport.atMs
    const block = {
      ssrc,
      fractionLost: Math.min(255, Math.floor((lost / expected) * 256)),
      cumulativeLost: this.#gaps.lost,
      highestSequence: highest,
      lastSenderReport: this.#senderReport.ntpMiddle,
      delaySinceLast: this.#senderReport.ntpMiddle ? Math.round(sinceMs * 65.536) >>> 0 : 0,
    }
    this.#feeder?.sendFeedback(this.stream, buildReceiverReport(block))
  }
}
