import { expect, it } from 'vitest'
import { isConnectionLost, isDatabaseAway } from './database-away.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error('it failed'), { code, ...more })

it.each<[string, unknown, { gone: boolean; away: boolean }]>([
  ['a socket that was refused', withCode('ECONNREFUSED'), { gone: true, away: true }],
  ['a connection exception', withCode('08006'), { gone: true, away: true }],
  ['a shutdown', withCode('57P01'), { gone: true, away: true }],
  ['no connection left', withCode('53300'), { gone: true, away: true }],
  ['a primary that has become a standby', withCode('25006'), { gone: true, away: true }],
  ['a full disk', withCode('53100'), { gone: false, away: true }],
  ['a statement that took too long', withCode('57014'), { gone: false, away: true }],
  [
    'a pool that gave no connection',
    new Error('timeout exceeded when trying to connect'),
    { gone: false, away: true },
  ],
  [
    'a connection that pg says has ended',
    new Error('Connection terminated unexpectedly'),
    { gone: true, away: true },
  ],
  ['no file of the socket', withCode('ENOENT', { syscall: 'connect' }), { gone: true, away: true }],
  ['any other file that is missing', withCode('ENOENT', { syscall: 'open' }), { gone: false, away: false }],
  ['a key that is there already', withCode('23505'), { gone: false, away: false }],
  ['a rival that won', withCode('40001'), { gone: false, away: false }],
  ['what is no error', 'ECONNREFUSED', { gone: false, away: false }],
])('knows whether the database is away by %s', (_what, error, { gone, away }) => {
  expect([isConnectionLost(error), isDatabaseAway(error)]).toEqual([gone, away])
})

it('looks into what an error wraps', () => {
  const wrapped = new Error('query failed', { cause: new Error('again', { cause: withCode('EPIPE') }) })
  expect(isConnectionLost(wrapped)).toBe(true)
})
