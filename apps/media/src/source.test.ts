import { beforeEach, expect, it } from 'vitest'
import { createCounters } from './counters.ts'
import { readRtcp } from './packets/rtcp.ts'
import { readRtpHeader } from './packets/rtp.ts'
import { type Kind, Source } from './source.ts'

let source: Source
let reports: number
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
  reports = 0
  sentFeedback = []
  source.attach(feeder)
  source.receivers.add({
    linkBps: null,
    deliver: packet => {
      const header = readRtpHeader(packet)
      if (header) delivered.push(header)
    },
    deliverReport: () => {
      reports++
    },
  })
})

interface At {
  timestamp: number
  nowMs: number
  /** Whether the packet begins a VP8 keyframe. */
  isKey?: boolean
}

function publish(ssrc: number, sequence: number, at: At): void {
  const packet = Buffer.alloc(50)
  packet[0] = 0x80
  packet[12] = 0x10
  packet[13] = at.isKey ? 0x10 : 0x11
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

it('requests no keyframe of a publisher whose first packet begins one', () => {
  source.wantKeyframe(1_000)
  publish(111, 1, { timestamp: 0, nowMs: 1_000, isKey: true })
  source.tick(1_025)
  expect(sentFeedback.filter(({ kind }) => kind === 'keyframe-request')).toEqual([])
})

it('requests no other keyframe for wishes from before one began', () => {
  publish(111, 1, { timestamp: 0, nowMs: 1_000 })
  source.wantKeyframe(1_100)
  publish(111, 2, { timestamp: 9_000, nowMs: 1_200, isKey: true })
  source.tick(1_500)
  expect(sentFeedback.filter(({ kind }) => kind === 'keyframe-request')).toHaveLength(1)
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

const keyframeRequests = () => sentFeedback.filter(({ kind }) => kind === 'keyframe-request').length

it('requests a keyframe once its publisher does not send a missing packet again', () => {
  for (const sequence of [10, 12]) publish(111, sequence, { timestamp: sequence, nowMs: 0 })
  sentFeedback = []
  for (let nowMs = 500; nowMs <= 900; nowMs += 25) source.tick(nowMs)
  expect(keyframeRequests()).toBe(0)
  for (let nowMs = 925; nowMs <= 1_100; nowMs += 25) source.tick(nowMs)
  expect(keyframeRequests()).toBe(1)
})

it('requests no keyframe for a missing packet that a newer keyframe has replaced', () => {
  for (const sequence of [10, 12]) publish(111, sequence, { timestamp: sequence, nowMs: 0 })
  publish(111, 13, { timestamp: 13, nowMs: 300, isKey: true })
  sentFeedback = []
  for (let nowMs = 500; nowMs <= 2_000; nowMs += 25) source.tick(nowMs)
  expect(keyframeRequests()).toBe(0)
})

const repairs = (sequences: readonly number[], nowMs: number) =>
  sequences.map(sequence => source.repair(sequence, nowMs)?.packet?.readUInt16BE(2) ?? null)

it('repeats nothing that is older than a second, so that nobody is shown the past after an outage', () => {
  publish(111, 10, { timestamp: 0, nowMs: 5_000 })
  expect(source.repair(10, 6_000)).toMatchObject({ ageMs: 1_000, packet: expect.any(Buffer) })
  expect(source.repair(10, 6_001)).toEqual({ ageMs: 1_001, packet: null })
  expect(source.repair(11, 5_000)).toBeNull()
})

it('repeats nothing from before the newest keyframe, and all of that keyframe', () => {
  for (const sequence of [10, 11]) publish(111, sequence, { timestamp: 1, nowMs: 0 })
  // As in H.264: the parameters come first, and the packet of the image after them begins a keyframe, too.
  for (const sequence of [12, 13]) publish(111, sequence, { timestamp: 2, nowMs: 10, isKey: true })
  publish(111, 14, { timestamp: 3, nowMs: 20 })
  expect(repairs([10, 11, 12, 13, 14], 30)).toEqual([null, null, 12, 13, 14])
  // The first packet of a newer keyframe comes late.
  publish(111, 16, { timestamp: 4, nowMs: 30 })
  publish(111, 15, { timestamp: 4, nowMs: 40, isKey: true })
  expect(repairs([13, 14, 15, 16], 50)).toEqual([null, null, 15, 16])
})

it('repeats the newest packets also when its keyframe is so old that their numbers are around again', () => {
  publish(111, 0, { timestamp: 1, nowMs: 0, isKey: true })
  for (let i = 1; i < 40_000; i++) publish(111, i, { timestamp: i + 1, nowMs: i })
  expect(repairs([39_999], 40_000)).toEqual([39_999])
})

it('hands a sender report on at once, and no flood of them, which every viewer would multiply', () => {
  publish(111, 1, { timestamp: 0, nowMs: 0 })
  const report = { kind: 'sender-report', ssrc: 111, packet: Buffer.alloc(28), ntpMs: 0 } as const
  const take = (nowMs: number) => source.ingestReport({ ...report, ntpMiddle: nowMs, timestamp: 0 }, nowMs)
  take(1_000)
  expect(reports).toBe(1)
  for (let n = 1; n <= 1_000; n++) take(1_000 + n)
  expect(reports).toBeLessThanOrEqual(21)
  expect(reports).toBeGreaterThan(10)
})
