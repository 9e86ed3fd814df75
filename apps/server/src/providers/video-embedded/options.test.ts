import { expect, it } from 'vitest'
import { capacityOf, type EmbeddedVideoOptions, parsePorts, workerOptions, workersFor } from './options.ts'

it.each([
  [undefined, { kind: 'any' }],
  ['', { kind: 'any' }],
  ['41000', { kind: 'shared', port: 41_000 }],
  ['41000-41999', { kind: 'range', from: 41_000, to: 41_999 }],
  ['0', null],
  ['41000-40000', null],
  ['70000', null],
  ['udp', null],
])('reads the ports setting %j', (text, ports) => {
  expect(parsePorts(text)).toEqual(ports)
})

const options: EmbeddedVideoOptions = {
  publicOrigin: 'http://localhost',
  tokenKeys: () => [],
  now: () => 0,
  log: { warn: () => {}, error: () => {} },
}

const ALONE = { index: 0, count: 1, relayFolder: null }
const oneOfTwo = (index: number) => ({ index, count: 2, relayFolder: '/run/meet' })

it('takes any port and announces what it binds unless told otherwise', () => {
  expect(workerOptions(options, ALONE)).toMatchObject({ publicIps: [], ports: { kind: 'any' } })
  expect(workerOptions({ ...options, bindIp: '::', publicIps: ['203.0.113.7'] }, ALONE)).toMatchObject({
    bindIp: '::',
    publicIps: ['203.0.113.7'],
  })
})

it.each([
  [{ kind: 'any' }, 1, 1],
  [{ kind: 'any' }, 8, 7],
  [{ kind: 'any' }, 200, 64],
  [{ kind: 'shared', port: 41_000 }, 8, 1],
  [{ kind: 'range', from: 40_000, to: 40_099 }, 8, 1],
  [{ kind: 'range', from: 40_000, to: 41_999 }, 8, 4],
  [{ kind: 'range', from: 40_000, to: 41_999 }, 4, 3],
] as const)('starts, with the ports %j and %i cores, %i workers', (ports, cores, workers) => {
  expect(workersFor(ports, cores)).toBe(workers)
})

it('gives each worker ports of its own', () => {
  const range = { ...options, ports: { kind: 'range', from: 100, to: 199 } } as const
  expect([0, 1].map(i => workerOptions(range, oneOfTwo(i)).ports)).toEqual([
    { kind: 'range', from: 100, to: 149 },
    { kind: 'range', from: 150, to: 199 },
  ])
  expect(workerOptions({ ...options, ports: { kind: 'shared', port: 7 } }, oneOfTwo(1)).ports).toEqual({
    kind: 'shared',
    port: 8,
  })
})

it('lets several workers meet, each at a place of its own, and one alone nowhere', () => {
  expect(workerOptions(options, ALONE).relayPath).toBeNull()
  expect([0, 1].map(i => workerOptions(options, oneOfTwo(i)).relayPath)).toEqual([
    '/run/meet/worker-0',
    '/run/meet/worker-1',
  ])
})

it.each([
  [{ kind: 'any' } as const, 200],
  [{ kind: 'shared', port: 7 } as const, 200],
  [{ kind: 'range', from: 100, to: 199 } as const, 48],
  [{ kind: 'range', from: 1_000, to: 9_999 } as const, 200],
  [{ kind: 'range', from: 100, to: 101 } as const, 1],
])('puts no more viewers in a worker than %j has room for', (ports, capacity) => {
  expect(capacityOf(options, ports)).toBe(capacity)
})
