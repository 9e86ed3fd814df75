import { expect, it } from 'vitest'
import { healthBetween, type SendingSample, sampleOf, sizesSentence } from './stream-health.ts'

type Layer = SendingSample['layers'] extends ReadonlyMap<string, infer Value> ? Value : never

const layer = (change: Partial<Layer>): Layer => ({
  ...{ packets: 1_000, frames: 100, lostFraction: 0, isShortOf: 'nothing' },
  ...change,
})
const sample = ({ atMs = 0, ...change }: Partial<Layer> & { atMs?: number }): SendingSample => ({
  atMs,
  layers: new Map([['large', layer(change)]]),
})
const later = (change: Partial<Layer> & { atMs?: number }) =>
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

const PAUSED = layer({ packets: 300, frames: 60, lostFraction: 0.5, isShortOf: 'bandwidth' })

it.each([
  ['the other goes out well', { packets: 1_400, frames: 150 }, 'well'],
  ['of the other one packet in ten is lost', { packets: 1_400, frames: 150, lostFraction: 0.1 }, 'weak'],
  ['neither goes out', {}, 'silent'],
] as const)('how the picture goes out when one size of two is paused and %s', (_what, large, health) => {
  const both = (atMs: number, other: Layer) => ({
    atMs,
    layers: new Map([
      ['small', PAUSED],
      ['large', other],
    ]),
  })
  expect(healthBetween(both(0, layer({})), both(2_000, layer(large)))).toBe(health)
})

it('knows nothing of a connection that has just taken the place of another', () => {
  const other = { atMs: 2_000, layers: new Map([['of another connection', layer({})]]) }
  expect(healthBetween(sample({}), other)).toBe('unknown')
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
    layers: new Map([['v', { packets: 40, frames: 7, lostFraction: 0.25, isShortOf: 'computing' }]]),
  })
  expect(sampleOf(new Map() as unknown as RTCStatsReport)).toBeNull()
  expect(sampleOf(null)).toBeNull()
})

it('tells the owner how many see them small, and nothing while nobody does', () => {
  expect(sizesSentence({ large: 3, small: 0 })).toBeNull()
  expect(sizesSentence({ large: 2, small: 1 })).toBe(
    '1 of 3 sees you small: their connection carries no more.',
  )
  expect(sizesSentence({ large: 0, small: 2 })).toBe('2 of 2 see you small: their connections carry no more.')
})
