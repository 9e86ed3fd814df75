import { beforeEach, expect, it } from 'vitest'
import { createCounters } from '../counters.ts'
import { readRtcp } from '../packets/rtcp.ts'
import { Room } from '../room.ts'
import type { Kind } from '../source.ts'
import { type Frame, FrameReader, TAGS } from './frames.ts'
import { CAUGHT_UP_BYTES, type Pipe, QUEUED_MAX_BYTES, RelayOutlet } from './relay-outlet.ts'

/** A worker that reads only when the test says so. */
class StuckPipe implements Pipe {
  writableLength = 0
  written: Buffer[] = []
  write(bytes: Buffer): boolean {
    this.written.push(bytes)
    this.writableLength += bytes.length
    return true
  }
  cork(): void {}
  uncork(): void {}
  readAll(): Frame[] {
    this.writableLength = 0
    return new FrameReader().read(Buffer.concat(this.written.splice(0)))
  }
}

let pipe: StuckPipe
let room: Room
let nowMs: number
let counters: ReturnType<typeof createCounters>
let keyframeRequests: number
let sequence: number

beforeEach(() => {
  pipe = new StuckPipe()
  counters = createCounters()
  room = new Room(counters)
  ;[nowMs, keyframeRequests, sequence] = [10_000, 0, 0]
  const publisher = {
    capBps: 2_500_000,
    sendFeedback: (_kind: Kind, packet: Buffer) => {
      for (const { kind } of readRtcp(packet)) if (kind === 'keyframe-request') keyframeRequests++
    },
  }
  for (const kind of ['audio', 'video'] as const) room.source('a', kind)?.attach(publisher)
  new RelayOutlet({ pipe, room, wanted: { room: 'r', slot: 'a' }, counters, now: () => nowMs })
})

function publish(kind: Kind, frame: 'key' | 'other' = 'other'): void {
  const packet = Buffer.alloc(1_000)
  packet[0] = 0x80
  packet[1] = kind === 'audio' ? 111 : 96
  packet.writeUInt16BE(sequence++ & 0xffff, 2)
  packet.writeUInt32BE(kind === 'audio' ? 1 : 2, 8)
  packet[12] = 0x10
  packet[13] = frame === 'key' ? 0x10 : 0x11
  nowMs += 1
  room.source('a', kind)?.ingest(packet, nowMs)
}

const videoIn = (frames: Frame[]) => frames.filter(({ tag }) => tag === TAGS.video)

it('gives a worker that does not keep up no more video than a megabyte, and sound a little longer', () => {
  for (let i = 0; i < 5_000; i++) publish('video')
  expect(pipe.writableLength).toBeGreaterThan(QUEUED_MAX_BYTES)
  expect(pipe.writableLength).toBeLessThan(QUEUED_MAX_BYTES + 2_000)
  const before = pipe.writableLength
  publish('audio')
  expect(pipe.writableLength).toBeGreaterThan(before)
  for (let i = 0; i < 5_000; i++) publish('audio')
  expect(pipe.writableLength).toBeLessThan(2 * QUEUED_MAX_BYTES + 2_000)
  expect(counters.relayDrops).toBeGreaterThan(7_000)
})

it('begins again at a keyframe, which it requests once that worker has caught up', () => {
  while (pipe.writableLength <= QUEUED_MAX_BYTES) publish('video')
  publish('video')
  pipe.readAll()
  pipe.writableLength = CAUGHT_UP_BYTES
  const requestsBefore = keyframeRequests
  nowMs += 500
  publish('video', 'key')
  expect(pipe.readAll()).toEqual([])
  expect(keyframeRequests).toBe(requestsBefore)
  publish('video')
  publish('video')
  expect(pipe.readAll()).toEqual([])
  expect(keyframeRequests).toBe(requestsBefore + 1)
  publish('video', 'key')
  publish('video')
  expect(videoIn(pipe.readAll()).map(({ bytes }) => bytes[13])).toEqual([0x10, 0x11])
})

it('never holds up who is served here', () => {
  let here = 0
  room.source('a', 'video')?.receivers.add({
    linkBps: null,
    deliver: () => {
      here++
    },
    deliverReport() {},
  })
  for (let i = 0; i < 4_000; i++) publish('video')
  expect(here).toBe(4_000)
})
