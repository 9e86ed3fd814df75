/** What every video provider must do with a party of a call who sends as little as possible. */

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Burst } from '@parley/media/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grant, type VideoHarness, WITHIN } from '../video-provider.contract.ts'
import type { VideoEvent } from '../video-provider.ts'

/** The other party sends one packet of sound and one of the video every 20 ms. */
const PACKET_MS = 10
/** The most that a party may get in a whole call beyond the counted seconds. */
const UNCOUNTED_MAX_MS = 2_000
/** Two more key frames, 2.08 s apart. */
const KEY_FRAMES_MS = 4_500

/** The seeds of the random bursts; `THIN_MEDIA_SEEDS=20` runs more of them. */
const SEEDS = Array.from({ length: Number(process.env.THIN_MEDIA_SEEDS ?? 1) }, (_, nth) => nth + 1)
const BURSTS_MS = 5_000
/** From a trickle to what makes stalled media flow again, with pauses from none to beyond a stall. */
const BURSTS = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 400, max: 2_600 })),
    packets: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 24 })),
    kind: fc.constantFrom('audio', 'video', 'both'),
  }),
  { minLength: 40, maxLength: 40 },
)

/** Bursts of one seed that take five seconds at most. */
function burstsOf(seed: number): Burst[] {
  const [bursts = []] = fc.sample(BURSTS, { seed, numRuns: 1 })
  let takenMs = 0
  return bursts.filter(({ afterMs }) => {
    takenMs += afterMs
    return takenMs <= BURSTS_MS
  })
}

/** The contract suite of thin media. */
export function describeThinMedia(name: string, makeHarness: () => Promise<VideoHarness>): void {
  describe(`thin media: ${name}`, { timeout: 180_000 }, () => {
    let harness: VideoHarness
    let events: VideoEvent[]
    const room = `room-${randomUUID()}`
    beforeEach(async () => {
      harness = await makeHarness()
      events = []
      harness.provider.subscribe(event => event.roomId === room && events.push(event))
    })
    afterEach(() => harness.stop())

    const joinAs = async (identity: string) =>
      harness.join(await harness.provider.issueJoin(grant(identity, { roomId: room })))
    const timesOf = (type: VideoEvent['type'], identity = 'ann') =>
      events.filter(event => event.type === type && event.identity === identity).map(({ atMs }) => atMs)
    /** The time in which somebody's media flowed, once it has stalled. */
    function countedMs(identity: string): number {
      const live = timesOf('media-live', identity)
      const counted = timesOf('media-stalled', identity).map((atMs, nth) => atMs - (live[nth] ?? atMs))
      expect(counted).toHaveLength(live.length)
      return counted.reduce((sum, ms) => sum + ms, 0)
    }
    const untilFlowing = (...identities: string[]) =>
      vi.waitFor(async () => {
        const media = await harness.provider.roomMedia(room)
        const flowing = media.flatMap(each => (each.mediaFlowing ? [each.identity] : []))
        expect(flowing.sort()).toEqual(identities)
      }, WITHIN)

    it('gives a party who sends only sound, and then only a key frame each 2.08 s, two seconds in a whole call beyond what counts', async () => {
      const [ann] = await Promise.all([joinAs('ann'), joinAs('bob')])
      await untilFlowing('ann', 'bob')
      ann.sendOnly('sound')
      const enough = ann.packetsReceived() + 1_000 / PACKET_MS
      await vi.waitFor(() => expect(ann.packetsReceived()).toBeGreaterThanOrEqual(enough), WITHIN)
      expect(timesOf('media-stalled')).toEqual([])
      ann.sendOnly('key frames')
      // Time itself is tested: the packets come at these times, and a busy machine makes them only later.
      await delay(KEY_FRAMES_MS)
      ann.mute()
      await untilFlowing('bob')
      expect(ann.packetsReceived() * PACKET_MS).toBeLessThanOrEqual(countedMs('ann') + UNCOUNTED_MAX_MS)
    })

    it.each(SEEDS.flatMap(seed => [['ann', 'bob', seed] as const, ['bob', 'ann', seed] as const]))(
      'gives %s, who sends random bursts while %s sends all the time, two seconds in a whole call beyond what counts (seed %i)',
      async (thin, other, seed) => {
        const people = { ann: await joinAs('ann'), bob: await joinAs('bob') }
        await untilFlowing('ann', 'bob')
        const bursts = burstsOf(seed)
        people[thin].sendOnly(bursts)
        // Time itself is tested, as above.
        await delay(bursts.reduce((sum, { afterMs }) => sum + afterMs, 0))
        await untilFlowing(other)
        expect(people[thin].packetsReceived() * PACKET_MS).toBeLessThanOrEqual(
          countedMs(thin) + UNCOUNTED_MAX_MS,
        )
      },
    )
  })
}
