/** What calls must do over real media, run over each video provider. */
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { movableClock } from '../../core/clock.ts'
import { createMemoryBus } from '../../providers/bus-memory/memory-bus.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { type Calls, createCalls } from './calls.ts'
import { createCallTime } from './clock/call-time.ts'
import { endCall } from './clock/end-call.ts'
import type { CallsDeps } from './deps.ts'
import { selectMediaMinutes } from './media-minute-store.ts'
import { liveIntervals } from './tables.ts'
import { changeRequestRow, paidRequest, requestRow, somebody, subjectsOf } from './testing/call-requests.ts'
import type { VideoHarness, VideoTestClient } from './video-provider.contract.ts'
import type { VideoEvent } from './video-provider.ts'

const WITHIN = { timeout: 60_000, interval: 50 }
const LIMIT_MS = 60_000

export function describeCallsOverRealMedia(name: string, makeHarness: () => Promise<VideoHarness>): void {
  describe(`calls over real media: ${name}`, { timeout: LIMIT_MS }, () => {
    const clock = movableClock()
    let database: TestDatabase
    let video: VideoHarness
    let calls: Calls
    let deps: CallsDeps
    const events: VideoEvent[] = []
    let fan: string
    let star: string

    const core = () => ({
      db: database.db,
      clock,
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      outbox: { add: async () => undefined, addLater: async () => undefined, nudge: ignore },
      publicOrigin: 'http://localhost',
    })

    beforeAll(async () => {
      database = await createTestDatabase()
      video = await makeHarness()
      video.provider.subscribe(event => events.push(event))
      fan = await somebody(core(), 'fan')
      star = await somebody(core(), 'star')
      deps = {
        ...core(),
        video: video.provider,
        bus: createMemoryBus(),
        subjects: subjectsOf(core()),
        makeKeepsake: () => Promise.reject(new Error('nobody keeps a picture here')),
        ageStateOf: async () => 'old_enough',
        apartFrom: async () => new Set(),
        activeLogins: async loginIds => new Map(loginIds.map(id => [id, 'somebody'])),
      }
      calls = createCalls(deps)
      await calls.start()
    }, LIMIT_MS)
    afterAll(async () => {
      await calls.drain()
      await video.stop()
      await database.close()
    }, LIMIT_MS)

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
    /** The last packets of somebody before they were noticed to be silent. */
    const stallsOf = (roomId: string, identity: string) =>
      events.flatMap(event =>
        event.roomId === roomId && event.type === 'media-stalled' && event.identity === identity
          ? [event.atMs]
          : [],
      )
    const lastMs = (roomId: string) => [...stallsOf(roomId, fan), ...stallsOf(roomId, star)]
    const untilLive = (roomId: string) =>
      vi.waitFor(async () => expect((await attendance(roomId)).isLive).toBe(true), WITHIN)

    async function meet(durationSeconds: number) {
      const { id } = await paidRequest(core(), { buyerId: fan, influencerId: star, durationSeconds })
      const join = async (who: string): Promise<VideoTestClient> => video.join(await ticketFor(id, who))
      const [fans, stars] = await Promise.all([join(fan), join(star)])
      return { id, fans, stars }
    }

    test('a call of two seconds is ended by the server, and neither can come back', async () => {
      const { id, fans, stars } = await meet(2)
      const spare = await ticketFor(id, fan)
      await untilLive(id)
      await Promise.all([fans.ended, stars.ended])
      await vi.waitFor(async () => expect((await requestRow(core(), id)).outcome).toBe('served'), WITHIN)
      expect(await attendance(id)).toMatchObject({ usedMs: 2_000, isLive: false })
      await expect(video.join(spare)).rejects.toThrow()
      await Promise.allSettled([fan, star].map(async who => video.join(await ticketFor(id, who))))
      await vi.waitFor(async () => expect(await video.provider.roomMedia(id)).toEqual([]), WITHIN)
      expect((await attendance(id)).usedMs).toBe(2_000)
    })

    test('what arrived of both in a call that was shorter than a report is written down as it ends', async () => {
      const { id, fans, stars } = await meet(2)
      await Promise.all([fans.ended, stars.ended])
      await vi.waitFor(async () => {
        const minutes = await selectMediaMinutes(database.db, id)
        expect(new Set(minutes.map(({ side }) => side))).toEqual(new Set(['buyer', 'influencer']))
        // Each sends some packets a second.
        for (const { packets, bytes } of minutes) expect(Math.min(packets, bytes)).toBeGreaterThan(5)
      }, WITHIN)
    })

    test('at the agreed end of a dated call both are out at once, whatever they paid for beyond it, and neither can come back', async () => {
      const { id, fans, stars } = await meet(60)
      await untilLive(id)
      const spare = await ticketFor(id, fan)
      const endsAt = new Date(clock.now().getTime() + 1_500)
      await changeRequestRow(core(), id, { startsAt: new Date(endsAt.getTime() - 60_000), endsAt })
      await calls.onRoomChanged(id)
      const why = 'the time of this call is over'
      expect(await Promise.all([fans.ended, stars.ended])).toEqual([why, why])
      await vi.waitFor(async () => expect((await attendance(id)).isLive).toBe(false), WITHIN)
      const { together, usedMs } = await attendance(id)
      expect(together).toMatchObject([{ endedBy: 'platform', untilMs: endsAt.getTime() }])
      await expect(video.join(spare)).rejects.toThrow()
      await Promise.allSettled([fan, star].map(async who => video.join(await ticketFor(id, who))))
      await vi.waitFor(async () => expect(await video.provider.roomMedia(id)).toEqual([]), WITHIN)
      expect((await attendance(id)).usedMs).toBe(usedMs)
    })

    test('End Call pressed by the buyer, while the influencer is seen, ends their media and is written down', async () => {
      const { id, fans } = await meet(60)
      await untilLive(id)
      const at = clock.now()
      await endCall(deps, { roomId: id, personId: fan, at })
      expect(await fans.ended).toBe('End Call')
      await vi.waitFor(async () => expect((await attendance(id)).isLive).toBe(false), WITHIN)
      const { buyerEndedAtMs, together } = await attendance(id)
      expect(buyerEndedAtMs).toBe(at.getTime())
      // No media is counted after the moment that the provider gave as the last one of either.
      expect(together.at(-1)?.untilMs).toBe(Math.min(...lastMs(id)))
    })

    test('End Call pressed by the buyer while nothing of the influencer comes is not held against them', async () => {
      const { id, stars } = await meet(60)
      await untilLive(id)
      stars.mute()
      await vi.waitFor(async () => expect((await attendance(id)).isLive).toBe(false), WITHIN)
      await endCall(deps, { roomId: id, personId: fan, at: clock.now() })
      expect((await attendance(id)).buyerEndedAtMs).toBeNull()
    })

    test('an influencer whose media continues alone is written down as waiting, from the last packet of the buyer, and no longer than it flows', async () => {
      const { id, fans, stars } = await meet(60)
      await untilLive(id)
      fans.mute()
      const aloneMs = async () => {
        await calls.writeDown()
        const { influencerAlone } = await attendance(id)
        return influencerAlone.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0)
      }
      await vi.waitFor(async () => expect(await aloneMs()).toBeGreaterThan(1_500), WITHIN)
      const [first] = (await attendance(id)).influencerAlone
      const [silentMs = 0] = stallsOf(id, fan)
      // On a busy machine a poll may see the silence before the event of it, and a last packet may come in between.
      expect(first?.fromMs).toBeLessThanOrEqual(silentMs)
      expect(first?.fromMs).toBeGreaterThan(silentMs - 1_000)
      stars.mute()
      const isStill = async () => (await video.provider.roomMedia(id)).every(media => !media.mediaFlowing)
      await vi.waitFor(async () => expect(await isStill()).toBe(true), WITHIN)
      // The clock gets the event of the stall beside this test.
      await vi.waitFor(async () => {
        await aloneMs()
        const { influencerAlone } = await attendance(id)
        expect(influencerAlone.at(-1)?.untilMs).toBe(stallsOf(id, star)[0])
      }, WITHIN)
      const { buyerAlone } = await attendance(id)
      // The first person was alone until the other came.
      expect(buyerAlone.filter(({ untilMs }) => untilMs > silentMs)).toEqual([])
    })

    test('when what carries the media dies nobody pays for the gap, and the call continues by itself to its last second', async () => {
      const { id, fans, stars } = await meet(4)
      await untilLive(id)
      video.killMedia()
      await Promise.all([fans.ended, stars.ended])
      await vi.waitFor(async () => expect((await attendance(id)).usedMs).toBe(4_000), WITHIN)
      const ends = await database.db
        .select({ endedBy: liveIntervals.endedBy })
        .from(liveIntervals)
        .where(eq(liveIntervals.roomId, id))
        .orderBy(asc(liveIntervals.startedAt))
      expect(ends).toEqual([{ endedBy: 'platform' }, { endedBy: 'time' }])
    })
  })
}

function ignore(): void {}
