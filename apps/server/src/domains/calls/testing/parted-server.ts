import { expect, vi } from 'vitest'
import type { RedisServer } from '../../../testing/redis-server.ts'
import type { TestServer } from '../../../testing/test-server.ts'
import { openTcpRelay } from './tcp-relay.ts'

const WITHIN = { timeout: 60_000, interval: 50 }

/** Another process on the database of `home`, whose connection to Redis can be cut and mended. */
export async function openParted(redis: RedisServer, home: TestServer) {
  const relay = await openTcpRelay(Number(new URL(redis.url).port))
  const env = { REDIS_URL: `redis://127.0.0.1:${relay.port}`, PUBLIC_ORIGIN: home.origin }
  const parted = await home.openAnother({ env })
  const untilWell = (isWell: boolean) =>
    vi.waitFor(() => expect(parted.server.domains.bus.isWell()).toBe(isWell), WITHIN)
  return {
    parted,
    mend: relay.mend,
    untilWell,
    async cut() {
      relay.cut()
      await untilWell(false)
    },
    async close() {
      await parted.close()
      await relay.close()
    },
  }
}
