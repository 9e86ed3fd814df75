import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
import type { Bus } from '../domains/calls/bus.ts'
import { countHitsHere } from '../http/count-hits-here.ts'
import type { HitCounts } from '../http/rate-limits.ts'
import { createMemoryBus } from '../providers/bus-memory/memory-bus.ts'

/** What the server's processes share besides the database. */
export interface Shared {
  bus: Bus
  hitCounts: HitCounts
}

/** The bus that the configuration names, and the counts of the rate limits beside it. */
export async function openBus({ bus }: Config, log: Log): Promise<Shared> {
  switch (bus.provider) {
    case 'memory':
      return { bus: createMemoryBus(), hitCounts: countHitsHere() }
    case 'redis': {
      // Redis's client is six hundred modules: only who uses it loads it.
      const { createRedisBus } = await import('../providers/bus-redis/redis-bus.ts')
      const { redisHits } = await import('../providers/bus-redis/redis-hits.ts')
      const { RedisLink } = await import('../providers/bus-redis/redis-link.ts')
      const link = await RedisLink.open(bus.url, log)
      return {
        bus: createRedisBus({ link, own: createMemoryBus(), log }),
        hitCounts: redisHits(link, countHitsHere()),
      }
    }
  }
}
