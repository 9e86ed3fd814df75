import { FLOOR_BPS } from '../bitrate-policy.ts'
import type { Counters } from '../counters.ts'
import { type Beside, type Feeder, type Receiver, type ShareOfLarge, Source } from '../source.ts'
import type { Size } from './size-choice.ts'

/** What the small video takes at most; a publisher's page keeps to 200 kbit/s. */
export const SMALL_MAX_BPS = 250_000
/** The large video is not made smaller than this for anybody: a viewer whose link takes less gets the small one. */
export const LARGE_FLOOR_BPS = 600_000
/** A publisher who sends no small video for so long after the request has none. */
const COMES_WITHIN_MS = 3_000
/** The small video is still sent for so long after its last viewer left: a viewer who comes back finds it. */
export const KEPT_MS = 10_000
/** Switching up costs all viewers of the large video a keyframe, so all who switch up wait for the same one. */
export const UP_KEYFRAME_EVERY_MS = 5_000
/** At most so many viewers of one video probe their links at a time. */
export const PROBES_MAX = 5

/**
 * The small size of one video: whether it is there, whether anybody needs it, and what that means for the large one.
 */
export class SmallVideo implements Beside {
  readonly source: Source
  /** The viewers who may get either size. */
  readonly viewers = new Set<{ readonly size: Size }>()
  /** The viewers whose link is probed now. */
  readonly probes = new Set<object>()
  /** Whether other workers have viewers of this video, or it comes from one. */
  #isShared: () => boolean
  #offering: Feeder | null = null
  #isWanted = false
  #wantedMs = 0
  #neededMs = Number.NEGATIVE_INFINITY
  #upKeyframeMs = Number.NEGATIVE_INFINITY

  constructor(counters: Counters, isShared: () => boolean) {
    this.source = new Source('small', counters)
    this.#isShared = isShared
  }

  /** This publisher has both sizes, on request. */
  attach(feeder: Feeder): void {
    this.source.attach(feeder)
    this.#offering = feeder
    this.#isWanted = false
  }

  detach(feeder: Feeder): void {
    this.source.detach(feeder)
    if (this.#offering === feeder) this.#offering = null
  }

  get isWanted(): boolean {
    return this.#isWanted
  }

  get isAlone(): boolean {
    return this.viewers.size <= 1 && !this.#isShared()
  }

  /** Whether there is a small video, or soon will be. */
  isToBeHad(nowMs: number): boolean {
    if (this.#offering === null) return false
    if (!this.#isWanted) return true
    return nowMs - Math.max(this.#wantedMs, this.source.lastPacketMs ?? 0) <= COMES_WITHIN_MS
  }

  /**
   * The lowest and the highest estimate for the publisher of the large video, and what may be sent beside it. A large
   * video that nobody watches keeps a bitrate that a recovering line can reach. A large video of a page that knows no
   * other size keeps to the line of that page.
   */
  shareOfLarge(receivers: ReadonlySet<Receiver>, nowMs: number): ShareOfLarge {
    const hasOlderPages = [...receivers].some(({ hasOneSize }) => hasOneSize)
    const hasTwo = this.isToBeHad(nowMs) && !this.isAlone && !hasOlderPages
    const isWatched =
      hasOlderPages || this.#isShared() || [...this.viewers].some(({ size }) => size === 'large')
    return {
      floorBps: hasTwo ? LARGE_FLOOR_BPS : FLOOR_BPS,
      capBps: isWatched || this.viewers.size === 0 ? Number.POSITIVE_INFINITY : LARGE_FLOOR_BPS,
      besideBps: this.#isWanted ? SMALL_MAX_BPS : 0,
    }
  }

  /** Requests a keyframe of the large video for those who change up to it. */
  wantLargeKeyframe(large: Source, nowMs: number): void {
    if (nowMs - this.#upKeyframeMs < UP_KEYFRAME_EVERY_MS) return
    this.#upKeyframeMs = nowMs
    large.wantKeyframe(nowMs)
  }

  /** Informs the publisher when the small video is needed, and when no more. Called every 25 ms. */
  tick(nowMs: number): void {
    if (this.source.receivers.size > 0) this.#neededMs = nowMs
    const isWanted = nowMs - this.#neededMs < KEPT_MS
    if (this.#offering && isWanted !== this.#isWanted) {
      this.#isWanted = isWanted
      this.#wantedMs = nowMs
      this.#offering.wantSmall?.(isWanted)
    }
    this.source.tick(nowMs)
  }
}
