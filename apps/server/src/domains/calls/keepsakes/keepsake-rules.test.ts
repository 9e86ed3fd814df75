import { KEEPSAKE_PICTURE_WITHIN_MS, KEEPSAKE_REQUEST_VALID_MS } from '@parley/contract'
import { expect, it } from 'vitest'
import { effectOfRequest, mayDraw } from './keepsake-rules.ts'

const NOW = new Date('2026-11-23T20:00:00.000Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const asked = { state: 'asked', askedBy: 'ann', askedAt: ago(5_000), asks: 1, agreedAt: null } as const

it.each([
  ['nobody asked', null, 'ask'],
  ['they asked a moment ago', asked, 'nothing'],
  ['the other asked a moment ago', { ...asked, askedBy: 'bob' }, 'agree'],
  ['the other asked long ago', { ...asked, askedBy: 'bob', askedAt: ago(KEEPSAKE_REQUEST_VALID_MS) }, 'ask'],
  ['the other said no', { ...asked, state: 'refused' }, 'ask'],
  ['the other said no three times', { ...asked, state: 'refused', asks: 3 }, 'too_often'],
  ['both said yes', { ...asked, state: 'agreed', agreedAt: ago(1_000) }, 'nothing'],
  ['no picture came', { ...asked, state: 'agreed', agreedAt: ago(KEEPSAKE_PICTURE_WITHIN_MS) }, 'ask'],
  ['there is one', { ...asked, state: 'kept', agreedAt: ago(1_000) }, 'nothing'],
  ['it was taken away', { ...asked, state: 'removed', agreedAt: ago(1_000) }, 'nothing'],
] as const)('effectOfRequest for a keepsake where %s', (_where, keepsake, does) => {
  expect(effectOfRequest(keepsake, { personId: 'ann', now: NOW })).toBe(does)
})

it('a picture may come within a minute of both saying yes, and never otherwise', () => {
  expect(mayDraw({ state: 'agreed', agreedAt: ago(1_000) }, NOW)).toBe(true)
  expect(mayDraw({ state: 'agreed', agreedAt: ago(KEEPSAKE_PICTURE_WITHIN_MS) }, NOW)).toBe(false)
  for (const state of ['asked', 'refused', 'kept', 'removed'] as const)
    expect(mayDraw({ state, agreedAt: ago(1_000) }, NOW)).toBe(false)
})
