import { expect, it } from 'vitest'
import { decodeAccess, heldAccessOf, parseStoredAuth } from './stored-auth.ts'

const tokenOf = (claims: unknown) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`
const access = tokenOf({ user_id: 'fréd?>', exp: 9 })

it('reads the claims of a token in base64url', () => {
  expect(decodeAccess(tokenOf({ user_id: 'fred', exp: 9, more: '???>>>' }))).toEqual({
    user_id: 'fred',
    exp: 9,
  })
  expect(heldAccessOf({ access } as Parameters<typeof heldAccessOf>[0])?.data.exp).toBe(9)
})

it.each(['', 'x', 'x.y.z', tokenOf(null), tokenOf({ user_id: 1, exp: 9 }), tokenOf({ user_id: 'fred' })])(
  'takes %s for no token',
  text => {
    expect(decodeAccess(text)).toBeNull()
  },
)

it.each<[string, string | null, unknown]>([
  ['who is logged in', '{"user_id":"fred"}', { user_id: 'fred' }],
  ['nobody, of nothing', null, null],
  ['nobody, of what cannot be read', '{', null],
  ['nobody, of anything else', '"fred"', null],
  ['nobody, of a null', 'null', null],
  ['nobody, of a login without its refresh token', JSON.stringify({ access }), null],
  ['nobody, of an access token that is none', JSON.stringify({ access: 'x', refresh: 'r' }), null],
])('reads %s', (_what, text, stored) => {
  expect(parseStoredAuth(text)).toEqual(stored)
})

it('passes on the refresh token of a login of an older version, once', () => {
  const old = JSON.stringify({ access: tokenOf({ user_id: 'fred', exp: 9 }), refresh: 'r' })
  expect(parseStoredAuth(old)).toEqual({ user_id: 'fred', refresh: 'r' })
  expect(parseStoredAuth(JSON.stringify({ user_id: 'fred', refresh: 'r' }))).toEqual({ user_id: 'fred' })
})
