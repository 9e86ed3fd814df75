import { expect, it } from 'vitest'
import { PacketRing } from './packet-ring.ts'

/** An RTP packet with nothing in it but its header. */
function packet(sequence: number): Buffer {
  const header = Buffer.alloc(12)
  header[0] = 0x80
  header.writeUInt16BE(sequence, 2)
  return header
}

it('gives back the last thousand packets by their numbers, and never another instead of an older one', () => {
  const ring = new PacketRing()
  for (let sequence = 0; sequence < 1_030; sequence++) ring.put(sequence, packet(sequence), 0)
  expect(ring.get(1_029)).toEqual(packet(1_029))
  expect(ring.get(6)).toEqual(packet(6))
  expect(ring.get(5)).toBeUndefined()
  expect(ring.get(2_000)).toBeUndefined()
})

it('knows how long ago a packet arrived', () => {
  const ring = new PacketRing()
  ring.put(7, packet(7), 5_000)
  expect(ring.ageMs(7, 6_001)).toBe(1_001)
})
