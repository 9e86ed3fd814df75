import type { HitCounts } from '../../http/rate-limits.ts'
import { keyOf, type RedisLink } from './redis-link.ts'

/** A count without an expiry gets one, so that nobody is refused for ever. */
const HIT = `
local hits = redis.call('INCR', KEYS[1])
if hits == 1 or redis.call('PTTL', KEYS[1]) < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return { hits, redis.call('PTTL', KEYS[1]) }`
const FORGET = `return redis.call('DEL', KEYS[1])`

/**
 * Counts calls for all processes together; while Redis is unavailable each counts by itself, so that a limit is never
 * none.
 */
export function redisHits(link: RedisLink, own: HitCounts): HitCounts {
  return {
    async hit(key, windowMs) {
      if (!link.isUp) return own.hit(key, windowMs)
      try {
        const script = { name: 'HIT', lua: HIT, keys: [keyOf('limit', key)], args: [String(windowMs)] }
        const [current, ttl] = (await link.run(script)) as [number, number]
        return { current, ttl }
      } catch {
        return own.hit(key, windowMs)
      }
    },
    async reset(key) {
      await own.reset(key)
      if (!link.isUp) return
      const script = { name: 'FORGET', lua: FORGET, keys: [keyOf('limit', key)], args: [] }
      // A count that stays limits somebody for the rest of its window, and no longer.
      await link.run(script).catch(() => undefined)
    },
  }
}
