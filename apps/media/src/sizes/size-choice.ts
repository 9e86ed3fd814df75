/** Which of two sizes of picture a viewer's line carries. Fast down; up only where the line was tried and took it. */
export type Size = 'large' | 'small'

/** Less than this share of the large picture for so long, and the viewer gets the small one. */
const DOWN_SHARE = 0.85
export const DOWN_AFTER_MS = 1_000
/** So little drowns the sound as well: no second is waited. */
const FAR_TOO_LITTLE_SHARE = 0.5
const FAR_TOO_LITTLE_AFTER_MS = 200
/** Losses beyond what repeats mend. */
const LOSS_SHARE = 0.1
export const LOSS_AFTER_MS = 2_000
/** So much of what was sent in half a second never came: the line is far too narrow, and says so sooner than its estimate. */
const DROWNED_SHARE = 0.3
/** So long a line is quiet before it is tried with more; doubled by each trial that fails. */
export const UP_AFTER_MS = 10_000
export const UP_AFTER_MAX_MS = 60_000
/** The line is said to take this share of the large picture: the viewer gets it. */
const UP_SHARE = 0.95
/** Who falls back so soon after going up has failed the trial. */
const TRIAL_MS = 5_000
/** While a line is tried so much more is sent than it is said to take. A receiver raises its word by 8 % a second, and by nothing beyond 1.5 times what it gets. */
const TRIED_SHARE = 1.1
/** A word this much below the best of a trial means that the line is full; one that stands still for so long as well. */
const FALLEN_SHARE = 0.97
/** A picture that is still for a moment needs little; what it needed counts on, and falls by this share a look. */
const NEED_FALLS = 0.01
const STANDS_STILL_MS = 5_000

/** What is known when a size is chosen, in bits a second. */
export interface Lines {
  largeBps: number
  smallBps: number
  /** Whether there is a small picture, or soon will be. */
  hasSmall: boolean
  /** Nobody else watches: the large picture follows this viewer's line. */
  isAlone: boolean
}

/** One viewer's size, by what their own line reports. */
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
  #trial: { bestBps: number; roseMs: number } | null = null

  get size(): Size {
    return this.#size
  }

  /** What the viewer says that the line takes of this picture. */
  noteEstimate(bps: number): void {
    this.#estimateBps = bps
  }

  /** The share of packets lost, 0 to 1, of a receiver report. */
  noteLoss(share: number, nowMs: number): void {
    if (share <= LOSS_SHARE) this.#losingSinceMs = null
    else this.#losingSinceMs ??= nowMs
  }

  /** So many of the packets that were sent in half a second did not come. */
  noteMissing(missing: number, sent: number): void {
    this.#isDrowned = missing > DROWNED_SHARE * sent
  }

  /** Whether the line takes so little of the large picture that it is to be no measure for the others. */
  isShortOf(largeBps: number): boolean {
    return this.#estimateBps !== null && this.#estimateBps < DOWN_SHARE * largeBps
  }

  /** The large picture did the line more harm than none while the small one is on its way. */
  get isUrgent(): boolean {
    return this.#isUrgent
  }

  #isFarShortOf(largeBps: number): boolean {
    return this.#estimateBps !== null && this.#estimateBps < FAR_TOO_LITTLE_SHARE * largeBps
  }

  /** While the line is tried, what is to be sent in all; else null. */
  get triedBps(): number | null {
    if (!this.#trial || this.#estimateBps === null) return null
    return TRIED_SHARE * Math.min(this.#estimateBps, this.#neededBps)
  }

  /** The size to show from now on; a trial begins only while there is room for one. To be asked several times a second. */
  choose(lines: Lines, nowMs: number, trials: 'free' | 'busy' = 'free'): Size {
    this.#neededBps = Math.max(lines.largeBps, this.#neededBps * (1 - NEED_FALLS))
    if (this.#size === 'large') this.#lookAtLarge(lines, nowMs)
    else this.#lookAtSmall(lines, nowMs, trials)
    return this.#size
  }

  #lookAtLarge({ largeBps, hasSmall, isAlone }: Lines, nowMs: number): void {
    this.#shortSinceMs = this.isShortOf(largeBps) ? (this.#shortSinceMs ?? nowMs) : null
    this.#farTooShortSinceMs = this.#isFarShortOf(largeBps) ? (this.#farTooShortSinceMs ?? nowMs) : null
    const lasts = (sinceMs: number | null, forMs: number) => sinceMs !== null && nowMs - sinceMs >= forMs
    const wasTrial = nowMs - this.#changedMs < TRIAL_MS
    // Who has just come up goes down at the first sign.
    const isFailing =
      wasTrial && (lasts(this.#shortSinceMs, FAR_TOO_LITTLE_AFTER_MS) || this.#losingSinceMs !== null)
    this.#isUrgent = isFailing || this.#isDrowned || lasts(this.#farTooShortSinceMs, FAR_TOO_LITTLE_AFTER_MS)
    const isTooMuch =
      this.#isUrgent || lasts(this.#shortSinceMs, DOWN_AFTER_MS) || lasts(this.#losingSinceMs, LOSS_AFTER_MS)
    if (!wasTrial) this.#upAfterMs = UP_AFTER_MS
    if (!hasSmall || isAlone || !isTooMuch) return
    if (wasTrial) this.#waitLonger()
    this.#quietSinceMs = nowMs
    this.#change('small', nowMs)
  }

  #lookAtSmall(lines: Lines, nowMs: number, trials: 'free' | 'busy'): void {
    const { smallBps, hasSmall, isAlone } = lines
    if (!hasSmall || isAlone) {
      this.#change('large', nowMs)
      return
    }
    const isCramped = this.#estimateBps !== null && this.#estimateBps < smallBps
    if (this.#trial) this.#lookAtTrial(this.#trial, nowMs)
    else if (isCramped || this.#losingSinceMs !== null) this.#quietSinceMs = nowMs
    else if (nowMs - this.#quietSinceMs >= this.#upAfterMs && trials === 'free') this.#try(nowMs)
  }

  /** A viewer whose line says nothing is shown the large picture at once. */
  #try(nowMs: number): void {
    if (this.#estimateBps === null) this.#change('large', nowMs)
    else this.#trial = { bestBps: this.#estimateBps, roseMs: nowMs }
  }

  #lookAtTrial(trial: { bestBps: number; roseMs: number }, nowMs: number): void {
    const bps = this.#estimateBps ?? 0
    if (bps > trial.bestBps) {
      trial.bestBps = bps
      trial.roseMs = nowMs
    }
    const hasFallen = bps < FALLEN_SHARE * trial.bestBps || this.#losingSinceMs !== null
    if (hasFallen || nowMs - trial.roseMs >= STANDS_STILL_MS) {
      this.#trial = null
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
    this.#trial = null
    this.#shortSinceMs = this.#farTooShortSinceMs = this.#losingSinceMs = null
  }
}
