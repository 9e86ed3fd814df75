/** What every video provider must do with a party of a call who sends as little as possible. */

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grant, type VideoHarness, WITHIN } from '../video-provider.contract.ts'
import type { VideoEvent } from '../video-provider.ts'

/** The other party sends one packet of sound and one of the picture every 20 ms. */
const PACKET_MS = 10
/** The most that a party may get in a whole call beyond the counted seconds. */
const UNCOUNTED_MAX_MS = 2_000
/** Two more key frames, 2.08 s apart. */
const KEY_FRAMES_MS = 4_500

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
    const timesOf = (type: VideoEvent['type']) =>
      events.filter(event => event.type === type && event.identity === 'ann').map(({ atMs }) => atMs)
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
      const live = timesOf('media-live')
      const counted = timesOf('media-stalled').map((atMs, nth) => atMs - (live[nth] ?? atMs))
      expect(counted).toHaveLength(live.length)
      const countedMs = counted.reduce((sum, ms) => sum + ms, 0)
      expect(ann.packetsReceived() * PACKET_MS).toBeLessThanOrEqual(countedMs + UNCOUNTED_MAX_MS)
    })
  })
}
