import { EventEmitter } from 'node:events'
import { expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { ParticipantSocket } from './participant-socket.ts'

test('who reads nothing for a megabyte is cut off, although their pongs come', () => {
  const state = { OPEN: 1, readyState: 1, bufferedAmount: 0 }
  const calls = { send: vi.fn(), terminate: vi.fn() }
  const socket = Object.assign(new EventEmitter(), state, calls)
  const events = { onMessage: () => {}, onClosed: () => {} }
  const participant = new ParticipantSocket(socket as unknown as WebSocket, events)
  participant.send({ type: 'media.pong' })
  expect(socket.send).toHaveBeenCalledOnce()
  socket.bufferedAmount = 1024 * 1024 + 1
  socket.emit('pong')
  participant.send({ type: 'media.pong' })
  expect(socket.send).toHaveBeenCalledOnce()
  expect(socket.terminate).toHaveBeenCalledOnce()
  socket.emit('close')
})
