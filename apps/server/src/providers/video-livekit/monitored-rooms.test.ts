import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { decodeJwt } from 'jose'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { createMemoryBus } from '../bus-memory/memory-bus.ts'
import { MonitoredRooms } from './monitored-rooms.ts'
import { RoomsApi } from './rooms-api.ts'
import { SealedLogins } from './sealed-logins.ts'
import { LIVEKIT_KEYS } from './testing/livekit-server.ts'
import { TicketBook } from './ticket-book.ts'

const WITHIN = { timeout: 60_000, interval: 20 }
const FIRST = { kind: 'call', isBegun: false } as const

/** Lets every monitor in, and answers no call. */
let livekit: WebSocketServer
let joined: unknown[]
let rooms: MonitoredRooms

beforeEach(async () => {
  livekit = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(livekit, 'listening')
  joined = []
  livekit.on('connection', (_socket, request) => {
    const token = new URL(request.url ?? '', 'ws://livekit').searchParams.get('access_token') ?? ''
    joined.push((decodeJwt(token).video as { room: string }).room)
  })
  const address = { ...LIVEKIT_KEYS, url: `ws://127.0.0.1:${(livekit.address() as AddressInfo).port}` }
  rooms = new MonitoredRooms({
    ...address,
    ...{ api: new RoomsApi(address), tickets: new TicketBook(Date.now), bus: createMemoryBus() },
    ...{ logins: new SealedLogins(address.apiSecret), now: Date.now, isCounted: async () => false },
    ...{ isAlive: () => true, emit: () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  await vi.waitFor(() => expect(rooms.isUp).toBe(true), WITHIN)
})
afterEach(async () => {
  await rooms.close()
  for (const socket of livekit.clients) socket.terminate()
  livekit.close()
})

it('sends the monitor into no room that was closed while the monitor was on its way into it', async () => {
  await rooms.monitor('closed', FIRST)
  rooms.handleClosed('closed', 'deleted')
  await rooms.monitor('open', FIRST)
  await vi.waitFor(() => expect(joined).toContain('open'), WITHIN)
  await vi.waitFor(() => expect(rooms.figures).toMatchObject({ roomsMonitored: 1 }), WITHIN)
  expect(new Set(joined)).toEqual(new Set(['open']))
})
