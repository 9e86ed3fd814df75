import { expect, it } from 'vitest'
import { readConfig } from './config.ts'

it('takes the credentials of each network, and none without', () => {
  expect(readConfig({ GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }).social).toEqual({
    google: { clientId: 'id', clientSecret: 'secret' },
  })
  expect(readConfig({}).social).toEqual({})
})

it.each([
  [{ TWITTER_CLIENT_ID: 'id' }, 'TWITTER_CLIENT_SECRET is missing'],
  [{ SNAPCHAT_CLIENT_SECRET: 'secret' }, 'SNAPCHAT_CLIENT_ID is missing'],
])('does not start with half a pair of credentials: %o', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})
