import { createSecretKey, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type KeyRing, keyRing } from './key-ring.ts'
import { linkTokens } from './link-tokens.ts'

const ringOf = (...kids: string[]): KeyRing => {
  const key = () => createSecretKey(randomBytes(32))
  const keys = kids.map((kid, at) => ({ kid, key: key(), signsFrom: new Date(1000 + at), endsAt: null }))
  return keyRing(() => keys)
}

test('the same text makes the same token of 128 bits, and another text or another key another one', () => {
  const [ring, other] = [ringOf('one'), ringOf('one')]
  const [token = ''] = linkTokens(ring)('gift 1 a')
  expect(linkTokens(ring)('gift 1 a')).toEqual([token])
  expect(Buffer.from(token, 'base64url')).toHaveLength(16)
  expect(linkTokens(ring)('gift 2 a')).not.toContain(token)
  expect(linkTokens(other)('gift 1 a')).not.toContain(token)
})

test('there is a token for each key that is valid, that of the newest first', () => {
  const keys = ringOf('old', 'new')
  const tokens = linkTokens(keys)('gift 1 a')
  expect(new Set(tokens).size).toBe(2)
  const old = keyRing(() => [
    { kid: 'old', key: keys.all()[1] ?? keys.signing().key, signsFrom: new Date(1), endsAt: null },
  ])
  expect(tokens[1]).toBe(linkTokens(old)('gift 1 a')[0])
})
