import type { Config } from '../config.ts'
import type { Bus } from '../domains/calls/bus.ts'
import { createMemoryBus } from '../providers/bus-memory/memory-bus.ts'

/** The bus that the configuration names. */
export async function openBus(config: Config): Promise<Bus> {
  switch (config.bus.provider) {
    case 'memory':
      return createMemoryBus()
    case 'redis':
      throw new Error('REDIS_URL: Redis is not supported yet')
  }
}
