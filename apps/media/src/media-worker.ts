import { IceUdpMuxListener, type RtcConfig } from 'node-datachannel'
import { createCounters } from './counters.ts'
import { Peer } from './peer.ts'
import {
  type Command,
  LIMITS,
  type OpenPeer,
  parseCommand,
  type Report,
  type WorkerOptions,
} from './protocol.ts'
import { Room } from './room.ts'
import { SightAccounts } from './sight-accounts.ts'

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
  #counters = createCounters()
  #sights: SightAccounts
  #joinAllowance: number = LIMITS.joinsPerSecond
  #cpu = { usage: process.cpuUsage(), atMs: performance.now() }

  constructor(deps: WorkerDeps) {
    this.#deps = deps
    this.#sights = new SightAccounts(deps.now)
    this.#config = rtcConfig(deps.options)
    const { ports, bindIp } = deps.options
    this.sharedPort = ports.kind === 'shared' ? new IceUdpMuxListener(ports.port, bindIp) : null
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
    else if (command.type === 'keyframe') this.#peers.get(command.peer)?.requestKeyframes()
    else if (command.type === 'ping') report({ type: 'pong', n: command.n, live: this.#live() })
    else if (command.type === 'stats') report({ type: 'stats', id: command.id, stats: this.#stats() })
  }

  #live(): string[] {
    return [...this.#peers].flatMap(([id, peer]) => (peer.isLive ? [id] : []))
  }

  #queue(spec: OpenPeer): void {
    this.#close(spec.peer, 'replaced')
    this.#waiting.set(spec.peer, spec)
    this.#openWaiting()
  }

  /** Opens who waits, as fast as the joins a second allow: a crowd rejoining must not starve the calls that run. */
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
      this.#deps.report({
        type: 'gone',
        peer: spec.peer,
        reason: isFull ? 'full' : 'refused',
        silentMs: null,
      })
      return
    }
    const room = known ?? new Room(this.#counters)
    this.#rooms.set(spec.room, room)
    const peer = new Peer(
      {
        config: this.#config,
        publicIps: this.#deps.options.publicIps,
        counters: this.#counters,
        now: this.#deps.now,
        report: this.#deps.report,
        account: spec.countSightOf === null ? null : this.#sights.of(spec.room, spec.countSightOf),
        onGone: (gone, reason) => this.#forget(gone, reason),
      },
      spec,
      room,
    )
    this.#counters.joins++
    this.#peers.set(spec.peer, peer)
    room.peers.add(peer)
  }

  #forget(peer: Peer, reason: string): void {
    peer.room.peers.delete(peer)
    if (this.#peers.get(peer.spec.peer) === peer) this.#peers.delete(peer.spec.peer)
    if (peer.room.peers.size === 0 && this.#rooms.get(peer.spec.room) === peer.room)
      this.#rooms.delete(peer.spec.room)
    this.#deps.report({ type: 'gone', peer: peer.spec.peer, reason, silentMs: peer.silentMs })
  }

  #close(id: string, reason: string): void {
    if (this.#waiting.delete(id)) this.#deps.report({ type: 'gone', peer: id, reason, silentMs: null })
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
    const elapsedMs = Math.max(1, performance.now() - this.#cpu.atMs)
    const usage = process.cpuUsage(this.#cpu.usage)
    this.#cpu = { usage: process.cpuUsage(), atMs: performance.now() }
    return {
      ...this.#counters,
      cpuPercent: (usage.user + usage.system) / 10 / elapsedMs,
      rssBytes: process.memoryUsage.rss(),
      rooms: this.#rooms.size,
      peers: this.#peers.size,
    }
  }
}
