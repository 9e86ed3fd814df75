import type { Command } from '@parley/media'
import { expect, it } from 'vitest'
import type { VideoEvent } from '../../domains/calls/public.ts'
import type { ParticipantSocket } from './participant-socket.ts'
import { RoomRegistry } from './room-registry.ts'
import type { WorkerProcess } from './worker-process.ts'

it('dates no stall before the flow that it ends, although the report of the flow took longer than that of the stall', () => {
  let nowMs = 1_000
  let peer: string | null = null
  const events: VideoEvent[] = []
  const worker = {
    ...{ isUp: true, cpuPercent: 5, capacity: 200, relayPath: null, silentMs: 0 },
    send: (command: Command) => {
      if (command.type === 'open') peer = command.peer
    },
  } as unknown as WorkerProcess
  const registry = new RoomRegistry({
    ...{ now: () => nowMs, maxKbps: 1_000, sizes: 'one', iceServers: () => [] },
    ...{ emit: (event: VideoEvent) => events.push(event), workers: [worker] },
  })
  const socket = { send: () => undefined, end: () => undefined } as unknown as ParticipantSocket
  const claims = {
    roomId: 'paid',
    identity: 'fan',
    kind: 'call',
    canPublish: true,
    canSubscribe: true,
  } as const
  registry.admit(claims).onSocket(socket)
  const report = (state: 'live' | 'stalled', silentMs: number) => {
    if (!peer) throw new Error('the worker was told of the participant')
    registry.handleReport(worker, { type: 'flow', peer, state, silentMs })
  }
  // Packets at 1,997 ms; the main process reads of them at 2,000, and of the stall at once.
  nowMs = 2_000
  report('live', 0)
  nowMs = 4_098
  report('stalled', 2_101)
  const dated = events.flatMap(({ type, atMs }) => (type.startsWith('media-') ? [[type, atMs]] : []))
  expect(dated).toEqual([
    ['media-live', 2_000],
    ['media-stalled', 2_000],
  ])
  // After that, as before: at the last packet.
  nowMs = 5_000
  report('live', 0)
  nowMs = 9_000
  report('stalled', 2_100)
  expect(events.at(-1)).toMatchObject({ type: 'media-stalled', atMs: 6_900 })
})
