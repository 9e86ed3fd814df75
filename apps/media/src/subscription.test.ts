import { beforeEach, describe, expect, it } from 'vitest'
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
let maySee: boolean
let given: number[]

beforeEach(() => {
  maySee = true
  given = []
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
    mayReceive: () => maySee,
    onGiven: atMs => given.push(atMs),
    mayRequestKeyframe: () => budget-- > 0,
  })
  publish(1, 'key')
  keyframes = 0
  given = []
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

describe('a viewer who may see at last', () => {
  /** Nothing was published for so long that the last keyframe is of no use. */
  beforeEach(() => {
    maySee = false
    sent = []
    nowMs += 1_000
    publish(2)
    subscription.noteSight()
  })

  it('has a keyframe requested at once, and gets nothing before it', () => {
    maySee = true
    subscription.noteSight()
    expect(keyframes).toBe(1)
    publish(3)
    expect(sent).toEqual([])
    publish(4, 'key')
    publish(5)
    expect(sent).toEqual([4, 5])
    expect(keyframes).toBe(1)
  })

  it('gets what comes when the keyframe does not come within half a second', () => {
    maySee = true
    publish(3)
    nowMs += 500
    publish(4)
    nowMs += 1
    publish(5)
    expect(sent).toEqual([5])
  })

  it('gets the keyframe that was requested before, if it came just now, and each packet once', () => {
    subscription.expectSight()
    expect(keyframes).toBe(1)
    publish(3, 'key')
    const cameMs = nowMs
    nowMs += 100
    publish(4)
    expect(sent).toEqual([])
    maySee = true
    subscription.noteSight()
    publish(5)
    expect(sent).toEqual([3, 4, 5])
    expect(keyframes).toBe(1)
    // Attack: to be allowed to see again and again, each time with a moment that nobody counts.
    expect(given[0]).toBe(cameMs)
  })

  it('gets it also if the next packet shows that they may see', () => {
    publish(3, 'key')
    maySee = true
    publish(4)
    publish(5)
    expect(sent).toEqual([3, 4, 5])
  })

  it('gets no keyframe that would delay what follows it', () => {
    publish(3, 'key')
    nowMs += 251
    maySee = true
    subscription.noteSight()
    publish(4)
    expect(sent).toEqual([])
    expect(keyframes).toBe(1)
  })
})
