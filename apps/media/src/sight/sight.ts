import type { Flow } from '../flow.ts'

/** How long a silent party of a call still receives the other's media. */
export const SIGHT_GRACE_MS = 850
/** What a party may be given in a whole call beyond the time that counts as used, */
export const UNPAID_SIGHT_MAX_MS = 2_000
/** and what we stay below it, since no two clocks agree to the millisecond. */
const RESERVE_MS = 100
/**
 * A party who sends without permission to see for longer does not pay: LiveKit is unavailable, or lost its record.
 */
export const BLIND_AFTER_MS = 800
/** The clock of paid time learns a little later than this process that both flow. */
const CLOCK_LAG_MS = 100

/** The media that one party received beyond the time both were there; survives their connections. */
export interface SightAccount {
  unpaidMs: number
}

/** `silent`: this party sends nothing; `held`: it sends, and received too much unpaid media before. */
export type SightState = 'open' | 'held' | 'silent'

interface SightDeps {
  account: SightAccount
  own: Flow
  /** The flow of whom this party sees; null while nobody is there. */
  other: () => Flow | null
  /** How long media still arrives after the decision to stop it. */
  lagMs: number
  /** Where another process grants and revokes the permission to see: the state of the last request to it. */
  requested?: () => RequestedSight
}

export interface RequestedSight {
  /** Whether this party may see. */
  maySee: boolean
  /** Whether time begins to count once both flow. */
  isCounted: boolean
  /** Since when one of both sends and may not see: for a moment time continues to count; null where nobody is. */
  blindSinceMs: number | null
}

const AT_ONCE = (): RequestedSight => ({ maySee: true, isCounted: true, blindSinceMs: null })

/** A time in which the media of both flowed. */
interface Stretch {
  other: Flow
  sinceMs: number
  /** How long this party pays before they are given anything. */
  heldMs: number
  given: { fromMs: number; untilMs: number } | null
}

/**
 * Whether a party of a call may receive the other's media. Time is used up to the last packet of the party who stops
 * first, so media after a party's own last packet is unpaid. A whole call allows two seconds of that: a party who
 * might exceed them waits, when both are back, until as much was paid and not received.
 */
export class Sight {
  #deps: SightDeps
  #stretch: Stretch | null = null
  /** Since when both flow and this party sees, and time does not count, since the other may not see. */
  #uncountedSinceMs: number | null = null

  constructor(deps: SightDeps) {
    this.#deps = deps
  }

  get #tailMs(): number {
    return SIGHT_GRACE_MS + CLOCK_LAG_MS + this.#deps.lagMs
  }

  /** How long this party has to pay from now on before they receive media again, in ms. */
  #heldAtMs(nowMs: number): number {
    const unpaidMs = this.#deps.account.unpaidMs + nowMs - (this.#uncountedSinceMs ?? nowMs)
    return Math.max(0, unpaidMs + this.#tailMs + RESERVE_MS - UNPAID_SIGHT_MAX_MS)
  }

  /** Records whether both flow. Call it whenever that may have changed. */
  update(nowMs: number): void {
    const { own } = this.#deps
    const other = this.#deps.other()
    const both = own.isLive && other?.isLive ? other : null
    const { isCounted, maySee, blindSinceMs } = (this.#deps.requested ?? AT_ONCE)()
    const isLost = blindSinceMs !== null && nowMs - blindSinceMs > BLIND_AFTER_MS
    if (this.#stretch && (isLost || this.#stretch.other !== both))
      this.#end(this.#stretch, isLost ? blindSinceMs : nowMs)
    if (both && maySee && !this.#stretch && !isCounted) this.#uncountedSinceMs ??= nowMs
    else this.#endUncounted(nowMs)
    if (both && isCounted)
      this.#stretch ??= { other: both, sinceMs: nowMs, heldMs: this.#heldAtMs(nowMs), given: null }
  }

  /** Who saw while time did not count, since the other could not see, was given that unpaid. */
  #endUncounted(nowMs: number): void {
    const { account } = this.#deps
    // What the platform takes longer than that to let somebody see is not theirs to pay.
    const roomMs = Math.max(0, UNPAID_SIGHT_MAX_MS - account.unpaidMs)
    account.unpaidMs += Math.min(roomMs, nowMs - (this.#uncountedSinceMs ?? nowMs))
    this.#uncountedSinceMs = null
  }

  /**
   * What counted is what both sent, until one of them could not see for too long; what was given is what was handed
   * on.
   */
  #end({ other, sinceMs, given }: Stretch, countedUntilMs: number): void {
    this.#stretch = null
    const { account, own, lagMs } = this.#deps
    const bothMs = Math.min(own.lastPacketMs, other.lastPacketMs, countedUntilMs) - sinceMs
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
    if (!this.#stretch) return this.#heldAtMs(nowMs) === 0 ? 'open' : 'held'
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
