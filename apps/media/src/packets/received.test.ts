import { expect, test } from 'vitest'
import { RECEIVED_EVERY_MS, Received } from './received.ts'

test('what arrived is reported every ten seconds, each packet once, and nothing where nothing came', () => {
  const received = new Received(1_000)
  received.note(1_200)
  received.note(80)
  expect(received.next(1_000 + RECEIVED_EVERY_MS - 1)).toBeNull()
  expect(received.next(1_000 + RECEIVED_EVERY_MS)).toEqual({ packets: 2, bytes: 1_280 })
  expect(received.next(1_000 + 2 * RECEIVED_EVERY_MS)).toBeNull()
  expect(received.rest()).toBeNull()
  received.note(10)
  expect(received.next(1_000 + 3 * RECEIVED_EVERY_MS)).toEqual({ packets: 1, bytes: 10 })
})

test('of a person who leaves earlier the rest is reported, each packet once', () => {
  const received = new Received(1_000)
  received.note(1_200)
  expect(received.rest()).toEqual({ packets: 1, bytes: 1_200 })
  expect(received.rest()).toBeNull()
  expect(received.next(1_000 + RECEIVED_EVERY_MS)).toBeNull()
})
