/**
 * A room is three keys with one entry for each person: who they are (hash), until when they are valid by Redis' own
 * clock, and since when (sorted sets). Each script is one step: it first removes expired entries.
 */
const PRELUDE = `
local people, untilKey, cameKey = KEYS[1], KEYS[2], KEYS[3]
local time = redis.call('TIME')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local function out(who)
  redis.call('HDEL', people, who)
  redis.call('ZREM', untilKey, who)
  redis.call('ZREM', cameKey, who)
end
for _, who in ipairs(redis.call('ZRANGEBYSCORE', untilKey, '-inf', nowMs)) do out(who) end
local function stand(entry, text, ttlMs)
  redis.call('HSET', people, entry.personId, text)
  redis.call('ZADD', untilKey, nowMs + ttlMs, entry.personId)
  redis.call('ZADD', cameKey, 'NX', entry.sinceMs, entry.personId)
end
local function keep(ttlMs)
  for _, key in ipairs(KEYS) do
    if redis.call('PTTL', key) < ttlMs then redis.call('PEXPIRE', key, ttlMs) end
  end
end
`

/** ARGV: ttl, entry. Answers the entry that was replaced, if any. */
export const ENTER = `${PRELUDE}
local ttlMs, entry, text = tonumber(ARGV[1]), cjson.decode(ARGV[2]), ARGV[2]
local before = redis.call('HGET', people, entry.personId)
if before then
  local older = cjson.decode(before)
  if older.connectionId == entry.connectionId then
    before = false
  else
    out(entry.personId)
    if older.sinceMs >= entry.sinceMs then
      entry.sinceMs = older.sinceMs + 1
      text = cjson.encode(entry)
    end
  end
end
stand(entry, text, ttlMs)
keep(ttlMs)
return before`

/** ARGV: ttl, entries. Answers which of them, counted from 1, were replaced by a newer one. */
export const RENEW = `${PRELUDE}
local ttlMs, replaced = tonumber(ARGV[1]), {}
for i = 2, #ARGV do
  local entry, text = cjson.decode(ARGV[i]), ARGV[i]
  local found = redis.call('HGET', people, entry.personId)
  local other = found and cjson.decode(found)
  if other and other.connectionId == entry.connectionId then
    text = found
    if other.username ~= entry.username then
      other.username = entry.username
      text = cjson.encode(other)
    end
  elseif other and other.sinceMs < entry.sinceMs then
    out(entry.personId)
    other = nil
  end
  if other and other.connectionId ~= entry.connectionId then
    replaced[#replaced + 1] = i - 1
  else
    stand(entry, text, ttlMs)
  end
end
keep(ttlMs)
return replaced`

/** ARGV: person, connection. */
export const LEAVE = `${PRELUDE}
local found = redis.call('HGET', people, ARGV[1])
if found and cjson.decode(found).connectionId == ARGV[2] then out(ARGV[1]) end
return 0`

/**
 * ARGV: how many to name (-1: all), people to name in any case. Answers the total and the entries in order of
 * arrival.
 */
export const PRESENT = `${PRELUDE}
local atMost = tonumber(ARGV[1])
local last = atMost < 0 and -1 or atMost - 1
local named, texts = {}, {}
local function name(who)
  named[who] = true
  texts[#texts + 1] = redis.call('HGET', people, who)
end
if atMost ~= 0 then
  for _, who in ipairs(redis.call('ZRANGE', cameKey, 0, last)) do name(who) end
end
local more = {}
for i = 2, #ARGV do
  local came = not named[ARGV[i]] and redis.call('ZSCORE', cameKey, ARGV[i])
  if came then more[#more + 1] = { ARGV[i], tonumber(came) } end
end
table.sort(more, function(a, b) return a[2] < b[2] end)
for _, each in ipairs(more) do name(each[1]) end
return { redis.call('ZCARD', cameKey), texts }`
