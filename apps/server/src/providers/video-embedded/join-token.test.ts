import { createSecretKey, type KeyObject } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { JoinGrant } from '../../domains/calls/video-provider.ts'
import { JoinTokens } from './join-token.ts'

const [first, second] = [createSecretKey(Buffer.from('first')), createSecretKey(Buffer.from('second'))]
let keys: KeyObject[]
let nowMs: number
let tokens: JoinTokens
const grant: JoinGrant = {
  roomId: 'r',
  identity: 'ann',
  kind: 'call',
  canPublish: true,
  canSubscribe: true,
  expiresInMs: 60_000,
}

beforeEach(() => {
  nowMs = 1_000_000
  keys = [first]
  tokens = new JoinTokens({ keys: () => keys, now: () => nowMs })
})

it('lets its holder in once, with the grants it was issued for', () => {
  const token = tokens.issue(grant)
  const { expiresInMs: _, ...claims } = grant
  expect(tokens.redeem(token)).toEqual(claims)
  expect(tokens.redeem(token)).toBeNull()
})

it('is void after its time, which is two minutes at most', () => {
  const short = tokens.issue(grant)
  const long = tokens.issue({ ...grant, expiresInMs: 3_600_000 })
  nowMs += 60_000
  expect(tokens.redeem(short)).toBeNull()
  nowMs += 60_000
  expect(tokens.redeem(long)).toBeNull()
})

it('is void once its person is removed or its room closed, for them alone', () => {
  const [ann, bob, elsewhere] = [grant, { ...grant, identity: 'bob' }, { ...grant, roomId: 's' }].map(g =>
    tokens.issue(g),
  )
  tokens.voidPerson('r', 'ann')
  expect(tokens.redeem(ann ?? '')).toBeNull()
  expect(tokens.redeem(tokens.issue(grant))).not.toBeNull()
  tokens.voidRoom('r')
  expect(tokens.redeem(bob ?? '')).toBeNull()
  expect(tokens.redeem(elsewhere ?? '')).not.toBeNull()
})

it('is void after a restart, which forgets who was removed', () => {
  const token = tokens.issue(grant)
  expect(new JoinTokens({ keys: () => keys, now: () => nowMs }).redeem(token)).toBeNull()
})

it.each(['', '.', 'a.b', 'e30.', '....', 'é'])('refuses %j', token => {
  expect(tokens.redeem(token)).toBeNull()
})

it('refuses claims that were changed under a genuine signature', () => {
  const [body = '', signature = ''] = tokens.issue({ ...grant, canPublish: false }).split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
  const forged = Buffer.from(JSON.stringify({ ...claims, canPublish: true })).toString('base64url')
  expect(tokens.redeem(`${forged}.${signature}`)).toBeNull()
  expect(tokens.redeem(`${body}.${signature}`)).not.toBeNull()
})

it('is signed by the first key, and lets its holder in as long as its own key is among them', () => {
  const [early, late] = [tokens.issue(grant), tokens.issue(grant)]
  keys = [second, first]
  expect(tokens.redeem(early)).not.toBeNull()
  const next = tokens.issue(grant)
  keys = [second]
  expect(tokens.redeem(late)).toBeNull()
  expect(tokens.redeem(next)).not.toBeNull()
})

it('takes the last word on the mute of its holder, if it is older, and its own if it is newer', () => {
  const [first, second] = [tokens.issue(grant), tokens.issue({ ...grant, isMuted: true })]
  tokens.setMuted('r', 'ann', true)
  expect(tokens.redeem(first)).toMatchObject({ isMuted: true })
  tokens.setMuted('r', 'ann', false)
  expect(tokens.redeem(second)).not.toHaveProperty('isMuted')
  expect(tokens.redeem(tokens.issue({ ...grant, isMuted: true }))).toMatchObject({ isMuted: true })
})
