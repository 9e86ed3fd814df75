import { expect, it } from 'vitest'
import { type EmbeddedVideoOptions, parsePorts, workerOptions } from './options.ts'

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
  tokenSecret: 's',
  now: () => 0,
  log: { warn: () => {}, error: () => {} },
}

it('takes any port and announces what it binds unless told otherwise', () => {
  expect(workerOptions(options, 0, 1)).toMatchObject({ publicIps: [], ports: { kind: 'any' } })
  expect(workerOptions({ ...options, bindIp: '::', publicIps: ['203.0.113.7'] }, 0, 1)).toMatchObject({
    bindIp: '::',
    publicIps: ['203.0.113.7'],
  })
})

it('gives each worker ports of its own', () => {
  const range = { ...options, ports: { kind: 'range', from: 100, to: 199 } } as const
  expect([0, 1].map(i => workerOptions(range, i, 2).ports)).toEqual([
    { kind: 'range', from: 100, to: 149 },
    { kind: 'range', from: 150, to: 199 },
  ])
  expect(workerOptions({ ...options, ports: { kind: 'shared', port: 7 } }, 1, 2).ports).toEqual({
    kind: 'shared',
    port: 8,
  })
})
