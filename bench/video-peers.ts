/**
 * The cost of an event for the embedded media worker, LiveKit and Janus, with the same synthetic packets and native
 * viewers: the three run at the same time, and are measured in turn, round after round.
 */

import { publishToJanus, watchOnJanus } from '../apps/media/src/testing/janus-client.ts'
import {
  joinNatively,
  startEmbeddedVideo,
} from '../apps/server/src/providers/video-embedded/testing/harness.ts'
import {
  joinLivekit,
  openLivekitVideo,
  receiveWebhooks,
  untilUp,
} from '../apps/server/src/providers/video-livekit/testing/harness.ts'
import {
  livekitServer,
  WEBHOOK_PATH,
} from '../apps/server/src/providers/video-livekit/testing/livekit-server.ts'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { findServerProgram } from '../apps/server/src/testing/server-programs.ts'
import { childrenOf, cpuSecondsOf } from './support/cpu-time.ts'
import { ensureJanus, startJanus } from './support/janus-server.ts'
import { quantile } from './support/quantiles.ts'
import { inRounds, spreadOf } from './support/rounds.ts'

const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 50)
const JOINS = 10
const MEASURE_MS = 5_000
/** The aim: so many times LiveKit's viewers on one core. */
const LIVEKIT_AIM = 2.5

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

interface Client {
  packetsReceived(): number
  leave(): void
}

interface Engine {
  name: string
  join(room: string, identity: string, does: 'send' | 'watch'): Promise<Client>
  /** CPU seconds so far of everything that carries or monitors media. */
  cpuSeconds(): Promise<number> | number
  endRoom(room: string): Promise<unknown> | undefined
  stop(): Promise<void>
}

type Video = Awaited<ReturnType<typeof startEmbeddedVideo>>['video'] | ReturnType<typeof openLivekitVideo>

/** A room token as the application makes it. */
function ticketOf(video: Video, room: string, wanted: { identity: string; does: 'send' | 'watch' }) {
  const canPublish = wanted.does === 'send'
  const person = { identity: wanted.identity, canPublish, canSubscribe: !canPublish }
  return video.issueJoin({ roomId: room, kind: 'broadcast', expiresInMs: 600_000, ...person })
}

async function openEmbedded(): Promise<Engine> {
  const others = childrenOf(process.pid)
  const { video, stop } = await startEmbeddedVideo()
  while (!(await video.health()).ok) await pause(20)
  const workers = childrenOf(process.pid).filter(pid => !others.includes(pid))
  return {
    name: 'embedded',
    join: async (room, identity, does) => joinNatively(await ticketOf(video, room, { identity, does })),
    cpuSeconds: () => cpuSecondsOf(workers),
    endRoom: room => video.closeRoom(room, 'measured'),
    stop,
  }
}

/** LiveKit's server. The application's monitor in each room costs it as much as one viewer. */
async function openLivekit(): Promise<Engine> {
  const port = await freePort()
  const server = await livekitServer({ webhookUrl: `http://127.0.0.1:${port}${WEBHOOK_PATH}` })
  await server.start()
  const video = openLivekitVideo(server.url)
  const stopReceiving = await receiveWebhooks(video, port)
  await untilUp(video)
  return {
    name: 'LiveKit',
    join: async (room, identity, does) => joinLivekit(await ticketOf(video, room, { identity, does })),
    cpuSeconds: server.cpuSeconds,
    endRoom: room => video.closeRoom(room, 'measured'),
    async stop() {
      await video.close()
      await stopReceiving()
      await server.stop()
    },
  }
}

async function openJanus(): Promise<Engine> {
  const janus = await startJanus()
  return {
    name: 'Janus',
    join: (_room, _identity, does) => (does === 'send' ? publishToJanus : watchOnJanus)(janus.url),
    cpuSeconds: () => cpuSecondsOf([janus.pid]),
    endRoom: () => undefined,
    stop: janus.stop,
  }
}

async function firstPacket(viewer: Client): Promise<void> {
  while (viewer.packetsReceived() === 0) await pause(2)
}

async function measure(engine: Engine, round: number) {
  const room = `event-${engine.name}-${round}`
  const host = await engine.join(room, 'host', 'send')
  const waits: number[] = []
  for (let i = 0; i < JOINS; i++) {
    const startedMs = performance.now()
    const viewer = await engine.join(room, `early-${i}`, 'watch')
    await firstPacket(viewer)
    waits.push(performance.now() - startedMs)
    viewer.leave()
  }
  const idle = await engine.cpuSeconds()
  await pause(MEASURE_MS)
  const alone = (await engine.cpuSeconds()) - idle
  const names = Array.from({ length: VIEWERS }, (_, i) => `viewer-${i}`)
  const viewers = await Promise.all(names.map(name => engine.join(room, name, 'watch')))
  await Promise.all(viewers.map(firstPacket))
  const received = () => viewers.reduce((sum, viewer) => sum + viewer.packetsReceived(), 0)
  const [cpu, packets, startedMs] = [await engine.cpuSeconds(), received(), performance.now()]
  await pause(MEASURE_MS)
  const seconds = (performance.now() - startedMs) / 1_000
  const used = (await engine.cpuSeconds()) - cpu - alone
  const count = received() - packets
  for (const client of [host, ...viewers]) client.leave()
  await engine.endRoom(room)
  return {
    microseconds: (used / count) * 1e6,
    perSecond: count / seconds / VIEWERS,
    waitMs: quantile(waits, 0.5),
  }
}

const engines = [await openEmbedded()]
if (findServerProgram('livekit-server')) engines.push(await openLivekit())
else console.log('There is no livekit-server on this machine: npm run servers brings it.')
if (ensureJanus()) engines.push(await openJanus())
else console.log('There is no Janus on this machine: install the package janus of Debian.')
const figures = await inRounds(engines, measure)
const rows = engines.map(({ name }, nth) => {
  const rounds = figures[nth] ?? []
  return {
    engine: name,
    viewers: VIEWERS,
    'CPU microseconds a packet': spreadOf(
      rounds.map(({ microseconds }) => microseconds),
      1,
    ),
    'packets a second and viewer': spreadOf(
      rounds.map(({ perSecond }) => perSecond),
      0,
    ),
    'join to first packet, ms': spreadOf(
      rounds.map(({ waitMs }) => waitMs),
      0,
    ),
  }
})
console.table(rows)
const costOf = (nth: number) =>
  quantile(
    (figures[nth] ?? []).map(({ microseconds }) => microseconds),
    0.5,
  )
for (const [nth, { name }] of engines.entries()) {
  if (nth === 0) continue
  const aim = name === 'LiveKit' ? ` (aim: at least ${LIVEKIT_AIM})` : ''
  console.log(
    `Embedded carries ${(costOf(nth) / costOf(0)).toFixed(2)} times ${name}'s viewers on a core${aim}.`,
  )
}
for (const engine of engines) await engine.stop()
process.exit(0)
