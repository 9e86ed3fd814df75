import type { Counters } from '../counters.ts'
import { RepeatLimiter } from '../packets/repeat-limiter.ts'

const KEPT_REPORTS = 8
const ASSUMED_ROUND_TRIP_MS = 100
const ASSUMED_LINK_BPS = 1_500_000
/** A viewer who still misses a packet after so long, and so many round trips, gets a keyframe instead. */
const OVERDUE_MS = 500
const OVERDUE_ROUND_TRIPS = 3
/** A requested keyframe has this long to arrive. */
const KEYFRAME_WITHIN_MS = 1_000

/** One viewer's line as one stream knows it: what it takes, how far it is, which repeats it is given. */
export class ViewerLink {
  bps: number | null = null
  #limiter = new RepeatLimiter()
  #reports: { ntpMiddle: number; atMs: number }[] = []
  #roundTripMs = ASSUMED_ROUND_TRIP_MS
  #keyframeMs = Number.NEGATIVE_INFINITY

  noteReportSent(ntpMiddle: number, nowMs: number): void {
    this.#reports.push({ ntpMiddle, atMs: nowMs })
    if (this.#reports.length > KEPT_REPORTS) this.#reports.shift()
  }

  /** Measures the way there and back by what a receiver report says of a sender report. */
  measure(block: { lastSenderReport: number; delaySinceLast: number }, nowMs: number): void {
    const sent = this.#reports.find(report => report.ntpMiddle === block.lastSenderReport)
    if (!sent) return
    const sampleMs = nowMs - sent.atMs - block.delaySinceLast / 65.536
    if (sampleMs >= 0 && sampleMs < 5_000) this.#roundTripMs += (sampleMs - this.#roundTripMs) / 4
  }

  /** Whether a packet is retransmitted at a request; a refusal is counted. */
  mayRepeat(packet: { sequence: number; bytes: number }, counters: Counters, nowMs: number): boolean {
    const link = { bps: this.bps ?? ASSUMED_LINK_BPS, roundTripMs: this.#roundTripMs }
    const mayBe = this.#limiter.allow(packet, link, nowMs)
    if (!mayBe) counters.repeatsRefused++
    return mayBe
  }

  /**
   * Whether to request a keyframe for a viewer who misses a packet of this age. Chromium stops its requests after ten
   * tries, and then waits three seconds before it requests a keyframe itself.
   */
  needsKeyframe(ageMs: number, nowMs: number): boolean {
    if (ageMs < Math.max(OVERDUE_MS, OVERDUE_ROUND_TRIPS * this.#roundTripMs)) return false
    if (nowMs - this.#keyframeMs < KEYFRAME_WITHIN_MS) return false
    this.#keyframeMs = nowMs
    return true
  }
}
