import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  JoinResponse,
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantUpdate,
  Room,
  SignalRequest,
  SignalResponse,
  TrackInfo,
  TrackType,
} from '@livekit/protocol'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { createCounters } from '../counters.ts'
import { SightAccounts } from '../sight/sight-accounts.ts'
import type { MonitorReport } from './protocol.ts'
import { RoomMonitor } from './room-monitor.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

let livekit: WebSocketServer
let socket: WebSocket
let reports: MonitorReport[]
let requested: string[]
let monitor: RoomMonitor

beforeEach(async () => {
  livekit = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(livekit, 'listening')
  reports = []
  requested = []
  const url = `ws://127.0.0.1:${(livekit.address() as AddressInfo).port}`
  const joined = once(livekit, 'connection')
  monitor = new RoomMonitor({
    ...{ room: 'r', url, token: 't', counters: createCounters() },
    sights: new SightAccounts(() => performance.now()),
    isBegun: false,
    report: message => reports.push(message),
  })
  const [connection] = await joined
  socket = connection
  socket.on('message', data => {
    const { message } = SignalRequest.fromBinary(data as Buffer)
    if (message.case === 'subscription') requested.push(...message.value.trackSids)
  })
  say({ case: 'join', value: new JoinResponse({ room: new Room({ sid: 'RM' }) }) })
})
afterEach(() => {
  monitor.leave()
  livekit.close()
})

function say(message: SignalResponse['message']): void {
  socket.send(new SignalResponse({ message }).toBinary())
}

function sendUpdate(sid: string, state: ParticipantInfo_State): void {
  const tracks = [new TrackInfo({ sid: `TR_of_${sid}`, type: TrackType.AUDIO })]
  const ann = new ParticipantInfo({ identity: 'ann', sid, state, tracks, attributes: { role: 'party' } })
  say({ case: 'update', value: new ParticipantUpdate({ participants: [ann] }) })
}

const reported = () => reports.flatMap(report => (report.type === 'person' ? [report.person.sid] : []))

it('receives a person who came again, although LiveKit reports the end of the participation before late', async () => {
  sendUpdate('PA_1', ParticipantInfo_State.ACTIVE)
  sendUpdate('PA_2', ParticipantInfo_State.JOINED)
  sendUpdate('PA_1', ParticipantInfo_State.ACTIVE)
  sendUpdate('PA_1', ParticipantInfo_State.DISCONNECTED)
  sendUpdate('PA_2', ParticipantInfo_State.ACTIVE)
  await vi.waitFor(() => expect(reported()).toEqual(['PA_1', 'PA_2', 'PA_2']), SOON)
  expect(reports.map(({ type }) => type)).not.toContain('person-left')
  await vi.waitFor(() => expect(requested).toEqual(['TR_of_PA_1', 'TR_of_PA_2']), SOON)
})

it('subscribes again to the tracks of a person from whom nothing comes', async () => {
  const beforeMs = performance.now()
  sendUpdate('PA_1', ParticipantInfo_State.ACTIVE)
  await vi.waitFor(() => expect(requested).toEqual(['TR_of_PA_1']), SOON)
  const requestedMs = performance.now()
  monitor.tick(beforeMs + 1_900)
  monitor.tick(requestedMs + 2_500)
  await vi.waitFor(() => expect(requested).toEqual(['TR_of_PA_1', 'TR_of_PA_1']), SOON)
})
