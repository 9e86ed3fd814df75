import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RemoteSeats } from './remote-seats.ts'

beforeEach(() => void vi.stubGlobal('MediaStream', class {}))
afterEach(() => void vi.unstubAllGlobals())

type Peer = Parameters<RemoteSeats['take']>[0]
const peer = (seat: string, identity: string, state: Peer['state']): Peer => ({
  type: 'media.peer',
  seat,
  identity,
  state,
})

test('a person who sits elsewhere after a new start of the server is there once', () => {
  const seats = new RemoteSeats()
  seats.take(peer('b', 'ann', 'live'))
  seats.vacate()
  seats.take(peer('a', 'ann', 'live'))
  expect(seats.list()).toHaveLength(1)
})

test('a person who left while nobody listened is gone', () => {
  const seats = new RemoteSeats()
  seats.take(peer('a', 'ann', 'live'))
  seats.vacate()
  expect(seats.list()).toEqual([])
})

test('a seat keeps its stream while media stalls, and is free once its person left', () => {
  const seats = new RemoteSeats()
  seats.take(peer('a', 'ann', 'live'))
  const before = seats.list()[0]?.stream
  seats.take(peer('a', 'ann', 'stalled'))
  expect(seats.list()).toEqual([{ identity: 'ann', flowing: false, stream: before }])
  seats.take(peer('a', 'someone else', 'left'))
  expect(seats.list()).toHaveLength(1)
  seats.take(peer('a', 'ann', 'left'))
  expect(seats.list()).toEqual([])
})
