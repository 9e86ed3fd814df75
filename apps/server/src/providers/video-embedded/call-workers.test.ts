import { DAY_MS } from '@parley/contract'
import type { Command } from '@parley/media'
import { expect, it } from 'vitest'
import { CallWorkers } from './call-workers.ts'
import type { ParticipantSocket } from './participant-socket.ts'
import { RoomRegistry } from './room-registry.ts'
import type { WorkerProcess } from './worker-process.ts'

it('keeps the worker of a call for a day, and chooses again when it is down', () => {
  let nowMs = 0
  const [first, second] = [{ isUp: true }, { isUp: true }]
  const workers = new CallWorkers<{ isUp: boolean }>(() => nowMs)
  expect(workers.of('call', () => first)).toBe(first)
  nowMs += DAY_MS
  expect(workers.of('call', () => second)).toBe(first)
  nowMs += DAY_MS + 1
  expect(workers.of('call', () => second)).toBe(second)
  second.isUp = false
  expect(workers.of('call', () => first)).toBe(first)
})

/** A worker that does what its messages say. */
function obedient(registry: () => RoomRegistry) {
  const opened: string[] = []
  const worker = {
    ...{ isUp: true, cpuPercent: 5, capacity: 200, relayPath: null, silentMs: 0 },
    send: (command: Command) => {
      if (command.type === 'open') opened.push(command.room)
      if (command.type !== 'close') return
      const { peer, reason } = command
      registry().handleReport(worker, { type: 'closed', peer, reason, silentMs: null })
    },
  } as unknown as WorkerProcess
  return { worker, opened }
}

it('brings a call that nobody was in for a while back to the worker that keeps its accounts', () => {
  let registry: RoomRegistry | null = null
  const madeRegistry = () => {
    if (!registry) throw new Error('made below')
    return registry
  }
  const workers = [obedient(madeRegistry), obedient(madeRegistry)]
  registry = new RoomRegistry({
    ...{ now: () => 0, maxKbps: 1_000, sizes: 'one', iceServers: () => [], emit: () => undefined },
    workers: workers.map(({ worker }) => worker),
  })
  const socket = { send: () => undefined, end: () => undefined } as unknown as ParticipantSocket
  const join = (roomId: string) => {
    const claims = { roomId, identity: 'fan', kind: 'call', canPublish: true, canSubscribe: true } as const
    const joined = madeRegistry().admit(claims)
    joined.onSocket(socket)
    return joined
  }
  join('paid').onClosed()
  join('another')
  join('paid')
  expect(workers.map(({ opened }) => opened)).toEqual([['paid', 'another', 'paid'], []])
})
