import { expect, it } from 'vitest'
import { isRtcp, readAndClearExtension16, readRtpHeader, sequenceDistance, writeRtpHeader } from './rtp.ts'

function withExtensions(elements: number[]): Buffer {
  const words = Math.ceil(elements.length / 4)
  const packet = Buffer.alloc(12 + 4 + words * 4 + 10)
  packet[0] = 0x90
  packet[1] = 96
  packet.writeUInt16BE(0xbede, 12)
  packet.writeUInt16BE(words, 14)
  Buffer.from(elements).copy(packet, 16)
  return packet
}

it('reads back the identity it wrote into a packet', () => {
  const packet = withExtensions([])
  const header = { sequence: 65_535, timestamp: 4_000_000_000, ssrc: 3_999_999_999 }
  writeRtpHeader(packet, header)
  expect(readRtpHeader(packet)).toEqual(header)
})

it('distinguishes audio and video from reports about them', () => {
  expect([96, 111, 96 | 0x80, 111 | 0x80].map(type => isRtcp(Buffer.from([0x80, type])))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([200, 201, 205, 206].map(type => isRtcp(Buffer.from([0x80, type])))).toEqual([
    true,
    true,
    true,
    true,
  ])
})

it('takes nothing for a packet that is too short or of another version', () => {
  expect(readRtpHeader(Buffer.alloc(11, 0x80))).toBeNull()
  expect(readRtpHeader(Buffer.alloc(12))).toBeNull()
})

it('takes the transport-wide number from behind other extensions and padding, once, and leaves the others', () => {
  const packet = withExtensions([0x32, 1, 2, 3, 0, 0x51, 0xab, 0xcd])
  expect(readAndClearExtension16(packet, 5)).toBe(0xabcd)
  expect(readAndClearExtension16(packet, 5)).toBeNull()
  expect(packet.subarray(16, 24)).toEqual(Buffer.from([0x32, 1, 2, 3, 0, 0, 0, 0]))
})

it.each([
  ['no extension', Buffer.from([0x80, 96, ...new Array(20).fill(0)])],
  ['another id', withExtensions([0x61, 1, 2, 0])],
  ['another length', withExtensions([0x52, 1, 2, 3])],
  ['a length beyond the packet', withExtensions([0x51, 1, 2, 0]).subarray(0, 18)],
  ['a truncated extension', withExtensions([0x51, 1, 2, 0]).subarray(0, 14)],
])('finds no transport-wide number in a packet with %s', (_case, packet) => {
  expect(readAndClearExtension16(packet, 5)).toBeNull()
})

it.each([
  [1, 2, 1],
  [65_535, 0, 1],
  [0, 65_535, -1],
  [10, 5, -5],
])('measures from sequence %i to %i as %i', (from, to, distance) => {
  expect(sequenceDistance(from, to)).toBe(distance)
})
