import { IceUdpMuxListener, type RtcConfig } from 'node-datachannel'
import { CpuMeter, createCounters } from './counters.ts'
import { Peer, type PeerDeps } from './peer.ts'
import {
  type Command,
  LIMITS,
  type OpenPeer,
  parseCommand,
  type Report,
  type WorkerOptions,
} from './protocol.ts'
import { RelayInlet } from './relay/relay-inlet.ts'
import { RelayListener } from './relay/relay-listener.ts'
import { Room } from './room.ts'
import { SightAccounts } from './sight/sight-accounts.ts'

export const TICK_MS = 25

interface WorkerDeps {
  options: WorkerOptions
  report: (report: Report) => void
  now: () => number
}

function rtcConfig({ bindIp, ports }: WorkerOptions): RtcConfig {
  const base: RtcConfig = {
    iceServers: [],
    bindAddress: bindIp,
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  }
  if (ports.kind === 'any') return base
  if (ports.kind === 'range') return { ...base, portRangeBegin: ports.from, portRangeEnd: ports.to }
  return { ...base, enableIceUdpMux: true, portRangeBegin: ports.port, portRangeEnd: ports.port }
}

/** The ports an options value has room for; a range that runs out aborts the process, so opening stops before. */
function portCapacity({ ports }: WorkerOptions): number {
  return ports.kind === 'range' ? Math.floor((ports.to - ports.from + 1) / 2) : Number.POSITIVE_INFINITY
}

/** All rooms of one worker process. Never throws out of `handle`. */
export class MediaWorker {
  #deps: WorkerDeps
  #config: RtcConfig
  /** Held for as long as the worker lives: the shared port closes with this object. */
  readonly sharedPort: IceUdpMuxListener | null
  #rooms = new Map<string, Room>()
  #peers = new Map<string, Peer>()
  #waiting = new Map<string, OpenPeer>()
  /** The relays of streams whose publisher is in another worker, by room. */
  /** By room and slot. */
  #inlets = new Map<string, Map<string, RelayInlet>>()
  #counters = createCounters()
  #sights: SightAccounts
  #joinAllowance: number = LIMITS.joinsPerSecond
  #statsCpu = new CpuMeter()
  #pingCpu = new CpuMeter()

  constructor(deps: WorkerDeps) {
    this.#deps = deps
    this.#sights = new SightAccounts(deps.now)
    this.#config = rtcConfig(deps.options)
    const { ports, bindIp, relayPath } = deps.options
    if (relayPath !== null) this.#listen(relayPath)
    this.sharedPort = ports.kind === 'shared' ? new IceUdpMuxListener(ports.port, bindIp) : null
  }

  #listen(path: string): void {
    new RelayListener({
      path,
      roomOf: id => this.#roomOf(id),
      onReleased: id => this.#release(id),
      counters: this.#counters,
      now: this.#deps.now,
    })
  }

  /** The room with this name, made when there is none; null when there are too many. */
  #roomOf(id: string): Room | null {
    const known = this.#rooms.get(id)
    if (known) return known
    if (this.#rooms.size >= LIMITS.roomsPerWorker) return null
    const room = new Room(this.#counters)
    this.#rooms.set(id, room)
    return room
  }

  /** Forgets a room that nobody is in any more. */
  #release(id: string): void {
    if (this.#rooms.get(id)?.isEmpty) this.#rooms.delete(id)
  }

  handle(message: unknown): void {
    const command = parseCommand(message)
    try {
      if (command) this.#obey(command)
      else this.#counters.ignoredMessages++
    } catch {
      this.#counters.callbackErrors++
    }
  }

  #obey(command: Command): void {
    const { report } = this.#deps
    if (command.type === 'open') this.#queue(command)
    else if (command.type === 'answer') this.#peers.get(command.peer)?.handleAnswer(command.sdp)
    else if (command.type === 'close') this.#close(command.peer, command.reason)
    else if (command.type === 'admit-early') this.#admitEarly(command.peer)
    else if (command.type === 'mute') this.#mute(command.peer, command.isMuted)
    else if (command.type === 'keyframe') this.#peers.get(command.peer)?.requestKeyframes()
    else if (command.type === 'relay') this.#relay(command)
    else if (command.type === 'end-relay') this.#endRelay(command.room)
    else if (command.type === 'ping') {
      const cpuPercent = Math.round(this.#pingCpu.percent())
      report({ type: 'pong', n: command.n, live: this.#live(), cpuPercent })
    } else if (command.type === 'stats') report({ type: 'stats', id: command.id, stats: this.#stats() })
  }

  #live(): string[] {
    return [...this.#peers].flatMap(([id, peer]) => (peer.isLive ? [id] : []))
  }

  #relay({ room: id, slot, path, maxKbps, sizes }: Extract<Command, { type: 'relay' }>): void {
    const inlets = this.#inlets.get(id) ?? new Map<string, RelayInlet>()
    inlets.get(slot)?.close()
    inlets.delete(slot)
    const room = this.#roomOf(id)
    if (!room) return
    const wanted = { room: id, slot }
    const { now } = this.#deps
    const inlet = new RelayInlet({ path, room, wanted, sizes, capBps: maxKbps * 1000, now })
    this.#inlets.set(id, inlets.set(slot, inlet))
  }

  #endRelay(id: string): void {
    for (const inlet of this.#inlets.get(id)?.values() ?? []) inlet.close()
    this.#inlets.delete(id)
    this.#release(id)
  }

  #queue(spec: OpenPeer): void {
    this.#close(spec.peer, 'replaced')
    this.#waiting.set(spec.peer, spec)
    this.#openWaiting()
  }

  /**
   * Opens waiting connections, as fast as the limit of joins allows: a crowd that rejoins must not starve the running
   * calls.
   */
  #openWaiting(): void {
    for (const [id, spec] of this.#waiting) {
      if (this.#joinAllowance < 1) return
      this.#joinAllowance--
      this.#waiting.delete(id)
      this.#open(spec)
    }
  }

  #open(spec: OpenPeer): void {
    const known = this.#rooms.get(spec.room)
    const isFull =
      this.#peers.size >= Math.min(LIMITS.peersPerWorker, portCapacity(this.#deps.options)) ||
      (known ? known.peers.size >= LIMITS.peersPerRoom : this.#rooms.size >= LIMITS.roomsPerWorker)
    const seesNothing = spec.publish === null && spec.see.length === 0
    if (isFull || seesNothing || spec.see.length > LIMITS.slotsPerRoom) {
      this.#reportNeverOpen(spec.peer, isFull ? 'full' : 'refused')
      return
    }
    const room = known ?? new Room(this.#counters)
    this.#rooms.set(spec.room, room)
    const peer = this.#create(spec, room)
    if (!peer) {
      this.#release(spec.room)
      this.#reportNeverOpen(spec.peer, 'failed')
      return
    }
    this.#counters.joins++
    this.#peers.set(spec.peer, peer)
    room.peers.add(peer)
  }

  #reportNeverOpen(peer: string, reason: string): void {
    this.#deps.report({ type: 'closed', peer, reason, silentMs: null })
  }

  /** Null where the native library opens no connection: nobody else is to notice it. */
  #create(spec: OpenPeer, room: Room): Peer | null {
    const { options, now, report } = this.#deps
    const deps: PeerDeps = {
      config: this.#config,
      publicIps: options.publicIps,
      counters: this.#counters,
      now,
      report,
      account: spec.countSightOf === null ? null : this.#sights.of(spec.room, spec.countSightOf),
      onClosed: (closed, reason) => this.#removePeer(closed, reason),
    }
    try {
      return new Peer(deps, spec, room)
    } catch {
      this.#counters.callbackErrors++
      return null
    }
  }

  #removePeer(peer: Peer, reason: string): void {
    peer.room.peers.delete(peer)
    if (this.#peers.get(peer.spec.peer) === peer) this.#peers.delete(peer.spec.peer)
    this.#release(peer.spec.room)
    this.#deps.report({ type: 'closed', peer: peer.spec.peer, reason, silentMs: peer.silentMs })
  }

  #admitEarly(id: string): void {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#waiting.set(id, { ...waiting, isEarly: false })
    this.#peers.get(id)?.admitEarly()
  }

  #mute(id: string, isMuted: boolean): void {
    const waiting = this.#waiting.get(id)
    if (waiting) this.#waiting.set(id, { ...waiting, isMuted })
    const peer = this.#peers.get(id)
    if (peer) peer.isMuted = isMuted
  }

  #close(id: string, reason: string): void {
    if (this.#waiting.delete(id)) this.#reportNeverOpen(id, reason)
    this.#peers.get(id)?.close(reason)
  }

  /** Does what has become due in every room. To be called every `TICK_MS`. */
  tick(): void {
    const nowMs = this.#deps.now()
    this.#joinAllowance = Math.min(
      LIMITS.joinsPerSecond,
      this.#joinAllowance + (LIMITS.joinsPerSecond * TICK_MS) / 1000,
    )
    this.#openWaiting()
    for (const room of this.#rooms.values()) room.tick(nowMs)
    for (const peer of this.#peers.values()) peer.tick(nowMs)
  }

  #stats() {
    return {
      ...this.#counters,
      cpuPercent: this.#statsCpu.percent(),
      rssBytes: process.memoryUsage.rss(),
      rooms: this.#rooms.size,
      peers: this.#peers.size,
    }
  }
}
