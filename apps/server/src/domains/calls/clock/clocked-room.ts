import { type CallStats, CLOCK_LOSS_MAX_MS, MEDIA_FLOW_WINDOW_MS } from '@parley/contract'
import type { RoomSubject } from '../room-subject.ts'
import type { EndedBy } from '../store.ts'
import type { ParticipantMedia, VideoEvent } from '../video-provider.ts'
import { AloneWatch } from './alone-watch.ts'
import { MediaFlow, type Side } from './media-flow.ts'
import { endsAtMs, type OpenInterval, usedAtMs } from './paid-time.ts'

/** One call or event as the clock of this process sees it. */
export class ClockedRoom {
  readonly id: string
  readonly flow: MediaFlow
  /** Who of the two of a call was there alone; an event has one party. */
  readonly alone: AloneWatch | null
  #subject: RoomSubject
  /** The stretch of paid time going on under this process's lease. */
  interval: OpenInterval | null = null
  /** An end that is decided and not yet stored; nothing may happen in the room before it is. */
  end: { atMs: number; by: EndedBy } | null = null
  /** Whether the provider last said that anybody is there. */
  isAnyoneIn = false
  /** The most used time that may be shown: it is stored before it is told, so that no process tells less later. */
  shownMs = 0
  /** When the media that is paid for was last seen to flow, by the application's clock. */
  seenMs = 0
  /** Since when this process would count, did not another's lease stand; null unless it saw the media flow ever since. */
  wouldCountSinceMs: number | null = null
  /** Until when to keep looking although nobody is there: a join may be on its way. By `performance.now()`. */
  watchUntilMs = 0
  /** Until when no other process can have taken this one's lease, by `performance.now()`. */
  leaseSureUntilMs = 0
  /** That everyone is being put out, or was; who comes or is seen after it makes it be done again. */
  closing: Promise<void> | null = null
  /** Whether those in the room were told that its time is over; it may be told before it can be stored. */
  isEndTold = false
  endTimer: NodeJS.Timeout | undefined
  /** Rings when the lease of another process runs out. */
  leaseTimer: NodeJS.Timeout | undefined
  #work: Promise<unknown> = Promise.resolve()
  #pollQueued: Promise<void> | null = null

  constructor(subject: RoomSubject) {
    this.id = subject.roomId
    this.#subject = subject
    this.flow = new MediaFlow(subject.kind === 'call' ? ['buyer', 'influencer'] : ['influencer'])
    this.alone = subject.kind === 'call' ? new AloneWatch(subject.roomId) : null
  }

  get subject(): RoomSubject {
    return this.#subject
  }

  /** Takes what the call is now; when somebody else attends it, the media of the one before proves nothing. */
  set subject(subject: RoomSubject) {
    const before = this.#subject
    if (before.kind === 'call' && subject.kind === 'call' && before.buyer.id !== subject.buyer.id) {
      this.flow.forget('buyer')
      this.wouldCountSinceMs = null
    }
    this.#subject = subject
  }

  /** Whether this person has no side in a call: not a party, or somebody else attends in their place. */
  isOutsider(identity: string | null): boolean {
    return identity !== null && this.subject.kind === 'call' && this.sideOf(identity) === null
  }

  get isLive(): boolean {
    return this.interval !== null && this.end === null
  }

  sideOf(identity: string | null): Side | null {
    const { subject } = this
    if (subject.kind === 'call' && identity === subject.buyer.id) return 'buyer'
    return identity !== null && identity === subject.influencer?.id ? 'influencer' : null
  }

  handleEvent(event: VideoEvent, nowMs: number): void {
    const side = this.sideOf(event.identity)
    const wasPaidFor = this.flow.isPaidFor
    if (event.type === 'participant-joined') this.isAnyoneIn = true
    if (side) this.flow.handleEvent(side, event)
    this.alone?.handleChange(this.flow, { nowMs, machineMs: Date.now() })
    if (!this.flow.isPaidFor) this.wouldCountSinceMs = null
    else if (!wasPaidFor) {
      // From here on each is given the other's media, however long it takes to write that down.
      this.wouldCountSinceMs = event.atMs
      this.seenMs = Math.max(this.seenMs, event.atMs)
    }
  }

  handleSight(present: readonly ParticipantMedia[], nowMs: number): void {
    const { subject } = this
    const find = (id: string | undefined) => present.find(each => each.identity === id)
    if (subject.kind === 'call') this.flow.handleSight('buyer', { media: find(subject.buyer.id), nowMs })
    this.flow.handleSight('influencer', { media: find(subject.influencer?.id), nowMs })
    this.alone?.handleSight(this.flow, { nowMs, machineMs: Date.now() })
    this.isAnyoneIn = present.length > 0
    // Who did not look for longer, since it was frozen for instance, cannot say what was there during that time.
    if (!this.flow.isPaidFor || nowMs - this.seenMs > MEDIA_FLOW_WINDOW_MS) this.wouldCountSinceMs = null
    if (this.flow.isPaidFor) this.seenMs = nowMs
  }

  /** Puts everyone out by `close`, unless that was done and nobody was seen or came since; what fails is done by the next call. */
  putOut(close: () => Promise<void>): Promise<void> {
    if (this.closing && !this.isAnyoneIn) return this.closing
    const closing = close().then(
      () => {
        this.isAnyoneIn = false
      },
      error => {
        if (this.closing === closing) this.closing = null
        throw error
      },
    )
    this.isAnyoneIn = false
    this.closing = closing
    return closing
  }

  /** When a dated call is over by what was agreed, used up or not. */
  get agreedEndMs(): number {
    const { subject } = this
    const closesAt = subject.kind === 'call' ? subject.closesAt : null
    return closesAt?.getTime() ?? Number.POSITIVE_INFINITY
  }

  /** By what, and when, the stretch of paid time that goes on has ended; null while it has not. */
  findEnd(interval: OpenInterval, nowMs: number): ClockedRoom['end'] {
    const usedUpMs = endsAtMs(interval)
    const lastMs = Math.min(usedUpMs, this.agreedEndMs)
    const stop = this.flow.isPaidFor ? null : this.flow.firstStop()
    if (stop && stop.atMs < lastMs) return stop
    if (nowMs >= lastMs && lastMs === usedUpMs) return { atMs: lastMs, by: 'time' }
    // Nobody pays for time in which the provider could not be asked.
    if (nowMs - this.seenMs > CLOCK_LOSS_MAX_MS)
      return { atMs: Math.min(this.seenMs, lastMs), by: 'platform' }
    return nowMs >= lastMs ? { atMs: lastMs, by: 'platform' } : null
  }

  /**
   * Decides, when its paid time or its agreed time is up, that it ends by that; false while a stop before may end it or
   * another process may have taken the lease.
   */
  endByTime({ nowMs, machineMs }: { nowMs: number; machineMs: number }): boolean {
    if (!this.interval || this.end || machineMs >= this.leaseSureUntilMs) return false
    const usedUpMs = endsAtMs(this.interval)
    const lastMs = Math.min(usedUpMs, this.agreedEndMs)
    if (!this.flow.isPaidFor && this.flow.firstStop().atMs < lastMs) return false
    if (lastMs === usedUpMs) this.end = { atMs: lastMs, by: 'time' }
    else {
      const isSeen = nowMs - this.seenMs <= CLOCK_LOSS_MAX_MS
      this.end = { atMs: isSeen ? lastMs : Math.min(this.seenMs, lastMs), by: 'platform' }
    }
    return true
  }

  /** Used time as of now; null when this process does not count it. */
  usedMs(nowMs: number): number | null {
    if (!this.interval) return null
    return usedAtMs(this.interval, this.end?.atMs ?? nowMs)
  }

  stats(): CallStats {
    return statsOf(this.subject.totalMs, this.shownMs, this.isLive ? 'live' : 'still')
  }

  /** Runs one piece of work after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work)
    // The caller is told of a failure by `done`; the next work goes on.
    this.#work = done.catch(() => undefined)
    return done
  }

  /** As `inTurn`, but asked for again while it waits its turn it runs only once. */
  pollInTurn(look: () => Promise<void>): Promise<void> {
    this.#pollQueued ??= this.inTurn(() => {
      this.#pollQueued = null
      return look()
    })
    return this.#pollQueued
  }
}

/** The contract's figures, in seconds to the millisecond. */
export function statsOf(totalMs: number, usedMs: number, state: 'live' | 'still'): CallStats {
  return {
    total_duration: totalMs / 1000,
    used_duration: Math.round(Math.min(usedMs, totalMs)) / 1000,
    is_live: state === 'live',
  }
}
