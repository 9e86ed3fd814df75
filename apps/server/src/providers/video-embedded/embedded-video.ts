import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import {
  MEDIA_FRAME_MAX_BYTES,
  MEDIA_SIZES_PARAM,
  MEDIA_SOCKET_PATH,
} from '@parley/contract/media-signalling'
import { WebSocketServer } from 'ws'
import { arrivalsRead } from '../../core/clock.ts'
import type { JoinGrant, VideoEvent, VideoHealth, VideoProvider } from '../../domains/calls/video-provider.ts'
import { ReportTime } from '../media-process/report-time.ts'
import { JoinTokens } from './join-token.ts'
import { capacityOf, type EmbeddedVideoOptions, workerOptions } from './options.ts'
import { ParticipantSocket } from './participant-socket.ts'
import { RoomRegistry } from './room-registry.ts'
import { turnServers } from './turn-credentials.ts'
import type { Sizes } from './video-room.ts'
import { WorkerProcess } from './worker-process.ts'

const WATCH_EVERY_MS = 500
/** A worker silent for longer is not asked for its figures, so that a health check does not wait for it. */
const SILENT_MS = 2_500
const DEFAULT_MAX_KBPS = 2_500

export interface EmbeddedVideo extends VideoProvider {
  readonly name: 'embedded'
  readonly signalling: {
    readonly path: string
    /**
     * Answers an upgrade request for `path`; the caller has checked its Origin. A bad token is refused before
     * anything is accepted.
     */
    handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  }
  /** Sends the media processes a signal, or one of them: for drills of what people see when one dies or hangs. */
  signalWorkers(signal: NodeJS.Signals, index?: number): void
}

/** Attack: a stranger who never closes their half would keep the connection, and no time limit applies to it. */
function refuse(socket: Duplex): void {
  socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  socket.once('finish', () => socket.destroy())
}

/** The embedded video provider: rooms and grants in this process, packets in child processes. */
export function createEmbeddedVideo(options: EmbeddedVideoOptions): EmbeddedVideo {
  const tokens = new JoinTokens({ keys: options.tokenKeys, now: options.now })
  const listeners = new Set<(event: VideoEvent) => void>()
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MEDIA_FRAME_MAX_BYTES,
    perMessageDeflate: false,
  })
  const workers: WorkerProcess[] = []
  const offered: Sizes = options.videoSizes === 2 ? 'two' : 'one'
  const time = new ReportTime(options.now)
  const registry = new RoomRegistry({
    now: time.now,
    maxKbps: options.maxKbps ?? DEFAULT_MAX_KBPS,
    sizes: offered,
    iceServers: () => turnServers(options.turn, options.now()),
    workers,
    emit,
  })
  const count = options.workers ?? 1
  const relayFolder = count > 1 ? mkdtempSync(join(meetingPlace(), 'parley-media-')) : null
  for (let index = 0; index < count; index++) {
    const ownOptions = workerOptions(options, { index, count, relayFolder })
    const worker: WorkerProcess = new WorkerProcess({
      options: ownOptions,
      capacity: capacityOf(options, ownOptions.ports),
      log: options.log,
      events: {
        onReport: (report, waitedMs) => time.handle(waitedMs, () => registry.handleReport(worker, report)),
        onUp: () => registry.handleWorkerUp(worker),
        onDown: silentMs => registry.handleWorkerDown(worker, silentMs),
      },
    })
    workers.push(worker)
  }
  const watchAll = () => {
    for (const worker of workers) registry.watch(worker)
  }
  // When this process was the one that stood still, the workers' reports wait unread.
  const watch = setInterval(() => void arrivalsRead().then(watchAll), WATCH_EVERY_MS)
  watch.unref()

  function emit(event: VideoEvent): void {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (cause) {
        options.log.error({ err: cause, type: event.type }, 'video event listener failed')
      }
    }
  }

  function handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy()) // An error without a listener would end the process.
    const params = URL.parse(request.url ?? '/', 'http://localhost')?.searchParams
    const token = params?.get('token')
    const sizes = offered === 'two' && params?.get(MEDIA_SIZES_PARAM) === '2' ? 'two' : 'one'
    const claims = token ? tokens.redeem(token) : null
    if (!claims) {
      refuse(socket)
      return
    }
    sockets.handleUpgrade(request, socket, head, accepted => {
      const admission = registry.admit(claims, sizes)
      admission.onSocket(
        new ParticipantSocket(accepted, { onMessage: admission.onMessage, onClosed: admission.onClosed }),
      )
    })
  }

  const url = new URL(MEDIA_SOCKET_PATH, options.publicOrigin.replace(/^http/, 'ws')).href

  return {
    name: 'embedded',
    signalling: { path: MEDIA_SOCKET_PATH, handleUpgrade },
    async issueJoin(grant: JoinGrant) {
      return { provider: 'embedded', url, token: tokens.issue(grant), room: grant.roomId }
    },
    async admitEarly(roomId, identities) {
      for (const identity of identities) {
        tokens.admitEarly(roomId, identity)
        registry.admitEarly(roomId, identity)
      }
    },
    async setMuted(roomId, identity, isMuted) {
      tokens.setMuted(roomId, identity, isMuted)
      registry.setMuted(roomId, identity, isMuted)
    },
    async removeParticipant(roomId, identity, reason) {
      tokens.voidPerson(roomId, identity)
      const room = registry.room(roomId)
      room?.muted.delete(identity)
      const participant = room?.participants.get(identity)
      if (participant) await registry.leave(participant, reason)
    },
    async closeRoom(roomId, reason) {
      tokens.voidRoom(roomId)
      await registry.leaveAll(roomId, reason)
    },
    async roomMedia(roomId) {
      await arrivalsRead()
      return registry.room(roomId)?.media() ?? []
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signalWorkers(signal, index) {
      for (const worker of index === undefined ? workers : workers.slice(index, index + 1))
        worker.signal(signal)
    },
    health: () => healthOf(workers, registry),
    async close() {
      clearInterval(watch)
      for (const socket of sockets.clients) socket.close(1001)
      await Promise.all(workers.map(worker => worker.close()))
      if (relayFolder) rmSync(relayFolder, { recursive: true, force: true })
    },
  }
}

/** The name of a socket has room for 104 bytes on some systems, so a long temporary folder is none to meet in. */
function meetingPlace(): string {
  return tmpdir().length > 60 ? '/tmp' : tmpdir()
}

async function healthOf(workers: readonly WorkerProcess[], registry: RoomRegistry): Promise<VideoHealth> {
  const figures: Record<string, number> = {
    ...registry.figures,
    workers: workers.length,
    workersUp: 0,
    workerDeaths: 0,
    // The media worker itself receives all media, so no monitor is needed.
    roomsUnmonitored: 0,
  }
  const add = (name: string, value: number) => {
    figures[name] = (figures[name] ?? 0) + value
  }
  for (const worker of workers) {
    add('workerDeaths', worker.deaths)
    // A worker that dies before its answer counts as down.
    const stats = worker.silentMs > SILENT_MS ? null : await worker.stats().catch(() => null)
    if (!stats) continue
    add('workersUp', 1)
    const { rooms: _rooms, peers: _peers, ...counted } = stats
    for (const [name, value] of Object.entries(counted)) add(name, value)
  }
  return { ok: figures.workersUp === workers.length, figures }
}
