/** What an event costs the embedded media worker and LiveKit, with the same made-up packets and native viewers, one after the other. */
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

const VIEWERS = [10, 50]
const JOINS = 15
const MEASURE_MS = 5_000

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

type Video = Awaited<ReturnType<typeof startEmbeddedVideo>>['video'] | ReturnType<typeof openLivekitVideo>
type Viewer = Awaited<ReturnType<typeof joinLivekit>>

interface Engine {
  name: string
  video: Video
  join(ticket: { url: string; token: string; provider: Video['name']; room: string }): Promise<Viewer>
  /** Processor seconds so far of everything that carries or hears media. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

/** Of the worker's own report, which covers the time since it was asked before. */
async function openEmbedded(): Promise<Engine> {
  const started = await startEmbeddedVideo()
  let [seconds, askedMs] = [0, performance.now()]
  return {
    name: 'embedded',
    video: started.video,
    join: joinNatively,
    async cpuSeconds() {
      const { figures } = await started.video.health()
      const nowMs = performance.now()
      seconds += ((figures.cpuPercent ?? 0) / 100) * ((nowMs - askedMs) / 1_000)
      askedMs = nowMs
      return seconds
    },
    stop: started.stop,
  }
}

/** LiveKit's server, and the monitor that listens in the room. */
async function openLivekit(): Promise<Engine> {
  const port = await freePort()
  const server = await livekitServer({ webhookUrl: `http://127.0.0.1:${port}${WEBHOOK_PATH}` })
  await server.start()
  const video = openLivekitVideo(server.url)
  const stopHearing = await receiveWebhooks(video, port)
  return {
    name: 'LiveKit',
    video,
    join: joinLivekit,
    cpuSeconds: server.cpuSeconds,
    async stop() {
      await video.close()
      await stopHearing()
      await server.stop()
    },
  }
}

async function firstPacket(viewer: Viewer): Promise<void> {
  while (viewer.packetsReceived() === 0) await pause(2)
}

async function measure(engine: Engine, count: number) {
  const room = { roomId: `event-${count}`, kind: 'broadcast', expiresInMs: 120_000 } as const
  const join = async (identity: string, canPublish: boolean) =>
    engine.join(await engine.video.issueJoin({ ...room, identity, canPublish, canSubscribe: !canPublish }))
  const host = await join('host', true)
  const waits: number[] = []
  for (let i = 0; i < JOINS; i++) {
    const startedMs = performance.now()
    const viewer = await join(`early-${i}`, false)
    await firstPacket(viewer)
    waits.push(performance.now() - startedMs)
    viewer.leave()
  }
  const idle = await engine.cpuSeconds()
  await pause(MEASURE_MS)
  const alone = (await engine.cpuSeconds()) - idle
  const viewers = await Promise.all(Array.from({ length: count }, (_, i) => join(`viewer-${i}`, false)))
  await Promise.all(viewers.map(firstPacket))
  const received = () => viewers.reduce((sum, viewer) => sum + viewer.packetsReceived(), 0)
  const [cpu, packets, startedMs] = [await engine.cpuSeconds(), received(), performance.now()]
  await pause(MEASURE_MS)
  const seconds = (performance.now() - startedMs) / 1_000
  const used = (await engine.cpuSeconds()) - cpu - alone
  const perSecond = (received() - packets) / seconds
  for (const client of [host, ...viewers]) client.leave()
  await engine.video.closeRoom(room.roomId, 'measured')
  waits.sort((a, b) => a - b)
  return {
    engine: engine.name,
    viewers: count,
    'packets a second received': Math.round(perSecond),
    'CPU seconds a viewer-hour': Math.round((used / seconds / count) * 3_600),
    'CPU of one core per 1,000 packets a second': `${((used / seconds / perSecond) * 100_000).toFixed(1)} %`,
    'join to first packet p50': `${Math.round(waits[Math.floor(JOINS / 2)] ?? 0)} ms`,
  }
}

if (!findServerProgram('livekit-server')) {
  console.log('There is no livekit-server on this machine: npm run servers brings it.')
  process.exit(0)
}
const rows = []
for (const open of [openEmbedded, openLivekit]) {
  const engine = await open()
  await untilUp(engine.video as never)
  for (const count of VIEWERS) rows.push(await measure(engine, count))
  await engine.stop()
}
console.table(rows)
process.exit(0)
