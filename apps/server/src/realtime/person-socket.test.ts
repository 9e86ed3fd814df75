import { EventEmitter } from 'node:events'
import { clientMessageSchemas } from '@parley/contract/calls'
import { HEARTBEAT_MS } from '@parley/contract/constants'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { stillClock } from '../core/clock.ts'
import { allowance } from './allowance.ts'
import { createPersonSocket, POLL_EVERY_MS } from './person-socket.ts'
import { stillElapsedTime } from './testing/still-elapsed-time.ts'

/** A socket whose checks the test makes. */
function openSocket() {
  const state = { OPEN: 1, readyState: 1, bufferedAmount: 0 }
  const calls = { ping: vi.fn(), terminate: vi.fn() }
  const socket = Object.assign(new EventEmitter(), state, calls)
  let check = () => {}
  const free = allowance({ burst: 9, perSecond: 9 })
  const person = createPersonSocket(socket as unknown as WebSocket, {
    clock: stillClock(),
    connection: { write: () => true },
    person: { id: 'ann', username: 'ann', firstName: 'Ann', isInfluencer: false, loginId: 'login' },
    pageId: null,
    pollEveryMs: POLL_EVERY_MS,
    talk: { mayWrite: free, mayReact: free },
    pulse: {
      join(each) {
        check = each
        return () => {}
      },
    },
  })
  return { socket, check: () => check(), send: () => person.sendText('{}') }
}

const HEARTBEAT = Buffer.from('{"type":"heartbeat"}')

test('a socket that says nothing is closed at the first check after two heartbeats, and not before', () => {
  const { socket, check } = openSocket()
  const checks = (2 * HEARTBEAT_MS) / POLL_EVERY_MS
  for (let n = 0; n < checks; n++) check()
  expect(socket.terminate).not.toHaveBeenCalled()
  // A message counts, an answer of the network alone does not.
  socket.emit('pong')
  socket.emit('message', HEARTBEAT, false)
  for (let n = 0; n < checks; n++) check()
  expect(socket.terminate).not.toHaveBeenCalled()
  socket.emit('pong')
  check()
  expect(socket.terminate).toHaveBeenCalledOnce()
})

test('a heartbeat in any form of JSON counts', () => {
  const { socket, check } = openSocket()
  for (let n = 0; n < 100; n++) {
    check()
    socket.emit('message', Buffer.from('{ "type": "heartbeat" }'), false)
  }
  expect(socket.terminate).not.toHaveBeenCalled()
})

test('a quiet socket gets a ping as often as its page sends a heartbeat, and not at each check', () => {
  const { socket, check } = openSocket()
  const checksOfAHeartbeat = HEARTBEAT_MS / POLL_EVERY_MS
  for (let heartbeat = 1; heartbeat <= 10; heartbeat++) {
    for (let n = 0; n < checksOfAHeartbeat; n++) check()
    expect(socket.ping).toHaveBeenCalledTimes(heartbeat)
    socket.emit('message', HEARTBEAT, false)
  }
})

test('a socket that something was sent to gets no ping, until nothing was sent for as long', () => {
  const { socket, check, send } = openSocket()
  const checksOfAHeartbeat = HEARTBEAT_MS / POLL_EVERY_MS
  const heartbeat = () => {
    for (let n = 0; n < checksOfAHeartbeat; n++) check()
    socket.emit('message', HEARTBEAT, false)
  }
  for (let n = 0; n < 3; n++) {
    send()
    heartbeat()
  }
  expect(socket.ping).not.toHaveBeenCalled()
  heartbeat()
  expect(socket.ping).toHaveBeenCalledOnce()
})

const wrongLine = { type: 'chat', id: '', text: 'x' }
test.each([
  ['nothing', {}, 0],
  ['no type that there is', { type: 'destroy' }, 0],
  ['the name of what every object has', { type: 'toString' }, 0],
  ['a type and another handler', { type: 'get_session', handler: 'destroy' }, 20],
  ['an act that nobody has', { type: 'moderate', act: 'destroy' }, 10],
  ['a line without its id', wrongLine, 9 + 200],
])('of five thousand frames with %s few are validated', (_what, frame, most) => {
  stillElapsedTime()
  const spies = Object.values(clientMessageSchemas).map(schema => vi.spyOn(schema, 'safeParse'))
  const { socket } = openSocket()
  for (let n = 0; n < 4_999; n++) socket.emit('message', Buffer.from(JSON.stringify(frame)), false)
  const validated = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  for (const spy of spies) spy.mockRestore()
  expect(validated).toBe(most)
  expect(socket.terminate).not.toHaveBeenCalled()
})

test('of thousands of long frames only forty are read', () => {
  stillElapsedTime()
  const { socket } = openSocket()
  const frame = Buffer.from(`[${'[],'.repeat(5_000)}1]`)
  const parse = vi.spyOn(JSON, 'parse')
  for (let n = 0; n < 4_900; n++) socket.emit('message', frame, false)
  const read = parse.mock.calls.length
  for (let n = 0; n < 50; n++) socket.emit('message', Buffer.from('{"type":"hand"}'), false)
  const short = parse.mock.calls.length - read
  parse.mockRestore()
  expect([read, short]).toEqual([40, 50])
})
