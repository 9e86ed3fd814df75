import { beforeEach, expect, it } from 'vitest'
import { createCounters } from './counters.ts'
import { readRtcp } from './packets/rtcp.ts'
import { readRtpHeader } from './packets/rtp.ts'
import { type Kind, Source } from './source.ts'

let source: Source
let delivered: { sequence: number; timestamp: number; ssrc: number }[]
let sentFeedback: ReturnType<typeof readRtcp>
const feeder = {
  capBps: 2_000_000,
  sendFeedback: (_kind: Kind, packet: Buffer) => {
    sentFeedback.push(...readRtcp(packet))
  },
}

beforeEach(() => {
  source = new Source('video', createCounters())
  delivered = []
  sentFeedback = []
  source.attach(feeder)
  source.receivers.add({
    linkBps: null,
    deliver: packet => {
      const header = readRtpHeader(packet)
      if (header) delivered.push(header)
    },
    deliverReport: () => {},
  })
})

function publish(ssrc: number, sequence: number, at: { timestamp: number; nowMs: number }): void {
  const packet = Buffer.alloc(50)
  packet[0] = 0x80
  packet[1] = 96
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(at.timestamp >>> 0, 4)
  packet.writeUInt32BE(ssrc, 8)
  source.ingest(packet, at.nowMs)
}

it('continues the same stream when its publisher reloads', () => {
  publish(111, 65_535, { timestamp: 4_294_967_290, nowMs: 1_000 })
  publish(111, 0, { timestamp: 4_294_970_290, nowMs: 1_033 })
  publish(222, 30_000, { timestamp: 77, nowMs: 1_533 })
  publish(222, 30_001, { timestamp: 3_077, nowMs: 1_566 })
  expect(new Set(delivered.map(({ ssrc }) => ssrc))).toEqual(new Set([source.ssrc]))
  expect(delivered.map(({ sequence }) => sequence)).toEqual([65_535, 0, 1, 2])
  const [, last = 0, first = 0, second = 0] = delivered.map(({ timestamp }) => timestamp)
  expect((first - last) >>> 0).toBe(500 * 90)
  expect((second - first) >>> 0).toBe(3_000)
})

it('hands a repeated packet on once, and late ones in their place', () => {
  for (const sequence of [10, 12, 11, 11, 12]) publish(111, sequence, { timestamp: sequence, nowMs: 5 })
  expect(delivered.map(({ sequence }) => sequence)).toEqual([10, 12, 11])
})

it('requests at once of its publisher what is missing', () => {
  publish(111, 10, { timestamp: 0, nowMs: 0 })
  sentFeedback = []
  publish(111, 13, { timestamp: 0, nowMs: 5 })
  expect(sentFeedback).toEqual([{ kind: 'nack', ssrc: 111, sequences: [11, 12] }])
})

it('requests a keyframe when a publisher comes, when one is wanted, and when the gap is too large', () => {
  const keyframes = () => sentFeedback.filter(({ kind }) => kind === 'keyframe-request').length
  publish(111, 10, { timestamp: 0, nowMs: 0 })
  expect(keyframes()).toBe(1)
  source.wantKeyframe(100)
  expect(keyframes()).toBe(1)
  source.tick(401)
  expect(keyframes()).toBe(2)
  publish(111, 900, { timestamp: 0, nowMs: 900 })
  expect(keyframes()).toBe(3)
})

it('says nothing to a publisher who has left', () => {
  publish(111, 10, { timestamp: 0, nowMs: 0 })
  sentFeedback = []
  source.detach(feeder)
  source.wantKeyframe(1)
  source.tick(5_000)
  expect(sentFeedback).toEqual([])
})

it('reports to the publisher once a second what it received', () => {
  for (let i = 0; i < 100; i++) if (i % 10 !== 5) publish(111, i, { timestamp: i, nowMs: i })
  for (let nowMs = 0; nowMs <= 3_000; nowMs += 25) source.tick(nowMs)
  const reports = sentFeedback.flatMap(feedback =>
    feedback.kind === 'receiver-report' ? feedback.blocks : [],
  )
  expect(reports.length).toBeGreaterThanOrEqual(3)
  expect(reports.at(-1)).toMatchObject({ ssrc: 111, cumulativeLost: 10, highestSequence: 99 })
})
