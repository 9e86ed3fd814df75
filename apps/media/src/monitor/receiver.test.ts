import { randomInt } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { SessionDescription } from '@livekit/protocol'
import { Audio, PeerConnection } from 'node-datachannel'
import { afterEach, expect, it, vi } from 'vitest'
import { PacketSender } from '../testing/packet-sender.ts'
import { Receiver } from './receiver.ts'
import type { LivekitSignal } from './signal.ts'

const WITHIN = { timeout: 60_000, interval: 20 }
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

/** Stands in LiveKit's place: sends sound on one line. */
function soundSender() {
  const pc = new PeerConnection('sender', { iceServers: [], forceMediaTransport: true })
  const sound = new Audio('0', 'SendOnly')
  const ssrc = randomInt(1, 0xffffffff)
  sound.addOpusCodec(111)
  sound.addSSRC(ssrc, 'test', 'test', 'sound')
  const sender = new PacketSender()
  sender.add({ track: pc.addTrack(sound), ssrc, payloadType: 111, kind: 'audio' })
  const burst = (packets: number) => sender.sendOnly([{ afterMs: 0, packets, kind: 'audio' }])
  sender.start()
  const offered = new Promise<string>(resolve => pc.onLocalDescription(resolve))
  pc.setLocalDescription('offer')
  closings.push(() => {
    sender.stop()
    pc.close()
  })
  return { pc, offered, ssrc, burst, keep: sound }
}

function receiver(onPacket?: () => void) {
  const answers: string[] = []
  const candidates: string[] = []
  const received: number[] = []
  const take: LivekitSignal['send'] = message => {
    if (message.case === 'answer') answers.push(message.value.sdp)
    if (message.case === 'trickle') candidates.push(message.value.candidateInit)
  }
  const counters = { callbackErrors: 0 }
  const listener = new Receiver({
    signal: { send: take },
    counters,
    onPacket: ssrc => {
      received.push(ssrc)
      onPacket?.()
    },
    onBroken: () => undefined,
  })
  closings.push(() => listener.close())
  return { listener, answers, candidates, received, counters }
}

function addCandidates(pc: PeerConnection, candidates: string[]): void {
  for (const each of candidates.splice(0)) {
    const { candidate, sdpMid } = JSON.parse(each) as { candidate: string; sdpMid: string }
    pc.addRemoteCandidate(candidate, sdpMid)
  }
}

it.each(['recvonly', 'inactive'])(
  'a track is received on a line that was first offered %s',
  async direction => {
    const { pc, offered, ssrc } = soundSender()
    const { listener, answers, candidates, received, counters } = receiver()
    const offer = await offered
    const without = offer.replace('a=sendonly', `a=${direction}`)
    expect(without).not.toBe(offer)
    listener.answer(new SessionDescription({ type: 'offer', sdp: without, id: 1 }))
    await vi.waitFor(() => expect(answers).toHaveLength(1), WITHIN)
    expect(answers[0]).toContain('a=inactive')

    listener.answer(new SessionDescription({ type: 'offer', sdp: offer, id: 2 }))
    await vi.waitFor(() => expect(answers).toHaveLength(2), WITHIN)
    expect(answers[1]).toContain('a=recvonly')
    pc.setRemoteDescription(answers[1] ?? '', 'answer')
    await vi.waitFor(() => {
      addCandidates(pc, candidates)
      expect(received.length).toBeGreaterThan(5)
    }, WITHIN)
    expect(new Set(received)).toEqual(new Set([ssrc]))
    expect(counters.callbackErrors).toBe(0)
  },
)

it('receives nothing after its close, not even the packets that had arrived before', async () => {
  const { pc, offered, burst } = soundSender()
  const closing = Promise.withResolvers<void>()
  let closesAt = Number.POSITIVE_INFINITY
  const { listener, answers, candidates, received } = receiver(() => {
    if (received.length !== closesAt) return
    listener.close()
    closing.resolve()
  })
  listener.answer(new SessionDescription({ type: 'offer', sdp: await offered, id: 1 }))
  await vi.waitFor(() => expect(answers).toHaveLength(1), WITHIN)
  pc.setRemoteDescription(answers[0] ?? '', 'answer')
  await vi.waitFor(() => {
    addCandidates(pc, candidates)
    expect(received.length).toBeGreaterThan(5)
  }, WITHIN)

  closesAt = received.length + 10
  burst(500)
  await closing.promise
  // By then the library has passed on every packet that waited in this process.
  await setImmediate()
  expect(received).toHaveLength(closesAt)
})

/** A connection receives and is closed; answers all that may still be known of it. */
async function receiveAndClose(): Promise<WeakRef<Receiver>> {
  const { pc, offered } = soundSender()
  const { listener, answers, candidates, received } = receiver()
  listener.answer(new SessionDescription({ type: 'offer', sdp: await offered, id: 1 }))
  await vi.waitFor(() => expect(answers).toHaveLength(1), WITHIN)
  pc.setRemoteDescription(answers[0] ?? '', 'answer')
  await vi.waitFor(() => {
    addCandidates(pc, candidates)
    expect(received.length).toBeGreaterThan(5)
  }, WITHIN)
  for (const close of closings.splice(0)) close()
  return new WeakRef(listener)
}

it('connections that were closed are removed from the memory too', async () => {
  const closed: WeakRef<Receiver>[] = []
  for (let i = 0; i < 6; i++) closed.push(await receiveAndClose())
  // The last ones may still be held by the test's own machinery.
  await vi.waitFor(
    () => {
      collectGarbage()
      expect(closed.filter(each => each.deref()).length).toBeLessThanOrEqual(2)
    },
    { timeout: 60_000, interval: 50 },
  )
})
