import { beforeEach, expect, it } from 'vitest'
import { createCounters } from './counters.ts'
import { buildNack, readRtcp } from './packets/rtcp.ts'
import { Source } from './source.ts'
import { Subscription } from './subscription.ts'

const KEYFRAMES_MAX = 2
let nowMs: number
let source: Source
let keyframes: number
let sent: number[]
let subscription: Subscription

beforeEach(() => {
  nowMs = 10_000
  keyframes = 0
  sent = []
  source = new Source('video', createCounters())
  source.attach({
    capBps: 2_000_000,
    sendFeedback: (_stream, packet) => {
      keyframes += readRtcp(packet).filter(({ kind }) => kind === 'keyframe-request').length
    },
  })
  let budget = KEYFRAMES_MAX
  subscription = new Subscription({
    track: { isOpen: () => true, sendMessageBinary: bytes => sent.push(bytes.readUInt16BE(2)) > 0 },
    source,
    counters: createCounters(),
    now: () => nowMs,
    mayReceive: () => true,
    mayRequestKeyframe: () => budget-- > 0,
  })
  publish(1, 'key')
  keyframes = 0
})

function publish(sequence: number, frame: 'key' | 'delta' = 'delta'): void {
  const packet = Buffer.alloc(50)
  packet[0] = 0x80
  packet[1] = 96
  packet.writeUInt16BE(sequence, 2)
  packet.writeUInt32BE(sequence, 4)
  packet.writeUInt32BE(111, 8)
  packet[12] = 0x10
  packet[13] = frame === 'key' ? 0x10 : 0x11
  source.ingest(packet, nowMs)
}

const misses = (sequence: number) => subscription.handleRtcp(buildNack(source.ssrc, [sequence]))

it('sends a missed packet once more, until a keyframe has replaced it', () => {
  publish(2)
  misses(2)
  expect(sent).toEqual([1, 2, 2])
  nowMs += 200
  publish(3, 'key')
  misses(2)
  expect(sent).toEqual([1, 2, 2, 3])
})

it('requests a keyframe for a viewer who still misses a packet after half a second, as often as a viewer may', () => {
  publish(2)
  nowMs += 450
  misses(2)
  expect(keyframes).toBe(0)
  nowMs += 100
  for (let i = 0; i < 10; i++) misses(2)
  expect(keyframes).toBe(1)
  // Attack: a client that requests an old packet again and again, which would cost every viewer keyframes.
  for (let sequence = 3; sequence < 20; sequence++) {
    publish(sequence)
    nowMs += 1_100
    misses(sequence)
  }
  expect(keyframes).toBe(KEYFRAMES_MAX)
})
