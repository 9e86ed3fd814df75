import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { readRefreshToken, refreshTokenOf } from './refresh-token.ts'

const [key, older, foreign] = [1, 2, 3].map(() => createSecretKey(randomBytes(32)))
if (!key || !older || !foreign) throw new Error('three keys')
const id = 'a1b2c3d4-0000-4000-8000-00000000abcd'
const token = refreshTokenOf(key, id)

it('finds the row of a token that a key of ours made, the older one too', () => {
  expect(readRefreshToken([key, older], token)).toBe(id)
  expect(readRefreshToken([key, older], refreshTokenOf(older, id))).toBe(id)
})

it.each([
  ['another key made', () => refreshTokenOf(foreign, id)],
  ['is of another row than its signature', () => token.replace(id, randomUUID())],
  ['has no signature', () => `${id}.`],
  ['has more behind it', () => `${token}x`],
  ['has capitals in its id', () => token.replace(id, id.toUpperCase())],
  ['is empty', () => ''],
])('takes no token that %s', (_what, made) => {
  expect(readRefreshToken([key, older], made())).toBeNull()
})
