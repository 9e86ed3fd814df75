import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as pathOf } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { untilGivenNothing } from '../../domains/calls/testing/media-waits.ts'
import { describeVideoProvider, type VideoTestClient } from '../../domains/calls/video-provider.contract.ts'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import { embeddedHarness, joinNatively, startEmbeddedVideo } from './testing/harness.ts'

const WITHIN = { timeout: 60_000, interval: 25 }
const SLOW = 90_000
const ROOM = 'event'
/** The host and two viewers in the host's worker, the others in the other. */
const CONNECTIONS = 3

// Of fifty viewers twenty-nine are in the host's worker, the others in the other.
describeVideoProvider('embedded, two workers', () =>
  embeddedHarness({ workers: 2, connectionsPerWorker: 30 }),
)

let started: Awaited<ReturnType<typeof startEmbeddedVideo>>
const clients: VideoTestClient[] = []
let events: VideoEvent[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.leave()
  await started?.stop()
})

async function start(connectionsPerWorker = CONNECTIONS): Promise<void> {
  started = await startEmbeddedVideo({ workers: 2, connectionsPerWorker })
  events = []
  started.video.subscribe(event => events.push(event))
  await vi.waitFor(async () => expect((await started.video.health()).ok).toBe(true), WITHIN)
}

async function join(identity: string, kind: 'broadcast' | 'call' = 'broadcast'): Promise<VideoTestClient> {
  const isHost = identity === 'host' || kind === 'call'
  const grant = { roomId: kind === 'call' ? 'call' : ROOM, kind, expiresInMs: 60_000 }
  const canSubscribe = identity !== 'host'
  const client = await joinNatively(
    await started.video.issueJoin({ ...grant, identity, canPublish: isHost, canSubscribe }),
  )
  clients.push(client)
  return client
}

async function peersOfWorkers(): Promise<number> {
  return (await started.video.health()).figures.connections ?? 0
}

async function untilMore(...watching: VideoTestClient[]): Promise<void> {
  const before = watching.map(client => client.packetsReceived())
  await vi.waitFor(() => {
    for (const [i, client] of watching.entries())
      expect(client.packetsReceived()).toBeGreaterThan((before[i] ?? 0) + 20)
  }, WITHIN)
}

/** A host, two viewers in their worker, two in the other. */
async function startEvent() {
  await start()
  const host = await join('host')
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('media-live'), WITHIN)
  const near = [await join('near-1'), await join('near-2')]
  const far = [await join('far-1'), await join('far-2')]
  await untilMore(...near, ...far)
  return { host, near, far }
}

const relayed = async () => (await started.video.health()).figures.relayedPackets ?? 0

it('an event that fills its worker continues in another, heard and counted once', {
  timeout: SLOW,
}, async () => {
  const { near, far } = await startEvent()
  expect(await relayed()).toBeGreaterThan(0)
  const media = await started.video.roomMedia(ROOM)
  expect(media).toHaveLength(5)
  expect(media.filter(({ mediaFlowing }) => mediaFlowing).map(({ identity }) => identity)).toEqual(['host'])
  expect(events.filter(({ type }) => type === 'media-live')).toHaveLength(1)
  // The video has one size here, so no sizes are reported.
  expect(events.map(({ type }) => type)).not.toContain('sizes-watched')
  const received = new Set(events.flatMap(each => (each.type === 'media-received' ? [each.identity] : [])))
  expect([...received].filter(identity => identity !== 'host')).toEqual([])
  // One that was removed is given nothing more, in either worker.
  for (const [identity, client] of [['near-1', near[0]] as const, ['far-1', far[0]] as const]) {
    await started.video.removeParticipant(ROOM, identity, 'removed')
    expect(await client?.ended).toBe('removed')
    // What was on its way is read, and nothing after it, while those who stayed are given more.
    await untilGivenNothing(() => client?.packetsReceived() ?? 0)
    await untilMore(...near.slice(1), ...far.slice(1))
  }
  await started.video.closeRoom(ROOM, 'over')
  expect(await peersOfWorkers()).toBe(0)
})

it('a guest on the stage is seen in both workers, beside the host', { timeout: SLOW }, async () => {
  const { host, near, far } = await startEvent()
  host.mute()
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('media-stalled'), WITHIN)
  const grant = { roomId: ROOM, kind: 'broadcast', canPublish: true, canSubscribe: true } as const
  const stage = { ...grant, identity: 'far-1', isGuest: true, expiresInMs: 60_000 }
  const guest = await joinNatively(await started.video.issueJoin(stage))
  clients.push(guest)
  await untilMore(...near, ...far.slice(1))
  host.unmute()
  await untilMore(guest)
})

it('where all connections are taken the next viewer is told, and the host still comes back', {
  timeout: SLOW,
}, async () => {
  const { host, near, far } = await startEvent()
  const last = await join('far-3')
  await untilMore(last)
  const late = await join('late')
  expect(await late.ended).toBe('full')
  const again = await join('host')
  expect(await host.ended).toBe('replaced')
  await untilMore(...near, ...far)
  expect(again.packetsReceived()).toBe(0)
})

it('nothing is handed on to a worker whose last viewer left', { timeout: SLOW }, async () => {
  const { near, far } = await startEvent()
  for (const viewer of far) viewer.leave()
  await vi.waitFor(async () => {
    const before = await relayed()
    await untilMore(...near)
    expect(await relayed()).toBe(before)
  }, WITHIN)
  await untilMore(await join('far-again'))
})

it('the death of the other worker is noticed by its viewers alone, and they come back', {
  timeout: SLOW,
}, async () => {
  const { near, far } = await startEvent()
  const before = events.length
  started.video.signalWorkers('SIGKILL', 1)
  await untilMore(...near, ...far)
  await vi.waitFor(async () => expect((await started.video.health()).figures.workersUp).toBe(2), WITHIN)
  await untilMore(...near, ...far)
  // Nothing of it reaches the clock: the host's media never stopped.
  const types = events.slice(before).map(({ type }) => type)
  expect(types.filter(type => ['worker-restarted', 'media-stalled', 'media-live'].includes(type))).toEqual([])
})

it('viewers of a worker that died are put where there is a place', { timeout: SLOW }, async () => {
  const { near, far } = await startEvent()
  near[0]?.leave()
  near[1]?.leave()
  await vi.waitFor(async () => expect(await started.video.roomMedia(ROOM)).toHaveLength(3), WITHIN)
  started.video.signalWorkers('SIGKILL', 1)
  await vi.waitFor(async () => expect((await started.video.health()).figures.workerDeaths).toBe(1), WITHIN)
  await untilMore(...far)
  // The links of the one that died end with it: once they have, its viewers see the event without one.
  await vi.waitFor(async () => {
    const before = await relayed()
    await untilMore(...far)
    expect(await relayed()).toBe(before)
  }, WITHIN)
})

it('the death of the owner’s worker interrupts all, and everyone sees the host again', {
  timeout: SLOW,
}, async () => {
  const { near, far } = await startEvent()
  started.video.signalWorkers('SIGKILL', 0)
  await vi.waitFor(() => expect(events.map(({ type }) => type)).toContain('worker-restarted'), WITHIN)
  await untilMore(...near, ...far)
  expect(events.filter(({ type }) => type === 'worker-restarted')).toHaveLength(1)
})

it('a worker that hangs holds up nobody else', { timeout: SLOW }, async () => {
  const { near } = await startEvent()
  started.video.signalWorkers('SIGSTOP', 1)
  await untilMore(...near)
  await untilMore(...near)
  started.video.signalWorkers('SIGCONT', 1)
  await untilMore(...clients.slice(1))
})

it('a call stays whole in one worker, though it has more people than the worker has room for', {
  timeout: SLOW,
}, async () => {
  await start(1)
  const [ann, bob] = [await join('ann', 'call'), await join('bob', 'call')]
  await untilMore(ann, bob)
  expect(await relayed()).toBe(0)
})

it('leaves nothing behind where the workers met', async () => {
  const folder = mkdtempSync(pathOf(tmpdir(), 'meet-'))
  vi.stubEnv('TMPDIR', folder)
  await start()
  expect(readdirSync(folder)).toHaveLength(1)
  await started.stop()
  expect(readdirSync(folder)).toEqual([])
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
  started = await startEmbeddedVideo()
})
