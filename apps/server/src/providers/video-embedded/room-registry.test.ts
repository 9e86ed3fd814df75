import type { Command, Report } from '@parley/media'
import { expect, it, vi } from 'vitest'
import type { VideoEvent } from '../../domains/calls/public.ts'
import type { ParticipantSocket } from './participant-socket.ts'
import { RoomRegistry } from './room-registry.ts'
import type { WorkerProcess } from './worker-process.ts'

const WITHIN = { timeout: 60_000, interval: 5 }

/** A registry with a worker whose reports the test makes up. */
function paidCall() {
  const now = { ms: 1_000 }
  const peers: string[] = []
  const events: VideoEvent[] = []
  const worker = {
    ...{ isUp: true, cpuPercent: 5, capacity: 200, relayPath: null, silentMs: 0 },
    send: (command: Command) => {
      if (command.type === 'open') peers.push(command.peer)
    },
  } as unknown as WorkerProcess
  const registry = new RoomRegistry({
    ...{ now: () => now.ms, maxKbps: 1_000, sizes: 'one', iceServers: () => [] },
    ...{ emit: (event: VideoEvent) => events.push(event), workers: [worker] },
  })
  /** Somebody joins; answers what the server sends them, what the worker reports of them, and how they leave. */
  function join(identity: string) {
    const messages: unknown[] = []
    const socket = { send: (message: unknown) => messages.push(message), end: () => undefined }
    const claims = { roomId: 'paid', identity, kind: 'call', canPublish: true, canSubscribe: true } as const
    const participation = registry.admit(claims)
    participation.onSocket(socket as unknown as ParticipantSocket)
    const peer = peers.at(-1)
    if (peer === undefined) throw new Error('the worker was told of the participant')
    const report = (each: Report) => registry.handleReport(worker, each)
    return {
      messages,
      flow: (state: 'live' | 'stalled', silentMs: number) => report({ type: 'flow', peer, state, silentMs }),
      connect: () => report({ type: 'state', peer, state: 'connected' }),
      close: () => report({ type: 'closed', peer, reason: 'left', silentMs: 0 }),
      leave: () => participation.onMessage({ type: 'media.leave' }),
    }
  }
  return { now, events, join }
}

it('dates no stall before the flow that it ends, although the report of the flow took longer than that of the stall', () => {
  const { now, events, join } = paidCall()
  const { flow } = join('fan')
  // Packets at 1,997 ms; the main process reads of them at 2,000, and of the stall at once.
  now.ms = 2_000
  flow('live', 0)
  now.ms = 4_098
  flow('stalled', 2_101)
  const dated = events.flatMap(({ type, atMs }) => (type.startsWith('media-') ? [[type, atMs]] : []))
  expect(dated).toEqual([
    ['media-live', 2_000],
    ['media-stalled', 2_000],
  ])
  // After that, as before: at the last packet.
  now.ms = 5_000
  flow('live', 0)
  now.ms = 9_000
  flow('stalled', 2_100)
  expect(events.at(-1)).toMatchObject({ type: 'media-stalled', atMs: 6_900 })
})

it('the other person reads that somebody left, not first that their connection is interrupted', async () => {
  const { events, join } = paidCall()
  const [star, fan] = [join('star'), join('fan')]
  for (const each of [star, fan]) each.connect()
  fan.flow('live', 0)
  fan.leave()
  fan.close()
  await vi.waitFor(() => expect(events.at(-1)?.type).toBe('participant-left'), WITHIN)
  const received = star.messages.filter(each => JSON.stringify(each).includes('"fan"'))
  expect(received).toMatchObject([{ state: 'live' }, { state: 'left' }])
  expect(events.slice(-2).map(({ type }) => type)).toEqual(['media-stalled', 'participant-left'])
})
