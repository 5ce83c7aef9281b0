"""The frontier's operations as Redis scripts: each one is atomic, and none holds a pickle.

Keys, all under one prefix with a hash tag, so that Redis Cluster keeps a crawl on one node:

    :rank     hash   key -> rank, of waiting and leased candidates
    :data     hash   key -> host, newline, encoded candidate
    :queue:H  zset   ranks waiting at host H; all scores are 0, so they stand in order of rank
    :head     hash   host -> its best rank
    :hosts    zset   best rank + host: the order of pops
    :leased   hash   key -> worker
    :done     set    closed keys
    :beat     hash   worker -> second of its last sign of life
    :pace     zset   host -> millisecond of the last fetch that was booked there
    :sequence        counter of first pushes
    :crawl           who began the crawl; were it gone, so would be all of this

A rank is 42 hexadecimal digits (16 of score, 10 of sequence number, 16 of key; see `rank`), so
the order of strings is the order of pops.

A lease books a fetch: at the host's last one plus the delay that the worker keeps there, or now. A
host whose last booked fetch is still to come is passed over, so at most one waits for its turn.
"""

from __future__ import annotations

_SHARED = """
local p = KEYS[1]
local function announce(host)
  local best = redis.call('ZRANGE', p..':queue:'..host, 0, 0)[1]
  local old = redis.call('HGET', p..':head', host)
  if best == old or (not best and not old) then return end
  if old then redis.call('ZREM', p..':hosts', old..host) end
  if best then
    redis.call('ZADD', p..':hosts', 0, best..host)
    redis.call('HSET', p..':head', host, best)
  else
    redis.call('HDEL', p..':head', host)
  end
end
local function host_of(data) return string.sub(data, 1, string.find(data, '\\n') - 1) end
local function wait(key, rank, data)
  local host = host_of(data)
  redis.call('HSET', p..':rank', key, rank)
  redis.call('HSET', p..':data', key, data)
  redis.call('ZADD', p..':queue:'..host, 0, rank)
  announce(host)
end
local function milliseconds()
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
local function booked(host) return tonumber(redis.call('ZSCORE', p..':pace', host) or '0') end
local function book(host, at)
  redis.call('ZADD', p..':pace', string.format('%.0f', at), host)
end
local function unqueue(key, rank, data)
  local host = host_of(data)
  redis.call('ZREM', p..':queue:'..host, rank)
  announce(host)
end
"""

# For each of ARGV's (key, score, data): what the push did.
PUSH = (
    _SHARED
    + """
local outcomes = {}
for i = 1, #ARGV, 3 do
  local key, score, data = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local old = redis.call('HGET', p..':rank', key)
  if redis.call('HEXISTS', p..':leased', key) == 1
     or (not old and redis.call('SISMEMBER', p..':done', key) == 1) then
    outcomes[#outcomes + 1] = 'visited'
  elseif not old then
    local number = string.format('%010x', redis.call('INCR', p..':sequence') - 1)
    wait(key, score..number..key, data)
    outcomes[#outcomes + 1] = 'added'
  else
    local rank = score..string.sub(old, 17, 26)..key
    local before = redis.call('HGET', p..':data', key)
    data = host_of(before)..string.sub(data, string.find(data, '\\n'), -1)
    if rank ~= old then unqueue(key, old, before) end
    wait(key, rank, data)
    outcomes[#outcomes + 1] = rank == old and 'kept' or (rank < old and 'raised' or 'lowered')
  end
end
return outcomes
"""
)

# ARGV: a number, hosts to leave out. So many of the best ranks, each with its host, at hosts whose
# turn it is; the data of each; whether there may be more.
PEEK = (
    _SHARED
    + """
local most, now, left_out = tonumber(ARGV[1]), milliseconds(), {}
for i = 2, #ARGV do left_out[ARGV[i]] = true end
local best, more, start = {}, 0, 0
local function is_behind(head)
  return #best == most and string.sub(head, 1, 42) > string.sub(best[most], 1, 42)
end
local function take(host)
  for _, rank in ipairs(redis.call('ZRANGE', p..':queue:'..host, 0, most - 1)) do
    best[#best + 1] = rank..host
  end
  table.sort(best)
  if #best >= most then more = 1 end
  while #best > most do table.remove(best) end
end
repeat
  local heads = redis.call('ZRANGE', p..':hosts', start, start + 63)
  local behind = false
  for _, head in ipairs(heads) do
    behind = is_behind(head)
    if behind then break end
    local host = string.sub(head, 43, -1)
    if not left_out[host] and booked(host) <= now then take(host) end
  end
  start = start + 64
until behind or #heads < 64
if #best == 0 then return {{}, {}, 0} end
local keys = {}
for i, entry in ipairs(best) do keys[i] = string.sub(entry, 27, 42) end
return {best, redis.call('HMGET', p..':data', unpack(keys)), more}
"""
)

# ARGV: the worker, then ranks with their hosts and the milliseconds between two fetches there. The
# first that can be leased: rank, data, milliseconds to its turn; or nothing.
LEASE = (
    _SHARED
    + """
local now = milliseconds()
for i = 2, #ARGV, 2 do
  local rank, host = string.sub(ARGV[i], 1, 42), string.sub(ARGV[i], 43, -1)
  local last, delay = booked(host), tonumber(ARGV[i + 1])
  if last <= now and redis.call('ZREM', p..':queue:'..host, rank) == 1 then
    announce(host)
    local at = math.max(now, last + delay)
    if delay > 0 then book(host, at) end
    local key = string.sub(rank, 27, 42)
    redis.call('HSET', p..':leased', key, ARGV[1])
    return {rank, redis.call('HGET', p..':data', key), at - now}
  end
end
return false
"""
)

# ARGV: a host, milliseconds that nobody shall ask it.
HOLD = (
    _SHARED
    + """
book(ARGV[1], math.max(booked(ARGV[1]), milliseconds() + tonumber(ARGV[2])))
"""
)

# ARGV: keys to close.
DONE = (
    _SHARED
    + """
for _, key in ipairs(ARGV) do
  local rank = redis.call('HGET', p..':rank', key)
  if rank then
    if redis.call('HDEL', p..':leased', key) == 0 then
      unqueue(key, rank, redis.call('HGET', p..':data', key))
    end
    redis.call('HDEL', p..':rank', key)
    redis.call('HDEL', p..':data', key)
  end
  redis.call('SADD', p..':done', key)
end
"""
)

# ARGV: key, score, data. Whether there was a lease to give back.
REQUEUE = (
    _SHARED
    + """
if redis.call('HDEL', p..':leased', ARGV[1]) == 0 then return 0 end
local old = redis.call('HGET', p..':rank', ARGV[1])
local before = redis.call('HGET', p..':data', ARGV[1])
local data = host_of(before)..string.sub(ARGV[3], string.find(ARGV[3], '\\n'), -1)
wait(ARGV[1], ARGV[2]..string.sub(old, 17, 26)..ARGV[1], data)
return 1
"""
)

# ARGV: key, score, data. Whether the key was closed, and so waits again.
REOPEN = (
    _SHARED
    + """
if redis.call('HEXISTS', p..':rank', ARGV[1]) == 1 then return 0 end
if redis.call('SREM', p..':done', ARGV[1]) == 0 then return 0 end
local number = string.format('%010x', redis.call('INCR', p..':sequence') - 1)
wait(ARGV[1], ARGV[2]..number..ARGV[1], ARGV[3])
return 1
"""
)

# ARGV: key, score, key, score ... For each: whether it waited and so was moved.
RESCORE = (
    _SHARED
    + """
local moved = {}
for i = 1, #ARGV, 2 do
  local key = ARGV[i]
  local old = redis.call('HGET', p..':rank', key)
  local waits = old and redis.call('HEXISTS', p..':leased', key) == 0
  if waits then
    local data = redis.call('HGET', p..':data', key)
    local rank = ARGV[i + 1]..string.sub(old, 17, 26)..key
    if rank ~= old then
      unqueue(key, old, data)
      wait(key, rank, data)
    end
  end
  moved[#moved + 1] = waits and 1 or 0
end
return moved
"""
)

# ARGV: the worker, seconds a silent worker keeps its leases, then the keys this worker holds.
# Leases of silent workers, and those this worker does not know of, wait again. Their number.
BEAT = (
    _SHARED
    + """
local now = tonumber(redis.call('TIME')[1])
redis.call('HSET', p..':beat', ARGV[1], now)
redis.call('ZREMRANGEBYSCORE', p..':pace', '-inf', string.format('%.0f', (now - 3600) * 1000))
local held = {}
for i = 3, #ARGV do held[ARGV[i]] = true end
local gone = {}
local beats = redis.call('HGETALL', p..':beat')
for i = 1, #beats, 2 do
  gone[beats[i]] = now - tonumber(beats[i + 1]) > tonumber(ARGV[2])
end
local returned = 0
local leases = redis.call('HGETALL', p..':leased')
for i = 1, #leases, 2 do
  local key, worker = leases[i], leases[i + 1]
  if gone[worker] or gone[worker] == nil or (worker == ARGV[1] and not held[key]) then
    redis.call('HDEL', p..':leased', key)
    wait(key, redis.call('HGET', p..':rank', key), redis.call('HGET', p..':data', key))
    returned = returned + 1
  end
end
for worker, is_gone in pairs(gone) do
  if is_gone then redis.call('HDEL', p..':beat', worker) end
end
return returned
"""
)

# ARGV: for each change the name of its script, the number of its values, and the values.
# In one script, so that a server whose memory is full takes all of them or none: no page is closed
# whose links were refused.
CHANGE = (
    _SHARED
    + "local change = {}\n"
    + "".join(
        f"change.{name} = function(ARGV)\n{script.removeprefix(_SHARED)}\nend\n"
        for name, script in (
            ("PUSH", PUSH), ("DONE", DONE), ("REQUEUE", REQUEUE), ("RESCORE", RESCORE),
        )
    )
    + """
local i = 1
while i <= #ARGV do
  local values = {}
  for j = 1, tonumber(ARGV[i + 1]) do values[j] = ARGV[i + 1 + j] end
  change[ARGV[i]](values)
  i = i + 2 + #values
end
"""
)  # fmt: skip
