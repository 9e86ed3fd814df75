/** What every video provider must do with those who come to a call before their turn. */

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grant, type VideoHarness, type VideoTestClient, WITHIN } from '../video-provider.contract.ts'
import type { JoinGrant, VideoEvent } from '../video-provider.ts'
import { insistFor } from './media-waits.ts'

/** The contract suite of joining early. */
export function describeEarlyJoins(name: string, makeHarness: () => Promise<VideoHarness>): void {
  describe(`joining early: ${name}`, { timeout: 180_000 }, () => {
    let harness: VideoHarness
    let events: VideoEvent[]
    let room: string
    beforeEach(async () => {
      room = `room-${randomUUID()}`
      harness = await makeHarness()
      events = []
      harness.provider.subscribe(event => event.roomId === room && events.push(event))
    })
    afterEach(() => harness.stop())

    const issue = (identity: string, change: Partial<JoinGrant> = {}) =>
      harness.provider.issueJoin(grant(identity, { roomId: room, ...change }))
    const seen = (type: VideoEvent['type'], identity: string) =>
      events.filter(event => event.type === type && event.identity === identity)
    const flowing = async () =>
      (await harness.provider.roomMedia(room))
        .flatMap(media => (media.mediaFlowing ? [media.identity] : []))
        .sort()
    const untilFlowing = (...identities: string[]) =>
      vi.waitFor(async () => expect(await flowing()).toEqual(identities), WITHIN)
    const untilMore = (client: VideoTestClient) => {
      const before = client.packetsReceived()
      return vi.waitFor(() => expect(client.packetsReceived()).toBeGreaterThan(before), WITHIN)
    }

    it('gives nothing to those who come to a call early, takes nothing of theirs and tells nobody of them, until they are let in', async () => {
      const early = { isEarly: true } as const
      const ann = await harness.join(await issue('ann', early), 'early')
      const bob = await harness.join(await issue('bob', early), 'early')
      await insistFor(ann, bob)
      expect([ann.packetsReceived(), bob.packetsReceived()]).toEqual([0, 0])
      expect(await harness.provider.roomMedia(room)).toEqual([])
      expect(events).toEqual([])
      // One alone is let in: the other is still not there, and gets nothing of whom is.
      await harness.provider.admitEarly(room, ['ann'])
      await untilFlowing('ann')
      expect(seen('participant-joined', 'bob')).toEqual([])
      expect(bob.packetsReceived()).toBe(0)
      await harness.provider.admitEarly(room, ['bob'])
      await untilFlowing('ann', 'bob')
      await Promise.all([untilMore(ann), untilMore(bob)])
      for (const identity of ['ann', 'bob']) expect(seen('media-live', identity)).toHaveLength(1)
    })

    it('lets in who comes by an early ticket a moment after they were let in, and by none that is given later', async () => {
      const [slow, bob] = [await issue('ann', { isEarly: true }), await harness.join(await issue('bob'))]
      await harness.provider.admitEarly(room, ['ann'])
      const ann = await harness.join(slow, 'early')
      await untilFlowing('ann', 'bob')
      await untilMore(ann)
      const later = await harness.join(await issue('ann', { isEarly: true }), 'early')
      expect(await ann.ended).toBe('replaced')
      await vi.waitFor(() => expect(seen('participant-left', 'ann')).toHaveLength(1), WITHIN)
      const received = later.packetsReceived()
      // What nobody sends has no event: time itself is tested, and a busy machine makes it only longer.
      await delay(1_500)
      expect(later.packetsReceived()).toBe(received)
      expect(await flowing()).toEqual(['bob'])
      bob.leave()
    })

    it('puts out who waits early, whose ticket is void with it', async () => {
      const old = await issue('ann', { isEarly: true })
      const ann = await harness.join(await issue('ann', { isEarly: true }), 'early')
      await harness.provider.closeRoom(room, 'not-next')
      expect(await ann.ended).toBe('not-next')
      // A provider may let them connect: they are let in by nothing.
      const again = await harness.join(old, 'early').catch(() => null)
      await harness.provider.admitEarly(room, ['ann'])
      // What nobody sends has no event: time itself is tested, and a busy machine makes it only longer.
      await delay(1_500)
      expect(again?.packetsReceived() ?? 0).toBe(0)
      expect([events, await harness.provider.roomMedia(room)]).toEqual([[], []])
    })
  })
}
