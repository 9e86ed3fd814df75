import type { Flow } from './flow.ts'

/** How long a party of a call who falls silent is still given the other's media. */
export const SIGHT_GRACE_MS = 850
/** What a party may be given in a whole call beyond the time that counts as used, */
export const UNPAID_SIGHT_MAX_MS = 2_000
/** and what we stay below it, since no two clocks agree to the millisecond. */
const RESERVE_MS = 100
/** The clock of paid time hears a little later than we do that both flow. */
const CLOCK_LAG_MS = 100

/** What one party was given so far beyond the time both were there; outlives their connections. */
export interface SightAccount {
  unpaidMs: number
}

/** Silent who sends nothing; held who sends and was given too much before. */
export type SightState = 'open' | 'held' | 'silent'

interface SightDeps {
  account: SightAccount
  own: Flow
  /** The flow of whom this party sees; null while nobody is there. */
  other: () => Flow | null
  /** How long media still arrives after it was decided that it shall not. */
  lagMs: number
  /** Where another lets people see when it is asked to: whether this party may by now, and whether time counts once both flow. */
  asked?: () => { maySee: boolean; isCounted: boolean }
}

const AT_ONCE = () => ({ maySee: true, isCounted: true })

/** A time in which the media of both flowed. */
interface Stretch {
  other: Flow
  sinceMs: number
  /** How long this party pays before they are given anything. */
  heldMs: number
  given: { fromMs: number; untilMs: number } | null
}

/**
 * Whether a party of a call may be given the other's media. Time is used up to the last packet of the party who stops first, so what somebody is
 * given after their own last packet is unpaid. A whole call has room for two seconds of that: who might go beyond them waits, when both are
 * back, until so much was paid and not given.
 */
export class Sight {
  #deps: SightDeps
  #stretch: Stretch | null = null
  /** Since when both flow and one of them may not see yet, so that time does not count. */
  #uncountedSinceMs: number | null = null

  constructor(deps: SightDeps) {
    this.#deps = deps
  }

  get #tailMs(): number {
    return SIGHT_GRACE_MS + CLOCK_LAG_MS + this.#deps.lagMs
  }

  get #heldMs(): number {
    return Math.max(0, this.#deps.account.unpaidMs + this.#tailMs + RESERVE_MS - UNPAID_SIGHT_MAX_MS)
  }

  /** Takes note of whether both flow. To be called whenever that may have changed. */
  update(nowMs: number): void {
    const { own } = this.#deps
    const other = this.#deps.other()
    const both = own.isLive && other?.isLive ? other : null
    if (this.#stretch && this.#stretch.other !== both) this.#end(this.#stretch)
    const { isCounted, maySee } = (this.#deps.asked ?? AT_ONCE)()
    if (both && !this.#stretch && !isCounted) this.#uncountedSinceMs ??= nowMs
    else this.#endUncounted(maySee ? nowMs : null)
    if (both && isCounted)
      this.#stretch ??= { other: both, sinceMs: nowMs, heldMs: this.#heldMs, given: null }
  }

  /** Who saw before time counted, since the other could not see yet, was given that unpaid. */
  #endUncounted(untilMs: number | null): void {
    const sinceMs = this.#uncountedSinceMs
    this.#uncountedSinceMs = null
    if (sinceMs === null || untilMs === null) return
    const { account } = this.#deps
    // What the platform takes longer than that to let somebody see is not theirs to pay.
    const roomMs = Math.max(0, UNPAID_SIGHT_MAX_MS - account.unpaidMs)
    account.unpaidMs += Math.min(roomMs, untilMs - sinceMs)
  }

  /** What counted is what both sent; what was given is what was handed on. */
  #end({ other, sinceMs, given }: Stretch): void {
    this.#stretch = null
    const { account, own, lagMs } = this.#deps
    const bothMs = Math.min(own.lastPacketMs, other.lastPacketMs) - sinceMs
    const paidMs = Math.max(0, bothMs - CLOCK_LAG_MS)
    let givenMs = 0
    if (given) {
      const untilMs = Math.min(given.untilMs + lagMs, Math.max(other.lastPacketMs, given.fromMs))
      givenMs = untilMs - given.fromMs
    }
    account.unpaidMs = Math.max(0, account.unpaidMs + givenMs - paidMs)
  }

  stateAt(nowMs: number): SightState {
    const { own } = this.#deps
    if (!own.isLive || nowMs - own.lastPacketMs > SIGHT_GRACE_MS) return 'silent'
    if (!this.#stretch) return this.#heldMs === 0 ? 'open' : 'held'
    const { given, other, sinceMs, heldMs } = this.#stretch
    const isPaid = heldMs === 0 || Math.min(own.lastPacketMs, other.lastPacketMs) - sinceMs >= heldMs
    return given || isPaid ? 'open' : 'held'
  }

  mayReceive(nowMs: number): boolean {
    return this.stateAt(nowMs) === 'open'
  }

  /** Notes that something of the other's was handed on. */
  noteGiven(nowMs: number): void {
    if (!this.#stretch) return
    this.#stretch.given ??= { fromMs: nowMs, untilMs: nowMs }
    this.#stretch.given.untilMs = nowMs
  }
}
