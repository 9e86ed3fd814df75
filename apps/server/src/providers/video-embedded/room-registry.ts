import { randomUUID } from 'node:crypto'
import type { VideoSizes } from '@parley/contract'
import type { MediaClientMessage, MediaIceServer } from '@parley/contract/media-signalling'
import type { Report } from '@parley/media'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import { CallWorkers } from './call-workers.ts'
import type { JoinClaims } from './join-token.ts'
import type { ParticipantSocket } from './participant-socket.ts'
import { type Placeable, placeRoom, placeViewer } from './placement.ts'
import { SizesWatched } from './sizes-watched.ts'
import { type Participant, type Sizes, VideoRoom } from './video-room.ts'
import type { WorkerProcess } from './worker-process.ts'

const REJOIN_SPACING_MS = 400
/** A worker that does not confirm an end within this is killed: nobody may stay past what was paid. */
const CLOSE_WITHIN_MS = 2_000
/** A worker that is silent for longer counts as forwarding nothing until its next message. */
const SUSPECT_AFTER_MS = 2_500

interface PeerRecord {
  participant: Participant
  worker: WorkerProcess
  closed: PromiseWithResolvers<void>
}

interface RoomRegistryDeps {
  now: () => number
  maxKbps: number
  /** In how many sizes an event's video is sent; counts are reported only of two. */
  sizes: Sizes
  iceServers: () => MediaIceServer[]
  workers: readonly WorkerProcess[]
  emit: (event: VideoEvent) => void
}

/**
 * Rooms, participants and their connections: computes who is present and whose media flows from the reports of the
 * workers and the messages of the clients.
 */
export class RoomRegistry {
  #deps: RoomRegistryDeps
  #rooms = new Map<string, VideoRoom>()
  #peers = new Map<string, PeerRecord>()
  #broken = new Set<WorkerProcess>()
  #callWorkers = new CallWorkers<WorkerProcess>(() => performance.now())
  #sizes: SizesWatched | null

  constructor(deps: RoomRegistryDeps) {
    this.#deps = deps
    const emitSizes = (roomId: string, sizes: VideoSizes) =>
      deps.emit({ type: 'sizes-watched', roomId, identity: null, atMs: deps.now(), ...sizes })
    this.#sizes = deps.sizes === 'two' ? new SizesWatched(emitSizes) : null
  }

  room(roomId: string): VideoRoom | null {
    return this.#rooms.get(roomId) ?? null
  }

  #loads(): (Placeable & { worker: WorkerProcess })[] {
    const counts = new Map<WorkerProcess, number>()
    for (const { worker } of this.#peers.values()) counts.set(worker, (counts.get(worker) ?? 0) + 1)
    return this.#deps.workers.map(worker => {
      const { isUp, cpuPercent, capacity } = worker
      return { worker, isUp, cpuPercent, capacity, connections: counts.get(worker) ?? 0 }
    })
  }

  #placeRoom({ roomId, kind }: JoinClaims): WorkerProcess {
    const choose = () => {
      const chosen = placeRoom(this.#loads())
      if (!chosen) throw new Error('the embedded video needs at least one worker')
      return chosen.worker
    }
    return kind === 'call' ? this.#callWorkers.of(roomId, choose) : choose()
  }

  /**
   * Where a participant's connection is to be: the room's worker, or for a viewer of an event one with a place.
   * Without a place viewers wait for a worker that is being started again; null when there is none either.
   */
  #placeOf({ room, slot, worker }: Participant): WorkerProcess | null {
    const { workers } = this.#deps
    if (room.kind === 'call' || slot !== null || workers.length === 1) return room.worker
    if (worker?.isUp) return worker
    const all = this.#loads()
    const owner = all.find(load => load.worker === room.worker)
    const having = all.filter(load => room.relays.has(load.worker))
    const chosen = owner && placeViewer({ owner, having, all })
    return chosen?.worker ?? worker ?? workers.find(({ isUp }) => !isUp) ?? null
  }

  /** Adds a participant whose token was accepted; replaces the former connection of the same identity. */
  admit(
    claims: JoinClaims,
    sizes: Sizes = 'one',
  ): {
    onSocket(socket: ParticipantSocket): void
    onMessage(m: MediaClientMessage): void
    onClosed(): void
  } {
    const present = this.#rooms.get(claims.roomId)?.participants.get(claims.identity)
    if (present) this.leave(present, 'replaced')
    const room = this.#rooms.get(claims.roomId) ?? new VideoRoom(claims, this.#placeRoom(claims))
    this.#rooms.set(claims.roomId, room)
    const participant = room.enter(claims, sizes, this.#deps.now())
    return {
      onSocket: socket => {
        if (!participant) {
          socket.end('full')
          return
        }
        participant.socket = socket
        if (!participant.isEarly) room.notifyNewcomer(participant)
        this.#open(participant)
      },
      onMessage: message => {
        if (participant) this.#handle(participant, message)
      },
      onClosed: () => {
        if (participant) this.leave(participant, 'left')
      },
    }
  }

  #handle(participant: Participant, message: MediaClientMessage): void {
    const { peer, worker } = participant
    if (message.type === 'media.leave') this.leave(participant, 'left')
    if (message.type === 'media.ping') participant.socket?.send({ type: 'media.pong' })
    if (message.type === 'media.keyframe' && peer) worker?.send({ type: 'keyframe', peer })
    if (message.type === 'media.answer' && peer && message.generation === participant.generation) {
      worker?.send({ type: 'answer', peer, sdp: message.sdp })
    }
    if (message.type === 'media.rejoin' && performance.now() - participant.rejoinedMs >= REJOIN_SPACING_MS)
      this.#open(participant)
  }

  /** Admits a participant who waited for their turn: they send, see and are present from now on. */
  admitEarly(roomId: string, identity: string): void {
    const participant = this.#rooms.get(roomId)?.participants.get(identity)
    if (!participant?.isEarly) return
    participant.isEarly = false
    participant.sinceMs = this.#deps.now()
    const { peer, worker, socket, room } = participant
    if (peer) worker?.send({ type: 'admit-early', peer })
    socket?.send({ type: 'media.begin' })
    room.notifyNewcomer(participant)
    this.#announce(participant)
  }

  setMuted(roomId: string, identity: string, isMuted: boolean): void {
    const room = this.#rooms.get(roomId)
    room?.muted.set(identity, isMuted)
    const participant = room?.participants.get(identity)
    if (!participant) return
    participant.isMuted = isMuted
    const { peer, worker } = participant
    if (peer) worker?.send({ type: 'mute', peer, isMuted })
  }

  #open(participant: Participant): void {
    const { room, claims, slot } = participant
    this.#closePeer(participant, 'replaced')
    participant.rejoinedMs = performance.now()
    const worker = this.#placeOf(participant)
    this.#moveTo(participant, worker)
    if (!worker) {
      void this.leave(participant, 'full')
      return
    }
    if (!worker.isUp) return // Opened when it is up again.
    const peer = randomUUID()
    participant.peer = peer
    participant.small.clear()
    participant.generation++
    this.#peers.set(peer, { participant, worker, closed: Promise.withResolvers() })
    const countSightOf = room.kind === 'call' && claims.canPublish ? claims.identity : null
    const see = room.seen(participant)
    worker.send({
      type: 'open',
      peer,
      room: room.id,
      publish: slot,
      see,
      maxKbps: this.#deps.maxKbps,
      countSightOf,
      sizes: participant.sizes,
      isEarly: participant.isEarly,
      isMuted: participant.isMuted,
    })
  }

  /**
   * Notes where a participant's connection is, and has that worker get the event's streams; null when there is none
   * any more.
   */
  #moveTo(participant: Participant, worker: WorkerProcess | null): void {
    const { room, worker: before } = participant
    participant.worker = worker
    if (worker && worker !== room.worker && worker.isUp && !room.relays.has(worker)) {
      room.relays.add(worker)
      const { relayPath: path } = room.worker
      const { maxKbps, sizes } = this.#deps
      if (path !== null)
        for (const slot of room.slots)
          worker.send({ type: 'relay', room: room.id, slot, path, maxKbps, sizes })
    }
    if (!before || before === worker || !room.relays.has(before)) return
    if ([...room.participants.values()].some(other => other.worker === before)) return
    room.relays.delete(before)
    before.send({ type: 'end-relay', room: room.id })
  }

  #closePeer(participant: Participant, reason: string): Promise<void> {
    const record = participant.peer === null ? undefined : this.#peers.get(participant.peer)
    if (!record || participant.peer === null) return Promise.resolve()
    record.worker.send({ type: 'close', peer: participant.peer, reason })
    participant.peer = null
    participant.connected = false
    return this.#confirmed(record)
  }

  /**
   * Resolves when the peer has left. The wait is in two halves, so that a confirmation that waits unread is read
   * before the verdict.
   */
  async #confirmed({ closed, worker }: PeerRecord): Promise<void> {
    let isClosed = false
    closed.promise.then(() => {
      isClosed = true
    })
    for (let half = 0; half < 2 && !isClosed; half++) {
      let timer: NodeJS.Timeout | undefined
      const timeUp = new Promise<void>(resolve => {
        timer = setTimeout(resolve, CLOSE_WITHIN_MS / 2)
      })
      await Promise.race([closed.promise, timeUp])
      clearTimeout(timer)
    }
    if (!isClosed) worker.kill()
    await closed.promise
  }

  /** Removes a participant; resolves when none of their media flows any more. */
  async leave(participant: Participant, reason: string): Promise<void> {
    const { room, claims, socket } = participant
    if (room.participants.get(claims.identity) !== participant) return
    room.participants.delete(claims.identity)
    if (room.participants.size === 0 && this.#rooms.get(room.id) === room) this.#rooms.delete(room.id)
    participant.socket = null
    socket?.end(reason)
    const closed = this.#closePeer(participant, reason)
    this.#sizes?.changed(room)
    this.#moveTo(participant, null)
    await closed
    this.#setFlow(participant, 'stalled', 0)
    if (!participant.announced) return
    participant.announced = false
    room.notifyAbout(participant, 'left')
    this.#emit('participant-left', participant, this.#deps.now())
  }

  /** Takes a worker's report on one of its peers. */
  handleReport(worker: WorkerProcess, report: Report): void {
    if (report.type === 'pong') this.#reconcile(worker, new Set(report.live))
    if (!('peer' in report)) return
    const record = this.#peers.get(report.peer)
    if (!record) return
    const { participant } = record
    if (report.type === 'closed') this.#handleClosed(record, report)
    if (report.type === 'flow') this.#setFlow(participant, report.state, report.silentMs)
    // Also of a connection that is being closed: its last counts are reported then.
    if (report.type === 'received') this.#handleReceived(participant, report)
    if (participant.peer !== report.peer) return
    const { socket, generation } = participant
    if (report.type === 'offer')
      socket?.send({ type: 'media.offer', generation, sdp: report.sdp, iceServers: this.#deps.iceServers() })
    if (report.type === 'candidate') {
      socket?.send({ type: 'media.candidate', generation, candidate: report.candidate, mid: report.mid })
    }
    if (report.type === 'state') this.#handleState(participant, report.state === 'connected')
    if (report.type === 'small') socket?.send({ type: 'media.small', generation, state: report.state })
    if (report.type === 'size') {
      if (report.size === 'small') participant.small.add(report.slot)
      else participant.small.delete(report.slot)
      this.#sizes?.changed(participant.room)
    }
  }

  #handleReceived(
    { room, claims }: Participant,
    { packets, bytes }: { packets: number; bytes: number },
  ): void {
    const seen = { roomId: room.id, identity: claims.identity, atMs: this.#deps.now() }
    this.#deps.emit({ type: 'media-received', ...seen, packets, bytes })
  }

  #handleState(participant: Participant, connected: boolean): void {
    participant.connected = connected
    this.#sizes?.changed(participant.room)
    this.#announce(participant)
  }

  #announce(participant: Participant): void {
    const { connected, announced, isEarly } = participant
    if (!connected || announced || isEarly) return
    participant.announced = true
    this.#emit('participant-joined', participant, this.#deps.now())
  }

  #handleClosed(record: PeerRecord, report: Extract<Report, { type: 'closed' }>): void {
    const { participant } = record
    this.#peers.delete(report.peer)
    if (report.silentMs !== null) this.#setFlow(participant, 'stalled', report.silentMs)
    if (participant.peer === report.peer) {
      participant.peer = null
      participant.connected = false
      if (report.reason === 'full') void this.leave(participant, 'full')
      else participant.socket?.send({ type: 'media.restart' })
    }
    record.closed.resolve()
  }

  #setFlow(participant: Participant, state: 'live' | 'stalled', silentMs: number): void {
    const flowing = state === 'live'
    if (participant.flowing === flowing) return
    participant.flowing = flowing
    // A stall ends what flowed: the report of the flow may take longer to come than that of the stall.
    participant.sinceMs = Math.max(participant.sinceMs, Math.round(this.#deps.now() - silentMs))
    const { room, claims, announced } = participant
    const isLeaving = announced && room.participants.get(claims.identity) !== participant
    // Of somebody who leaves the others read that alone, not first that the connection is interrupted.
    if (!isLeaving) room.notifyAbout(participant, state)
    this.#emit(flowing ? 'media-live' : 'media-stalled', participant, participant.sinceMs)
  }

  #reconcile(worker: WorkerProcess, live: ReadonlySet<string>): void {
    for (const [peer, { participant, worker: itsWorker }] of this.#peers) {
      if (itsWorker === worker && participant.peer === peer)
        this.#setFlow(participant, live.has(peer) ? 'live' : 'stalled', 0)
    }
  }

  /** Assumes that nothing flows through a silent worker, until its next message. Call it twice a second. */
  watch(worker: WorkerProcess): void {
    if (!worker.isUp || worker.silentMs < SUSPECT_AFTER_MS) return
    for (const { participant, worker: itsWorker } of this.#peers.values()) {
      if (itsWorker === worker) this.#setFlow(participant, 'stalled', worker.silentMs)
    }
  }

  /** All media of a worker ended at its last message. */
  handleWorkerDown(worker: WorkerProcess, silentMs: number): void {
    this.#broken.add(worker)
    const viewers = []
    for (const [peer, record] of this.#peers) {
      if (record.worker !== worker) continue
      this.#peers.delete(peer)
      record.participant.connected = false
      record.participant.peer = null
      this.#setFlow(record.participant, 'stalled', silentMs)
      record.closed.resolve()
      if (record.participant.room.worker !== worker) viewers.push(record.participant)
    }
    for (const room of this.#rooms.values()) room.relays.delete(worker)
    // Their host's worker lives: they need not wait for this one, if another has a place.
    for (const viewer of viewers)
      if (viewer.room.participants.get(viewer.claims.identity) === viewer) this.#open(viewer)
  }

  /** Makes everyone's connection again on a worker that came (back) up. */
  handleWorkerUp(worker: WorkerProcess): void {
    const isRestart = this.#broken.delete(worker)
    for (const room of this.#rooms.values()) {
      if (isRestart && room.worker === worker)
        this.#deps.emit({ type: 'worker-restarted', roomId: room.id, identity: null, atMs: this.#deps.now() })
      for (const participant of room.participants.values())
        if ((participant.worker ?? room.worker) === worker) this.#open(participant)
    }
  }

  async leaveAll(roomId: string, reason: string): Promise<void> {
    const participants = [...(this.#rooms.get(roomId)?.participants.values() ?? [])]
    await Promise.all(participants.map(participant => this.leave(participant, reason)))
  }

  get figures(): { rooms: number; connections: number } {
    return { rooms: this.#rooms.size, connections: this.#peers.size }
  }

  #emit(
    type: 'participant-joined' | 'participant-left' | 'media-live' | 'media-stalled',
    participant: Participant,
    atMs: number,
  ): void {
    this.#deps.emit({ type, roomId: participant.room.id, identity: participant.claims.identity, atMs })
  }
}
