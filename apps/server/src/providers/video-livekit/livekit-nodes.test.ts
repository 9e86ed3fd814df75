import { afterEach, describe, expect, it, vi } from 'vitest'
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { createMemoryBus } from '../bus-memory/memory-bus.ts'
import type { LivekitVideo } from './livekit-video.ts'
import { joinLivekit, openLivekitVideo, untilUp } from './testing/harness.ts'
import { type LivekitServer, livekitServer } from './testing/livekit-server.ts'

const WITHIN = { timeout: 60_000, interval: 50 }
const GRANT = { roomId: 'call-on-two-nodes', kind: 'call', canPublish: true, canSubscribe: true } as const
const expiresInMs = 60_000

const isPossible = findServerProgram('livekit-server') && findServerProgram('redis-server')

describe.skipIf(!isPossible)('two LiveKit nodes on one Redis, two processes of the application', () => {
  let redis: RedisServer
  const nodes: LivekitServer[] = []
  const processes: LivekitVideo[] = []

  afterEach(async () => {
    for (const video of processes.splice(0)) await video.close()
    for (const node of nodes.splice(0)) await node.stop()
    await redis?.close()
  })

  it('the parties of a call come in by different nodes, see each other, and either process can take them out', {
    timeout: 180_000,
  }, async () => {
    redis = await startRedisServer()
    const redisAddress = new URL(redis.url).host
    const bus = createMemoryBus()
    for (const _node of ['first', 'second']) {
      const node = await livekitServer({ redisAddress })
      await node.start()
      nodes.push(node)
      const video = openLivekitVideo(node.url, { bus })
      await untilUp(video)
      processes.push(video)
    }
    const [one, two] = processes as [LivekitVideo, LivekitVideo]
    const ann = await joinLivekit(await one.issueJoin({ ...GRANT, identity: 'ann', expiresInMs }))
    const bob = await joinLivekit(await two.issueJoin({ ...GRANT, identity: 'bob', expiresInMs }))
    for (const video of [one, two]) {
      await vi.waitFor(
        async () =>
          expect((await video.roomMedia(GRANT.roomId)).filter(media => media.mediaFlowing)).toHaveLength(2),
        WITHIN,
      )
    }
    await vi.waitFor(() => {
      expect(ann.packetsReceived()).toBeGreaterThan(20)
      expect(bob.packetsReceived()).toBeGreaterThan(20)
    }, WITHIN)

    const old = await one.issueJoin({ ...GRANT, identity: 'ann', expiresInMs })
    await two.removeParticipant(GRANT.roomId, 'ann', 'replaced')
    expect(await ann.ended).toBe('replaced')
    await expect(joinLivekit(old)).rejects.toThrow()
    await two.closeRoom(GRANT.roomId, 'time-over')
    expect(await bob.ended).toBe('time-over')
  })
})
