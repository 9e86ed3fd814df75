import { expect, it } from 'vitest'
import { FrameReader, frameHeader, readLinks, readWanted, TAGS, writeLinks } from './frames.ts'

const frame = (text: string) => {
  const bytes = Buffer.from(text)
  return Buffer.concat([frameHeader(TAGS.audio, bytes), bytes])
}

it('reads the same frames wherever the stream is cut', () => {
  const stream = Buffer.concat(['one', '', 'three', 'x'.repeat(1_400)].map(frame))
  for (const pieceBytes of [1, 2, 3, 7, 500, stream.length]) {
    const reader = new FrameReader()
    const read: string[] = []
    for (let at = 0; at < stream.length; at += pieceBytes)
      for (const { tag, bytes } of reader.read(stream.subarray(at, at + pieceBytes)))
        if (tag === TAGS.audio) read.push(String(bytes))
    expect(read).toEqual(['one', '', 'three', 'x'.repeat(1_400)])
  }
})

it('ends on a stream of nothing but zeros', () => {
  expect(new FrameReader().read(Buffer.alloc(300)).every(({ bytes }) => bytes.length === 0)).toBe(true)
})

it('writes no frame that its length cannot say', () => {
  expect(() => frameHeader(TAGS.video, Buffer.alloc(0x10000))).toThrow(RangeError)
})

it.each(['', 'null', '{"room":1,"slot":"a"}', '{"room":"r"}', '[', '{"room":"r","slot":null}'])(
  'takes %j for no wish',
  text => {
    expect(readWanted(Buffer.from(text))).toBeNull()
  },
)

it('reads what it wrote', () => {
  expect(readWanted(Buffer.from(JSON.stringify({ room: 'r', slot: 'a' })))).toEqual({ room: 'r', slot: 'a' })
  expect(readLinks(writeLinks([150_000, 2_500_000.4, -1, 1e12]))).toEqual([150_000, 2_500_000, 0, 0xffffffff])
})
