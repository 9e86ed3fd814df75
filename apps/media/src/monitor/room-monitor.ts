import {
  DisconnectReason,
  ParticipantInfo_State,
  type SessionDescription,
  SignalTarget,
  TrackType,
  UpdateSubscription,
  UpdateTrackSettings,
  VideoQuality,
} from '@livekit/protocol'
import { Arrivals } from '../arrivals.ts'
import type { Counters } from '../counters.ts'
import { Flow } from '../flow.ts'
import { guarded } from '../native.ts'
import { Received } from '../packets/received.ts'
import { type RequestedSight, Sight, type SightState } from '../sight/sight.ts'
import type { SightAccounts } from '../sight/sight-accounts.ts'
import { isMisnamed } from './misnamed.ts'
import { trackSidsOf } from './offer.ts'
import { type MonitoredParticipant, type MonitorReport, PARTICIPANT_ATTRIBUTES } from './protocol.ts'
import { Receiver } from './receiver.ts'
import { LivekitSignal, type SignalMessage } from './signal.ts'

/**
 * If the audio of a participant is silent for longer, the monitor subscribes to all their tracks before they count as
 * silent.
 */
const WIDEN_AFTER_MS = 450
/**
 * The monitor subscribes again to the tracks of a participant without packets for this long: LiveKit may have lost
 * the first request.
 */
const RETRY_AFTER_MS = 2_000
/** From the end of a permission until LiveKit sends them nothing. */
const CUT_LAG_MS = 250

const whyOf: ReadonlyMap<DisconnectReason, 'deleted' | 'closed'> = new Map([
  [DisconnectReason.ROOM_DELETED, 'deleted'],
  [DisconnectReason.ROOM_CLOSED, 'closed'],
])

interface ReceivedTrack {
  sid: string
  kind: 'audio' | 'video'
}

interface ReceivedPerson {
  person: MonitoredParticipant
  flow: Flow
  tracks: ReceivedTrack[]
  /** Tracks requested so far. */
  requestedTracks: Set<string>
  requestedMs: number
  lastPacketMs: number
  received: Received
  /** Of a party of a call. */
  sight: Sight | null
  reportedSight: SightState
  /** Since when they send without permission to see; null with it, or while they owe a time without media. */
  blindSinceMs: number | null
}

interface RoomMonitorDeps {
  room: string
  url: string
  token: string
  report(message: MonitorReport): void
  counters: Counters
  sights: SightAccounts
  /** Whether the call had begun before this monitor joined. */
  isBegun: boolean
}

type Participant = Extract<SignalMessage, { case: 'update' }>['value']['participants'][number]

/**
 * A hidden participant of one LiveKit room that subscribes mostly to audio and reports whose packets arrive: LiveKit
 * itself reports who left, but not that a present participant stopped sending.
 */
export class RoomMonitor {
  #deps: RoomMonitorDeps
  #signal: LivekitSignal
  #receiver: Receiver | null = null
  #trackOfSsrc = new Map<number, string>()
  #people = new Map<string, ReceivedPerson>()
  #sidOfTrack = new Map<string, string>()
  /** Ended participations: late events about them must not replace a later one. */
  #departed = new Set<string>()
  #isOut = false
  #arrivals = new Arrivals()

  constructor(deps: RoomMonitorDeps) {
    this.#deps = deps
    this.#signal = new LivekitSignal(
      { ...deps, receives: 'what is requested' },
      {
        onMessage: guarded(deps.counters, message => this.#handle(message)),
        onLost: (status, code) => this.#lost('broke', code ?? `HTTP ${status ?? 0}`),
      },
    )
  }

  leave(): void {
    if (this.#isOut) return
    this.#isOut = true
    for (const monitored of this.#people.values()) this.#reportReceived(monitored, monitored.received.rest())
    this.#signal.leave()
    this.#shut()
  }

  #shut(): void {
    for (const { flow } of this.#people.values()) flow.end()
    this.#checkSights(performance.now())
    this.#signal.close()
    this.#receiver?.close()
  }

  #lost(why: 'deleted' | 'closed' | 'broke', cause = ''): void {
    if (this.#isOut) return
    this.#isOut = true
    const silentMs = Math.round(this.#signal.silentMs)
    for (const monitored of this.#people.values()) this.#reportReceived(monitored, monitored.received.rest())
    this.#shut()
    this.#deps.report({ type: 'lost', room: this.#deps.room, why, cause, silentMs })
  }

  #handle(message: SignalMessage): void {
    if (this.#isOut) return
    const { room, report } = this.#deps
    if (message.case === 'join') {
      const others = message.value.otherParticipants
      for (const participant of others) this.#note(participant)
      const people = [...this.#people.values()].map(({ person }) => person)
      report({ type: 'monitoring', room, roomSid: message.value.room?.sid ?? '', people })
    }
    if (message.case === 'update')
      for (const participant of message.value.participants) this.#update(participant)
    if (message.case === 'offer') this.#answer(message.value)
    if (message.case === 'trickle' && message.value.target === SignalTarget.SUBSCRIBER) {
      ;(this.#receiver ?? this.#openReceiver()).addCandidate(message.value.candidateInit)
    }
    if (message.case === 'leave') {
      const { reason } = message.value
      this.#lost(whyOf.get(reason) ?? 'broke')
    }
  }

  #update(participant: Participant): void {
    const { room, report } = this.#deps
    const { identity, sid } = participant
    if (participant.state === ParticipantInfo_State.DISCONNECTED) {
      this.#departed.add(sid)
      const monitored = this.#people.get(identity)
      if (monitored?.person.sid !== sid) return
      this.#people.delete(identity)
      this.#reportReceived(monitored, monitored.received.rest())
      report({ type: 'person-left', room, identity, sid })
      this.#endOf(monitored)
      return
    }
    const person = this.#note(participant)
    if (!person) return
    report({ type: 'person', room, person })
    this.#checkSights(performance.now())
  }

  /** Stores the participant and subscribes to a track of theirs; null for other monitors, which are hidden. */
  #note(participant: Participant): MonitoredParticipant | null {
    if (participant.permission?.hidden || this.#departed.has(participant.sid)) return null
    const { identity, sid, version, attributes, permission, state } = participant
    const person: MonitoredParticipant = {
      identity,
      sid,
      version,
      attributes,
      canPublish: permission?.canPublish ?? false,
      canSubscribe: permission?.canSubscribe ?? false,
      isConnected: state === ParticipantInfo_State.ACTIVE,
      isMisnaming: participant.tracks.some(isMisnamed),
    }
    const before = this.#people.get(identity)
    const monitored = before?.person.sid === sid ? before : this.#newPerson(person)
    if (before && before !== monitored) {
      this.#departed.add(before.person.sid)
      this.#stalled(before)
      this.#reportReceived(before, before.received.rest())
      this.#endOf(before)
    }
    monitored.person = person
    monitored.tracks = participant.tracks.map(track => ({
      sid: track.sid,
      kind: track.type === TrackType.AUDIO ? 'audio' : 'video',
    }))
    this.#people.set(identity, monitored)
    for (const track of monitored.tracks) this.#sidOfTrack.set(track.sid, identity)
    const sound = monitored.tracks.filter(({ kind }) => kind === 'audio')
    this.#subscribe(monitored, sound.length > 0 ? sound : monitored.tracks)
    return person
  }

  #newPerson(person: MonitoredParticipant): ReceivedPerson {
    const { room, sights, isBegun } = this.#deps
    const { identity, attributes } = person
    const [flow, nowMs] = [new Flow(), performance.now()]
    const isParty = attributes[PARTICIPANT_ATTRIBUTES.role] === 'party'
    const account = sights.of(room, identity, isBegun ? 'begun' : 'new')
    const monitored: ReceivedPerson = {
      ...{
        person,
        flow,
        tracks: [],
        requestedTracks: new Set<string>(),
        requestedMs: nowMs,
        lastPacketMs: nowMs,
      },
      received: new Received(nowMs),
      sight: null,
      reportedSight: 'silent',
      blindSinceMs: null,
    }
    const other = () => this.#seenBy(monitored)?.flow ?? null
    const requested = () => this.#requestedSightOf(monitored)
    if (isParty) monitored.sight = new Sight({ account, own: flow, other, lagMs: CUT_LAG_MS, requested })
    return monitored
  }

  /** The other party, once admitted. */
  #seenBy({ person: { identity } }: ReceivedPerson): ReceivedPerson | null {
    const others = [...this.#people.values()].filter(({ person }) => person.identity !== identity)
    return others.find(({ sight, person }) => sight && isAdmitted(person)) ?? null
  }

  /** LiveKit applies a permission a little after the request; time counts from the moment when both have it. */
  #requestedSightOf(monitored: ReceivedPerson): RequestedSight {
    const [other, nowMs] = [this.#seenBy(monitored), performance.now()]
    const isCounted = other !== null && isReady(monitored, nowMs) && isReady(other, nowMs)
    const blind = [monitored, other].flatMap(each => each?.blindSinceMs ?? [])
    const blindSinceMs = blind.length > 0 ? Math.min(...blind) : null
    return { maySee: monitored.person.canSubscribe, isCounted, blindSinceMs }
  }

  #endOf(monitored: ReceivedPerson): void {
    const nowMs = performance.now()
    monitored.flow.end()
    monitored.sight?.update(nowMs)
    this.#checkSights(nowMs)
  }

  /** Says of each party whether they may be given the other's media, when that changed. */
  #checkSights(nowMs: number): void {
    const { room, report } = this.#deps
    for (const monitored of this.#people.values()) noteBlindness(monitored, nowMs)
    for (const monitored of this.#people.values()) {
      const { sight, person } = monitored
      if (!sight) continue
      if (isAdmitted(person)) sight.update(nowMs)
      const state = sight.stateAt(nowMs)
      if (state === 'open' && person.canSubscribe) sight.noteGiven(nowMs)
      if (state === monitored.reportedSight) continue
      monitored.reportedSight = state
      report({ type: 'sight', room, sid: person.sid, state })
    }
  }

  /** A newer participation takes the place of an older one, whose flow ended with it. */
  #stalled({ flow, person }: ReceivedPerson): void {
    const silentMs = flow.silentMs(performance.now())
    if (silentMs === null) return
    const { room, report } = this.#deps
    report({ type: 'flow', room, sid: person.sid, state: 'stalled', silentMs })
  }

  #reportReceived({ person }: ReceivedPerson, received: { packets: number; bytes: number } | null): void {
    const { room, report } = this.#deps
    if (received) report({ type: 'received', room, sid: person.sid, ...received })
  }

  #subscribe(monitored: ReceivedPerson, tracks: readonly ReceivedTrack[]): void {
    const missing = tracks.filter(({ sid }) => !monitored.requestedTracks.has(sid))
    if (missing.length === 0) return
    const trackSids = missing.map(({ sid }) => sid)
    for (const sid of trackSids) monitored.requestedTracks.add(sid)
    monitored.requestedMs = performance.now()
    const videoSids = missing.filter(({ kind }) => kind === 'video').map(({ sid }) => sid)
    this.#signal.send({ case: 'subscription', value: new UpdateSubscription({ trackSids, subscribe: true }) })
    if (videoSids.length === 0) return
    const smallest = new UpdateTrackSettings({ trackSids: videoSids, quality: VideoQuality.LOW })
    this.#signal.send({ case: 'trackSetting', value: smallest })
  }

  #answer(offer: SessionDescription): void {
    this.#trackOfSsrc = new Map(trackSidsOf(offer.sdp))
    const receiver = this.#receiver ?? this.#openReceiver()
    receiver.answer(offer)
  }

  #openReceiver(): Receiver {
    const { counters } = this.#deps
    this.#receiver = new Receiver({
      signal: this.#signal,
      counters,
      onPacket: (ssrc, bytes) => {
        counters.packetsIn++
        this.#handleSight(this.#trackOfSsrc.get(ssrc) ?? '', bytes)
      },
      onBroken: () => this.#lost('broke'),
    })
    return this.#receiver
  }

  #handleSight(trackSid: string, bytes: number): void {
    const identity = this.#sidOfTrack.get(trackSid)
    const monitored = identity === undefined ? undefined : this.#people.get(identity)
    // Remaining packets of an earlier participation prove nothing for the one that replaced it.
    if (!monitored?.tracks.some(({ sid }) => sid === trackSid)) return
    monitored.received.note(bytes)
    const nowMs = performance.now()
    const mayHaveWaited = this.#arrivals.mayHaveWaited(nowMs)
    // A flow that has not begun may begin by packets that waited: it begins late then, and not early.
    if (monitored.flow.isLive && mayHaveWaited) return
    monitored.lastPacketMs = nowMs
    if (monitored.flow.note(monitored.lastPacketMs) === null) return
    const { room, report } = this.#deps
    report({ type: 'flow', room, sid: monitored.person.sid, state: 'live', silentMs: 0 })
    this.#checkSights(monitored.lastPacketMs)
  }

  /** Detects silent participants; call it several times a second. */
  tick(nowMs: number): void {
    const { room, report } = this.#deps
    this.#arrivals.mayHaveWaited(nowMs)
    for (const monitored of this.#people.values()) {
      const unseenMs = nowMs - Math.max(monitored.lastPacketMs, monitored.requestedMs)
      if (unseenMs > RETRY_AFTER_MS) monitored.requestedTracks.clear()
      if (nowMs - monitored.lastPacketMs > WIDEN_AFTER_MS) this.#subscribe(monitored, monitored.tracks)
      this.#reportReceived(monitored, monitored.received.next(nowMs))
      const silentMs = monitored.flow.check(nowMs)
      if (silentMs === null) continue
      report({ type: 'flow', room, sid: monitored.person.sid, state: 'stalled', silentMs })
    }
    this.#checkSights(nowMs)
  }
}

/** Whether somebody sees once the other sends, or owes the time in which they do not. */
function isReady({ person, sight }: ReceivedPerson, nowMs: number): boolean {
  return person.canSubscribe || sight?.stateAt(nowMs) === 'held'
}

/** The server judges by the same rule whose media counts. */
function noteBlindness(monitored: ReceivedPerson, nowMs: number): void {
  const { person, sight, flow } = monitored
  if (!isAdmitted(person) || !flow.isLive || isReady(monitored, nowMs)) monitored.blindSinceMs = null
  else if (sight?.stateAt(nowMs) === 'open') monitored.blindSinceMs ??= nowMs
}

function isAdmitted({ sid, attributes }: MonitoredParticipant): boolean {
  return attributes[PARTICIPANT_ATTRIBUTES.admitted] === sid
}
