import { type CallStats, closeCodes } from '@parley/contract'
import { Refusal } from '../../../core/refusal.ts'
import type { CallsDeps } from '../deps.ts'
import { closeCodeOf, endOf } from '../joining.ts'
import { publishToRoom } from '../room-messages.ts'
import type { RoomSubject } from '../room-subject.ts'
import { LEASE_MS, renewLeases } from '../store.ts'
import { JOIN_TTL_MAX_MS, type VideoEvent } from '../video-provider.ts'
import { ClockedRoom, statsOf } from './clocked-room.ts'
import { doneWithin } from './done-within.ts'
import { closeInterval, openInterval, recoverAbandoned } from './intervals.ts'
import { endsAtMs, provenMs, usedAtMs } from './paid-time.ts'
import { saveAloneIn } from './save-alone.ts'
import { storedTime } from './stored-time.ts'

/** A timer to the millisecond is set once the end is this near; before, a look four times a second follows a moved clock. */
const NEAR_END_MS = 300
/** So long after the agreed end nobody who is alone is put out; a look proves up to two seconds before it. */
const ALONE_STAYS_MS = 5_000
const TIME_IS_OVER = 'the time of this call is over'
/** How long a heartbeat waits for the looks before it, so that one slow room does not cost the others their leases. */
const LOOKS_WITHIN_MS = 800

export interface ClockDeps extends CallsDeps {
  /** Names this process in the leases on rooms. */
  holder: string
}

/** Counts paid time: opens, proves and ends live intervals, and ends the call when they add up to what was paid. */
export class CallClock {
  #deps: ClockDeps
  #rooms = new Map<string, ClockedRoom>()
  #isPaused = false
  #stored: ReturnType<typeof storedTime>
  lostLeases = 0

  constructor(deps: ClockDeps) {
    this.#deps = deps
    this.#stored = storedTime(deps.db)
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

  #nowMs(): number {
    return this.#deps.clock.now().getTime()
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
    const counted = this.#rooms.get(roomId)?.usedMs(this.#nowMs())
    return counted ?? (await this.#stored.usedMs(roomId)) ?? 0
  }

  async stats(subject: RoomSubject): Promise<CallStats> {
    const { roomId, totalMs } = subject
    const room = this.#rooms.get(roomId)
    if (room?.interval) return room.stats()
    const shown = await this.#stored.shown(roomId)
    return statsOf(totalMs, shown?.shownMs ?? 0, shown?.isLive ? 'live' : 'still')
  }

  /** Takes the video provider's word of who came, went, flows or stalled. */
  handleEvent(event: VideoEvent): void {
    if (this.#isPaused || event.type === 'media-received' || event.type === 'sizes-watched') return
    const room = this.#rooms.get(event.roomId)
    if (room) {
      room.handleEvent(event, this.#nowMs())
      this.#poll(room)
      if (event.type === 'participant-joined' && room.isOutsider(event.identity)) {
        this.recheck(room.id).catch(error => this.#failed(error, room.id))
      }
    } else if (event.type === 'participant-joined' || event.type === 'media-live') {
      this.#adopt(event).catch(error => this.#failed(error, event.roomId))
    }
  }

  /** Someone is in the video room of a call this process did not send them to, or sent them to before it ended. */
  async #adopt(event: VideoEvent): Promise<void> {
    const subject = await this.#deps.subjects.find({ roomId: event.roomId })
    if (!subject) return
    const room = this.watch(subject)
    room.handleEvent(event, this.#nowMs())
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

  /** Looks at every room once; resolves when done or when it takes too long. */
  async pollAll(): Promise<void> {
    const looks = this.rooms().map(room => this.#pollNow(room).catch(error => this.#failed(error, room.id)))
    await doneWithin(LOOKS_WITHIN_MS, Promise.all(looks))
  }

  /** Brings what is stored in line with what is seen. */
  async #applyRules(room: ClockedRoom): Promise<void> {
    const nowMs = this.#nowMs()
    if (room.end) await this.#settle(room, nowMs)
    // What could not be stored is tried again by the next look.
    if (this.#isPaused || room.end) return
    const { closing } = room
    const present = await this.#deps.video.roomMedia(room.id).catch(error => {
      this.#deps.log.warn({ err: error, roomId: room.id }, 'the video provider did not say who is there')
      return null
    })
    // Who was seen before all were put out is not seen after it.
    if (present && room.closing === closing) room.handleSight(present, nowMs)
    if (room.interval) await this.#decideLive(room, nowMs)
    else if (room.flow.isPaidFor) await this.#begin(room)
    else if (present?.length === 0 && performance.now() > room.watchUntilMs) this.#rooms.delete(room.id)
  }

  async #decideLive(room: ClockedRoom, nowMs: number): Promise<void> {
    if (!room.interval) return
    room.end ??= room.findEnd(room.interval, nowMs)
    if (room.end) await this.#settle(room, nowMs)
  }

  /** Stores an end that is decided; one that is the end of the call puts everyone out. */
  async #settle(room: ClockedRoom, nowMs: number): Promise<void> {
    if (room.end?.by === 'time' || nowMs >= room.agreedEndMs) await this.#finish(room)
    else await this.#storeEnd(room)
  }

  async #begin(room: ClockedRoom): Promise<void> {
    const { db, subjects, holder } = this.#deps
    const subject = await subjects.find({ roomId: room.id })
    if (!subject) return
    room.subject = subject
    // What the owner of a dated event shows before its time is nobody's paid time.
    if (subject.kind === 'broadcast' && subject.countsFrom && this.#deps.clock.now() < subject.countsFrom)
      return
    const ended = endOf(subject, this.#deps.clock.now()) ?? (await this.#beginSubject(subject))
    if (ended) return this.#expel(room, closeCodeOf[ended])
    const nowMs = this.#nowMs()
    const fromMs = subject.kind === 'broadcast' ? (subject.countsFrom?.getTime() ?? 0) : 0
    const sinceMs = Math.max(fromMs, room.wouldCountSinceMs ?? nowMs)
    room.wouldCountSinceMs = sinceMs
    const askedMs = performance.now()
    const opening = openInterval(db, { roomId: room.id, holder, totalMs: subject.totalMs, sinceMs })
    const opened = await opening.catch(error => {
      // Nobody pays for time in which the database could not be asked.
      room.wouldCountSinceMs = null
      throw error
    })
    if (opened !== 'over' && 'heldForMs' in opened) return this.#pollIn(room, opened.heldForMs)
    room.wouldCountSinceMs = null
    if (opened === 'over') {
      await this.#complete(room.id)
      return this.#expel(room, closeCodes.over)
    }
    room.interval = opened
    room.isEndTold = false
    room.leaseSureUntilMs = askedMs + LEASE_MS
    room.shownMs = opened.shownBeforeMs
    room.seenMs = nowMs
    await this.#announce(room)
  }

  /** Looks the moment another's lease runs out, should that one not renew it before the next round. */
  #pollIn(room: ClockedRoom, ms: number): void {
    clearTimeout(room.leaseTimer)
    room.leaseTimer = setTimeout(() => {
      if (this.#rooms.get(room.id) === room) this.#poll(room)
    }, ms)
    room.leaseTimer.unref()
  }

  /** The request or event hears that it begins before any time counts, so that counted time always has one that began. */
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

  /** Stores an end that is decided; throws while the database is away and is then tried again. */
  async #storeEnd(room: ClockedRoom): Promise<'closed' | 'lost'> {
    const { interval, end } = room
    if (!interval || !end) return 'lost'
    const closing = { roomId: room.id, holder: this.#deps.holder, interval, ...end }
    const result = await closeInterval(this.#deps, closing)
    if (result === 'lost') this.#drop(room)
    room.interval = null
    room.end = null
    if (result === 'closed' && end.by === 'time') this.#deps.outbox.nudge()
    else await this.#announce(room)
    return result
  }

  #drop(room: ClockedRoom): void {
    this.lostLeases++
    clearTimeout(room.endTimer)
    room.interval = null
    room.end = null
    this.#deps.log.warn({ roomId: room.id }, 'the lease on a call was lost; another may count it')
  }

  /**
   * The paid time is used up, or the agreed time is over: everyone out now, before the database or anything else that this
   * room waits for is asked. Whose lease may have been taken by another process asks first.
   */
  #closeOnTime(room: ClockedRoom): void {
    if (room.endByTime({ nowMs: this.#nowMs(), machineMs: performance.now() }))
      this.#putOut(room, TIME_IS_OVER)
    this.#poll(room)
  }

  /** Everyone out, once: again only who came since, or when it failed. */
  #putOut(room: ClockedRoom, why: string): Promise<void> {
    const closing = room.putOut(() => this.#deps.video.closeRoom(room.id, why))
    closing.catch(error => this.#failed(error, room.id))
    return closing
  }

  /** Stores that its time is over, and tells so; everyone out, whether or not the database can be told at once. */
  async #finish(room: ClockedRoom): Promise<void> {
    const total = room.subject.totalMs
    const isUsedUp = room.end?.by === 'time'
    // A look may find the end before the timer does.
    if (performance.now() < room.leaseSureUntilMs) this.#putOut(room, TIME_IS_OVER)
    const stored = await this.#storeEnd(room).catch(error => {
      this.#failed(error, room.id)
      return 'later' as const
    })
    if (stored === 'lost') return
    const closing = this.#putOut(room, TIME_IS_OVER)
    if (stored === 'later' && room.isEndTold) return
    room.isEndTold = true
    if (stored === 'closed' && isUsedUp) await this.#complete(room.id)
    // As it was shown, where the database does not answer.
    const usedMs = isUsedUp ? total : await this.usedMs(room.id).catch(() => room.shownMs)
    const message = { kind: 'ended', stats: statsOf(total, usedMs, 'still'), code: closeCodes.over } as const
    await Promise.all([publishToRoom(this.#deps.bus, room.id, message), closing])
    if (stored !== 'closed' || isUsedUp) return
    // Who waited alone before may need every second of it.
    await saveAloneIn(this.#deps.db, [room])
    if (!room.interval) this.#rooms.delete(room.id)
  }

  /** Tells the request at once; the outbox does it again should this fail. */
  async #complete(roomId: string): Promise<void> {
    await this.#deps.subjects.complete(roomId).catch(error => this.#failed(error, roomId))
  }

  async #expel(room: ClockedRoom, code: number): Promise<void> {
    if (room.interval) {
      room.end ??= { atMs: Math.min(this.#nowMs(), room.agreedEndMs), by: 'platform' }
      await this.#storeEnd(room)
    }
    const stats = { ...(await this.stats(room.subject)), is_live: false }
    const told = publishToRoom(this.#deps.bus, room.id, { kind: 'ended', stats, code })
    await Promise.all([told, this.#putOut(room, 'this call may not go on')])
    if (room.interval) return
    // Who waited alone may need every second of it.
    await saveAloneIn(this.#deps.db, [room])
    this.#rooms.delete(room.id)
  }

  /** Asks again whether a call may go on, and ends it if not. */
  async recheck(roomId: string): Promise<void> {
    const room = this.#rooms.get(roomId)
    await room?.inTurn(async () => {
      const subject = await this.#deps.subjects.find({ roomId })
      if (!subject) return
      room.subject = subject
      const usedUp = (await this.usedMs(roomId)) >= subject.totalMs && !room.interval
      const nowMs = this.#nowMs()
      // Who waits alone up to the agreed end stays until that is seen: what is sure lags behind what is there.
      const asOfMs = room.interval ? nowMs : nowMs - ALONE_STAYS_MS
      const ended = endOf(subject, new Date(asOfMs)) ?? (usedUp ? 'over' : null)
      if (ended) await this.#expel(room, closeCodeOf[ended])
      else await this.#removeOutsiders(room)
    })
  }

  /** Takes out of a call who has no side in it any more: the buyer whose place another took, or the other way about. */
  async #removeOutsiders(room: ClockedRoom): Promise<void> {
    const { video } = this.#deps
    if (room.subject.kind !== 'call') return
    for (const { identity } of await video.roomMedia(room.id)) {
      if (room.isOutsider(identity)) await video.removeParticipant(room.id, identity, 'somebody else attends')
    }
  }

  /** Asks for every call that someone is in, if the message of a change was lost. */
  async recheckAll(): Promise<void> {
    for (const room of this.rooms()) {
      if (room.isAnyoneIn) await this.recheck(room.id).catch(error => this.#failed(error, room.id))
    }
  }

  async #announce(room: ClockedRoom): Promise<void> {
    await publishToRoom(this.#deps.bus, room.id, { kind: 'stats', stats: await this.stats(room.subject) })
  }

  async announceLive(): Promise<void> {
    await Promise.all(
      this.rooms()
        .filter(room => room.isLive)
        .map(room => this.#announce(room)),
    )
  }

  /** Ends what has run out, to the millisecond; to be called often, since the application's clock may be moved. */
  endDue(): void {
    for (const room of this.#rooms.values()) {
      if (!room.interval || room.end) continue
      const leftMs = Math.min(endsAtMs(room.interval), room.agreedEndMs) - this.#nowMs()
      clearTimeout(room.endTimer)
      if (leftMs <= 0) this.#closeOnTime(room)
      else if (leftMs < NEAR_END_MS) room.endTimer = setTimeout(() => this.#closeOnTime(room), leftMs)
    }
  }

  /** Renews every lease and stores what is proven; a room whose lease no longer stands is given up without a word to the database. */
  async heartbeat(): Promise<void> {
    const live = this.rooms().flatMap(room =>
      room.interval && !room.end ? [[room, room.interval] as const] : [],
    )
    if (live.length === 0) return
    const nowMs = this.#nowMs()
    const heartbeats = live.map(([room, interval]) => ({
      roomId: room.id,
      epoch: interval.epoch,
      provenUntil: new Date(provenMs(interval, room.seenMs)),
      shownMs: usedAtMs(interval, nowMs),
    }))
    const askedMs = performance.now()
    const standing = await renewLeases(this.#deps.db, this.#deps.holder, heartbeats)
    for (const [room, interval] of live) {
      if (standing.has(room.id)) {
        room.shownMs = Math.max(room.shownMs, usedAtMs(interval, nowMs))
        room.leaseSureUntilMs = askedMs + LEASE_MS
      }
      if (standing.has(room.id) || room.interval !== interval || room.end) continue
      this.#drop(room)
      this.#poll(room)
    }
  }

  /** Writes down who was there alone. */
  saveAlone(): Promise<void> {
    return saveAloneIn(this.#deps.db, this.rooms())
  }

  /** Ends what dead processes left open, at their last proven moment. */
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
        if (room.interval) room.end ??= { atMs: this.#nowMs(), by: 'platform' }
        await this.#storeEnd(room)
      })
    })
    for (const result of await Promise.allSettled([...paused, this.saveAlone()])) {
      if (result.status === 'rejected')
        this.#deps.log.error({ err: result.reason }, 'a call could not be paused')
    }
  }
}
