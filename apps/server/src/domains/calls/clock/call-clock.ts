import { type CallStats, closeCodes } from '@parley/contract'
import { arrivalsRead } from '../../../core/clock.ts'
import { Refusal } from '../../../core/refusal.ts'
import type { CallsDeps } from '../deps.ts'
import { closeCodeOf, endOf } from '../joining.ts'
import { publishToRoom } from '../room-messages.ts'
import { keyOfRoom, type RoomSubject } from '../room-subject.ts'
import { LEASE_MS, renewLeases } from '../store.ts'
import { JOIN_TTL_MAX_MS, type VideoEvent } from '../video-provider.ts'
import { storedTime } from './call-time.ts'
import { ClockedRoom, statsOf } from './clocked-room.ts'
import { doneWithin } from './done-within.ts'
import { closeInterval, openInterval, recoverAbandoned } from './intervals.ts'
import { endsAtMs, jumped, usedAtMs } from './paid-time.ts'
import { RoomTime } from './room-time.ts'
import { saveAloneIn, savingInOrder } from './save-alone.ts'

/** This near to the end a timer to the millisecond is set; before, four polls a second follow a moved clock. */
const NEAR_END_MS = 300
/** How long after the agreed end a person who is alone stays; a poll proves the time up to two seconds before it. */
const ALONE_STAYS_MS = 5_000
const TIME_IS_OVER = 'the time of this call is over'
/** How long a heartbeat waits for running polls: one slow room must not cost the others their leases. */
const POLLS_WITHIN_MS = 800

export interface ClockDeps extends CallsDeps {
  /** Names this process in the leases on rooms. */
  holder: string
  /** How long a heartbeat waits for running polls; longer in tests, whose machine may be slow. */
  pollsWithinMs?: number
}

/** Counts paid time: opens, proves and ends live intervals, and ends the call when they add up to what was paid. */
export class CallClock {
  #deps: ClockDeps
  #rooms = new Map<string, ClockedRoom>()
  #isPaused = false
  #stored: ReturnType<typeof storedTime>
  #time: RoomTime
  lostLeases = 0

  constructor(deps: ClockDeps) {
    this.#deps = deps
    this.#stored = storedTime(deps.db)
    this.#time = new RoomTime(deps, () => this.#rooms.values())
  }

  get liveRooms(): number {
    return this.rooms().filter(room => room.isLive).length
  }

  rooms(): ClockedRoom[] {
    return [...this.#rooms.values()]
  }

  room(roomId: string): ClockedRoom | null {
    return this.#rooms.get(roomId) ?? null
  }

  /** Watches a call that someone is about to join. */
  watch(subject: RoomSubject): ClockedRoom {
    const room = this.#rooms.get(subject.roomId) ?? new ClockedRoom(subject)
    room.subject = subject
    room.watchUntilMs = performance.now() + JOIN_TTL_MAX_MS
    this.#rooms.set(room.id, room)
    return room
  }

  async usedMs(roomId: string): Promise<number> {
    const counted = this.#rooms.get(roomId)?.usedMs(this.#time.nowMs())
    return counted ?? (await this.#stored.usedMs(roomId)) ?? 0
  }

  async stats(subject: RoomSubject): Promise<CallStats> {
    const { roomId, totalMs } = subject
    const room = this.#rooms.get(roomId)
    if (room?.interval) return room.stats()
    const shown = await this.#stored.shown(roomId)
    return statsOf(totalMs, shown?.shownMs ?? 0, shown?.isLive ? 'live' : 'still')
  }

  /** Applies an event of the video provider: joined, left, flows or stalled. */
  handleEvent(event: VideoEvent): void {
    if (this.#isPaused || event.type === 'media-received' || event.type === 'sizes-watched') return
    const room = this.#rooms.get(event.roomId)
    if (room) {
      room.handleEvent(event, this.#time.nowMs())
      this.#poll(room)
      if (event.type === 'participant-joined' && room.isOutsider(event.identity)) {
        this.recheck(room.id).catch(error => this.#failed(error, room.id))
      }
    } else if (event.type === 'participant-joined' || event.type === 'media-live') {
      this.#adopt(event).catch(error => this.#failed(error, event.roomId))
    }
  }

  /** A participant is in a video room although this process did not admit them, or the call has ended since. */
  async #adopt(event: VideoEvent): Promise<void> {
    const subject = await this.#deps.subjects.find({ roomId: event.roomId })
    if (!subject) return
    const room = this.watch(subject)
    room.handleEvent(event, this.#time.nowMs())
    await this.recheck(room.id)
    this.#poll(room)
  }

  #poll(room: ClockedRoom): void {
    this.#pollNow(room).catch(error => this.#failed(error, room.id))
  }

  #pollNow(room: ClockedRoom): Promise<void> {
    return room.pollInTurn(() => this.#applyRules(room))
  }

  #failed(error: unknown, roomId: string): void {
    this.#deps.log.error({ err: error, roomId }, 'a call could not be settled; it is looked at again')
  }

  /** Polls every room once; resolves when done or after a timeout. */
  async pollAll(): Promise<void> {
    const polls = this.rooms().map(room => this.#pollNow(room).catch(error => this.#failed(error, room.id)))
    await doneWithin(this.#deps.pollsWithinMs ?? POLLS_WITHIN_MS, Promise.all(polls))
  }

  /** Updates the stored interval to the observed media. */
  async #applyRules(room: ClockedRoom): Promise<void> {
    const before = this.#time.read()
    if (room.end) await this.#applyEnd(room, before.nowMs)
    // The next poll retries what could not be stored.
    if (this.#isPaused || room.end) return
    const { closing } = room
    const present = await this.#deps.video.roomMedia(room.id).catch(error => {
      this.#deps.log.warn({ err: error, roomId: room.id }, 'the video provider did not say who is there')
      return null
    })
    const nowMs = before.nowMs + this.#time.jumpSince(before)
    // A participant seen before the removal of all is not counted after it.
    if (present && room.closing === closing) room.handleSight(present, nowMs)
    if (room.interval) await this.#decideLive(room, nowMs)
    else if (room.flow.isPaidFor) await this.#begin(room)
    else if (present?.length === 0 && performance.now() > room.watchUntilMs) this.#rooms.delete(room.id)
  }

  async #decideLive(room: ClockedRoom, nowMs: number): Promise<void> {
    if (!room.interval) return
    room.end ??= room.findEnd(room.interval, nowMs)
    if (room.end) await this.#applyEnd(room, nowMs)
  }

  /** Stores a decided end; the end of the call also removes everyone. */
  async #applyEnd(room: ClockedRoom, nowMs: number): Promise<void> {
    if (room.end?.by === 'time' || nowMs >= room.agreedEndMs) await this.#finish(room)
    else await this.#storeEnd(room)
  }

  async #begin(room: ClockedRoom): Promise<void> {
    const { db, subjects, holder } = this.#deps
    const subject = await subjects.find(keyOfRoom(room.subject))
    if (!subject) return
    room.subject = subject
    // Media of the owner before the start of a dated event is not paid time.
    if (subject.kind === 'broadcast' && subject.countsFrom && this.#deps.clock.now() < subject.countsFrom)
      return
    const ended = endOf(subject, this.#deps.clock.now()) ?? (await this.#beginSubject(subject))
    if (ended) return this.#expel(room, closeCodeOf[ended])
    const before = this.#time.read()
    const fromMs = subject.kind === 'broadcast' ? (subject.countsFrom?.getTime() ?? 0) : 0
    const sinceMs = Math.max(fromMs, room.wouldCountSinceMs ?? before.nowMs)
    room.wouldCountSinceMs = sinceMs
    const requestedMs = performance.now()
    const opening = openInterval(db, { roomId: room.id, holder, totalMs: subject.totalMs, sinceMs })
    const opened = await opening.catch(error => {
      // Nobody pays for time in which the database was unavailable.
      room.wouldCountSinceMs = null
      throw error
    })
    if (opened !== 'over' && 'heldForMs' in opened) return this.#pollIn(room, opened.heldForMs)
    room.wouldCountSinceMs = null
    if (opened === 'over') {
      await this.#complete(room.id)
      return this.#expel(room, closeCodes.over)
    }
    const jumpMs = this.#time.jumpSince(before)
    room.interval = jumped(opened, jumpMs)
    room.isEndPublished = false
    room.leaseSureUntilMs = requestedMs + LEASE_MS
    room.shownMs = opened.shownBeforeMs
    room.seenMs = before.nowMs + jumpMs
    await this.#announce(room)
  }

  /** Polls when the lease of another process expires, in case it is not renewed before the next round. */
  #pollIn(room: ClockedRoom, ms: number): void {
    clearTimeout(room.leaseTimer)
    room.leaseTimer = setTimeout(() => {
      if (this.#rooms.get(room.id) === room) this.#poll(room)
    }, ms)
    room.leaseTimer.unref()
  }

  /** Begins the request or event before any time counts, so that counted time always belongs to one that began. */
  async #beginSubject(subject: RoomSubject): Promise<'over' | null> {
    if (subject.hasBegun) return null
    try {
      await this.#deps.subjects.begin(subject.roomId)
      return null
    } catch (error) {
      if (error instanceof Refusal) return 'over'
      throw error
    }
  }

  /** Stores a decided end; throws while the database is unavailable, and is then retried. */
  async #storeEnd(room: ClockedRoom, call: 'goes-on' | 'ends' = 'goes-on'): Promise<'closed' | 'lost'> {
    const { interval, end } = room
    if (!interval || !end) return 'lost'
    const { holder } = this.#deps
    const result = await closeInterval(this.#deps, { roomId: room.id, holder, interval, ...end })
    if (result === 'lost') this.#drop(room)
    room.interval = null
    room.end = null
    if (result === 'closed' && end.by === 'time') this.#deps.outbox.nudge()
    else if (call === 'goes-on') await this.#announce(room)
    return result
  }

  #drop(room: ClockedRoom): void {
    this.lostLeases++
    clearTimeout(room.endTimer)
    room.interval = null
    room.end = null
    room.wouldCountSinceMs = null
    this.#deps.log.warn({ roomId: room.id }, 'the lease on a call was lost; another may count it')
  }

  /**
   * The paid time is used up, or the agreed time is over: removes everyone now, before this room waits for the
   * database or anything else. A process whose lease may have been taken over asks the database first.
   */
  async #closeOnTime(room: ClockedRoom): Promise<void> {
    // While this process stood still an earlier stop may have been reported.
    await arrivalsRead()
    if (room.endByTime({ nowMs: this.#time.nowMs(), machineMs: performance.now() }))
      this.#putOut(room, TIME_IS_OVER)
    this.#poll(room)
  }

  /** Removes everyone, once; again only for people who joined since, or after a failure. */
  #putOut(room: ClockedRoom, why: string): Promise<void> {
    const closing = room.putOut(() => this.#deps.video.closeRoom(room.id, why))
    closing.catch(error => this.#failed(error, room.id))
    return closing
  }

  /** Stores the end of its time, publishes it and removes everyone, whether or not the database answers. */
  async #finish(room: ClockedRoom): Promise<void> {
    const total = room.subject.totalMs
    const isUsedUp = room.end?.by === 'time'
    // A poll may find the end before the timer does.
    if (performance.now() < room.leaseSureUntilMs) this.#putOut(room, TIME_IS_OVER)
    const stored = await this.#storeEnd(room, 'ends').catch(error => {
      this.#failed(error, room.id)
      return 'later' as const
    })
    if (stored === 'lost') return this.#announce(room)
    const closing = this.#putOut(room, TIME_IS_OVER)
    if (stored === 'later' && room.isEndPublished) return
    room.isEndPublished = true
    if (stored === 'closed' && isUsedUp) await this.#complete(room.id)
    // The displayed time, if the database does not answer.
    const usedMs = isUsedUp ? total : await this.usedMs(room.id).catch(() => room.shownMs)
    const message = { kind: 'ended', stats: statsOf(total, usedMs, 'still'), code: closeCodes.over } as const
    await Promise.all([publishToRoom(this.#deps.bus, room.id, message), closing])
    if (stored !== 'closed' || isUsedUp) return
    // A party who waited alone may need every second of it.
    await this.saveAlone([room])
    if (!room.interval) this.#rooms.delete(room.id)
  }

  /** Completes the request at once; the outbox does it again if this fails. */
  async #complete(roomId: string): Promise<void> {
    await this.#deps.subjects.complete(roomId).catch(error => this.#failed(error, roomId))
  }

  async #expel(room: ClockedRoom, code: number): Promise<void> {
    if (room.interval) {
      room.end ??= room.endNow(this.#time.nowMs())
      await this.#storeEnd(room, 'ends')
    }
    const stats = { ...(await this.stats(room.subject)), is_live: false }
    const published = publishToRoom(this.#deps.bus, room.id, { kind: 'ended', stats, code })
    await Promise.all([published, this.#putOut(room, 'this call may not go on')])
    if (room.interval) return
    // A party who waited alone may need every second of it.
    await this.saveAlone([room])
    this.#rooms.delete(room.id)
  }

  /** Checks again whether a call may continue, and ends it if not. */
  async recheck(roomId: string): Promise<void> {
    const room = this.#rooms.get(roomId)
    await room?.inTurn(async () => {
      const subject = await this.#deps.subjects.find(keyOfRoom(room.subject))
      if (!subject) return
      room.subject = subject
      const usedUp = !room.interval && (await this.usedMs(roomId)) >= subject.totalMs && !room.interval
      // A party who waits alone up to the agreed end stays until that is stored, because certain time lags behind.
      const asOfMs = this.#time.nowMs() - (room.interval ? 0 : ALONE_STAYS_MS)
      const ended = endOf(subject, new Date(asOfMs)) ?? (usedUp ? 'over' : null)
      if (ended) await this.#expel(room, closeCodeOf[ended])
      else await this.#removeOutsiders(room)
    })
  }

  /** Removes people without a side any more: after a gift was accepted or withdrawn. */
  async #removeOutsiders(room: ClockedRoom): Promise<void> {
    const { video } = this.#deps
    if (room.subject.kind !== 'call') return
    for (const { identity } of await video.roomMedia(room.id)) {
      if (room.isOutsider(identity)) await video.removeParticipant(room.id, identity, 'somebody else attends')
    }
  }

  /** Checks every call with people in it, in case a message was lost. */
  async recheckAll(): Promise<void> {
    for (const room of this.rooms()) {
      if (room.isAnyoneIn) await this.recheck(room.id).catch(error => this.#failed(error, room.id))
    }
  }

  async #announce(room: ClockedRoom): Promise<void> {
    await publishToRoom(this.#deps.bus, room.id, { kind: 'stats', stats: await this.stats(room.subject) })
  }

  async announceLive(): Promise<void> {
    const live = this.rooms().filter(room => room.isLive)
    await Promise.all(live.map(room => this.#announce(room)))
  }

  /** Ends calls whose time is used up, to the millisecond; call it often: the application clock may be moved. */
  endDue(): void {
    const nowMs = this.#time.nowMs()
    for (const room of this.#rooms.values()) {
      if (!room.interval || room.end) continue
      const leftMs = Math.min(endsAtMs(room.interval), room.agreedEndMs) - nowMs
      clearTimeout(room.endTimer)
      const close = () => void this.#closeOnTime(room).catch(error => this.#failed(error, room.id))
      if (leftMs <= 0) close()
      else if (leftMs < NEAR_END_MS) room.endTimer = setTimeout(close, leftMs)
    }
  }

  /** Renews every lease and stores the proven time; gives up a room whose lease is not valid any more. */
  async heartbeat(): Promise<void> {
    const nowMs = this.#time.nowMs()
    const live = this.rooms().flatMap(room =>
      room.interval && !room.end ? [[room, room.interval] as const] : [],
    )
    if (live.length === 0) return
    const heartbeats = live.map(([room, interval]) => room.heartbeatOf(interval, nowMs))
    const requestedMs = performance.now()
    const standing = await renewLeases(this.#deps.db, this.#deps.holder, heartbeats)
    for (const [room, interval] of live) {
      if (standing.has(room.id)) {
        room.shownMs = Math.max(room.shownMs, usedAtMs(interval, nowMs))
        room.leaseSureUntilMs = requestedMs + LEASE_MS
      }
      if (standing.has(room.id) || room.interval !== interval || room.end) continue
      this.#drop(room)
      this.#poll(room)
    }
  }

  /** Stores who was alone, in all rooms or in these. */
  readonly saveAlone = savingInOrder((rooms = this.rooms()) => saveAloneIn(this.#deps.db, rooms))

  /** Ends the intervals that dead processes left open, at their last proven time. */
  recover(of: 'lease-expired' | 'any-holder'): Promise<void> {
    return recoverAbandoned(this.#deps, of, roomId => this.#rooms.get(roomId)?.interval != null)
  }

  /** Ends all paid time now, for a process that is about to stop; nothing is counted after. */
  async pause(): Promise<void> {
    this.#isPaused = true
    const paused = this.rooms().map(room => {
      clearTimeout(room.endTimer)
      clearTimeout(room.leaseTimer)
      return room.inTurn(async () => {
        if (room.interval) room.end ??= room.endNow(this.#time.nowMs())
        await this.#storeEnd(room)
      })
    })
    for (const result of await Promise.allSettled([...paused, this.saveAlone()])) {
      if (result.status === 'rejected')
        this.#deps.log.error({ err: result.reason }, 'a call could not be paused')
    }
  }
}
