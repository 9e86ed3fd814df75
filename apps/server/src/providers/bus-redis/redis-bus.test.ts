import { randomUUID } from 'node:crypto'
import { createClient } from 'redis'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeBus } from '../../domains/calls/bus.contract.ts'
import type { Bus, BusMessage, PresenceEntry } from '../../domains/calls/bus.ts'
import { openTcpGate } from '../../testing/drill/tcp-gate.ts'
import { type RedisServer, startRedisServer } from '../../testing/redis-server.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { createMemoryBus } from '../bus-memory/memory-bus.ts'
import { createRedisBus } from './redis-bus.ts'
import { RedisLink } from './redis-link.ts'

const WITHIN = { timeout: 60_000, interval: 20 }
const LONG_MS = 60_000
const warned: string[] = []
/** Questions that Redis did not answer. */
const unanswered: string[] = []
const log = {
  debug: (facts: object) => void unanswered.push(String((facts as { err?: unknown }).err)),
  info: () => undefined,
  warn: (facts: object) => void warned.push(String((facts as { err?: unknown }).err)),
  error: () => undefined,
}

describe.skipIf(!findServerProgram('redis-server'))('with a real Redis', () => {
  let redis: RedisServer
  const buses: Bus[] = []
  beforeAll(async () => {
    redis = await startRedisServer()
  })
  afterEach(async () => {
    for (const bus of buses.splice(0)) await bus.close()
    warned.length = 0
    unanswered.length = 0
  })
  afterAll(() => redis.close())

  async function openBus(): Promise<Bus> {
    const link = await RedisLink.open(redis.url, log)
    const bus = createRedisBus({ link, own: createMemoryBus(), log })
    buses.push(bus)
    return bus
  }

  const pair = async () => [await openBus(), await openBus()] as const
  const entryOf = (personId: string): PresenceEntry => ({
    connectionId: randomUUID(),
    personId,
    username: personId,
    sinceMs: Date.now(),
  })
  const names = async (bus: Bus, room: string) =>
    (await bus.present(room)).entries.map(entry => entry.personId)
  const isWell = (bus: Bus, expected: boolean) =>
    vi.waitFor(() => expect(bus.isWell()).toBe(expected), WITHIN)

  describeBus('Redis', openBus)

  test('what is left while Redis comes back is not listened to on the new connection', async () => {
    const gate = await openTcpGate(Number(new URL(redis.url).port))
    const direct = await createClient({ url: redis.url }).connect()
    try {
      const link = await RedisLink.open(`redis://${gate.host}:${gate.port}`, log)
      const bus = createRedisBus({ link, own: createMemoryBus(), log })
      buses.push(bus)
      const [left, kept] = [randomUUID(), randomUUID()]
      const leave = await bus.subscribe(left, () => undefined)
      await bus.subscribe(kept, () => undefined)
      const listeners = async (room: string) =>
        Object.values(await direct.pubSubNumSub([`parley:${room}`])).map(Number)
      expect(await listeners(left)).toEqual([1])
      await direct.sendCommand(['CLIENT', 'KILL', 'TYPE', 'pubsub'])
      await isWell(bus, false)
      // Redis's answer to the new subscription, and the probe after it, are on their way for so long.
      gate.delay(300)
      await vi.waitFor(async () => expect(await listeners(left)).toEqual([1]), WITHIN)
      expect(bus.isWell()).toBe(false)
      await leave()
      await isWell(bus, true)
      await vi.waitFor(async () => expect(await listeners(left)).toEqual([0]), WITHIN)
      expect(await listeners(kept)).toEqual([1])
    } finally {
      direct.destroy()
      for (const bus of buses.splice(0)) await bus.close()
      await gate.close()
    }
  })

  test('processes hear each other, each publisher in order, themselves once', async () => {
    const [one, other] = await pair()
    const room = randomUUID()
    const received: BusMessage[][] = [[], []]
    await one.subscribe(room, message => received[0]?.push(message))
    await other.subscribe(room, message => received[1]?.push(message))
    await Promise.all(Array.from({ length: 200 }, (_, n) => one.publish(room, { n })))
    await vi.waitFor(() => expect(received[1]).toHaveLength(200), WITHIN)
    const inOrder = Array.from({ length: 200 }, (_, n) => ({ n }))
    expect(received).toEqual([inOrder, inOrder])
  })

  test('a message that is none, or that a listener does not understand, ends nothing', async () => {
    const bus = await openBus()
    const direct = await createClient({ url: redis.url }).connect()
    const room = randomUUID()
    const received: BusMessage[] = []
    await bus.subscribe(room, message => {
      if (message.n === undefined) throw new TypeError('a message of another version')
      received.push(message)
    })
    const send = (text: string) => direct.publish(`parley:${room}`, text)
    await send('no JSON')
    await send('null')
    await send(JSON.stringify({ from: 'another', message: {} }))
    await send(JSON.stringify({ from: 'another', message: { n: 1 } }))
    await vi.waitFor(() => expect(received).toEqual([{ n: 1 }]), WITHIN)
    expect(warned).toHaveLength(3)
    direct.destroy()
  })

  test('a tab in another process takes the place of the older', async () => {
    const [one, other] = await pair()
    const room = randomUUID()
    const [older, newer] = [entryOf('fan'), entryOf('fan')]
    await one.enter(room, older, LONG_MS)
    expect(await other.enter(room, newer, LONG_MS)).toEqual([older])
    expect((await one.renew(room, [older], LONG_MS)).map(entry => entry.connectionId)).toEqual([
      older.connectionId,
    ])
  })

  test('while Redis is down each process continues alone; back and empty, they find each other again', async () => {
    const [one, other] = await pair()
    const room = randomUUID()
    const entries = [entryOf('fan'), entryOf('star')] as const
    for (const [bus, entry] of [[one, entries[0]] as const, [other, entries[1]] as const]) {
      bus.onReturn(() => void bus.renew(room, [entry], LONG_MS))
      await bus.enter(room, entry, LONG_MS)
    }
    const received: BusMessage[] = []
    await other.subscribe(room, message => received.push(message))
    expect(await names(one, room)).toEqual(['fan', 'star'])
    await redis.kill()
    await Promise.all([isWell(one, false), isWell(other, false)])
    expect([await names(one, room), await names(other, room)]).toEqual([['fan'], ['star']])
    await other.publish(room, { from: 'itself' })
    await one.publish(room, { from: 'nobody hears it' })
    const late = randomUUID()
    await other.subscribe(late, message => received.push(message))
    await redis.start()
    for (const bus of [one, other])
      await vi.waitFor(async () => expect((await names(bus, room)).sort()).toEqual(['fan', 'star']), WITHIN)
    await Promise.all([isWell(one, true), isWell(other, true)])
    await one.publish(late, { from: 'the other' })
    await vi.waitFor(() => expect(received).toEqual([{ from: 'itself' }, { from: 'the other' }]), WITHIN)
  })

  test('a frozen Redis holds nobody up: the first answer is given up after a second, by name, the next at once', async () => {
    const [one, other] = await pair()
    const room = randomUUID()
    await one.enter(room, entryOf('fan'), LONG_MS)
    redis.freeze()
    try {
      expect(await names(one, room)).toEqual(['fan'])
      expect(unanswered).toEqual([expect.stringContaining('RedisTimeout')])
      await one.publish(room, { n: 1 })
      await one.enter(room, entryOf('star'), LONG_MS)
      // Redis was asked neither of the two: each would have waited for its second.
      expect(unanswered).toHaveLength(1)
      await isWell(other, false)
      expect(warned.some(said => said.startsWith('RedisTimeout'))).toBe(true)
    } finally {
      redis.thaw()
    }
    await Promise.all([isWell(one, true), isWell(other, true)])
  })

  test('a server that starts before its Redis finds it later', async () => {
    await redis.kill()
    const bus = await openBus()
    const returned = vi.fn()
    bus.onReturn(returned)
    expect(bus.isWell()).toBe(false)
    await redis.start()
    await isWell(bus, true)
    expect(returned).toHaveBeenCalledTimes(1)
  })
})
