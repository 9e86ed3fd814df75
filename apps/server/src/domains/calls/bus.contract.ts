/** What every bus must do, run against each. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Bus, BusMessage, PresenceEntry } from './bus.ts'

const LONG_MS = 60_000
const WITHIN = { timeout: 5_000, interval: 10 }

function connectionOf(personId: string): PresenceEntry {
  return { connectionId: randomUUID(), personId, username: `name-of-${personId}` }
}

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

    test('a message reaches every listener of its channel, in order, and no other channel', async () => {
      const heard: BusMessage[][] = [[], [], []]
      await bus.subscribe(room, message => heard[0]?.push(message))
      await bus.subscribe(room, message => heard[1]?.push(message))
      await bus.subscribe(`${room}-other`, message => heard[2]?.push(message))
      for (const n of [1, 2, 3]) await bus.publish(room, { n })
      await vi.waitFor(() => expect(heard[1]).toHaveLength(3), WITHIN)
      await vi.waitFor(() => expect(heard[0]).toHaveLength(3), WITHIN)
      expect(heard).toEqual([[{ n: 1 }, { n: 2 }, { n: 3 }], [{ n: 1 }, { n: 2 }, { n: 3 }], []])
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

    test('whoever entered is present until they leave', async () => {
      const [fan, star] = [connectionOf('fan'), connectionOf('star')]
      expect(await bus.enter(room, fan, LONG_MS)).toEqual([])
      expect(await bus.enter(room, star, LONG_MS)).toEqual([])
      expect(await bus.present(room)).toEqual([fan, star])
      await bus.leave(room, fan.connectionId)
      expect(await bus.present(room)).toEqual([star])
      expect(await bus.present(`${room}-other`)).toEqual([])
    })

    test('a newer connection of the same person takes the place of the older', async () => {
      const [older, newer] = [connectionOf('fan'), connectionOf('fan')]
      await bus.enter(room, older, LONG_MS)
      expect(await bus.enter(room, newer, LONG_MS)).toEqual([older])
      expect(await bus.present(room)).toEqual([newer])
      expect(await bus.renew(room, older, LONG_MS)).toBe('replaced')
      expect(await bus.renew(room, newer, LONG_MS)).toBe('present')
      expect(await bus.present(room)).toEqual([newer])
    })

    test('an entry that nobody renews runs out, and renewing brings it back', async () => {
      const fan = connectionOf('fan')
      await bus.enter(room, fan, 20)
      await vi.waitFor(async () => expect(await bus.present(room)).toEqual([]), WITHIN)
      expect(await bus.renew(room, fan, LONG_MS)).toBe('present')
      expect(await bus.present(room)).toEqual([fan])
    })

    test('of fifty tabs opened at once by one person, one stays', async () => {
      const tabs = Array.from({ length: 50 }, () => connectionOf('fan'))
      const replaced = (await Promise.all(tabs.map(tab => bus.enter(room, tab, LONG_MS)))).flat()
      const present = await bus.present(room)
      expect(present).toHaveLength(1)
      expect(new Set(replaced.map(each => each.connectionId)).size).toBe(49)
      expect(replaced).toHaveLength(49)
    })
  })
}
