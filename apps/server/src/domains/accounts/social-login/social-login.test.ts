import type { OwnUser, Page, SocialLogins, SocialTokens } from '@parley/contract'
import { SOCIAL_CODE_TTL_MS, SOCIAL_LOGIN_TTL_MS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  NETWORKS,
  type OAuthNetwork,
  type OpenIdNetwork,
} from '../../../providers/social-openid-client/networks.ts'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { testAuthenticator } from '../../../testing/authenticator.ts'
import { freePort } from '../../../testing/free-port.ts'
import { type OpenIdPersona, type OpenIdServer, openOpenIdServer } from '../../../testing/openid-server.ts'
import { addApp } from '../../../testing/second-factor.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'

const CLIENT = { clientId: 'parley', clientSecret: 'a secret of the tests alone' }
const verified = (name: string): OpenIdPersona => ({
  sub: name,
  email: `${name}@example.org`,
  email_verified: true,
  given_name: 'Greta',
  family_name: 'Garden',
  first_name: 'Greta',
  last_name: 'Garden',
  preferred_username: name,
})
const PERSONAS: OpenIdPersona[] = [
  ...[
    'greta',
    'hugo',
    'iris',
    'jack',
    'kim',
    'lola',
    'mona',
    'nils',
    'fern',
    'otis',
    'paula',
    'quinn',
    'rosa',
    'sara',
    'tessa',
  ].map(verified),
  { ...verified('ursula'), email_verified: false },
  { ...verified('namesake'), preferred_username: 'taken.name' },
  { ...verified('posing'), given_name: 'Parley', family_name: 'Support' },
  { sub: 'mute', given_name: 'Mute' },
]

let t: TestServer
let there: OpenIdServer

beforeAll(async () => {
  const port = await freePort()
  const issuer = `http://localhost:${port}`
  const openId = (name: 'google' | 'linkedin'): OpenIdNetwork => ({
    ...(NETWORKS[name] as OpenIdNetwork),
    issuer,
  })
  const facebook: OAuthNetwork = {
    ...(NETWORKS.facebook as OAuthNetwork),
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    profileEndpoint: `${issuer}/me`,
    scope: 'openid email profile',
  }
  const env: Record<string, string> = {}
  for (const name of ['GOOGLE', 'LINKEDIN', 'FACEBOOK']) {
    env[`${name}_CLIENT_ID`] = CLIENT.clientId
    env[`${name}_CLIENT_SECRET`] = CLIENT.clientSecret
  }
  t = await openTestServer({
    env,
    socialNetworks: { google: openId('google'), linkedin: openId('linkedin'), facebook },
  })
  there = await openOpenIdServer({
    port,
    client: CLIENT,
    personas: PERSONAS,
    redirectUris: ['google', 'linkedin', 'facebook'].map(
      network => `${t.origin}/api/user/social-login/${network}/callback/`,
    ),
  })
})
afterAll(async () => {
  await there?.close()
  await t?.close()
})

interface Begun {
  page: string
  cookie: string
}

async function begin(network = 'google', query = ''): Promise<Begun> {
  const response = await fetch(`${t.origin}/api/user/social-login/${network}/start/${query}`, {
    redirect: 'manual',
  })
  expect(response.status).toBe(302)
  const setCookie = response.headers.get('set-cookie') ?? ''
  expect(setCookie).toMatch(/HttpOnly; SameSite=Lax/)
  return { page: response.headers.get('location') ?? '', cookie: setCookie.split(';')[0] ?? '' }
}

/** Follows a callback's address; the query of our own page that it ends at. */
async function comeBack(callback: string, cookie: string): Promise<URLSearchParams> {
  const response = await fetch(callback, { redirect: 'manual', headers: { cookie } })
  const ended = new URL(response.headers.get('location') ?? '')
  expect(ended.origin + ended.pathname).toBe(`${t.origin}/social-login`)
  return ended.searchParams
}

async function exchange(code: string | null, cookie: string) {
  const response = await fetch(`${t.origin}/api/user/social-login/exchange/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ code }),
  })
  return { status: response.status, body: (await response.json()) as SocialTokens }
}

async function logIn(name: string, network = 'google') {
  const { page, cookie } = await begin(network)
  const ended = await comeBack(await there.logIn(page, name), cookie)
  const { status, body } = await exchange(ended.get('code'), cookie)
  expect(status).toBe(200)
  const me = await t.call<OwnUser>(
    { id: '', username: '', access: body.access, refresh: '' },
    'GET /api/user/me/',
  )
  return { tokens: body, me: me.body }
}

describe('the networks shown', () => {
  it('are all six outside production, by an address of this site', async () => {
    const { body } = await t.call<SocialLogins>(null, 'POST /api/user/social-login/', {})
    expect(body).toEqual({
      google_login_url: `${t.origin}/api/user/social-login/google/start/`,
      facebook_login_url: `${t.origin}/api/user/social-login/facebook/start/`,
      instagram_login_url: `${t.origin}/api/user/social-login/instagram/start/`,
      twitter_login_url: `${t.origin}/api/user/social-login/twitter/start/`,
      linkedin_login_url: `${t.origin}/api/user/social-login/linkedin/start/`,
      snapchat_login_url: `${t.origin}/api/user/social-login/snapchat/start/`,
    })
  })

  it('lead to themselves with credentials, else to the sandbox', async () => {
    expect((await begin('google')).page).toMatch(new RegExp(`^${there.issuer}/`))
    expect((await begin('twitter')).page).toMatch(new RegExp(`^${t.origin}/sandbox/openid/`))
    expect((await t.call(null, 'GET /api/user/social-login/myspace/start/')).status).toBe(404)
  })
})

describe('logging in by a network', () => {
  it('does not go round a second factor', async () => {
    const paula = { id: '', username: 'paula', ...(await logIn('paula')).tokens }
    expect((await t.call(paula, 'POST /api/auth/step-up/code/')).status).toBe(202)
    await t.server.doDueWork()
    const path = 'GET /sandbox/mail/?as=json&to=paula@example.org'
    const { body } = await t.call<Page<{ text: string }>>(null, path)
    const code = /Code: (\w{4} \w{4})/.exec(body.results[0]?.text ?? '')?.[1]
    expect((await t.call(paula, 'POST /api/auth/step-up/', { code })).status).toBe(200)
    const app = await addApp(t, paula, {})
    const { page, cookie } = await begin()
    const ended = await comeBack(await there.logIn(page, 'paula'), cookie)
    const answer = await exchange(ended.get('code'), cookie)
    const factors = { methods: ['code', 'recovery'] }
    expect(answer).toMatchObject({ status: 401, body: { second_factor: factors } })
    const { ticket } = Object(answer.body).second_factor
    const tokens = await t.call(null, 'POST /api/auth/second-factor/', { ticket, code: app.code() })
    expect(tokens.status).toBe(200)
  })

  it('keeps the passkeys, and asks for one', async () => {
    const quinn = { id: '', username: 'quinn', ...(await logIn('quinn')).tokens }
    expect((await t.call(quinn, 'POST /api/auth/step-up/code/')).status).toBe(202)
    await t.server.doDueWork()
    const path = 'GET /sandbox/mail/?as=json&to=quinn@example.org'
    const { body } = await t.call<Page<{ text: string }>>(null, path)
    const code = /Code: (\w{4} \w{4})/.exec(body.results[0]?.text ?? '')?.[1]
    expect((await t.call(quinn, 'POST /api/auth/step-up/', { code })).status).toBe(200)
    const passkeys = '/api/user/me/factors/passkeys/'
    const made = await t.call<{ challenge: string }>(quinn, `POST ${passkeys}options/`)
    const response = testAuthenticator(t.origin).make(made.body.challenge)
    expect((await t.call(quinn, `POST ${passkeys}`, { name: 'Phone', response })).status).toBe(201)
    const { page, cookie } = await begin()
    const ended = await comeBack(await there.logIn(page, 'quinn'), cookie)
    const answer = await exchange(ended.get('code'), cookie)
    const factors = { methods: ['passkey', 'recovery'] }
    expect(answer).toMatchObject({ status: 401, body: { second_factor: factors } })
    const own = await t.call<{ passkeys: object[] }>(quinn, 'GET /api/user/me/factors/')
    expect(own.body.passkeys).toMatchObject([{ name: 'Phone' }])
  })

  it('asks the network with state, nonce and PKCE', async () => {
    const { page } = await begin()
    const parameters = new URL(page).searchParams
    expect(parameters.get('redirect_uri')).toBe(`${t.origin}/api/user/social-login/google/callback/`)
    expect(parameters.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(parameters.get(name)).toMatch(/^[\w-]{43}$/)
  })

  it('makes a new person with a free username and a proven mailbox', async () => {
    const { me, tokens } = await logIn('greta')
    expect(me).toMatchObject({
      username: 'greta',
      first_name: 'Greta',
      last_name: 'Garden',
      email: 'greta@example.org',
    })
    expect(tokens.password_removed).toBe(false)
  })

  it('shows the username instead of a name that poses as the platform', async () => {
    expect((await logIn('posing')).me).toMatchObject({
      username: 'posing',
      first_name: 'posing',
      last_name: '',
    })
  })

  it('is the same person the next time, by whichever network', async () => {
    const first = await logIn('hugo')
    expect((await logIn('hugo')).me.id).toBe(first.me.id)
    expect((await logIn('hugo', 'linkedin')).me.id).toBe(first.me.id)
    expect((await logIn('hugo', 'facebook')).me.id).toBe(first.me.id)
  })

  it.each(['linkedin', 'facebook'])('works by %s', async network => {
    const name = network === 'linkedin' ? 'lola' : 'fern'
    expect((await logIn(name, network)).me).toMatchObject({ username: name, first_name: 'Greta' })
  })

  it('takes another username when the wish is taken', async () => {
    await t.fan('taken.name')
    expect((await logIn('namesake')).me.username).toMatch(/^taken\.name-\d{5}$/)
  })

  it('finds the account with the same verified email, and ends the password set before the mailbox was proven', async () => {
    const squatter = await t.fan('iris')
    const feed = await t.call<{ url: string }>(squatter, 'POST /api/user/me/calendar-feed/')
    const { me, tokens } = await logIn('iris')
    expect(me.id).toBe(squatter.id)
    expect(tokens.password_removed).toBe(true)
    const login = { email: 'iris@example.org', password: TEST_PASSWORD }
    expect((await t.call(null, 'POST /api/auth/jwt/create/', login)).status).toBe(401)
    const bearer = { authorization: `Bearer ${squatter.access}` }
    expect((await fetch(`${t.origin}/api/user/me/`, { headers: bearer })).status).toBe(401)
    expect((await logIn('iris')).tokens.password_removed).toBe(false)
    await t.server.doDueWork()
    // Nor do they read the owner's calls to come in a calendar.
    expect((await fetch(feed.body.url)).status).toBe(404)
  })

  it('shuts out who signed up with the address before, also when its owner pressed the link that asks to confirm it', async () => {
    const squatter = await t.fan('rosa')
    expect((await t.call(squatter, 'POST /api/user/me/email/confirm/')).status).toBe(202)
    await t.server.doDueWork()
    const path = 'GET /sandbox/mail/?as=json&to=rosa@example.org'
    const { body } = await t.call<Page<{ text: string }>>(null, path)
    const token = /confirm-email#token=([\w-]+)/.exec(body.results[0]?.text ?? '')?.[1]
    expect((await t.call(null, 'POST /api/user/email/confirm/', { token })).status).toBe(400)
    expect((await logIn('rosa')).tokens.password_removed).toBe(true)
    const login = { email: 'rosa@example.org', password: TEST_PASSWORD }
    expect((await t.call(null, 'POST /api/auth/jwt/create/', login)).status).toBe(401)
  })

  it('proves the mailbox once where eight browsers exchange their codes at once, and answers the others that they are late', async () => {
    await t.fan('tessa')
    const ends = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { page, cookie } = await begin()
        return { cookie, ended: await comeBack(await there.logIn(page, 'tessa'), cookie) }
      }),
    )
    const answers = await Promise.all(ends.map(({ cookie, ended }) => exchange(ended.get('code'), cookie)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(401)])
  })

  it('takes away a passkey that is older than the proof of the mailbox, which opens the account by itself', async () => {
    const squatter = await t.fan('sara')
    await t.call(squatter, 'POST /api/auth/step-up/', { password: TEST_PASSWORD })
    const passkeys = '/api/user/me/factors/passkeys/'
    const made = await t.call<{ challenge: string }>(squatter, `POST ${passkeys}options/`)
    const response = testAuthenticator(t.origin).make(made.body.challenge)
    expect((await t.call(squatter, `POST ${passkeys}`, { name: 'Phone', response })).status).toBe(201)
    t.clock.advance(60)
    const proven = 'update users set email_verified_at = $2 where id = $1'
    await t.server.database.pool.query(proven, [squatter.id, t.clock.now()])
    // Before, the server required that passkey after the network's answer.
    expect((await logIn('sara')).me.id).toBe(squatter.id)
  })

  it('keeps where to go next, on this site only', async () => {
    const inside = await begin('google', '?next=%2Fprofile%2Fivy')
    const ended = await comeBack(await there.logIn(inside.page, 'jack'), inside.cookie)
    expect(ended.get('next')).toBe('/profile/ivy')
    const outside = await begin('google', '?next=https%3A%2F%2Fevil.example')
    expect((await comeBack(await there.logIn(outside.page, 'jack'), outside.cookie)).get('next')).toBe('/')
  })
})

describe('a login by a network is refused', () => {
  it('without a verified email, and makes no account', async () => {
    for (const name of ['ursula', 'mute']) {
      const { page, cookie } = await begin()
      const ended = await comeBack(await there.logIn(page, name), cookie)
      expect([ended.get('problem'), ended.get('code')]).toEqual(['no_verified_email', null])
    }
    expect((await t.call(null, 'GET /api/user/get_user/ursula/')).status).toBe(404)
  })

  it('when the person says no there', async () => {
    const { page, cookie } = await begin()
    expect((await comeBack(await there.refuse(page), cookie)).get('problem')).toBe('cancelled')
  })

  it('in another browser than the one that began it', async () => {
    const { page } = await begin()
    const other = await begin()
    const callback = await there.logIn(page, 'kim')
    expect((await comeBack(callback, other.cookie)).get('problem')).toBe('expired')
    expect((await t.call(null, 'GET /api/user/get_user/kim/')).status).toBe(404)
  })

  it('when the callback comes twice, late, forged, or by another network', async () => {
    const twice = await begin()
    const callback = await there.logIn(twice.page, 'mona')
    expect((await comeBack(callback, twice.cookie)).get('code')).toBeTruthy()
    expect((await comeBack(callback, twice.cookie)).get('problem')).toBe('expired')

    const forged = await begin()
    const answer = new URL(await there.logIn(forged.page, 'mona'))
    answer.searchParams.set('code', 'made-up')
    expect((await comeBack(answer.href, forged.cookie)).get('problem')).toBe('failed')

    const crossed = await begin()
    const elsewhere = (await there.logIn(crossed.page, 'mona')).replace('/google/', '/linkedin/')
    expect((await comeBack(elsewhere, crossed.cookie)).get('problem')).toBe('expired')

    const late = await begin()
    const lateCallback = await there.logIn(late.page, 'mona')
    t.clock.advance(SOCIAL_LOGIN_TTL_MS / 1000)
    expect((await comeBack(lateCallback, late.cookie)).get('problem')).toBe('expired')
  })

  it('when its answer belongs to another try of the same browser', async () => {
    const first = await begin()
    const second = await begin()
    const answer = new URL(await there.logIn(first.page, 'nils'))
    answer.searchParams.set('state', new URL(second.page).searchParams.get('state') ?? '')
    expect((await comeBack(answer.href, second.cookie)).get('problem')).toBe('failed')
  })

  it('when its code is exchanged twice, late, or in another browser', async () => {
    const codeOf = async () => {
      const { page, cookie } = await begin()
      const ended = await comeBack(await there.logIn(page, 'otis'), cookie)
      return { code: ended.get('code'), cookie }
    }
    const used = await codeOf()
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(used.code, used.cookie)))
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 401, 401, 401, 401])
    const stolen = await codeOf()
    expect((await exchange(stolen.code, used.cookie)).status).toBe(401)
    expect((await exchange(stolen.code, '')).status).toBe(401)
    const late = await codeOf()
    t.clock.advance(SOCIAL_CODE_TTL_MS / 1000)
    expect((await exchange(late.code, late.cookie)).status).toBe(401)
  })
})
