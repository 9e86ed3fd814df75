import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it, vi } from 'vitest'
import { createCounters } from './counters.ts'
import { Peer } from './peer.ts'
import type { OpenPeer, Report } from './protocol.ts'
import { Room } from './room.ts'
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

/** Connects a peer, lets its media flow, closes it, and answers all that may still be known of it. */
async function comeAndGo(): Promise<WeakRef<Peer>> {
  const counters = createCounters()
  const reports: Report[] = []
  const room = new Room(counters)
  const config = {
    iceServers: [],
    bindAddress: '127.0.0.1',
    disableAutoNegotiation: true,
    forceMediaTransport: true,
  }
  const nothing = { publicIps: [], account: null, onClosed: () => {} }
  const deps = { ...nothing, config, counters, now: () => performance.now() }
  const client = new NativeClient()
  const peer = new Peer({ ...deps, report: report => reports.push(report) }, SPEC, room)
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
  peer.close('over')
  client.close()
  return new WeakRef(peer)
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
