import { expect, it } from 'vitest'
import { buildTransportFeedback, TransportFeedbackLog } from './transport-feedback.ts'

/** Reads a feedback packet the way its receiver does: arrival in milliseconds by sequence, null for lost. */
function read(packet: Buffer): Map<number, number | null> {
  const [base, count, reference] = [
    packet.readUInt16BE(12),
    packet.readUInt16BE(14),
    packet.readUIntBE(16, 3),
  ]
  const symbols: number[] = []
  let at = 20
  for (; symbols.length < count; at += 2) {
    const word = packet.readUInt16BE(at)
    for (let i = 0; i < 7; i++) symbols.push((word >> (12 - 2 * i)) & 3)
  }
  let timeMs = reference * 64
  const arrivals = new Map<number, number | null>()
  for (const [i, symbol] of symbols.slice(0, count).entries()) {
    if (symbol === 1) timeMs += packet.readUInt8(at++) / 4
    if (symbol === 2) {
      timeMs += packet.readInt16BE(at) / 4
      at += 2
    }
    arrivals.set((base + i) & 0xffff, symbol === 0 ? null : timeMs)
  }
  return arrivals
}

it('reports arrivals to the quarter of a millisecond, reordered and late ones too, and the lost as lost', () => {
  const arrivals = new Map([
    [0, 1_000.25],
    [1, 1_000.5],
    [3, 1_400],
    [4, 1_399.75],
    [8, 1_500],
  ])
  const packet = buildTransportFeedback({ base: 65_534, count: 9, arrivals, feedbackCount: 3, ssrc: 6 })
  expect(packet.length % 4).toBe(0)
  expect(packet.readUInt16BE(2)).toBe(packet.length / 4 - 1)
  expect([...read(packet)]).toEqual([
    [65_534, 1_000.25],
    [65_535, 1_000.5],
    [0, null],
    [1, 1_400],
    [2, 1_399.75],
    [3, null],
    [4, null],
    [5, null],
    [6, 1_500],
  ])
})

it('reports each packet once and counts what is missing between reports as lost', () => {
  const log = new TransportFeedbackLog()
  log.note(10, 100)
  log.note(11, 101)
  expect([...read(log.next(1) ?? Buffer.alloc(0)).keys()]).toEqual([10, 11])
  expect(log.next(1)).toBeNull()
  log.note(13, 103)
  const second = read(log.next(1) ?? Buffer.alloc(0))
  expect(second.get(12)).toBeNull()
  expect(second.get(13)).toBe(103)
})

it('starts afresh when a reloaded publisher counts from elsewhere', () => {
  const log = new TransportFeedbackLog()
  log.note(10, 100)
  log.next(1)
  log.note(40_000, 200)
  expect([...read(log.next(1) ?? Buffer.alloc(0))]).toEqual([[40_000, 200]])
})
