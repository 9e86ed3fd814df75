/**
 * Which of two video sizes a viewer's connection carries. It switches down fast; up only after a successful probe.
 */
export type Size = 'large' | 'small'

/** With less than this share of the large video for this time the viewer gets the small one. */
const DOWN_SHARE = 0.85
export const DOWN_AFTER_MS = 1_000
/** So little bandwidth also breaks the audio, so the switch does not wait a second. */
const FAR_TOO_LITTLE_SHARE = 0.5
const FAR_TOO_LITTLE_AFTER_MS = 200
/** Losses that repeats cannot repair. */
const LOSS_SHARE = 0.1
export const LOSS_AFTER_MS = 2_000
/**
 * If this share of half a second never arrived, the connection is far too slow, and this shows sooner than its
 * estimate.
 */
const DROWNED_SHARE = 0.3
/** How long a connection must be without trouble before a probe; doubled by each failed probe. */
export const UP_AFTER_MS = 10_000
export const UP_AFTER_MAX_MS = 60_000
/** The estimate reaches this share of the large video: the viewer gets it. */
const UP_SHARE = 0.95
/** A viewer who falls back this soon after switching up has failed the probe. */
const PROBE_MS = 5_000
/**
 * During a probe the worker sends this much more than the estimate of the link. A receiver raises its estimate by 8 % a
 * second, and never beyond 1.5 times what it receives.
 */
const PROBE_SHARE = 1.1
/**
 * An estimate this much below the best of a probe means that the link is full; so does one that does not change for
 * this long.
 */
const FALLEN_SHARE = 0.97
/** A still video needs little for a moment: the worker keeps the need of before, less this share at each poll. */
const NEED_FALLS = 0.01
const STANDS_STILL_MS = 5_000

/** The input of the choice, in bits a second. */
export interface VideoSizes {
  largeBps: number
  smallBps: number
  /** Whether there is a small video, or soon will be. */
  hasSmall: boolean
  /** The only viewer: the large video follows this viewer's connection. */
  isAlone: boolean
}

/** One viewer's size, by the reports of their own connection. */
export class SizeChoice {
  #size: Size = 'large'
  #estimateBps: number | null = null
  #shortSinceMs: number | null = null
  #farTooShortSinceMs: number | null = null
  #losingSinceMs: number | null = null
  #changedMs = Number.NEGATIVE_INFINITY
  #quietSinceMs = 0
  #upAfterMs = UP_AFTER_MS
  #isUrgent = false
  #isDrowned = false
  #neededBps = 0
  #probe: { bestBps: number; roseMs: number } | null = null

  get size(): Size {
    return this.#size
  }

  /** The viewer's bitrate estimate for this video. */
  noteEstimate(bps: number): void {
    this.#estimateBps = bps
  }

  /** The share of packets lost, 0 to 1, of a receiver report. */
  noteLoss(share: number, nowMs: number): void {
    if (share <= LOSS_SHARE) this.#losingSinceMs = null
    else this.#losingSinceMs ??= nowMs
  }

  /** So many of the packets of half a second were lost. */
  noteMissing(missing: number, sent: number): void {
    this.#isDrowned = missing > DROWNED_SHARE * sent
  }

  /** Whether the link takes so little of the large video that the other viewers' video does not follow it. */
  isShortOf(largeBps: number): boolean {
    return this.#estimateBps !== null && this.#estimateBps < DOWN_SHARE * largeBps
  }

  /** The large video harms the link more than no video until the small one arrives. */
  get isUrgent(): boolean {
    return this.#isUrgent
  }

  #isFarShortOf(largeBps: number): boolean {
    return this.#estimateBps !== null && this.#estimateBps < FAR_TOO_LITTLE_SHARE * largeBps
  }

  /** The bitrate to send in all during a probe of the link; else null. */
  get probeBps(): number | null {
    if (!this.#probe || this.#estimateBps === null) return null
    return PROBE_SHARE * Math.min(this.#estimateBps, this.#neededBps)
  }

  /**
   * The size to show from now on; a probe begins only while there is room for one. Called several times a second.
   */
  choose(sizes: VideoSizes, nowMs: number, probes: 'free' | 'busy' = 'free'): Size {
    this.#neededBps = Math.max(sizes.largeBps, this.#neededBps * (1 - NEED_FALLS))
    if (this.#size === 'large') this.#checkLarge(sizes, nowMs)
    else this.#checkSmall(sizes, nowMs, probes)
    return this.#size
  }

  #checkLarge({ largeBps, hasSmall, isAlone }: VideoSizes, nowMs: number): void {
    this.#shortSinceMs = this.isShortOf(largeBps) ? (this.#shortSinceMs ?? nowMs) : null
    this.#farTooShortSinceMs = this.#isFarShortOf(largeBps) ? (this.#farTooShortSinceMs ?? nowMs) : null
    const lasts = (sinceMs: number | null, forMs: number) => sinceMs !== null && nowMs - sinceMs >= forMs
    const hasJustSwitched = nowMs - this.#changedMs < PROBE_MS
    // A viewer who has just switched up switches down at the first sign.
    const isFailing =
      hasJustSwitched && (lasts(this.#shortSinceMs, FAR_TOO_LITTLE_AFTER_MS) || this.#losingSinceMs !== null)
    this.#isUrgent = isFailing || this.#isDrowned || lasts(this.#farTooShortSinceMs, FAR_TOO_LITTLE_AFTER_MS)
    const isTooMuch =
      this.#isUrgent || lasts(this.#shortSinceMs, DOWN_AFTER_MS) || lasts(this.#losingSinceMs, LOSS_AFTER_MS)
    if (!hasJustSwitched) this.#upAfterMs = UP_AFTER_MS
    if (!hasSmall || isAlone || !isTooMuch) return
    if (hasJustSwitched) this.#waitLonger()
    this.#quietSinceMs = nowMs
    this.#change('small', nowMs)
  }

  #checkSmall(sizes: VideoSizes, nowMs: number, probes: 'free' | 'busy'): void {
    const { smallBps, hasSmall, isAlone } = sizes
    if (!hasSmall || isAlone) {
      this.#change('large', nowMs)
      return
    }
    const isCramped = this.#estimateBps !== null && this.#estimateBps < smallBps
    if (this.#probe) this.#checkProbe(this.#probe, nowMs)
    else if (isCramped || this.#losingSinceMs !== null) this.#quietSinceMs = nowMs
    else if (nowMs - this.#quietSinceMs >= this.#upAfterMs && probes === 'free') this.#startProbe(nowMs)
  }

  /** A viewer without an estimate gets the large video at once. */
  #startProbe(nowMs: number): void {
    if (this.#estimateBps === null) this.#change('large', nowMs)
    else this.#probe = { bestBps: this.#estimateBps, roseMs: nowMs }
  }

  #checkProbe(probe: { bestBps: number; roseMs: number }, nowMs: number): void {
    const bps = this.#estimateBps ?? 0
    if (bps > probe.bestBps) {
      probe.bestBps = bps
      probe.roseMs = nowMs
    }
    const hasFallen = bps < FALLEN_SHARE * probe.bestBps || this.#losingSinceMs !== null
    if (hasFallen || nowMs - probe.roseMs >= STANDS_STILL_MS) {
      this.#probe = null
      this.#waitLonger()
      this.#quietSinceMs = nowMs
    } else if (bps >= UP_SHARE * this.#neededBps) this.#change('large', nowMs)
  }

  #waitLonger(): void {
    this.#upAfterMs = Math.min(UP_AFTER_MAX_MS, 2 * this.#upAfterMs)
  }

  #change(size: Size, nowMs: number): void {
    this.#size = size
    this.#isDrowned = false
    this.#changedMs = nowMs
    this.#probe = null
    this.#shortSinceMs = this.#farTooShortSinceMs = this.#losingSinceMs = null
  }
}
