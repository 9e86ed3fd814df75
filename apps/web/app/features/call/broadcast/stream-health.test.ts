import { expect, it } from 'vitest'
import { healthBetween, type SendingSample, sampleOf } from './stream-health.ts'

const sample = (change: Partial<SendingSample>): SendingSample => ({
  atMs: 0,
  packets: 1_000,
  frames: 100,
  lostFraction: 0,
  isShortOf: 'nothing',
  ...change,
})
const later = (change: Partial<SendingSample>) =>
  sample({ atMs: 2_000, packets: 1_400, frames: 150, ...change })

it.each([
  ['packets and pictures go out', later({}), 'well'],
  ['nothing is known of losses yet', later({ lostFraction: null }), 'well'],
  ['one packet in ten is lost', later({ lostFraction: 0.1 }), 'weak'],
  [
    'there is too little bandwidth for more than three pictures a second',
    later({ frames: 106, isShortOf: 'bandwidth' }),
    'weak',
  ],
  [
    'a device that cannot keep up makes three pictures a second',
    later({ frames: 106, isShortOf: 'computing' }),
    'weak',
  ],
  ['a dark room makes a camera slow', later({ frames: 114 }), 'well'],
  ['not one packet left', later({ packets: 1_000 }), 'silent'],
  ['a new connection counts from zero', later({ packets: 12 }), 'unknown'],
  ['the looks are too near', later({ atMs: 400 }), 'unknown'],
  ['there is no connection', null, 'unknown'],
] as const)('how the picture goes out when %s', (_what, now, health) => {
  expect(healthBetween(sample({}), now)).toBe(health)
})

it('reads the figures of the picture from the browser’s report, and the loss that the server saw', () => {
  const entries = [
    { id: 'a', type: 'outbound-rtp', kind: 'audio', timestamp: 5, packetsSent: 99 },
    {
      id: 'v',
      type: 'outbound-rtp',
      kind: 'video',
      timestamp: 5,
      packetsSent: 40,
      framesEncoded: 7,
      remoteId: 'r',
      qualityLimitationReason: 'cpu',
    },
    { id: 'r', type: 'remote-inbound-rtp', kind: 'video', fractionLost: 0.25 },
  ]
  const report = new Map(entries.map(entry => [entry.id, entry])) as unknown as RTCStatsReport
  expect(sampleOf(report)).toEqual({
    atMs: 5,
    packets: 40,
    frames: 7,
    lostFraction: 0.25,
    isShortOf: 'computing',
  })
  expect(sampleOf(new Map() as unknown as RTCStatsReport)).toBeNull()
  expect(sampleOf(null)).toBeNull()
})
