import { beforeEach, expect, it } from 'vitest'
import { readPictureNumbers } from '../packets/picture-id.ts'
import { hasPayload, readRtpHeader } from '../packets/rtp.ts'
import { type ClockReading, OneStream } from './one-stream.ts'

const SSRC = 4_711

/** A source of frames, each in so many packets. */
class Frames {
  clock: ClockReading | null = null
  sequence: number
  timestamp: number
  #picture: number
  readonly packets = new Map<number, Buffer>()

  constructor(from: { sequence: number; timestamp: number; picture: number }) {
    this.sequence = from.sequence
    this.timestamp = from.timestamp
    this.#picture = from.picture
  }

  next(count = 3): Buffer[] {
    const frame = Array.from({ length: count }, (_, i) => {
      const packet = Buffer.alloc(60)
      packet[0] = 0x80
      packet[1] = 96 | (i === count - 1 ? 0x80 : 0)
      packet.writeUInt16BE(this.sequence, 2)
      packet.writeUInt32BE(this.timestamp >>> 0, 4)
      packet.writeUInt32BE(this.#picture, 8)
      Buffer.from([0x90, 0xc0]).copy(packet, 12)
      packet.writeUInt16BE(0x8000 | (this.#picture & 0x7fff), 14)
      packet[16] = this.#picture & 0xff
      this.packets.set(this.sequence, packet)
      this.sequence = (this.sequence + 1) & 0xffff
      return packet
    })
    this.timestamp += 3_000
    this.#picture++
    return frame
  }
}

let large: Frames
let small: Frames
let stream: OneStream<Frames>
let seen: Buffer[]
let nowMs: number

beforeEach(() => {
  large = new Frames({ sequence: 65_530, timestamp: 4_294_960_000, picture: 32_766 })
  small = new Frames({ sequence: 100, timestamp: 77, picture: 9_000 })
  stream = new OneStream(SSRC)
  seen = []
  nowMs = 1_000
})

function give(...packets: Buffer[]): void {
  for (const packet of packets) {
    const placed = stream.place(packet, nowMs)
    if (placed) seen.push(placed)
  }
}
function frames(source: Frames, count: number, isFirst = false): void {
  for (let i = 0; i < count; i++, nowMs += 33) {
    const frame = source.next()
    if (isFirst && i === 0 && frame[0]) stream.begin(source, frame[0], nowMs)
    give(...frame)
  }
}
const header = (packet: Buffer | undefined) => packet && readRtpHeader(packet)
const steps = (values: number[], circle: number) =>
  values.slice(1).map((value, i) => (value - (values[i] ?? 0) + circle) % circle)
const sequences = () => seen.map(packet => header(packet)?.sequence ?? -1)
const timestamps = () => [...new Set(seen.map(packet => header(packet)?.timestamp ?? -1))]
/** Of the frame before the newest. */
const sinceLast = (last: number) => ((timestamps().at(-2) ?? 0) - last) >>> 0
const pictures = () => [...new Set(seen.map(packet => readPictureNumbers(packet)?.picture.value ?? -1))]

it('is one stream to the viewer through several changes of size', () => {
  frames(large, 5, true)
  frames(small, 5, true)
  frames(large, 5, true)
  expect(new Set(seen.map(packet => header(packet)?.ssrc))).toEqual(new Set([SSRC]))
  expect(new Set(steps(sequences(), 0x10000))).toEqual(new Set([1]))
  expect(new Set(steps(pictures(), 0x8000))).toEqual(new Set([1]))
  for (const step of steps(timestamps(), 2 ** 32)) expect(Math.abs(step - 3_000)).toBeLessThan(100)
  expect(seen).toHaveLength(45)
})

it('changes nothing in the packets that others are sent as well', () => {
  frames(large, 2, true)
  const [first] = small.next()
  if (!first) throw new Error('no packet')
  const before = Buffer.from(first)
  stream.begin(small, first, nowMs)
  give(first)
  expect(first.equals(before)).toBe(true)
})

it('keeps lips and sound together by the reports of both', () => {
  frames(large, 3, true)
  const last = timestamps().at(-1) ?? 0
  // By its report the small video's frame was taken 100 ms after the last large one, though it came 33 ms later.
  large.clock = { ntpMs: 50_000, timestamp: last }
  small.clock = { ntpMs: 50_100, timestamp: small.timestamp }
  frames(small, 2, true)
  expect(sinceLast(last)).toBe(9_000)
})

it.each([
  ['the past', 49_000],
  ['next year', 9e9],
])('believes no report that puts a picture into %s', (_name, ntpMs) => {
  frames(large, 3, true)
  const last = timestamps().at(-1) ?? 0
  large.clock = { ntpMs: 50_000, timestamp: last }
  small.clock = { ntpMs, timestamp: small.timestamp }
  frames(small, 2, true)
  expect(sinceLast(last)).toBe(33 * 90)
})

it('gives late packets of the present size their place, and none to those of before', () => {
  frames(large, 2, true)
  const late = large.next()
  const old = small.next()
  const [key, missing, rest] = small.next()
  if (!key || !missing || !rest) throw new Error('no packets')
  stream.begin(small, key, nowMs)
  give(key, rest, missing, ...old)
  expect(seen).toHaveLength(9)
  expect(
    sequences()
      .slice(-3)
      .map(sequence => sequence - (sequences()[6] ?? 0)),
  ).toEqual([0, 2, 1])
  expect(late.map(packet => stream.place(packet, nowMs))).not.toContain(undefined)
})

it('finds what was sent in the size that it was sent in', () => {
  frames(large, 3, true)
  frames(small, 3, true)
  for (const packet of seen) {
    const { sequence = 0 } = header(packet) ?? {}
    const origin = stream.find(sequence)
    const stored = origin?.source.packets.get(origin.sequence)
    expect(stored && origin?.write(stored)).toEqual(packet)
  }
  expect(stream.find(((sequences()[0] ?? 0) - 1) & 0xffff)).toBeNull()
})

it('puts padding between frames alone, and continues behind it', () => {
  frames(large, 2, true)
  const [key, second, third] = small.next()
  if (!key || !second || !third) throw new Error('no packets')
  stream.begin(small, key, nowMs)
  give(key, second)
  expect(stream.padding(9_000)).toEqual([])
  give(third)
  const padding = stream.padding(1_000)
  expect(padding).toHaveLength(3)
  expect(padding.map(hasPayload)).toEqual([false, false, false])
  seen.push(...padding)
  frames(small, 2)
  seen.push(...stream.padding(600))
  frames(small, 1)
  expect(new Set(steps(sequences(), 0x10000))).toEqual(new Set([1]))
  for (const packet of seen) {
    const origin = stream.find(header(packet)?.sequence ?? 0)
    expect(origin === null).toBe(!hasPayload(packet))
    const stored = origin?.source.packets.get(origin.sequence)
    if (origin) expect(stored && origin.write(stored)).toEqual(packet)
  }
  expect(stream.padding(100)).toEqual([])
})

it('continues for longer than sequence numbers last', () => {
  frames(large, 1, true)
  frames(small, 1, true)
  seen = []
  for (let i = 0; i < 700; i++) give(...small.next(100))
  expect(seen).toHaveLength(70_000)
  expect(new Set(steps(sequences(), 0x10000))).toEqual(new Set([1]))
})
