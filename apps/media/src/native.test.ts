import { expect, test } from 'vitest'
import { createCounters } from './counters.ts'
import { Sender } from './native.ts'

function trackThat(is: { open: boolean; throwing?: boolean }) {
  const sent: Buffer[] = []
  let openChecks = 0
  return {
    sent,
    openChecks: () => openChecks,
    isOpen() {
      openChecks++
      return is.open
    },
    sendMessageBinary(bytes: Buffer) {
      if (!is.open || is.throwing) throw new Error('Track is not open')
      return sent.push(bytes) > 0
    },
  }
}

const PACKET = Buffer.from([1, 2, 3])

test('A track is not used before it is open, and is not checked any more afterwards', () => {
  const state = { open: false }
  const track = trackThat(state)
  const counters = createCounters()
  const sender = new Sender(track, counters)
  expect(sender.send(PACKET)).toBe(false)
  state.open = true
  expect([sender.send(PACKET), sender.send(PACKET), sender.send(PACKET)]).toEqual([true, true, true])
  expect(track.openChecks()).toBe(2)
  expect(counters).toMatchObject({ packetsOut: 3, bytesOut: 9, sendErrors: 0 })
})

test('A track that closed by itself is no error, and is used again when it is open again', () => {
  const state = { open: true }
  const track = trackThat(state)
  const counters = createCounters()
  const sender = new Sender(track, counters)
  sender.send(PACKET)
  state.open = false
  expect([sender.send(PACKET), sender.send(PACKET)]).toEqual([false, false])
  state.open = true
  expect(sender.send(PACKET)).toBe(true)
  expect(counters).toMatchObject({ packetsOut: 2, sendErrors: 0 })
})

test('An open track that does not take a packet is an error, and the next packet is tried', () => {
  const state = { open: true, throwing: true }
  const track = trackThat(state)
  const counters = createCounters()
  const sender = new Sender(track, counters)
  expect(sender.send(PACKET)).toBe(false)
  state.throwing = false
  expect(sender.send(PACKET)).toBe(true)
  expect(counters).toMatchObject({ packetsOut: 1, sendErrors: 1 })
})
