import type { CallStats } from '@parley/contract/calls'
import { vi } from 'vitest'
import { createStore } from '../../../store/store.ts'
import { Call } from '../connection/call.ts'
import { createCallClock } from '../connection/call-clock.ts'
import { PresenceEnded, type PresenceSnapshot } from '../connection/presence-socket.ts'
import { LocalMedia } from '../devices/local-media.ts'
import { createMicLevel } from '../devices/mic-level.ts'
import { FakeDevices, streamOf } from './fake-media.ts'
import { FakeRoom } from './fake-room.ts'

/** One side of a call, on fake timers: with devices, rooms and a server that the test speaks for. */
export function meeting(role: 'party' | 'viewer' = 'party', entry: 'green-room' | 'at-once' = 'at-once') {
  const rooms: FakeRoom[] = []
  const dark = streamOf([])
  const empty = streamOf([])
  const placeholder: string[] = []
  const devices = new FakeDevices()
  const media = new LocalMedia({
    devices,
    createStream: streamOf,
    notify: () => undefined,
    warn: () => undefined,
  })
  const store = createStore<PresenceSnapshot>({
    status: 'connecting',
    endedBy: null,
    hasTicket: false,
    isInfluencer: null,
    lurkers: 1,
    users: [],
  })
  let receive: (stats: CallStats) => void = () => undefined
  const presence = {
    ...store,
    open: () => store.set({ status: 'open' }),
    send: vi.fn(),
    close: vi.fn(() => store.set({ status: 'ended', endedBy: 'left' })),
    dropTicket: vi.fn(),
    nextTicket: () =>
      store.getSnapshot().status === 'ended'
        ? Promise.reject(new PresenceEnded())
        : Promise.resolve({ url: 'ws://localhost/video/', token: 'token', provider: 'embedded' }),
  }
  const call = new Call({
    other: { username: 'mia', isInfluencer: true },
    connectPresence(onStats) {
      receive = onStats
      return presence
    },
    createRoom(options) {
      const room = new FakeRoom(options)
      rooms.push(room)
      return room
    },
    clock: createCallClock({ nowMs: () => performance.now() }),
    media,
    mic: createMicLevel({ createMeter: () => null }),
    createPlaceholderMedia: () => ({ stream: dark, stop: () => void placeholder.push('stopped') }),
    role,
    emptyStream: empty,
    entry,
  })
  const room = () => {
    const latest = rooms.at(-1)
    if (!latest) throw new Error('no room was joined')
    return latest
  }
  const say = (change: Partial<CallStats>) =>
    receive({ total_duration: 60, used_duration: 0, is_live: false, ...change })
  async function becomeReady() {
    call.start()
    store.set({ hasTicket: true })
    await vi.advanceTimersByTimeAsync(2_000)
    return room()
  }
  return {
    call,
    dark,
    empty,
    placeholder,
    media,
    devices,
    presence,
    store,
    rooms,
    room,
    say,
    becomeReady,
    now: () => call.getSnapshot(),
  }
}

/** The other person, as the room shows them. */
export const mia = { identity: 'mia-id', stream: streamOf([]), flowing: true }
