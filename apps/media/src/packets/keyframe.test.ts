import { expect, it } from 'vitest'
import { beginsKeyframe } from './keyframe.ts'

function packet(payloadType: number, payload: number[], extension: number[] = []): Buffer {
  const header = Buffer.alloc(12)
  header[0] = 0x80 | (extension.length > 0 ? 0x10 : 0)
  header[1] = payloadType
  return Buffer.concat([header, Buffer.from([...extension, ...payload])])
}

const EXTENSION = [0xbe, 0xde, 0, 1, 0x32, 1, 2, 3]

it.each<[string, number, number[], boolean]>([
  ['the first packet of a VP8 keyframe', 96, [0x10, 0x10, 2, 0], true],
  ['the same with a picture id of two bytes', 96, [0x90, 0x80, 0x80, 0x01, 0x10], true],
  ['the same with a picture id of one byte', 96, [0x90, 0x80, 0x01, 0x10], true],
  ['the same with all that a descriptor can have', 96, [0x90, 0xf0, 0x80, 0x01, 7, 0x20, 0x10], true],
  ['the first packet of another VP8 frame', 96, [0x10, 0x11, 2, 0], false],
  ['a later packet of a VP8 keyframe', 96, [0x00, 0x10, 2, 0], false],
  ['a later partition', 96, [0x11, 0x10, 2, 0], false],
  ['a descriptor and nothing else', 96, [0x90, 0x80, 0x80], false],
  ['an H.264 keyframe', 102, [0x65, 1], true],
  ['its parameters', 102, [0x67, 1], true],
  ['several units with the parameters first', 102, [0x18, 0, 2, 0x67, 1], true],
  ['several units with another first', 102, [0x18, 0, 2, 0x41, 1], false],
  ['the first piece of an H.264 keyframe', 102, [0x7c, 0x85, 1], true],
  ['a later piece', 102, [0x7c, 0x05, 1], false],
  ['another H.264 frame', 102, [0x41, 1], false],
  ['sound', 111, [0x10, 0x10], false],
  ['no payload', 96, [], false],
])('%s', (_case, payloadType, payload, expected) => {
  expect(beginsKeyframe(packet(payloadType, payload))).toBe(expected)
  expect(beginsKeyframe(packet(payloadType | 0x80, payload, EXTENSION))).toBe(expected)
})

it('an extension that says more than there is', () => {
  const cut = packet(96, [], [0xbe, 0xde, 0xff, 0xff, 0x10, 0x10])
  expect(beginsKeyframe(cut)).toBe(false)
  expect(beginsKeyframe(cut.subarray(0, 14))).toBe(false)
  expect(beginsKeyframe(Buffer.alloc(0))).toBe(false)
})
