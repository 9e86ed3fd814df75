/** What every bus must do, run against each. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Bus, BusMessage, PresenceEntry } from './bus.ts'

const LONG_MS = 60_000
const WITHIN = { timeout: 60_000, interval: 10 }

let clockMs = 1_700_000_000_000

function connectionOf(personId: string, sinceMs = clockMs++): PresenceEntry {
  return { connectionId: randomUUID(), personId, username: `name-of-${personId}`, sinceMs }
}

const idsOf = (entries: readonly PresenceEntry[]) => entries.map(entry => entry.connectionId)

/** The contract suite of the bus port; names are random, so that a shared server may stand behind it. */
export function describeBus(name: string, makeBus: () => Promise<Bus>): void {
  describe(`bus: ${name}`, () => {
    let bus: Bus
    let room: string
    beforeEach(async () => {
      bus = await makeBus()
      room = `room-${randomUUID()}`
    })
    afterEach(() => bus.close())
    const presentIds = async (where = room) => idsOf((await bus.present(where)).entries)

    test('a message reaches every listener of its channel, in order, and no other channel', async () => {
      const received: BusMessage[][] = [[], [], []]
      await bus.subscribe(room, message => received[0]?.push(message))
      await bus.subscribe(room, message => received[1]?.push(message))
      await bus.subscribe(`${room}-other`, message => received[2]?.push(message))
      for (const n of [1, 2, 3]) await bus.publish(room, { n })
      await vi.waitFor(() => expect(received[1]).toHaveLength(3), WITHIN)
      await vi.waitFor(() => expect(received[0]).toHaveLength(3), WITHIN)
      expect(received).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], [{ n: 1 }, { n: 2 }, { n: 3 }], []])
    })

    test('a listener that stopped listening hears nothing more', async () => {
      const [gone, there]: [BusMessage[], BusMessage[]] = [[], []]
      const stop = await bus.subscribe(room, message => gone.push(message))
      await bus.subscribe(room, message => there.push(message))
      await stop()
      await bus.publish(room, { n: 1 })
      await vi.waitFor(() => expect(there).toHaveLength(1), WITHIN)
      expect(gone).toEqual([])
    })

    test('a person who entered is present until they leave', async () => {
      const [fan, star] = [connectionOf('fan'), connectionOf('star')]
      expect(await bus.enter(room, fan, LONG_MS)).toEqual([])
      expect(await bus.enter(room, star, LONG_MS)).toEqual([])
      expect(await bus.present(room)).toEqual({ total: 2, entries: [fan, star] })
      await bus.leave(room, fan)
      expect(await bus.present(room)).toEqual({ total: 1, entries: [star] })
      expect(await bus.present(`${room}-other`)).toEqual({ total: 0, entries: [] })
    })

    test('a newer connection of the same person takes the place of the older', async () => {
      const [older, newer] = [connectionOf('fan'), connectionOf('fan')]
      await bus.enter(room, older, LONG_MS)
      expect(idsOf(await bus.enter(room, newer, LONG_MS))).toEqual([older.connectionId])
      expect(await presentIds()).toEqual([newer.connectionId])
      expect(idsOf(await bus.renew(room, [older], LONG_MS))).toEqual([older.connectionId])
      expect(await bus.renew(room, [newer], LONG_MS)).toEqual([])
      await bus.leave(room, older)
      expect(await presentIds()).toEqual([newer.connectionId])
    })

    test('also when the clock of the newer one’s process is late', async () => {
      const [older, newer] = [connectionOf('fan', 2_000), connectionOf('fan', 1_000)]
      await bus.enter(room, older, LONG_MS)
      await bus.enter(room, newer, LONG_MS)
      expect(idsOf(await bus.renew(room, [older, newer], LONG_MS))).toEqual([older.connectionId])
      expect(await presentIds()).toEqual([newer.connectionId])
    })

    test('of two that entered while no bus could tell them of each other, the newer stands', async () => {
      const [older, newer] = [connectionOf('fan'), connectionOf('fan')]
      expect(await bus.renew(room, [older], LONG_MS)).toEqual([])
      expect(await bus.renew(room, [newer], LONG_MS)).toEqual([])
      expect(idsOf(await bus.renew(room, [older], LONG_MS))).toEqual([older.connectionId])
      expect(await presentIds()).toEqual([newer.connectionId])
    })

    test('an entry that is renewed under another name stands under it, in its old place', async () => {
      const [older, fan] = [connectionOf('fan', 2_000), connectionOf('fan', 1_000)]
      await bus.enter(room, older, LONG_MS)
      await bus.enter(room, fan, LONG_MS)
      await bus.enter(room, connectionOf('star', 2_002), LONG_MS)
      const before = (await bus.present(room)).entries
      expect(await bus.renew(room, [{ ...fan, username: 'renamed' }], LONG_MS)).toEqual([])
      const { entries } = await bus.present(room)
      expect(entries.map(entry => entry.username)).toEqual(['renamed', 'name-of-star'])
      expect(entries.map(entry => entry.sinceMs)).toEqual(before.map(entry => entry.sinceMs))
    })

    test('an entry that nobody renews runs out, and renewing brings it back to its place', async () => {
      const [fan, star] = [connectionOf('fan'), connectionOf('star')]
      await bus.enter(room, fan, 20)
      await bus.enter(room, star, LONG_MS)
      await vi.waitFor(async () => expect(await presentIds()).toEqual([star.connectionId]), WITHIN)
      expect(await bus.renew(room, [fan], LONG_MS)).toEqual([])
      expect(await presentIds()).toEqual([fan.connectionId, star.connectionId])
    })

    test('a full room answers how many are there, the first to arrive, and each person who is asked for', async () => {
      const crowd = Array.from({ length: 1_200 }, (_, i) => connectionOf(`fan-${i}`))
      expect(await bus.renew(room, crowd, LONG_MS)).toEqual([])
      const glance = { atMost: 2, always: ['fan-1', 'fan-700', 'nobody'] }
      const { total, entries } = await bus.present(room, glance)
      expect(total).toBe(1_200)
      expect(entries.map(entry => entry.personId)).toEqual(['fan-0', 'fan-1', 'fan-700'])
      expect(await presentIds()).toEqual(idsOf(crowd))
    })

    test('a list keeps the last lines in order, loses those that are taken out, and ends by itself', async () => {
      const bounds = { atMost: 3, ttlMs: LONG_MS }
      for (const line of ['one', 'two', 'three', 'four']) await bus.append(room, line, bounds)
      expect(await bus.lines(room)).toEqual(['two', 'three', 'four'])
      expect(await bus.lines(room, 2)).toEqual(['three', 'four'])
      expect(await bus.lines(room, 5)).toEqual(['two', 'three', 'four'])
      await bus.removeLines(room, ['three', 'unknown'])
      await bus.removeLines(room, [])
      expect(await bus.lines(room)).toEqual(['two', 'four'])
      expect(await bus.lines(`${room}-other`)).toEqual([])
      await bus.append(`${room}-short`, 'line', { atMost: 3, ttlMs: 20 })
      await vi.waitFor(async () => expect(await bus.lines(`${room}-short`)).toEqual([]), WITHIN)
    })

    test('of fifty who claim one thing at once one gets it, the others learn for how long; then it is free again', async () => {
      const left = await Promise.all(Array.from({ length: 50 }, () => bus.claim(room, LONG_MS)))
      expect(left.filter(ms => ms === 0)).toHaveLength(1)
      for (const ms of left.filter(each => each !== 0)) {
        expect(ms).toBeGreaterThan(0)
        expect(ms).toBeLessThanOrEqual(LONG_MS)
      }
      expect(await bus.claim(`${room}-short`, 20)).toBe(0)
      await vi.waitFor(async () => expect(await bus.claim(`${room}-short`, 20)).toBe(0), WITHIN)
    })

    test('a record has the fields as they were last written, and ends with its list where it is told to', async () => {
      const write = (name: string, value: string | null) =>
        bus.setField(room, { name, value, ttlMs: LONG_MS })
      expect(await bus.fields(room)).toEqual({})
      await write('slow', '5')
      await write('slow', '10')
      await write('muted', 'fan')
      expect(await bus.fields(room)).toEqual({ slow: '10', muted: 'fan' })
      await write('muted', null)
      expect(await bus.fields(room)).toEqual({ slow: '10' })
      await bus.append(room, 'line', { atMost: 3, ttlMs: LONG_MS })
      await bus.endIn(room, 20)
      await vi.waitFor(async () => {
        expect(await bus.fields(room)).toEqual({})
        expect(await bus.lines(room)).toEqual([])
      }, WITHIN)
    })

    test('what is written after a list and a record were given an end lives no longer', async () => {
      const write = (value: string) => bus.setField(room, { name: 'slow', value, ttlMs: LONG_MS })
      await write('5')
      await bus.endIn(room, 300)
      await bus.append(room, 'late', { atMost: 3, ttlMs: LONG_MS })
      await write('10')
      await bus.endIn(room, LONG_MS)
      await bus.append(room, 'later', { atMost: 3, ttlMs: LONG_MS })
      await vi.waitFor(async () => {
        expect(await bus.fields(room)).toEqual({})
        expect(await bus.lines(room)).toEqual([])
      }, WITHIN)
      await bus.append(room, 'anew', { atMost: 3, ttlMs: LONG_MS })
      expect(await bus.lines(room)).toEqual(['anew'])
    })

    test('of fifty tabs opened at once by one person, one stays', async () => {
      const tabs = Array.from({ length: 50 }, () => connectionOf('fan'))
      const replaced = (await Promise.all(tabs.map(tab => bus.enter(room, tab, LONG_MS)))).flat()
      expect(await presentIds()).toHaveLength(1)
      expect(new Set(idsOf(replaced)).size).toBe(49)
      expect(replaced).toHaveLength(49)
    })
  })
}
