import { expect, it } from 'vitest'
import { movePictureNumbers, readPictureNumbers } from './picture-id.ts'

function vp8(...descriptor: number[]): Buffer {
  const packet = Buffer.alloc(12 + descriptor.length + 4)
  packet[0] = 0x80
  packet[1] = 96 | 0x80
  Buffer.from(descriptor).copy(packet, 12)
  return packet
}
const numbersOf = (packet: Buffer) => {
  const numbers = readPictureNumbers(packet)
  return numbers && [numbers.picture.value, numbers.layer?.value ?? null]
}

it('reads and moves the numbers of a picture, round the end of each', () => {
  const long = vp8(0x90, 0xe0, 0xff, 0xfe, 0xff, 0x20)
  expect(numbersOf(long)).toEqual([0x7ffe, 0xff])
  movePictureNumbers(long, { picture: 3, layer: 2 })
  expect(numbersOf(long)).toEqual([1, 1])
  const short = vp8(0x90, 0x80, 0x7f)
  movePictureNumbers(short, { picture: -126, layer: 9 })
  expect(numbersOf(short)).toEqual([1, null])
  movePictureNumbers(short, { picture: -2, layer: 0 })
  expect(numbersOf(short)).toEqual([127, null])
})

it('leaves alone what carries none, is cut off, or is of another codec', () => {
  const other = vp8(0x90, 0x80, 0x01)
  other[1] = 102
  for (const packet of [
    vp8(0x10),
    vp8(0x90, 0x40, 7),
    other,
    Buffer.alloc(5),
    vp8(0x90, 0x80).subarray(0, 14),
  ]) {
    const before = Buffer.from(packet)
    expect(numbersOf(packet)).toBeNull()
    movePictureNumbers(packet, { picture: 1, layer: 1 })
    expect(packet.equals(before)).toBe(true)
  }
})
