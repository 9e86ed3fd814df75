import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it, vi } from 'vitest'
import { createCounters } from './counters.ts'
import { readRtcp } from './packets/rtcp.ts'
import { Peer } from './peer.ts'
import { LIMITS, type OpenPeer, type Report } from './protocol.ts'
import { Room } from './room.ts'
import type { SightAccount } from './sight/sight.ts'
import { NativeClient } from './testing/native-client.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const SPEC: OpenPeer = {
  type: 'open',
  peer: 'p',
  room: 'r',
  publish: 'a',
  see: ['b'],
  maxKbps: 500,
  countSightOf: null,
  sizes: 'one',
  isEarly: false,
  isMuted: false,
}

const CONFIG = {
  iceServers: [],
  bindAddress: '127.0.0.1',
  disableAutoNegotiation: true,
  forceMediaTransport: true,
}

/** Connects a peer in this room and lets its media flow. */
async function sendIn(room: Room, account: SightAccount | null) {
  const reports: Report[] = []
  const nothing = { publicIps: [], account, onClosed: () => {} }
  const deps = { ...nothing, config: CONFIG, counters: createCounters(), now: () => performance.now() }
  const client = new NativeClient()
  const peer = new Peer({ ...deps, report: report => reports.push(report) }, SPEC, room)
  room.peers.add(peer)
  const sdp = await vi.waitFor(() => {
    const offer = reports.find(report => report.type === 'offer')
    expect(offer).toBeDefined()
    return offer?.type === 'offer' ? offer.sdp : ''
  }, SOON)
  peer.handleAnswer(await client.answer(sdp))
  await vi.waitFor(() => {
    for (const report of reports.splice(0))
      if (report.type === 'candidate') client.addCandidate(report.candidate, report.mid)
    expect(peer.isLive).toBe(true)
  }, SOON)
  return { peer, client }
}

/** A peer comes and leaves; answers all that may still be known of it. */
async function comeAndGo(): Promise<WeakRef<Peer>> {
  const { peer, client } = await sendIn(new Room(createCounters()), null)
  peer.close('over')
  client.close()
  return new WeakRef(peer)
}

/** The other party's video, of which one packet came; counts the keyframes that are requested of it. */
function otherIn(room: Room, nowMs: number): { requests: number } {
  const counted = { requests: 0 }
  const other = room.source('b', 'video')
  other?.attach({
    capBps: 2_000_000,
    sendFeedback: (_stream, packet) => {
      counted.requests += readRtcp(packet).filter(({ kind }) => kind === 'keyframe-request').length
    },
  })
  const packet = Buffer.alloc(50)
  packet.set([0x80, 96], 0)
  packet.writeUInt32BE(111, 8)
  packet.set([0x10, 0x10], 12)
  other?.ingest(packet, nowMs)
  return counted
}

it('peers that left are removed from the memory too', async () => {
  const peers: WeakRef<Peer>[] = []
  for (let i = 0; i < 6; i++) peers.push(await comeAndGo())
  // The last ones may still be held by the test's own machinery.
  await vi.waitFor(
    () => {
      collectGarbage()
      expect(peers.filter(peer => peer.deref()).length).toBeLessThanOrEqual(2)
    },
    { timeout: 60_000, interval: 50 },
  )
})

it('a party of a call who begins to send needs no packet of the other for a keyframe to be requested', async () => {
  const room = new Room(createCounters())
  const counted = otherIn(room, 0)
  const { peer, client } = await sendIn(room, { unpaidMs: 0 })
  expect(counted.requests).toBe(1)
  peer.close('over')
  client.close()
})

it('a viewer whose page requests packets without end costs the other rooms little time', async () => {
  const room = new Room(createCounters())
  otherIn(room, performance.now())
  const { peer, client } = await sendIn(room, null)
  const [own, other] = [room.source('a', 'video'), room.source('b', 'video')]
  if (!own || !other) return expect.fail('both have a video')
  let sequence = 1
  await vi.waitFor(() => {
    const packet = [0x80, 96, 0, ++sequence % 256, 0, 0, 0, 0, 0, 0, 0, 111, 0x10, 0x10]
    other.ingest(Buffer.from(packet), performance.now())
    expect(client.lengths).not.toEqual([])
  }, SOON)
  const [repair, ingest] = [vi.spyOn(other, 'repair'), vi.spyOn(own, 'ingest')]
  const sentAfter = (packets: number) => {
    const before = ingest.mock.calls.length
    return vi.waitFor(() => expect(ingest.mock.calls.length).toBeGreaterThan(before + packets), SOON)
  }
  const beganMs = performance.now()
  // Twelve hundred bytes each.
  const sequences = Array.from({ length: 297 }, (_, n) => n * 20)
  for (let n = 0; n < 10; n++) {
    for (let many = 0; many < 20; many++) client.missesOfVideo(sequences)
    await sentAfter(1)
  }
  await sentAfter(5)
  expect(repair.mock.calls.length).toBeGreaterThan(297)
  // 60,000 bytes at once, and 30 for each millisecond that this took.
  const packetsMax = 55 + (performance.now() - beganMs) / 40
  expect(repair.mock.calls.length).toBeLessThan(packetsMax * 297)
  peer.close('over')
  client.close()
})

describe('a party of a call who sends nothing yet', () => {
  /** Answers how many keyframes are requested of the other party, who sends, when this one asks `times`. */
  function requestedBy(spec: Partial<OpenPeer>, times = 1): number {
    const counters = createCounters()
    const room = new Room(counters)
    let nowMs = 10_000
    const counted = otherIn(room, nowMs)
    const nothing = { publicIps: [], onClosed: () => {}, report: () => {} }
    const deps = { ...nothing, config: CONFIG, counters, account: { unpaidMs: 0 }, now: () => nowMs }
    const peer = new Peer(deps, { ...SPEC, ...spec }, room)
    for (let nth = 0; nth < times; nth++) {
      nowMs += 500
      peer.requestKeyframes()
    }
    peer.close('over')
    return counted.requests
  }

  it('has the first keyframe requested in advance', () => {
    expect(requestedBy({})).toBe(1)
  })

  // Attack: a page that costs the other party keyframes while it waits.
  it('has so many requested in a minute at most as during the call', () => {
    expect(requestedBy({}, 50)).toBe(LIMITS.keyframeRequestsPerMinute)
  })

  it('has none requested before their turn', () => {
    expect(requestedBy({ isEarly: true })).toBe(0)
  })
})
