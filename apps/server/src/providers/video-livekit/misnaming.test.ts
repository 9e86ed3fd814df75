import { expect, it } from 'vitest'
import { MonitoredRoom } from './monitored-room.ts'
import { TicketBook } from './ticket-book.ts'

it('takes out, and asks again, who sends their voice under the name of a picture, and lets nobody in by the same ticket', async () => {
  let nowMs = 100_000
  const commands: string[] = []
  const tickets = new TicketBook(() => nowMs)
  const room = new MonitoredRoom({
    ...{ roomId: 'r', tickets, now: () => nowMs, isCounted: async () => true, isAlive: () => true },
    emit: () => undefined,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    api: {
      admit: async () => 'present',
      permit: async () => 'present',
      remove: async (_room, identity, reason) => {
        commands.push(`remove ${identity} ${reason}`)
        return 'present'
      },
    },
  })
  const grant = {
    roomId: 'r',
    identity: 'guest',
    kind: 'broadcast',
    canPublish: true,
    canSubscribe: true,
  } as const
  const ticket = tickets.issue({ ...grant, isGuest: true, expiresInMs: 60_000 }, 60_000)
  const is = (sid: string, version: number, isMisnaming: boolean) =>
    room.handle({
      ...{
        identity: 'guest',
        sid,
        version,
        isMisnaming,
        canPublish: true,
        canSubscribe: true,
        isConnected: true,
      },
      attributes: { ticket, role: 'guest', ...(version > 1 ? { admitted: sid } : {}) },
    })
  const answered = () => new Promise(resolve => setImmediate(resolve))
  is('PA_1', 1, false)
  is('PA_1', 2, false)
  expect(commands).toEqual([])
  is('PA_1', 3, true)
  expect(commands).toEqual(['remove guest refused'])
  await answered()
  room.tick()
  expect(commands).toHaveLength(1)
  nowMs += 1_100
  room.tick()
  expect(commands).toHaveLength(2)
  room.handleLeft({ identity: 'guest', sid: 'PA_1' })
  is('PA_2', 1, false)
  expect(commands.slice(2)).toEqual(['remove guest refused'])
})
