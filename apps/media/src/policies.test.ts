import { describe, expect, it } from 'vitest'
import { BitratePolicy, targetBitrate } from './bitrate-policy.ts'
import { Flow } from './flow.ts'
import { InboundBudget } from './inbound-budget.ts'
import { KeyframePolicy } from './keyframe-policy.ts'
import { PacketRing } from './packets/packet-ring.ts'
import { RepeatLimiter } from './packets/repeat-limiter.ts'

describe('keyframe requests', () => {
  it('go out at most once in 400 ms, and one that comes too early is kept', () => {
    const policy = new KeyframePolicy()
    expect(policy.claim(0)).toBe(false)
    policy.want()
    expect(policy.claim(0)).toBe(true)
    policy.want()
    policy.want()
    expect(policy.claim(399)).toBe(false)
    expect(policy.claim(400)).toBe(true)
    expect(policy.claim(2_000)).toBe(false)
  })
})

describe('repeats to a viewer', () => {
  const link = { bps: 1_000_000, roundTripMs: 100 }

  it('send a packet again only after most of a round trip', () => {
    const limiter = new RepeatLimiter()
    const packet = { sequence: 1, bytes: 100 }
    expect([0, 79, 80].map(nowMs => limiter.allow(packet, link, nowMs))).toEqual([true, false, true])
  })

  it('take a quarter of the link and no more, after a burst', () => {
    const limiter = new RepeatLimiter()
    let sentBytes = 0
    for (let i = 0; i < 10_000; i++)
      if (limiter.allow({ sequence: i, bytes: 1_000 }, link, i)) sentBytes += 1_000
    expect(sentBytes).toBeGreaterThan(300_000)
    expect(sentBytes).toBeLessThanOrEqual(15_000 + 10 * 31_250 + 1_000)
  })
})

describe('the bitrate that a publisher gets', () => {
  it.each([
    ['the cap while nothing is known', [], 2_000_000],
    ['the slower of two', [900_000, 400_000], 400_000],
    ['never less than keeps a picture', [20_000], 150_000],
    ['never more than the cap', [9_000_000], 2_000_000],
    [
      'what nine of ten can take in an event',
      [160_000, ...new Array(9).fill(1_000_000), 1_500_000],
      1_000_000,
    ],
  ])('is %s', (_case, viewers, expected) => {
    expect(targetBitrate(viewers, 2_000_000)).toBe(expected)
  })

  it('is sent each second, and at once when it falls', () => {
    const policy = new BitratePolicy()
    expect(policy.next(1_000_000, 0)).toBe(1_000_000)
    expect(policy.next(990_000, 100)).toBeNull()
    expect(policy.next(900_000, 101)).toBe(900_000)
    expect(policy.next(1_500_000, 200)).toBeNull()
    expect(policy.next(1_500_000, 1_101)).toBe(1_500_000)
  })
})

describe('whether media flows', () => {
  const turnsOf = (flow: Flow, fromMs: number) =>
    Array.from({ length: 20 }, (_, i) => (flow.note(fromMs + i * 20) === 'live' ? i + 1 : 0)).filter(Boolean)

  it('takes a few packets close together at first, and more after a stall', () => {
    const flow = new Flow()
    expect(turnsOf(flow, 0)).toEqual([2])
    flow.check(3_000)
    expect(turnsOf(flow, 3_000)).toEqual([15])
  })

  it('is never had by a packet now and then', () => {
    const flow = new Flow()
    for (let i = 0; i < 40; i++) expect(flow.note(i * 2_100)).toBeNull()
  })

  it('ends two seconds after the last packet, and says how long ago that was', () => {
    const flow = new Flow()
    for (let i = 0; i < 20; i++) flow.note(i * 20)
    expect(flow.check(380 + 2_000)).toBeNull()
    expect(flow.check(380 + 2_010)).toBe(2_010)
    expect(flow.check(380 + 2_020)).toBeNull()
    expect(flow.isLive).toBe(false)
  })
})

describe('the ring of sent packets', () => {
  function put(ring: PacketRing, sequence: number) {
    const packet = Buffer.alloc(12)
    packet[0] = 0x80
    packet.writeUInt16BE(sequence, 2)
    ring.put(sequence, packet, 0)
    return packet
  }

  it('gives back what was put and nothing that was overwritten', () => {
    const ring = new PacketRing()
    const first = put(ring, 5)
    expect(ring.get(5)).toBe(first)
    put(ring, 5 + 1024)
    expect(ring.get(5)).toBeUndefined()
    expect(ring.get(6)).toBeUndefined()
  })
})

describe('the budget of a publisher', () => {
  const forwardedShare = (bps: number) => {
    const budget = new InboundBudget(1_000_000, 0)
    let [sent, forwarded] = [0, 0]
    for (let nowMs = 0; nowMs < 60_000; nowMs += 10, sent++) if (budget.spend(bps / 800, nowMs)) forwarded++
    return forwarded / sent
  }

  it('is never felt by one who keeps to the cap', () => {
    expect(forwardedShare(1_300_000)).toBe(1)
  })

  it('stops a flood, which every viewer would multiply', () => {
    expect(forwardedShare(50_000_000)).toBeLessThan(0.04)
  })

  it('stops a flood of packets that are small, since each costs as much time as a large one', () => {
    const budget = new InboundBudget(2_500_000, 0)
    let forwarded = 0
    for (let nowMs = 0; nowMs < 60_000; nowMs += 0.05) if (budget.spend(14, nowMs)) forwarded++
    expect(forwarded / 60).toBeLessThan(5_500)
  })
})
