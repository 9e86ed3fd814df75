import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RemotePublishers } from './remote-publishers.ts'

beforeEach(() => void vi.stubGlobal('MediaStream', class {}))
afterEach(() => void vi.unstubAllGlobals())

type Peer = Parameters<RemotePublishers['handle']>[0]
const peer = (slot: string, identity: string, state: Peer['state']): Peer => ({
  type: 'media.peer',
  seat: slot,
  identity,
  state,
})

test('a person who has another slot after a restart of the server is shown once', () => {
  const publishers = new RemotePublishers()
  publishers.handle(peer('b', 'ann', 'live'))
  publishers.vacate()
  publishers.handle(peer('a', 'ann', 'live'))
  expect(publishers.list()).toHaveLength(1)
})

test('a person who left during a disconnection is removed', () => {
  const publishers = new RemotePublishers()
  publishers.handle(peer('a', 'ann', 'live'))
  publishers.vacate()
  expect(publishers.list()).toEqual([])
})

test('a slot keeps its stream while media stalls, and is free when its person has left', () => {
  const publishers = new RemotePublishers()
  publishers.handle(peer('a', 'ann', 'live'))
  const before = publishers.list()[0]?.stream
  publishers.handle(peer('a', 'ann', 'stalled'))
  expect(publishers.list()).toEqual([{ identity: 'ann', flowing: false, stream: before }])
  publishers.handle(peer('a', 'someone else', 'left'))
  expect(publishers.list()).toHaveLength(1)
  publishers.handle(peer('a', 'ann', 'left'))
  expect(publishers.list()).toEqual([])
})
