import { createSecretKey } from 'node:crypto'
import { HOUR_MS } from '@parley/contract'
import { expect, it } from 'vitest'
import { keyRing, type SigningKey } from './key-ring.ts'

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
const key = (kid: string, signsInHours: number, endsInHours: number | null = null): SigningKey => ({
  kid,
  key: createSecretKey(Buffer.from(kid)),
  signsFrom: inHours(signsInHours),
  endsAt: endsInHours === null ? null : inHours(endsInHours),
})

it('signs with the newest that may sign already, and believes the next one before it signs', () => {
  const ring = keyRing(() => [key('old', -48, 1), key('now', -24), key('next', 1)])
  expect(ring.signing().kid).toBe('now')
  expect(ring.find('next')).not.toBeNull()
  expect(ring.find('old')).not.toBeNull()
  expect(ring.all().map(each => each.export().toString())).toEqual(['now', 'next', 'old'])
})

it('believes no key that has ended, nor one that it does not know', () => {
  const ring = keyRing(() => [key('ended', -48, -1), key('now', -24)])
  expect(ring.find('ended')).toBeNull()
  expect(ring.find('unknown')).toBeNull()
  expect(ring.all()).toHaveLength(1)
})

it('signs with the only one of a new installation at once, and says so where there is none', () => {
  expect(keyRing(() => [key('first', 1)]).signing().kid).toBe('first')
  expect(() => keyRing(() => []).signing()).toThrow('there is a signing key')
})
