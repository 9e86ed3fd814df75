import type { RoomNotes } from '../../domains/calls/bus.ts'
import { keyOf, type RedisLink } from './redis-link.ts'

/** Until when something that is written may live: as long as is asked, or to the end that its name was given. */
const TTL_FROM = (ttl: string) => `
local ttl = tonumber(${ttl})
local left = redis.call('PTTL', KEYS[2])
if left >= 0 then ttl = math.max(1, math.min(ttl, left)) end`
/** Each script is one step: its writes and the end of what they write. */
const APPEND = `${TTL_FROM('ARGV[3]')}
redis.call('RPUSH', KEYS[1], ARGV[1])
redis.call('LTRIM', KEYS[1], -tonumber(ARGV[2]), -1)
return redis.call('PEXPIRE', KEYS[1], ttl)`
const LINES = `return redis.call('LRANGE', KEYS[1], ARGV[1], -1)`
const REMOVE_LINES = `
for _, line in ipairs(ARGV) do redis.call('LREM', KEYS[1], 0, line) end
return 0`
const CLAIM = `
if redis.call('SET', KEYS[1], '1', 'NX', 'PX', ARGV[1]) then return 0 end
return math.max(1, redis.call('PTTL', KEYS[1]))`
const SET_FIELD = `${TTL_FROM('ARGV[3]')}
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ttl)`
const REMOVE_FIELD = `return redis.call('HDEL', KEYS[1], ARGV[1])`
const FIELDS = `return redis.call('HGETALL', KEYS[1])`
/** The last key is the mark that later writes go by. */
const END_IN = `
redis.call('SET', KEYS[#KEYS], '1', 'NX', 'PX', ARGV[1])
for _, key in ipairs(KEYS) do
  if redis.call('PTTL', key) > tonumber(ARGV[1]) then redis.call('PEXPIRE', key, ARGV[1]) end
end
return 0`

/** Notes kept in Redis, with an end each; rejects while it is away. */
export function redisNotes(link: RedisLink): RoomNotes {
  const listKey = (list: string) => keyOf('lines', list)
  const recordKey = (record: string) => keyOf('record', record)
  const endKey = (name: string) => keyOf('end', name)
  return {
    async append(list, line, { atMost, ttlMs }) {
      const args = [line, String(atMost), String(ttlMs)]
      await link.run({ name: 'APPEND', lua: APPEND, keys: [listKey(list), endKey(list)], args })
    },
    lines: async (list, last) =>
      (await link.run({
        ...{ name: 'LINES', lua: LINES, keys: [listKey(list)] },
        args: [String(last === undefined ? 0 : -last)],
      })) as string[],
    async removeLines(list, lines) {
      await link.run({ name: 'REMOVE_LINES', lua: REMOVE_LINES, keys: [listKey(list)], args: [...lines] })
    },
    claim: async (thing, ttlMs) =>
      (await link.run({
        ...{ name: 'CLAIM', lua: CLAIM },
        ...{ keys: [keyOf('claim', thing)], args: [String(ttlMs)] },
      })) as number,
    async setField(record, { name, value, ttlMs }) {
      const keys = [recordKey(record), endKey(record)]
      if (value === null) await link.run({ name: 'REMOVE_FIELD', lua: REMOVE_FIELD, keys, args: [name] })
      else await link.run({ name: 'SET_FIELD', lua: SET_FIELD, keys, args: [name, value, String(ttlMs)] })
    },
    async fields(record) {
      const keys = [recordKey(record)]
      const flat = (await link.run({ name: 'FIELDS', lua: FIELDS, keys, args: [] })) as string[]
      const names = flat.filter((_, place) => place % 2 === 0)
      return Object.fromEntries(names.map((name, place) => [name, flat[2 * place + 1] ?? '']))
    },
    async endIn(name, ttlMs) {
      const keys = [listKey(name), recordKey(name), endKey(name)]
      await link.run({ name: 'END_IN', lua: END_IN, keys, args: [String(ttlMs)] })
    },
  }
}
