import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { movableClock } from '../../core/clock.ts'
import { createMemoryBus } from '../../providers/bus-memory/memory-bus.ts'
import { embeddedHarness, joinNatively } from '../../providers/video-embedded/testing/harness.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCallTime } from './call-time.ts'
import { type Calls, createCalls } from './calls.ts'
import { liveIntervals } from './tables.ts'
import { paidRequest, requestRow, somebody, subjectsOf } from './testing/call-requests.ts'
import type { VideoHarness } from './video-provider.contract.ts'

const WITHIN = { timeout: 15_000, interval: 50 }
const clock = movableClock()
let database: TestDatabase
let video: VideoHarness
let calls: Calls
let fan: string
let star: string

const core = () => ({
  db: database.db,
  clock,
  log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  outbox: { add: async () => undefined, nudge: ignore },
  publicOrigin: 'http://localhost',
})

beforeAll(async () => {
  database = await createTestDatabase()
  video = await embeddedHarness()
  fan = await somebody(core(), 'fan')
  star = await somebody(core(), 'star')
  calls = createCalls({
    ...core(),
    video: video.provider,
    bus: createMemoryBus(),
    subjects: subjectsOf(core()),
    standingLogins: async loginIds => new Map(loginIds.map(id => [id, 'somebody'])),
  })
  await calls.start()
})
afterAll(async () => {
  await calls.drain()
  await video.stop()
  await database.close()
})

const ticketFor = (roomId: string, identity: string) =>
  video.provider.issueJoin({
    roomId,
    identity,
    kind: 'call',
    canPublish: true,
    canSubscribe: true,
    expiresInMs: 60_000,
  })
const attendance = (roomId: string) => createCallTime().attendance(database.db, roomId)

test('a call of two seconds over real media is ended by the server, and neither can come back', async () => {
  const { id } = await paidRequest(core(), { buyerId: fan, influencerId: star, durationSeconds: 2 })
  const clients = await Promise.all([fan, star].map(async who => video.join(await ticketFor(id, who))))
  const spare = await ticketFor(id, fan)
  await vi.waitFor(async () => expect((await attendance(id)).isLive).toBe(true), WITHIN)
  const liveAtMs = performance.now()
  await Promise.all(clients.map(client => client.ended))
  const tookMs = performance.now() - liveAtMs
  expect(tookMs).toBeGreaterThan(1_500)
  expect(tookMs).toBeLessThan(4_000)
  await vi.waitFor(async () => expect((await requestRow(core(), id)).outcome).toBe('served'), WITHIN)
  expect(await attendance(id)).toMatchObject({ usedMs: 2_000, isLive: false })
  await expect(joinNatively(spare)).rejects.toThrow('401')
  await Promise.all([fan, star].map(async who => video.join(await ticketFor(id, who))))
  await vi.waitFor(async () => expect(await video.provider.roomMedia(id)).toEqual([]), WITHIN)
  expect((await attendance(id)).usedMs).toBe(2_000)
})

test('when the media process dies nobody pays for the gap, and the call goes on by itself to its last second', async () => {
  const { id } = await paidRequest(core(), { buyerId: fan, influencerId: star, durationSeconds: 4 })
  const clients = await Promise.all([fan, star].map(async who => video.join(await ticketFor(id, who))))
  await vi.waitFor(async () => expect((await attendance(id)).isLive).toBe(true), WITHIN)
  video.killMedia()
  await Promise.all(clients.map(client => client.ended))
  await vi.waitFor(async () => expect((await attendance(id)).usedMs).toBe(4_000), WITHIN)
  const ends = await database.db
    .select({ endedBy: liveIntervals.endedBy })
    .from(liveIntervals)
    .where(eq(liveIntervals.roomId, id))
    .orderBy(asc(liveIntervals.startedAt))
  expect(ends).toEqual([{ endedBy: 'platform' }, { endedBy: 'time' }])
})

function ignore(): void {}
