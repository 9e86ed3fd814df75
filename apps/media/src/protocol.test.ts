import { expect, it } from 'vitest'
import { parseCommand, parseReport } from './protocol.ts'

it('understands what both sides say', () => {
  const open = {
    type: 'open',
    peer: 'p',
    room: 'r',
    publish: null,
    see: ['a'],
    maxKbps: 1,
    countSightOf: null,
    sizes: 'one',
    isEarly: false,
    isMuted: false,
  }
  expect(parseCommand(open)).toEqual(open)
  expect(parseReport({ type: 'closed', peer: 'p', reason: 'left', silentMs: null })).not.toBeNull()
})

it.each([
  ['nothing', null],
  ['text', 'open'],
  ['an unknown type', { type: 'explode' }],
  ['a property of every object as type', { type: 'constructor' }],
  ['a missing field', { type: 'answer', peer: 'p' }],
  ['an id that is too long', { type: 'keyframe', peer: 'p'.repeat(200) }],
  ['an answer that is too long', { type: 'answer', peer: 'p', sdp: 'x'.repeat(40_000) }],
  ['a negative count', { type: 'ping', n: -1 }],
])('takes %s for no command', (_case, message) => {
  expect(parseCommand(message)).toBeNull()
})
