import {
  BLIND_AFTER_MS,
  type MonitoredParticipant,
  PARTICIPANT_ATTRIBUTES,
  type SightState,
} from '@parley/media'
import type { ParticipantMedia, VideoEvent } from '../../domains/calls/video-provider.ts'
import type { LivekitLog, Role } from './options.ts'
import {
  blindMsOf,
  firstPermission,
  isParty,
  isStranger,
  mediaOf,
  newPerson,
  noteBlindness,
  type Person,
  STRANGER_FOR_MS,
  sees,
} from './person.ts'
import type { Permission, Presence, RoomsApi } from './rooms-api.ts'
import type { TicketBook } from './ticket-book.ts'

const AGAIN_AFTER_MS = 40
const LOST_AFTER_MS = 10_000
/** When to repeat a permission or a removal without effect: it may have met a former participation. */
const DONE_WITHIN_MS = 1_000
/** A participant with media whom LiveKit does not know for this long must join again. */
const UNKNOWN_FOR_MS = 3_000

type EventType = 'participant-joined' | 'participant-left' | 'media-live' | 'media-stalled'

export interface MonitoredRoomDeps {
  roomId: string
  api: Pick<RoomsApi, 'admit' | 'permit' | 'remove'>
  tickets: TicketBook
  /** Whether a lease on this call's clock is valid in the database: then some process receives the media of both. */
  isCounted(roomId: string): Promise<boolean>
  /** Whether the process that issues tickets under this name sent a message lately. */
  isAlive(issuer: string): boolean
  now: () => number
  log: LivekitLog
  emit(event: VideoEvent, seen?: MonitoredParticipant): void
}

/** One LiveKit room as this process knows it: who is in it, who was admitted, whose media flows. */
export class MonitoredRoom {
  #deps: MonitoredRoomDeps
  #people = new Map<string, Person>()
  /** Ended participations, so that late events do not bring them back, and whether they were admitted. */
  #departed = new Map<string, string | null>()
  #isBroken = false
  /** Since when the monitor is in the room. */
  #listensSinceMs: number | null = null

  constructor(deps: MonitoredRoomDeps) {
    this.#deps = deps
  }

  get isEmpty(): boolean {
    return this.#people.size === 0
  }

  /** Whether there is a participant not admitted or not seen by the monitor: they may be in a later room. */
  get hasStrangers(): boolean {
    return [...this.#people.values()].some(({ isWitnessed, isAdmitted }) => !isWitnessed || !isAdmitted)
  }

  media(): ParticipantMedia[] {
    return [...this.#people.values()].filter(person => person.isAdmitted).map(mediaOf)
  }

  /** The monitor has joined: people whom it saw before and does not find have left. */
  handleAll(people: readonly MonitoredParticipant[]): void {
    const { emit, roomId, now } = this.#deps
    this.#listensSinceMs = now()
    if (this.#isBroken) emit({ type: 'worker-restarted', roomId, identity: null, atMs: now() })
    this.#isBroken = false
    const sids = new Set(people.map(({ sid }) => sid))
    for (const { seen, isWitnessed } of [...this.#people.values()])
      if (isWitnessed && !sids.has(seen.sid)) this.handleLeft(seen)
    for (const person of people) this.handle(person)
  }

  /** Handles what the monitor sees of someone. */
  handle(seen: MonitoredParticipant): void {
    this.#handle(seen)
    const person = this.#people.get(seen.identity)
    if (person?.seen.sid === seen.sid) person.isWitnessed = true
  }

  /** Handles a webhook. It may be late: one about a former participation must not end the present one. */
  handleWebhookNews(seen: MonitoredParticipant): void {
    const before = this.#people.get(seen.identity)
    if (before?.isWitnessed && before.seen.sid !== seen.sid) return
    this.#handle(seen)
  }

  /** Applies a report about a participant, in any order of reports. */
  #handle(seen: MonitoredParticipant): void {
    const before = this.#people.get(seen.identity)
    if (this.#departed.has(seen.sid) || (before?.seen.sid === seen.sid && seen.version < before.seen.version))
      return
    if (before && before.seen.sid !== seen.sid) this.handleLeft(before.seen)
    const person = this.#people.get(seen.identity) ?? newPerson(seen, this.#deps.now())
    person.seen = seen
    person.isAdmitted ||= seen.attributes[PARTICIPANT_ATTRIBUTES.admitted] === seen.sid
    this.#people.set(seen.identity, person)
    this.#refuseMisnamed(person)
    if (person.isAdmitted) this.#applyAdmission(person)
    else this.#judge(person)
  }

  #applyAdmission(person: Person): void {
    if (person.seen.isConnected && !person.isAnnounced) {
      person.isAnnounced = true
      this.#emit('participant-joined', person, this.#deps.now())
    }
    this.#judgeFlow(person, 0)
    this.#permit(person)
  }

  /**
   * In a paid call a party may receive only while they send. A process that receives their media repeats the
   * permission if necessary. Only a process that received their media before revokes it after silence, once, and only
   * if this process granted it: another process may receive their media better, and two processes whose clocks differ
   * by milliseconds would undo each other's grants.
   */
  #permit(person: Person): void {
    const { seen, sight, wasReceived, wasLetSee, cameMs } = person
    const maySee = sight === 'open'
    if (!isParty(person) || seen.canSubscribe === maySee) return
    if (maySee || (sight === 'silent' ? wasReceived : wasLetSee)) this.#change(person, maySee)
    else if (sight === 'silent' && this.#deps.now() - cameMs > STRANGER_FOR_MS) this.#revokeSilent(person)
  }

  #change(person: Person, maySee: boolean): void {
    const { api, roomId } = this.#deps
    const wanted = maySee ? 'to see' : 'not to see'
    if (person.requested === wanted) return
    person.requested = wanted
    person.wasLetSee ||= maySee
    const permission: Permission = { canPublish: true, canSubscribe: maySee }
    api
      .permit(roomId, person.seen.identity, permission)
      .then(presence => this.#notePresence(person, presence))
      .catch(error => this.#failed(error, person))
  }

  #notePresence(person: Person, presence: Presence): void {
    const nowMs = this.#deps.now()
    if (presence === 'present') person.unknownSinceMs = null
    if (presence === 'present' || this.#people.get(person.seen.identity) !== person) return
    person.requested = ''
    person.unknownSinceMs ??= nowMs
    if (nowMs - person.unknownSinceMs <= UNKNOWN_FOR_MS) return
    person.unknownSinceMs = null
    this.#turnAway(person, 'refused')
  }

  /**
   * Another process granted the permission of a party whose media this process never received. Silence does not prove
   * that the other process died: while a lease on the call's clock is valid, some process receives the media of both,
   * and they pay.
   */
  #revokeSilent(person: Person): void {
    const { isCounted, roomId } = this.#deps
    if (person.isBeingRequested) return
    person.isBeingRequested = true
    isCounted(roomId)
      .then(isTrue => {
        const isUnreceived = person.sight === 'silent' && !person.wasReceived && person.seen.canSubscribe
        if (!isTrue && isUnreceived && this.#people.get(person.seen.identity) === person)
          this.#change(person, false)
      })
      .catch(error => this.#failed(error, person))
      .finally(() => {
        person.isBeingRequested = false
      })
  }

  #failed(error: unknown, person: Person): void {
    const { log, roomId } = this.#deps
    person.requested = ''
    log.warn({ err: error, roomId }, 'LiveKit did not take a permission; it is asked again')
  }

  #judge(person: Person): void {
    const { tickets, api, roomId, log } = this.#deps
    const { identity, attributes } = person.seen
    if (person.requested !== '') return
    const verdict = tickets.judge({ ticket: attributes[PARTICIPANT_ATTRIBUTES.ticket], roomId, identity })
    if (verdict.is === 'foreign') {
      person.issuer = verdict.issuer
      return
    }
    person.requested = verdict.is
    person.requestedMs = this.#deps.now()
    // Attack: to come before the turn, to see, to be seen or to make time count. A waiting participant is not
    // admitted, and nobody learns of them.
    if (verdict.is === 'early') return
    if (verdict.is === 'good') {
      const { role, isMuted } = verdict
      api
        .admit(roomId, person.seen, { ...firstPermission[role], isMuted })
        .then(presence => (presence === 'absent' ? this.#again(person) : this.#muteAnew(person, verdict)))
        .catch(error => this.#failed(error, person))
      return
    }
    log.info({ roomId }, 'somebody came by a ticket that is void')
    this.#turnAway(person, verdict.reason)
  }

  /** The owner may have muted a guest while LiveKit applied the former permission. */
  async #muteAnew(person: Person, { role, isMuted: was }: { role: Role; isMuted: boolean }): Promise<void> {
    const { api, roomId, tickets } = this.#deps
    const { identity } = person.seen
    const isMuted = tickets.isMuted(roomId, identity)
    if (isMuted === was || this.#people.get(identity) !== person) return
    await api.permit(roomId, identity, { ...firstPermission[role], isMuted })
  }

  /** Begins the turn of a participant who waits here. */
  admitEarly(identity: string): void {
    const person = this.#people.get(identity)
    if (!person || person.isAdmitted || person.requested !== 'early') return
    person.requested = ''
    this.#judge(person)
  }

  #judgeAgain(person: Person, nowMs: number): void {
    if (person.requested !== '' && nowMs - person.requestedMs > DONE_WITHIN_MS) person.requested = ''
    if (person.requested === '') this.#judge(person)
  }

  /**
   * Takes out who sends their voice as a video, or the reverse. Attack: a muted guest who continues to speak. The
   * page of nobody who altered nothing does so, and what they came by is void.
   */
  #refuseMisnamed(person: Person): void {
    const { tickets, roomId, log, now } = this.#deps
    const { seen, misnamedMs } = person
    if (!seen.isMisnaming || (misnamedMs !== null && now() - misnamedMs <= DONE_WITHIN_MS)) return
    person.misnamedMs = now()
    log.warn({ roomId }, 'somebody sent another kind of media than they said, and was taken out')
    tickets.void(roomId, seen.identity, 'refused')
    this.#turnAway(person, 'refused')
  }

  #turnAway(person: Person, reason: string): void {
    const { api, roomId, now } = this.#deps
    person.requested = 'void'
    person.requestedMs = now()
    api
      .remove(roomId, person.seen.identity, reason)
      .then(presence => presence === 'absent' && this.#again(person))
      .catch(error => this.#failed(error, person))
  }

  /**
   * LiveKit's API learns of a participant late, so each tick repeats the request until the monitor reports that they
   * left.
   */
  #again(person: Person): void {
    if (this.#deps.now() - person.cameMs > LOST_AFTER_MS) return
    setTimeout(() => {
      if (this.#people.get(person.seen.identity) !== person || person.isAdmitted) return
      person.requested = ''
      this.#judge(person)
    }, AGAIN_AFTER_MS)
  }

  handleLeft({ identity, sid }: { identity: string; sid: string }): void {
    const person = this.#people.get(identity)
    if (!this.#departed.has(sid) || person?.seen.sid === sid)
      this.#departed.set(sid, person?.seen.sid === sid && person.isAdmitted ? identity : null)
    if (person?.seen.sid !== sid) return
    this.#setFlow(person, 'stalled', 0)
    this.#people.delete(identity)
    if (person.isAnnounced) this.#emit('participant-left', person, this.#deps.now())
    this.#judgeOthers(person)
  }

  handleFlow(sid: string, state: 'live' | 'stalled', silentMs: number): void {
    const person = [...this.#people.values()].find(({ seen }) => seen.sid === sid)
    if (!person) return
    person.isReceived = state === 'live'
    person.wasReceived ||= person.isReceived
    if (person.isAdmitted) this.#judgeFlow(person, silentMs)
  }

  handleReceived(sid: string, { packets, bytes }: { packets: number; bytes: number }): 'known' | 'unknown' {
    const person = [...this.#people.values()].find(({ seen }) => seen.sid === sid)
    // The rest of a person who has left is reported after that.
    const identity = person?.isAdmitted ? person.seen.identity : this.#departed.get(sid)
    if (!identity) return 'unknown'
    const { roomId, now, emit } = this.#deps
    emit({ type: 'media-received', roomId, identity, atMs: now(), packets, bytes })
    return 'known'
  }

  handleSight(sid: string, state: SightState): void {
    const person = [...this.#people.values()].find(({ seen }) => seen.sid === sid)
    if (!person) return
    person.sight = state
    if (!person.isAdmitted) return
    this.#judgeFlow(person, 0)
    this.#permit(person)
  }

  /**
   * A party counts as present from the moment when they may also see: a party who sends without the permission to
   * see, because LiveKit is slow or refuses, does not pay. A party who owes a time without media counts at once.
   * Presence continues until the party stalls. LiveKit restores within milliseconds a permission that a moment of
   * silence revoked, unless it is unavailable: then presence ended when they sent again.
   */
  #judgeFlow(person: Person, silentMs: number): void {
    noteBlindness(person, this.#deps.now())
    this.#applyFlow(person, silentMs)
    this.#judgeOthers(person)
  }

  /** A change of one party may change whether the other counts. */
  #judgeOthers(person: Person): void {
    if (!isParty(person)) return
    for (const other of this.#people.values())
      if (other !== person && other.isAdmitted && isParty(other)) this.#applyFlow(other, 0)
  }

  /** While one party sends without permission to see, the other counts neither: the first would seem absent. */
  #applyFlow(person: Person, silentMs: number): void {
    const nowMs = this.#deps.now()
    const parties = isParty(person) ? [...this.#people.values()] : []
    const blindMs = Math.max(0, ...parties.map(party => blindMsOf(party, nowMs)))
    const isBlind = blindMs > BLIND_AFTER_MS
    const counts = person.isReceived && !isBlind && (person.isFlowing || sees(person))
    this.#setFlow(person, counts ? 'live' : 'stalled', Math.max(silentMs, isBlind ? blindMs : 0))
  }

  #setFlow(person: Person, state: 'live' | 'stalled', silentMs: number): void {
    const isFlowing = state === 'live'
    if (person.isFlowing === isFlowing) return
    person.isFlowing = isFlowing
    // A stall ends what flowed: the report of the flow may take longer to come than that of the stall.
    person.sinceMs = Math.max(person.sinceMs, Math.round(this.#deps.now() - silentMs))
    this.#emit(isFlowing ? 'media-live' : 'media-stalled', person, person.sinceMs)
  }

  /** The monitor of the room is silent: the last report is the last certain time. */
  handleLost(silentMs: number): void {
    this.#isBroken = true
    this.#listensSinceMs = null
    for (const person of this.#people.values()) {
      person.isReceived = false
      person.sight = 'silent'
      this.#setFlow(person, 'stalled', silentMs)
      person.seen = { ...person.seen, isConnected: false }
    }
  }

  /** Removes a participant; resolves when LiveKit confirmed it. */
  async remove(identity: string, reason: string): Promise<void> {
    const { api, roomId } = this.#deps
    const person = this.#people.get(identity)
    await api.remove(roomId, identity, reason)
    if (person) this.handleLeft(person.seen)
  }

  handleClosed(): void {
    for (const { seen } of [...this.#people.values()]) this.handleLeft(seen)
  }

  /** A participant whom only a webhook reported, and whom the monitor never finds, has left again. */
  #removeUnseen(nowMs: number): void {
    const sinceMs = this.#listensSinceMs
    if (sinceMs === null) return
    for (const { seen, isWitnessed, cameMs } of [...this.#people.values()])
      if (!isWitnessed && nowMs - Math.max(cameMs, sinceMs) > LOST_AFTER_MS) this.handleLeft(seen)
  }

  /** Repeats permissions without effect, and removes participants who were not admitted; call it once a second. */
  tick(): void {
    const nowMs = this.#deps.now()
    this.#removeUnseen(nowMs)
    for (const person of this.#people.values()) {
      this.#refuseMisnamed(person)
      // What was granted and taken back by another process that receives less is granted again.
      if (person.isAdmitted && person.sight === 'open') person.requested = ''
      if (person.isAdmitted) this.#judgeFlow(person, 0)
      if (person.isAdmitted) this.#permit(person)
      else this.#judgeAgain(person, nowMs)
      if (isStranger(person, { isAlive: this.#deps.isAlive, nowMs })) this.#turnAway(person, 'refused')
    }
  }

  #emit(type: EventType, { seen }: Person, atMs: number): void {
    this.#deps.emit({ type, roomId: this.#deps.roomId, identity: seen.identity, atMs }, seen)
  }
}
