import type { CallStats } from '@parley/contract/calls'
import type { QueueShown } from '@parley/contract/live/queue'
import { QUEUE_READY_FOR_MS } from '@parley/contract/live-events'
import { MINUTE_MS, SECOND_MS } from '@parley/contract/time-units'
import { createStore, type Store } from '../../../store/store.ts'
import type { JoinAddress, VideoRoom, VideoRoomOptions } from '../../../video/index.ts'
import type { Call, Presence } from '../connection/call.ts'
import type { PresenceEnd, PresenceSnapshot } from '../connection/presence-socket.ts'
import type { LocalMedia, LocalMediaSnapshot } from '../devices/local-media.ts'
import type { MicLevel } from '../devices/mic-level.ts'
import { type LinePresence, presenceOfTurn } from './line-presence.ts'
import { type Met, withMet } from './met.ts'
import {
  type CurrentTurn,
  currentTurn,
  isFinal,
  isNotThere,
  isSumOpen,
  type Setback,
  setbackOf,
} from './rules/line-state.ts'

/** What its host, and its fans, may do to a line. */
export type HostStep = 'open' | 'next' | 'pause' | 'resume' | 'end'
export type FanStep = 'ready' | 'leave'

export interface QueueSnapshot {
  /** Null until the first message of the server. */
  shown: QueueShown | null
  link: PresenceSnapshot['status']
  endedBy: PresenceEnd | null
  /** The server closed the line to this person, and it was read, or requested, once more. */
  isShut: boolean
  turn: (CurrentTurn & { call: Call }) | null
  /** The turns before, the newest first. */
  met: readonly Met[]
  /** The fan has said that they are ready: their camera turns on when they are called. */
  hasAgreed: boolean
  setback: Setback | null
  sending: HostStep | FanStep | null
  /** Why the line could not be read; a later answer takes it away. */
  problem: unknown
}

export interface QueueSessionDeps {
  /** `/api/parley/{slug}/queue/`. */
  path: string
  api: { get(path: string): Promise<QueueShown>; post(path: string, body: object): Promise<QueueShown> }
  hostUsername: string
  media: Pick<LocalMedia, 'subscribe' | 'getSnapshot' | 'start' | 'stop' | 'stopSharing'>
  mic: Pick<MicLevel, 'listen' | 'stop'>
  /** The screen need not stay awake any more. */
  letSleep(): void
  connectPresence(handlers: {
    onStats(stats: CallStats, place?: string): void
    onQueue(queue: QueueShown): void
  }): LinePresence
  /** A room that is joined before its turn, connected and silent. */
  prepareRoom(early: JoinAddress): EarlyRoom
  createTurn(turn: CurrentTurn, joining: Joining): Call
}

/** The room of a turn that has not begun: it becomes that of the call, or is left. */
export interface EarlyRoom {
  claim(options: VideoRoomOptions): VideoRoom
  /** Nothing once a call has taken it. */
  leave(): void
}

export interface Joining {
  connectPresence: (onStats: (stats: CallStats) => void) => Presence
  /** The room where it was joined before. */
  early: EarlyRoom | null
}

/** The page requests the line this often: what is expected moves without anybody doing anything. */
export const POLL_EVERY_MS = 15 * SECOND_MS
/** A camera that was checked ten minutes ago does not count as ready any more. */
const READY_AGAIN_AFTER_MS = 4 * MINUTE_MS

/** The sum that goes back is counted within seconds of an end; a page requests it at most this often. */
const SUM_POLLS_MAX = 8

type Media = Pick<LocalMediaSnapshot, 'stream'>

function hasBoth({ stream }: Media, counts: (track: MediaStreamTrack) => boolean): boolean {
  const kinds = stream?.getTracks().flatMap(track => (counts(track) ? [track.kind] : [])) ?? []
  return kinds.includes('audio') && kinds.includes('video')
}

/** Whether camera and microphone are both open. A phone that is put away may pause them until it is taken up again. */
const areOpen = (media: Media): boolean => hasBoth(media, ({ readyState }) => readyState === 'live')

/**
 * Whether both are open, and neither is paused by the device: one that is locked, or that another program took, gives
 * nothing.
 */
export const isChecked = (media: Media): boolean =>
  hasBoth(media, ({ readyState, muted }) => readyState === 'live' && !muted)

/** One person's side of a line: what the server says of it, their readiness, and a call for each turn of theirs. */
export class QueueSession implements Store<QueueSnapshot> {
  #deps: QueueSessionDeps
  #presence: LinePresence
  #store = createStore<QueueSnapshot>({
    shown: null,
    link: 'connecting',
    endedBy: null,
    isShut: false,
    turn: null,
    met: [],
    hasAgreed: false,
    setback: null,
    sending: null,
    problem: null,
  })
  /** Of the turn that comes next: its room, once there is a way into it. */
  #early: { place: string; room: EarlyRoom | null } | null = null
  /** What the call of the turn was given, which may end before the call joins. */
  #given: EarlyRoom | null = null
  /** The turn in which the fan pressed End Call, and whether this connection has sent it. */
  #ended: { place: string; isSent: boolean } | null = null
  #publishTurn: ((stats: CallStats, place?: string) => void) | null = null
  /** By the server's time: a page's own clock may stand still while a phone sleeps. */
  #readyAtMs = Number.NEGATIVE_INFINITY
  #pollTimer: ReturnType<typeof setInterval> | undefined
  #unsubscribe: (() => void)[] = []
  #hasReleased = false
  #sumPolls = 0
  #isLeft = false

  subscribe = this.#store.subscribe
  getSnapshot = this.#store.getSnapshot

  constructor(deps: QueueSessionDeps) {
    this.#deps = deps
    this.#presence = deps.connectPresence({
      onStats: (stats, place) => this.#publishTurn?.(stats, place),
      onQueue: queue => this.#apply(queue),
    })
  }

  start(): void {
    const { media } = this.#deps
    this.#unsubscribe = [
      media.subscribe(() => this.#handleMedia()),
      this.#presence.subscribe(() => this.#handleLink()),
    ]
    void media.start()
    this.#presence.open()
    void this.#poll()
    this.#pollTimer = setInterval(() => this.#pollAgain(), POLL_EVERY_MS)
  }

  leave(): void {
    if (this.#isLeft) return
    this.#isLeft = true
    clearInterval(this.#pollTimer)
    for (const stop of this.#unsubscribe) stop()
    this.#dropTurn()
    this.#presence.close()
    this.#release()
  }

  /** Ends the turn, and closes camera and microphone: nobody is called or filmed while they read how it ended. */
  #release(): void {
    if (this.#hasReleased) return
    this.#hasReleased = true
    this.#dropTurn()
    this.#dropEarly()
    this.#deps.media.stop()
    this.#deps.mic.stop()
    this.#deps.letSleep()
  }

  #pollAgain(): void {
    const { shown, endedBy } = this.getSnapshot()
    const wantsSum = shown !== null && endedBy === null && isSumOpen(shown) && this.#sumPolls < SUM_POLLS_MAX
    if (this.#hasReleased && !wantsSum) clearInterval(this.#pollTimer)
    else void this.#poll()
    if (this.#hasReleased) this.#sumPolls += 1
  }

  /** The fan is here, and may be seen once it is their turn. */
  async ready(): Promise<void> {
    this.#store.set({ hasAgreed: true, setback: null })
    await this.#send('ready')
  }

  /** Gives the place up. */
  giveUp(): Promise<void> {
    return this.#send('leave')
  }

  /** End Call: ends the time of a turn that has begun; before that, the fan gives the place up. */
  async endCall(): Promise<void> {
    const { turn, link } = this.getSnapshot()
    if (turn?.state !== 'in_turn') return await this.giveUp()
    this.#ended = { place: turn.place, isSent: link === 'open' }
    turn.call.end()
  }

  /** Sends an End Call that the connection may have lost; by what the server says, so that it ends no other turn. */
  #endAgain(current: CurrentTurn | null): void {
    const ended = this.#ended
    if (!ended) return
    if (current?.place !== ended.place || current.state !== 'in_turn') this.#ended = null
    else if (!ended.isSent && this.#store.getSnapshot().link === 'open') {
      this.#ended = { ...ended, isSent: true }
      this.#presence.send({ type: 'end_call' })
    }
  }

  /** A step of the host; the version that they see goes with it, so that two presses are one. */
  step(step: HostStep): Promise<void> {
    return this.#send(step)
  }

  async #send(step: HostStep | FanStep): Promise<void> {
    const { shown, sending } = this.#store.getSnapshot()
    if (sending !== null || !shown) return
    this.#store.set({ sending: step })
    try {
      // Between two polls the order may have come to stand, about which no message comes.
      if (shown.version === 0) await this.#poll()
      await this.#post(step, this.#store.getSnapshot().shown ?? shown)
    } catch (problem) {
      this.#store.set({ sending: null })
      await this.#poll()
      throw problem
    } finally {
      this.#store.set({ sending: null })
    }
  }

  async #post(step: HostStep | FanStep, { version }: QueueShown): Promise<void> {
    const { api, path } = this.#deps
    const body = step === 'ready' ? { camera: true, microphone: true } : step === 'leave' ? {} : { version }
    const shown = await api.post(`${path}${step}/`, body)
    if (step === 'ready') this.#readyAtMs = Date.parse(shown.now)
    this.#apply(shown)
  }

  /** Asks for the line, or says again that this fan is ready. */
  async #poll(): Promise<void> {
    const { api, path } = this.#deps
    try {
      const { shown } = this.#store.getSnapshot()
      if (shown && this.#isToBeSaidAgain(shown)) {
        await this.#post('ready', shown)
        return
      }
      const fresh = await api.get(path)
      this.#apply(fresh)
      // A phone that slept for long knew nothing of the time that passed.
      if (shown && this.#isToBeSaidAgain(fresh)) await this.#post('ready', fresh)
    } catch (problem) {
      if (this.#isLeft) return
      this.#store.set({ problem })
      // A lost place does not come back by itself.
      if (isNotThere(problem)) this.#release()
    }
  }

  #isToBeSaidAgain({ you, version, now }: QueueShown): boolean {
    // Before the order stands the server refuses it each time.
    if (version === 0) return false
    const { hasAgreed, link } = this.#store.getSnapshot()
    if (!hasAgreed || link !== 'open' || !areOpen(this.#deps.media.getSnapshot())) return false
    if (you?.state !== 'waiting' && you?.state !== 'called') return false
    // Who was passed over while the connection was away is ready again once it is back.
    return !you.ready || Date.parse(now) - this.#readyAtMs >= READY_AGAIN_AFTER_MS
  }

  #handleMedia(): void {
    const { media, mic } = this.#deps
    const { stream, microphone } = media.getSnapshot()
    mic.listen(microphone === 'on' ? (stream?.getAudioTracks()[0] ?? null) : null)
  }

  #handleLink(): void {
    const { status, endedBy } = this.#presence.getSnapshot()
    const before = this.#store.getSnapshot()
    if (before.link === status && before.endedBy === endedBy) return
    this.#store.set({ link: status, endedBy })
    if (endedBy !== null) this.#release()
    // A network that broke broke what was prepared too, which is prepared again.
    if (status === 'open') this.#dropEarly()
    if (status === 'open' && this.#ended) this.#ended = { ...this.#ended, isSent: false }
    // What happened while the connection was away, or why it was closed, is in the line.
    if (status === 'open' || endedBy !== null) void this.#poll().then(() => this.#noteShut())
  }

  #noteShut(): void {
    const { endedBy } = this.#store.getSnapshot()
    if (endedBy === 'over' || endedBy === 'forbidden') this.#store.set({ isShut: true })
  }

  #apply(shown: QueueShown): void {
    const before = this.#store.getSnapshot()
    if (this.#isLeft || (before.shown && Date.parse(shown.now) < Date.parse(before.shown.now))) return
    const setback = setbackOf(before.shown?.you ?? null, shown.you) ?? this.#lapsed(before.shown, shown)
    const isFirst = before.shown === null
    // A fan who missed their turn is asked before their camera turns on again.
    const hasAgreed =
      setback === 'missed' || setback === 'dropped'
        ? false
        : before.hasAgreed || (isFirst && shown.you?.ready === true)
    const isReadyAgain = before.setback === 'lapsed' && shown.you?.ready === true
    const isWaiting = shown.you?.state === 'waiting' && !isReadyAgain
    this.#store.set({
      shown,
      hasAgreed,
      setback: setback ?? (isWaiting ? before.setback : null),
      problem: null,
    })
    // The turn of a closed page is another page's, if it is anybody's.
    const current = before.endedBy === null ? currentTurn(shown, this.#deps.hostUsername) : null
    this.#followTurn(current)
    this.#endAgain(current)
    if (isFinal(shown)) this.#release()
    else this.#prepare(shown.next)
  }

  /** Who closed the page in between was not ready for another reason, and says so again by themselves. */
  #lapsed(before: QueueShown | null, { you, now }: QueueShown): Setback | null {
    const wasReady = before?.you?.ready === true && before.you.place === you?.place
    const isOver = Number.isFinite(this.#readyAtMs) && Date.parse(now) - this.#readyAtMs >= QUEUE_READY_FOR_MS
    return wasReady && you?.state === 'waiting' && !you.ready && isOver ? 'lapsed' : null
  }

  /** Connects to the turn that comes next while the one before continues, or while its fan is called. */
  #prepare(place: string | null): void {
    if (this.#early?.place === place) return
    this.#dropEarly()
    if (place === null || this.#store.getSnapshot().link !== 'open') return
    const early: { place: string; room: EarlyRoom | null } = { place, room: null }
    this.#early = early
    this.#presence.earlyTicket().then(
      ticket => {
        if (this.#early !== early || ticket.session !== place) return
        early.room = this.#deps.prepareRoom(ticket)
      },
      // The turn is joined once it begins, as any call.
      () => {
        if (this.#early === early) this.#early = null
      },
    )
  }

  #dropEarly(): void {
    this.#early?.room?.leave()
    this.#early = null
  }

  #followTurn(current: CurrentTurn | null): void {
    const { turn } = this.#store.getSnapshot()
    const isOver = turn?.call.getSnapshot().phase === 'ended' && current?.state === 'called'
    if (turn && current?.place === turn.place && !isOver) {
      if (current.state !== turn.state) this.#store.set({ turn: { ...turn, state: current.state } })
      return
    }
    this.#dropTurn()
    if (!current) return
    const early = this.#early?.place === current.place ? this.#early.room : null
    if (early) this.#early = null
    this.#given = early
    const connectPresence = (onStats: (stats: CallStats) => void) => {
      // A message about the turn before may come after this one was called: its time, or its end, is not this one's.
      this.#publishTurn = (stats, place = current.place) => {
        if (place === current.place) onStats(stats)
      }
      return presenceOfTurn(this.#presence, current.place)
    }
    const call = this.#deps.createTurn(current, { connectPresence, early })
    this.#store.set({ turn: { ...current, call } })
    call.start()
  }

  #dropTurn(): void {
    this.#publishTurn = null
    const { turn, met: before } = this.#store.getSnapshot()
    const figures = turn?.state === 'in_turn' ? turn.call.figures() : null
    // A window that is left shared would be shown to the next fan without a press.
    if (turn) this.#deps.media.stopSharing()
    turn?.call.leave()
    this.#given?.leave()
    this.#given = null
    const met = turn && figures ? withMet(before, { place: turn.place, other: turn.other, figures }) : before
    this.#store.set({ turn: null, met })
  }
}
