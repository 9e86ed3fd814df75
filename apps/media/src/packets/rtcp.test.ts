import { expect, it } from 'vitest'
import {
  buildKeyframeRequest,
  buildNack,
  buildReceiverReport,
  buildRemb,
  readRtcp,
  rewriteSenderReport,
} from './rtcp.ts'

it('requests packets again, seventeen to a pair, across the wrap of numbers', () => {
  const requested = [65_533, 65_535, 0, 13, 14, 500]
  const packet = buildNack(77, requested)
  expect(packet.length).toBe(12 + 3 * 4)
  expect(readRtcp(packet)).toEqual([{ kind: 'nack', ssrc: 77, sequences: requested }])
})

it('requests a keyframe and reads both kinds of such requests', () => {
  expect(readRtcp(buildKeyframeRequest(5))).toEqual([{ kind: 'keyframe-request', ssrc: 5 }])
  const fullIntraRequest = Buffer.from([0x84, 206, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9, 1, 0, 0, 0])
  expect(readRtcp(fullIntraRequest)).toEqual([{ kind: 'keyframe-request', ssrc: 9 }])
})

it.each([0, 150_000, 262_143, 262_144, 2_500_000, 90_000_000])(
  'writes a bitrate of %i within a thousandth',
  bitsPerSecond => {
    const [feedback] = readRtcp(buildRemb(12, bitsPerSecond))
    expect(feedback).toMatchObject({ kind: 'bitrate', ssrcs: [12] })
    const decoded = feedback?.kind === 'bitrate' ? feedback.bitsPerSecond : Number.NaN
    expect(Math.abs(decoded - bitsPerSecond)).toBeLessThanOrEqual(bitsPerSecond / 1000)
  },
)

it('reports what it received', () => {
  const block = {
    ssrc: 4,
    fractionLost: 12,
    cumulativeLost: 345,
    highestSequence: 0x10005,
    lastSenderReport: 0xdeadbeef,
    delaySinceLast: 65_536,
  }
  expect(readRtcp(buildReceiverReport(block))).toEqual([{ kind: 'receiver-report', blocks: [block] }])
})

function senderReport(): Buffer {
  const packet = Buffer.alloc(28)
  Buffer.from([0x80, 200, 0, 6]).copy(packet)
  packet.writeUInt32BE(1000, 4)
  packet.writeUInt32BE(0x11112222, 8)
  packet.writeUInt32BE(0x33334444, 12)
  packet.writeUInt32BE(90_000, 16)
  return packet
}

it('puts a sender report in the terms of the forwarded stream and keeps its wall clock', () => {
  const rewritten = rewriteSenderReport(senderReport(), 42, 2 ** 32 + 5)
  expect(readRtcp(rewritten)).toMatchObject([
    { kind: 'sender-report', ssrc: 42, timestamp: 5, ntpMiddle: 0x22223333 },
  ])
  expect(rewritten.length).toBe(28)
})

it('reads every part of a compound packet and skips what it does not know', () => {
  const description = Buffer.from([0x81, 202, 0, 1, 0, 0, 0, 1])
  const compound = Buffer.concat([senderReport(), description, buildKeyframeRequest(8), buildNack(8, [1])])
  expect(readRtcp(compound).map(({ kind }) => kind)).toEqual(['sender-report', 'keyframe-request', 'nack'])
})

it('stops at a part that claims to be longer than the packet', () => {
  const lying = Buffer.concat([buildKeyframeRequest(8), Buffer.from([0x81, 205, 0xff, 0xff, 0, 0, 0, 1])])
  expect(readRtcp(lying)).toHaveLength(1)
  for (let length = 0; length < lying.length; length++)
    expect(() => readRtcp(lying.subarray(0, length))).not.toThrow()
})
