/**
 * One event with more viewers than one media worker accepts: 300 native viewers on two workers, beside 150 on one, and
 * a crash of each worker.
 */
import type { VideoEvent } from '../apps/server/src/domains/calls/video-provider.ts'
import {
  joinNatively,
  startEmbeddedVideo,
} from '../apps/server/src/providers/video-embedded/testing/harness.ts'

const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 300)
const MEASURE_MS = 10_000
const ROOM = 'event'

type Viewer = Awaited<ReturnType<typeof joinNatively>>
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function openEvent(workers: number, count: number) {
  const started = await startEmbeddedVideo({ workers, connectionsPerWorker: Math.ceil(VIEWERS / 2) + 1 })
  const { video } = started
  const events: VideoEvent[] = []
  video.subscribe(event => events.push(event))
  while (!(await video.health()).ok) await pause(20)
  const join = async (identity: string, canPublish: boolean) => {
    const grant = { roomId: ROOM, kind: 'broadcast', identity, expiresInMs: 120_000 } as const
    return joinNatively(await video.issueJoin({ ...grant, canPublish, canSubscribe: !canPublish }))
  }
  const host = await join('host', true)
  while (events.every(({ type }) => type !== 'media-live')) await pause(20)
  const startedMs = performance.now()
  const viewers = await Promise.all(Array.from({ length: count }, (_, i) => join(`viewer-${i}`, false)))
  await untilAllSee(viewers)
  const stop = async () => {
    for (const client of [host, ...viewers]) client.leave()
    await started.stop()
  }
  return { video, events, viewers, allSeeMs: performance.now() - startedMs, stop }
}

/** How long until every viewer has received more packets than now. */
async function untilAllSee(viewers: readonly Viewer[]): Promise<number> {
  const startedMs = performance.now()
  const before = viewers.map(viewer => viewer.packetsReceived())
  while (viewers.some((viewer, i) => viewer.packetsReceived() <= (before[i] ?? 0) + 5)) await pause(10)
  return performance.now() - startedMs
}

type Event = Awaited<ReturnType<typeof openEvent>>

async function measure({ video, viewers, allSeeMs }: Event, workers: number) {
  await video.health() // Its metrics cover the time since the last request.
  const before = viewers.map(viewer => viewer.packetsReceived())
  const startedMs = performance.now()
  await pause(MEASURE_MS)
  const seconds = (performance.now() - startedMs) / 1_000
  const received = viewers.map((viewer, i) => viewer.packetsReceived() - (before[i] ?? 0))
  const { figures } = await video.health()
  const perSecond = received.reduce((sum, each) => sum + each, 0) / seconds
  return {
    workers,
    viewers: viewers.length,
    'all see it after': `${Math.round(allSeeMs)} ms`,
    'packets a second': Math.round(perSecond),
    'fewest and most of a viewer': `${Math.min(...received)} to ${Math.max(...received)}`,
    'not handed on': figures.relayDrops ?? 0,
    'the workers, CPU of one core': `${(figures.cpuPercent ?? 0).toFixed(1)} %`,
    'the same for 1,000 packets a second': `${((figures.cpuPercent ?? 0) / (perSecond / 1_000)).toFixed(2)} %`,
  }
}

/** The effect of a crash: how long until everybody sees again, and which events reach the clock. */
async function killed({ video, events, viewers }: Event, index: number) {
  const before = events.length
  const deaths = async () => (await video.health()).figures.workerDeaths ?? 0
  const deathsBefore = await deaths()
  const startedMs = performance.now()
  video.signalWorkers('SIGKILL', index)
  while ((await deaths()) === deathsBefore) await pause(5)
  await untilAllSee(viewers)
  const reported = events.slice(before).map(({ type }) => type)
  return {
    killed: index === 0 ? 'the worker of the host' : 'the other worker',
    'everybody sees again after': `${Math.round(performance.now() - startedMs)} ms`,
    'the clock receives':
      [...new Set(reported.filter(type => type !== 'media-received'))].join(', ') || 'nothing',
  }
}

const rows = []
const deaths = []
for (const [workers, count] of [
  [1, VIEWERS / 2],
  [2, VIEWERS],
] as const) {
  const event = await openEvent(workers, count)
  rows.push(await measure(event, workers))
  if (workers === 2) deaths.push(await killed(event, 1), await killed(event, 0))
  await event.stop()
}
console.table(rows)
console.table(deaths)
process.exit(0)
