import type { SocialNetworkName } from '@parley/contract'
import { expect, it } from 'vitest'
import { createSocialNetworks } from './index.ts'
import { NETWORKS } from './networks.ts'

const NOBODY = { verifiedEmail: null, firstName: '', lastName: '', nickname: '' }

it.each<[SocialNetworkName, Record<string, unknown>, object]>([
  [
    'google',
    { email: 'a@b.org', email_verified: true, given_name: 'Ada', family_name: 'Byron' },
    { verifiedEmail: 'a@b.org', firstName: 'Ada', lastName: 'Byron' },
  ],
  ['google', { email: 'a@b.org', email_verified: false }, { verifiedEmail: null }],
  ['google', { email: 'a@b.org' }, { verifiedEmail: null }],
  [
    'linkedin',
    { email: 'a@b.org', email_verified: 'true', name: 'Ada King Byron' },
    { verifiedEmail: 'a@b.org', firstName: 'Ada', lastName: 'King Byron' },
  ],
  [
    'facebook',
    { id: '1', email: 'a@b.org', first_name: 'Ada', last_name: 'Byron' },
    { verifiedEmail: 'a@b.org', firstName: 'Ada', lastName: 'Byron' },
  ],
  ['facebook', { id: '1', first_name: 'Ada' }, { verifiedEmail: null }],
  [
    'twitter',
    { data: { id: '1', name: 'Ada Byron', username: 'ada', confirmed_email: 'a@b.org' } },
    { verifiedEmail: 'a@b.org', firstName: 'Ada', lastName: 'Byron', nickname: 'ada' },
  ],
  ['twitter', { data: { id: '1', email: 'a@b.org' } }, { verifiedEmail: null }],
  [
    'instagram',
    { user_id: '1', username: 'ada', email: 'a@b.org' },
    { verifiedEmail: null, nickname: 'ada' },
  ],
  [
    'snapchat',
    { data: { me: { externalId: '1', displayName: 'Ada Byron' } } },
    { verifiedEmail: null, firstName: 'Ada', lastName: 'Byron' },
  ],
])("%s's answer %o is read as %o", (network, answer, person) => {
  expect(NETWORKS[network].personOf(answer)).toMatchObject(person)
})

it.each(Object.keys(NETWORKS) as SocialNetworkName[])('an empty answer of %s is nobody', network => {
  expect(NETWORKS[network].personOf({})).toEqual(NOBODY)
  expect(NETWORKS[network].personOf({ data: null, email: 1, name: {} })).toEqual(NOBODY)
})

it.each(['facebook', 'instagram', 'twitter', 'snapchat'] as const)(
  'the way to %s asks for a code, with state, and with PKCE where it takes that',
  async name => {
    const networks = createSocialNetworks({
      credentials: { [name]: { clientId: 'our-id', clientSecret: 'our-secret' } },
    })
    const callbackUrl = 'https://parley.example/callback/'
    const url = await networks[name]?.startUrl({
      state: 's',
      nonce: 'n',
      verifier: 'v'.repeat(43),
      callbackUrl,
    })
    const { protocol, searchParams } = new URL(url ?? '')
    expect(protocol).toBe('https:')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: 'our-id',
      response_type: 'code',
      redirect_uri: callbackUrl,
      state: 's',
    })
    expect(searchParams.has('code_challenge')).toBe(NETWORKS[name].pkce === 'yes')
    expect(url).not.toContain('our-secret')
  },
)
