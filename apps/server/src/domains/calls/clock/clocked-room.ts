import { type CallStats, CLOCK_LOSS_MAX_MS, MEDIA_FLOW_WINDOW_MS } from '@parley/contract'
import type { RoomSubject } from '../room-subject.ts'
import type { EndedBy, Heartbeat } from '../store.ts'
import type { ParticipantMedia, VideoEvent } from '../video-provider.ts'
import { AloneWatch } from './alone-watch.ts'
import { MediaFlow, type Side } from './media-flow.ts'
import { endsAtMs, jumped, type OpenInterval, provenMs, usedAtMs } from './paid-time.ts'

/** One call or event as the clock of this process sees it. */
export class ClockedRoom {
  readonly id: string
  readonly flow: MediaFlow
  /** Which party of a call was alone; an event has one party. */
  readonly alone: AloneWatch | null
  #subject: RoomSubject
  /** The open live interval under this process's lease. */
  interval: OpenInterval | null = null
  /** A decided end that is not stored yet; nothing else may happen in the room before. */
  end: { atMs: number; by: EndedBy } | null = null
  /** Whether the provider last reported anybody in the room. */
  isAnyoneIn = false
  /** The limit of the displayed time: stored before it is sent, so that no process shows less later. */
  shownMs = 0
  /** When the paid media was last seen to flow, by the application clock. */
  seenMs = 0
  /** Since when this process would count if it had the lease; null unless it saw the media flow ever since. */
  wouldCountSinceMs: number | null = null
  /** Until when to poll although nobody is there: a join may be on its way. By `performance.now()`. */
  watchUntilMs = 0
  /** Until when no other process can have taken this one's lease, by `performance.now()`. */
  leaseSureUntilMs = 0
  /** The removal of everyone; a participant who joins or is seen later makes it run again. */
  closing: Promise<void> | null = null
  /** Whether the people in the room know that its time is over; the message may come before the store. */
  isEndPublished = false
  endTimer: NodeJS.Timeout | undefined
  /** Fires when the lease of another process expires. */
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

  /**
   * Applies the present state of the call; if another person attends it, the media of the former one proves nothing.
   */
  set subject(subject: RoomSubject) {
    const before = this.#subject
    if (before.kind === 'call' && subject.kind === 'call' && before.buyer.id !== subject.buyer.id) {
      this.flow.reset('buyer')
      this.wouldCountSinceMs = null
    }
    this.#subject = subject
  }

  /** Whether this person has no side in a call: not a party, or another person attends in their place. */
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

  /** The machine's clock jumped: what is open is as old as before. */
  jump(ms: number): void {
    this.flow.jump(ms)
    this.alone?.jump()
    this.seenMs += ms
    if (this.wouldCountSinceMs !== null) this.wouldCountSinceMs += ms
    if (this.end) this.end = { ...this.end, atMs: this.end.atMs + ms }
    if (this.interval) this.interval = jumped(this.interval, ms)
  }

  handleEvent(event: VideoEvent, nowMs: number): void {
    const side = this.sideOf(event.identity)
    const stop = this.flow.isPaidFor ? null : this.#stopOf(this.interval)
    const wasPaidFor = this.flow.isPaidFor
    if (event.type === 'participant-joined') this.isAnyoneIn = true
    if (side) this.flow.handleEvent(side, event)
    this.alone?.handleChange(this.flow, { nowMs, machineMs: performance.now() })
    if (!this.flow.isPaidFor) this.wouldCountSinceMs = null
    else if (stop) {
      // It stopped and returned before a poll could end the interval, as when this process stood still.
      this.end = stop
      this.wouldCountSinceMs = event.atMs
      this.seenMs = nowMs
    } else if (!wasPaidFor) {
      // From here on each receives the other's media, however long the write takes. Not from before this process read
      // of it: until then the pages show that they wait.
      this.wouldCountSinceMs = nowMs
      this.seenMs = Math.max(this.seenMs, nowMs)
    }
  }

  /** The stop that will end an open interval whose end is not decided. */
  #stopOf(interval: OpenInterval | null): ClockedRoom['end'] {
    if (!interval || this.end) return null
    const stop = this.flow.firstStop()
    return stop.atMs < Math.min(endsAtMs(interval), this.agreedEndMs) ? stop : null
  }

  handleSight(present: readonly ParticipantMedia[], nowMs: number): void {
    const { subject } = this
    const find = (id: string | undefined) => present.find(each => each.identity === id)
    if (subject.kind === 'call') this.flow.handleSight('buyer', { media: find(subject.buyer.id), nowMs })
    this.flow.handleSight('influencer', { media: find(subject.influencer?.id), nowMs })
    this.alone?.handleSight(this.flow, { nowMs, machineMs: performance.now() })
    this.isAnyoneIn = present.length > 0
    // A process that did not poll for longer, for instance because it was frozen, cannot prove that time.
    if (!this.flow.isPaidFor || nowMs - this.seenMs > MEDIA_FLOW_WINDOW_MS) this.wouldCountSinceMs = null
    if (this.flow.isPaidFor) this.seenMs = nowMs
  }

  /**
   * Removes everyone by `close`, unless that was done and nobody was seen or joined since; the next call retries a
   * failure.
   */
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

  /** The agreed end of a dated call, used up or not. */
  get agreedEndMs(): number {
    const { subject } = this
    const closesAt = subject.kind === 'call' ? subject.closesAt : null
    return closesAt?.getTime() ?? Number.POSITIVE_INFINITY
  }

  /** The reason and the time of the end of the open interval; null while it continues. */
  findEnd(interval: OpenInterval, nowMs: number): ClockedRoom['end'] {
    const usedUpMs = endsAtMs(interval)
    const lastMs = Math.min(usedUpMs, this.agreedEndMs)
    const stop = this.flow.isPaidFor ? null : this.#stopOf(interval)
    if (stop) return stop
    if (nowMs >= lastMs && lastMs === usedUpMs) return { atMs: lastMs, by: 'time' }
    // Nobody pays for time in which the provider could not be reached.
    if (nowMs - this.seenMs > CLOCK_LOSS_MAX_MS)
      return { atMs: Math.min(this.seenMs, lastMs), by: 'platform' }
    return nowMs >= lastMs ? { atMs: lastMs, by: 'platform' } : null
  }

  /**
   * Decides that the used-up or agreed time ends it; false while an earlier stop may end it, or another process may
   * have the lease.
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

  /** The end of an open interval that something else ends now: a stop that was noticed and not stored came before. */
  endNow(nowMs: number): NonNullable<ClockedRoom['end']> {
    const lastMs = Math.min(nowMs, this.agreedEndMs)
    const stop = this.flow.isPaidFor ? null : this.flow.firstStop()
    return stop && stop.atMs < lastMs ? stop : { atMs: lastMs, by: 'platform' }
  }

  /** What a heartbeat stores of the open interval. */
  heartbeatOf(interval: OpenInterval, nowMs: number): Heartbeat {
    return {
      roomId: this.id,
      epoch: interval.epoch,
      startedAt: new Date(interval.startedAtMs),
      provenUntil: new Date(provenMs(interval, this.seenMs)),
      shownMs: usedAtMs(interval, nowMs),
    }
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
    // `done` passes a failure to the caller; the next work continues.
    this.#work = done.catch(() => undefined)
    return done
  }

  /** As `inTurn`, but repeated calls that wait run only once. */
  pollInTurn(poll: () => Promise<void>): Promise<void> {
    this.#pollQueued ??= this.inTurn(() => {
      this.#pollQueued = null
      return poll()
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
