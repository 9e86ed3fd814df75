import { beforeEach, describe, expect, it } from 'vitest'
import { createCounters } from '../counters.ts'
import { buildKeyframeRequest, buildNack, buildRemb, readRtcp } from '../packets/rtcp.ts'
import { isRtcp, readRtpHeader } from '../packets/rtp.ts'
import { Room } from '../room.ts'
import type { Feeder, Stream } from '../source.ts'
import { Subscription } from '../subscription.ts'
import type { Size } from './size-choice.ts'
import { HELD_MAX_MS, SizedSubscription } from './sized-subscription.ts'
import { KEPT_MS, LARGE_FLOOR_BPS, PROBES_MAX, SMALL_MAX_BPS, UP_KEYFRAME_EVERY_MS } from './small-video.ts'

const CAP_BPS = 2_500_000
/** A frame of each every 40 ms, so the large video takes 1.5 Mbit/s and the small one 160 kbit/s. */
const FRAME_MS = 40
const PACKETS = { video: 7, small: 1 } as const
const [PACKET_BYTES, SMALL_BYTES] = [1_070, 800]

let room: Room
let nowMs: number
let sentFeedback: { stream: Stream; kind: string; bps?: number }[]
let needs: boolean[]
let ssrcOf: Record<Stream, number>
let keyframeDue: Map<Stream, number>
/** How long after the request the publisher's keyframe comes. */
let keyframeTakesMs: number
let sequences: Record<Stream, number>

const publisher: Feeder = {
  capBps: CAP_BPS,
  sendFeedback(stream, packet) {
    for (const feedback of readRtcp(packet)) {
      const bps = feedback.kind === 'bitrate' ? { bps: feedback.bitsPerSecond } : {}
      sentFeedback.push({ stream, kind: feedback.kind, ...bps })
      if (feedback.kind === 'keyframe-request') keyframeDue.set(stream, nowMs + keyframeTakesMs)
    }
  },
  wantSmall: isWanted => needs.push(isWanted),
}

beforeEach(() => {
  nowMs = 1_000_000
  sentFeedback = []
  needs = []
  room = new Room(createCounters())
  ssrcOf = { audio: 1, video: 2, small: 3 }
  sequences = { audio: 0, video: 65_000, small: 500 }
  keyframeTakesMs = 0
  keyframeDue = new Map([
    ['video', nowMs],
    ['small', nowMs],
  ])
  room.source('a', 'video')?.attach(publisher)
  room.small('a')?.attach(publisher)
})

function send(stream: 'video' | 'small'): void {
  const isKey = (keyframeDue.get(stream) ?? Number.POSITIVE_INFINITY) <= nowMs
  if (isKey) keyframeDue.delete(stream)
  for (let i = 0; i < PACKETS[stream]; i++) {
    const packet = Buffer.alloc(stream === 'video' ? PACKET_BYTES : SMALL_BYTES)
    packet[0] = 0x80
    packet[1] = 96 | (i === PACKETS[stream] - 1 ? 0x80 : 0)
    packet.writeUInt16BE(sequences[stream]++ & 0xffff, 2)
    packet.writeUInt32BE((nowMs * 90) >>> 0, 4)
    packet.writeUInt32BE(ssrcOf[stream], 8)
    packet[12] = i === 0 ? 0x10 : 0
    packet[13] = isKey ? 0x10 : 0x11
    room.stream('a', stream)?.ingest(packet, nowMs)
  }
}

/** A viewer whose packets are kept, by what they are. */
function watch(mayReceive = () => true) {
  const packets: Buffer[] = []
  const sizes: Size[] = []
  const [large, small] = [room.source('a', 'video'), room.small('a')]
  if (!large || !small) throw new Error('no such slot')
  let budget = 3
  const subscription = new SizedSubscription({
    track: { isOpen: () => true, sendMessageBinary: bytes => packets.push(Buffer.from(bytes)) > 0 },
    source: large,
    small,
    counters: createCounters(),
    now: () => nowMs,
    mayReceive,
    onGiven: () => {},
    mayRequestKeyframe: () => budget-- > 0,
    besideBps: () => 0,
    onSize: size => sizes.push(size),
  })
  return {
    packets,
    sizes,
    subscription,
    says: (bps: number) => subscription.handleRtcp(buildRemb(large.ssrc, bps)),
    rtcp: (packet: Buffer) => subscription.handleRtcp(packet),
    ssrc: large.ssrc,
    video: () => packets.filter(packet => !isRtcp(packet)),
  }
}
type Viewer = ReturnType<typeof watch>

function run(forMs: number, viewers: Viewer[], { hasSmall = true } = {}): void {
  for (const untilMs = nowMs + forMs; nowMs < untilMs; nowMs += 20) {
    if (nowMs % FRAME_MS === 0) {
      send('video')
      if (hasSmall && needs.at(-1)) send('small')
    }
    room.tick(nowMs)
    for (const { subscription } of viewers) subscription.tick(nowMs)
  }
}
const sizesIn = (viewer: Viewer, from: number) =>
  new Set(
    viewer
      .video()
      .slice(from)
      .map(packet => packet.length),
  )
const lastBps = () => sentFeedback.flatMap(({ bps }) => bps ?? []).at(-1)

describe('a viewer with a narrow line', () => {
  let narrow: Viewer
  let wide: Viewer

  beforeEach(() => {
    ;[wide, narrow] = [watch(), watch()]
    run(2_000, [wide, narrow])
  })

  it('is given the small picture within a second, and others keep the large one', () => {
    expect(needs).toEqual([])
    narrow.says(340_000)
    wide.says(2_000_000)
    run(1_000, [wide, narrow])
    expect([narrow.sizes, wide.sizes, needs]).toEqual([['small'], [], [true]])
    const from = [narrow.video().length, wide.video().length] as const
    run(1_000, [wide, narrow])
    expect(sizesIn(narrow, from[0])).toEqual(new Set([SMALL_BYTES]))
    expect(sizesIn(wide, from[1])).toEqual(new Set([PACKET_BYTES]))
  })

  it('is known by the packets that it requests again, before it has reported anything about its line', () => {
    run(600, [wide, narrow])
    const sent = narrow.video().slice(-40)
    const lost = sent.filter((_, i) => i % 2 === 0).map(packet => readRtpHeader(packet)?.sequence ?? 0)
    wide.rtcp(buildNack(wide.ssrc, lost.slice(0, 3)))
    for (let again = 0; again < 5; again++) wide.rtcp(buildNack(wide.ssrc, lost.slice(0, 3)))
    for (let i = 0; i < lost.length; i += 4) narrow.rtcp(buildNack(narrow.ssrc, lost.slice(i, i + 4)))
    for (let ms = 0; ms < 500; ms += 100) {
      const recent = narrow
        .video()
        .slice(-10)
        .map(packet => readRtpHeader(packet)?.sequence ?? 0)
      narrow.rtcp(buildNack(narrow.ssrc, recent))
      run(100, [wide, narrow])
    }
    run(200, [wide, narrow])
    expect([narrow.sizes, wide.sizes]).toEqual([['small'], []])
  })

  it('sees one stream, which begins again at a keyframe', () => {
    const before = narrow.video().length
    narrow.says(340_000)
    run(2_000, [wide, narrow])
    const headers = narrow.video().map(packet => readRtpHeader(packet))
    expect(new Set(headers.map(header => header?.ssrc))).toEqual(new Set([narrow.ssrc]))
    const steps = headers
      .slice(1)
      .map((header, i) => ((header?.sequence ?? 0) - (headers[i]?.sequence ?? 0)) & 0xffff)
    expect(new Set(steps)).toEqual(new Set([1]))
    const first = narrow
      .video()
      .slice(before)
      .find(packet => packet.length === SMALL_BYTES)
    expect(first?.[13]).toBe(0x10)
  })

  it('is given a small picture that flows already from its next keyframe on, and not before', () => {
    narrow.says(340_000)
    run(2_000, [wide, narrow])
    const third = watch()
    keyframeTakesMs = 300
    run(1_000, [wide, narrow, third])
    third.says(340_000)
    run(2_000, [wide, narrow, third])
    const small = third.video().filter(packet => packet.length === SMALL_BYTES)
    expect(small.length).toBeGreaterThan(20)
    expect(small[0]?.[13]).toBe(0x10)
  })

  it('does not make the picture worse for the others, whose publisher knows of both sizes', () => {
    wide.says(2_000_000)
    narrow.says(340_000)
    run(100, [wide, narrow])
    expect(lastBps()).toBeGreaterThan(1_900_000)
    run(3_000, [wide, narrow])
    expect(Math.abs((lastBps() ?? 0) - 2_000_000 - SMALL_MAX_BPS)).toBeLessThan(10_000)
    expect(sentFeedback.filter(({ stream, kind }) => stream === 'small' && kind === 'bitrate')).toEqual([])
  })

  it('is not sent what drowns the sound while the small picture is on its way, and not left without a picture', () => {
    narrow.says(340_000)
    run(400, [wide, narrow], { hasSmall: false })
    const held = narrow.video().length
    run(300, [wide, narrow], { hasSmall: false })
    expect(narrow.video().length).toBe(held)
    run(HELD_MAX_MS, [wide, narrow], { hasSmall: false })
    expect(narrow.video().length).toBeGreaterThan(held)
  })

  it('keeps the large picture of a publisher who sends no small one, and then counts for it', () => {
    narrow.says(340_000)
    run(10_000, [wide, narrow], { hasSmall: false })
    expect(narrow.sizes).toEqual([])
    wide.says(2_000_000)
    run(100, [wide, narrow], { hasSmall: false })
    const lowest = Math.min(...sentFeedback.flatMap(({ bps }) => bps ?? []))
    expect(lowest).toBeLessThan(LARGE_FLOOR_BPS)
  })

  it('is repeated what was lost in the size that it was sent in', () => {
    narrow.says(340_000)
    run(1_000, [wide, narrow])
    const lost = narrow.video().at(-1)
    const sequence = readRtpHeader(lost ?? Buffer.alloc(0))?.sequence ?? -1
    const count = narrow.packets.length
    narrow.rtcp(buildNack(narrow.ssrc, [sequence]))
    expect(narrow.packets.slice(count)).toEqual([lost])
    // Of what was never sent to them nothing is repeated.
    narrow.rtcp(buildNack(narrow.ssrc, [(sequence + 1) & 0xffff, (sequence + 900) & 0xffff]))
    expect(narrow.packets).toHaveLength(count + 1)
  })

  it('is repeated nothing of the other size, which the keyframe of the present one replaces', () => {
    narrow.says(340_000)
    run(900, [wide, narrow])
    const large = narrow.video().findLast(packet => packet.length === PACKET_BYTES) ?? Buffer.alloc(12)
    const count = narrow.packets.length
    narrow.rtcp(buildNack(narrow.ssrc, [readRtpHeader(large)?.sequence ?? -1]))
    expect([narrow.sizes, narrow.packets.slice(count)]).toEqual([['small'], []])
  })

  it('gets a keyframe in its budget when it still misses a packet after half a second', () => {
    narrow.says(340_000)
    run(1_000, [wide, narrow])
    const missed = readRtpHeader(narrow.video().at(-1) ?? Buffer.alloc(12))?.sequence ?? -1
    const requested = () =>
      sentFeedback.filter(({ stream, kind }) => stream === 'small' && kind === 'keyframe-request').length
    const before = requested()
    run(400, [wide, narrow])
    narrow.rtcp(buildNack(narrow.ssrc, [missed]))
    expect(requested()).toBe(before)
    run(200, [wide, narrow])
    narrow.rtcp(buildNack(narrow.ssrc, [missed]))
    expect(requested()).toBe(before + 1)
    // Attack: a client that continues to request old packets, of which each costs everybody a keyframe.
    for (let i = 0; i < 40; i++) {
      const old = readRtpHeader(narrow.video().at(-1) ?? Buffer.alloc(12))?.sequence ?? -1
      run(600, [wide, narrow])
      narrow.rtcp(buildNack(narrow.ssrc, [old]))
    }
    expect(requested()).toBe(before + 3)
  })

  it('gets the large picture back once the line was tried with padding and takes it', () => {
    narrow.says(340_000)
    run(1_000, [wide, narrow])
    let word = 340_000
    for (let i = 0; i < 400 && narrow.sizes.at(-1) !== 'large'; i++) {
      run(100, [wide, narrow])
      word = Math.min(3_000_000, word * 1.008)
      narrow.says(word)
    }
    expect(narrow.sizes).toEqual(['small', 'large'])
    const steps = narrow
      .video()
      .map(packet => readRtpHeader(packet)?.sequence ?? 0)
      .map((sequence, i, all) => (sequence - (all[i - 1] ?? sequence - 1)) & 0xffff)
    expect(new Set(steps)).toEqual(new Set([1]))
    expect(sizesIn(narrow, 0).size).toBe(3)
    expect(room.small('a')?.probes.size).toBe(0)
  })

  it('costs the publisher the small picture only while somebody needs it', () => {
    narrow.says(340_000)
    run(1_000, [wide, narrow])
    narrow.subscription.close()
    run(KEPT_MS - 1_000, [wide])
    expect(needs).toEqual([true])
    run(2_000, [wide])
    expect(needs).toEqual([true, false])
    expect(room.small('a')?.viewers.size).toBe(1)
  })
})

it('leaves one viewer alone with the large picture, made for their line', () => {
  const alone = watch()
  run(1_000, [alone])
  alone.says(300_000)
  run(5_000, [alone])
  expect([alone.sizes, needs]).toEqual([[], []])
  expect(lastBps()).toBeLessThan(310_000)
})

it('keeps the large picture to the line of an older page, which can be given no other', () => {
  const wide = [watch(), watch()]
  const source = room.source('a', 'video')
  if (!source) throw new Error('no such slot')
  const older = new Subscription({
    track: { isOpen: () => true, sendMessageBinary: () => true },
    ...{ source, counters: createCounters(), now: () => nowMs, onGiven: () => {} },
    ...{ mayReceive: () => true, mayRequestKeyframe: () => true },
  })
  for (const { says } of wide) says(2_000_000)
  older.handleRtcp(buildRemb(source.ssrc, 300_000))
  run(2_000, wide)
  expect(lastBps()).toBeLessThan(310_000)
  older.close()
  run(2_000, wide)
  expect(lastBps()).toBeGreaterThan(1_900_000)
})

it('gives nothing of either size to who may receive nothing', () => {
  let isOpen = true
  const [shut, other] = [watch(() => isOpen), watch()]
  run(1_000, [shut, other])
  shut.says(100_000)
  isOpen = false
  const count = shut.packets.length
  run(5_000, [shut, other])
  for (const sequence of Array.from({ length: 100 }, (_, i) => 65_000 + i))
    shut.rtcp(buildNack(shut.ssrc, [sequence & 0xffff]))
  expect(shut.packets).toHaveLength(count)
})

it('requests no more keyframes than before, whatever viewers report', () => {
  const viewers = Array.from({ length: 20 }, () => watch())
  run(1_000, viewers)
  sentFeedback = []
  const forMs = 120_000
  for (let ms = 0; ms < forMs; ms += 500) {
    for (const [i, viewer] of viewers.entries()) {
      // One after the other, so that no two would go up at the same time by themselves.
      if (ms < i * 500) continue
      viewer.says(viewer.subscription.size === 'small' ? 50_000_000 : 10_000)
      if (ms === i * 500) for (let n = 0; n < 5; n++) viewer.rtcp(buildKeyframeRequest(viewer.ssrc))
    }
    run(500, viewers)
  }
  const count = (stream: Stream) =>
    sentFeedback.filter(each => each.stream === stream && each.kind === 'keyframe-request').length
  // Those who go up share a keyframe; an explicit request of a viewer is one more in that half-second.
  expect(count('video')).toBeLessThanOrEqual(forMs / UP_KEYFRAME_EVERY_MS + 2 * viewers.length)
  expect(count('small')).toBeLessThan(forMs / 400)
  expect(room.small('a')?.probes.size).toBeLessThanOrEqual(PROBES_MAX)
})

it('goes back to the large picture when the small one ends', () => {
  const [narrow, wide] = [watch(), watch()]
  run(1_000, [narrow, wide])
  narrow.says(340_000)
  run(2_000, [narrow, wide])
  run(6_000, [narrow, wide], { hasSmall: false })
  expect(narrow.sizes.slice(0, 2)).toEqual(['small', 'large'])
})

it('waits for nobody with the large picture when the small one ends', () => {
  const [narrow, wide] = [watch(), watch()]
  run(1_000, [narrow, wide])
  narrow.says(340_000)
  run(2_000, [narrow, wide])
  const large = room.source('a', 'video')
  run(2_000, [narrow, wide], { hasSmall: false })
  // Others went up a moment ago.
  if (large) room.small('a')?.wantLargeKeyframe(large, nowMs)
  run(1_500, [narrow, wide], { hasSmall: false })
  expect(narrow.sizes).toEqual(['small', 'large'])
})

it('takes a publisher who comes again in both sizes', () => {
  const [narrow, wide] = [watch(), watch()]
  run(1_000, [narrow, wide])
  narrow.says(340_000)
  run(2_000, [narrow, wide])
  ssrcOf = { audio: 4, video: 5, small: 6 }
  sequences = { audio: 0, video: 7, small: 60_000 }
  needs = []
  room.source('a', 'video')?.attach(publisher)
  room.small('a')?.attach(publisher)
  run(1_000, [narrow, wide])
  expect(needs).toEqual([true])
  const from = narrow.video().length
  run(1_000, [narrow, wide])
  expect(sizesIn(narrow, from)).toEqual(new Set([SMALL_BYTES]))
})
