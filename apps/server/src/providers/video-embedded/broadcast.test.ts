import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { VideoHarness, VideoTestClient } from '../../domains/calls/video-provider.contract.ts'
import { embeddedHarness } from './testing/harness.ts'

const VIEWERS = 50
const WITHIN = { timeout: 60_000, interval: 100 }
let video: VideoHarness
beforeAll(async () => {
  video = await embeddedHarness()
})
afterAll(() => video.stop())

async function join(identity: string): Promise<VideoTestClient> {
  const isOwner = identity === 'owner'
  const ticket = await video.provider.issueJoin({
    roomId: 'event',
    identity,
    kind: 'broadcast',
    canPublish: isOwner,
    canSubscribe: !isOwner,
    expiresInMs: 60_000,
  })
  return video.join(ticket)
}

test(`${VIEWERS} viewers watch one owner, also one who comes late, and all are out when it ends`, async () => {
  const owner = await join('owner')
  const viewers = await Promise.all(Array.from({ length: VIEWERS - 1 }, (_, i) => join(`viewer-${i}`)))
  const allReceive = () => {
    for (const viewer of viewers) expect(viewer.packetsReceived()).toBeGreaterThan(20)
  }
  await vi.waitFor(allReceive, WITHIN)
  viewers.push(await join('late'))
  await vi.waitFor(allReceive, WITHIN)
  const present = await video.provider.roomMedia('event')
  expect(present).toHaveLength(VIEWERS + 1)
  expect(present.filter(each => each.mediaFlowing).map(each => each.identity)).toEqual(['owner'])
  expect(owner.packetsReceived()).toBe(0)
  await video.provider.closeRoom('event', 'over')
  await Promise.all([owner, ...viewers].map(client => client.ended))
  expect(await video.provider.roomMedia('event')).toEqual([])
}, 60_000) // Fifty-one handshakes on a machine that may be busy.
