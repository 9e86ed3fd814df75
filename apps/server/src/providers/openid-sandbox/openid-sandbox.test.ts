import { createSecretKey } from 'node:crypto'
import type { OwnUser, SocialLogins, SocialTokens } from '@parley/contract'
import { SOCIAL_NETWORKS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'
import { createOpenIdSandbox } from './index.ts'
import { MADE_UP_PEOPLE } from './people.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

const ROBIN = 'robin-field'
const PROVIDER = '/sandbox/openid'

interface Begun {
  query: URLSearchParams
  cookie: string
}

async function begin(network = 'google'): Promise<Begun> {
  const response = await fetch(`${t.origin}/api/user/social-login/${network}/start/`, { redirect: 'manual' })
  const page = new URL(response.headers.get('location') ?? '')
  expect(page.origin + page.pathname).toBe(`${t.origin}${PROVIDER}/authorize`)
  return { query: page.searchParams, cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

const choose = (query: URLSearchParams, person: string) =>
  fetch(`${t.origin}${PROVIDER}/authorize`, {
    method: 'POST',
    body: new URLSearchParams([...query, ['person', person]]),
    redirect: 'manual',
  })

async function comeBack(answer: Response, cookie: string): Promise<URLSearchParams> {
  const response = await fetch(answer.headers.get('location') ?? '', {
    redirect: 'manual',
    headers: { cookie },
  })
  return new URL(response.headers.get('location') ?? '').searchParams
}

async function logIn(network: string, person = ROBIN): Promise<{ tokens: SocialTokens; me: OwnUser }> {
  const { query, cookie } = await begin(network)
  const ended = await comeBack(await choose(query, person), cookie)
  const response = await fetch(`${t.origin}/api/user/social-login/exchange/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ code: ended.get('code') }),
  })
  expect(response.status).toBe(200)
  const tokens = (await response.json()) as SocialTokens
  const person_ = { id: '', username: '', access: tokens.access, refresh: '' }
  return { tokens, me: (await t.call<OwnUser>(person_, 'GET /api/user/me/')).body }
}

describe('without credentials of any network', () => {
  it('all six have a login address of this site', async () => {
    const { body } = await t.call<SocialLogins>(null, 'POST /api/user/social-login/', {})
    for (const network of SOCIAL_NETWORKS) {
      expect(body[`${network}_login_url`]).toBe(`${t.origin}/api/user/social-login/${network}/start/`)
    }
  })

  it.each(SOCIAL_NETWORKS)(
    'a made-up person logs in by %s, and is the same person by each',
    async network => {
      const { me } = await logIn(network)
      expect(me).toMatchObject({ username: ROBIN, first_name: 'Robin', is_influencer: false })
      expect(me.email).toBe('robin-field@sandbox-people.example')
    },
  )

  it('the page says what it is, in the name of the network, and runs no script', async () => {
    const { query } = await begin('snapchat')
    const response = await fetch(`${t.origin}${PROVIDER}/authorize?${query}`)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    const page = await response.text()
    expect(page).toContain('This is not Snapchat.')
    expect(page).toContain('Made-up people')
    expect(page).not.toContain('<script')
  })

  it('Cancel comes back as a cancelled login', async () => {
    const { query, cookie } = await begin()
    const ended = await comeBack(await choose(query, ''), cookie)
    expect(ended.get('problem')).toBe('cancelled')
  })
})

describe('a cheat gets nowhere', () => {
  it('by naming a person or an address that is not made up', async () => {
    const victim = await t.fan('victim')
    const { query } = await begin()
    for (const person of ['victim', victim.id, 'victim@example.org', '__proto__']) {
      const more = new URLSearchParams([...query, ['email', 'victim@example.org'], ['sub', victim.id]])
      expect((await choose(more, person)).status).toBe(400)
    }
  })

  it('because its people have addresses that nobody can own', () => {
    for (const { email } of MADE_UP_PEOPLE) expect(email).toMatch(/@sandbox-people\.example$/)
  })

  it('and who signed up with such an address before is out once its person comes', async () => {
    const form = {
      ...{
        username: 'early',
        first_name: 'Early',
        last_name: 'Bird',
        email: 'kit-okafor@sandbox-people.example',
      },
      ...{ password: 'correct horse battery', confirmpassword: 'correct horse battery' },
    }
    const early = await t.call<OwnUser & { token: { access: string } }>(null, 'POST /api/user/', form)
    expect(early.status).toBe(201)
    const { tokens, me } = await logIn('google', 'kit-okafor')
    expect([me.id, tokens.password_removed]).toEqual([early.body.id, true])
    const before = { id: '', username: '', refresh: '', access: early.body.token.access }
    expect((await t.call(before, 'GET /api/user/me/')).status).toBe(401)
  })

  it('by having the code sent elsewhere, or by another client', async () => {
    const { query } = await begin()
    for (const [name, value] of [
      ['redirect_uri', 'https://thief.example/'],
      ['redirect_uri', `${query.get('redirect_uri')}?more`],
      ['client_id', 'sandbox-facebook'],
      ['client_id', 'nobody'],
      ['response_type', 'token'],
    ] as const) {
      const changed = new URLSearchParams(query)
      changed.set(name, value)
      expect((await choose(changed, ROBIN)).status).toBe(400)
      expect((await fetch(`${t.origin}${PROVIDER}/authorize?${changed}`)).status).toBe(400)
    }
  })

  it('by a code used twice at once, by another verifier, secret or client, or by a made-up code', async () => {
    const verifier = 'v'.repeat(43)
    const challenge = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
    ).toString('base64url')
    const { query } = await begin()
    query.set('code_challenge', challenge)
    const key = await t.server.database.pool.query(
      `select value from server_secrets where name = 'openid_sandbox'`,
    )
    const sandbox = createOpenIdSandbox({
      ...{ production: false, issuer: `${t.origin}${PROVIDER}`, networks: [], now: () => new Date() },
      key: createSecretKey(key.rows[0].value),
    })
    const { clientId, clientSecret } = sandbox.credentialsOf('google')
    const newCode = async () => {
      const answer = await choose(query, ROBIN)
      return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    }
    const exchange = async (code: string, change: Record<string, string> = {}) => {
      const body = new URLSearchParams({
        ...{ grant_type: 'authorization_code', code, redirect_uri: query.get('redirect_uri') ?? '' },
        ...{ client_id: clientId, client_secret: clientSecret, code_verifier: verifier },
        ...change,
      })
      return (await fetch(`${t.origin}${PROVIDER}/token`, { method: 'POST', body })).status
    }
    const code = await newCode()
    expect(await exchange(code, { code_verifier: 'w'.repeat(43) })).toBe(400)
    expect(await exchange(code, { client_secret: 'x'.repeat(64) })).toBe(401)
    const other = sandbox.credentialsOf('facebook')
    expect(await exchange(code, { client_id: other.clientId, client_secret: other.clientSecret })).toBe(400)
    expect(await exchange('made.up.code')).toBe(400)
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code)))
    expect(answers.filter(status => status === 200)).toHaveLength(1)
  })

  it('by a token of its own making at the userinfo', async () => {
    const response = await fetch(`${t.origin}${PROVIDER}/userinfo`, {
      headers: { authorization: 'Bearer made.up.token' },
    })
    // Our own edge looks at bearer tokens first; either way the answer reveals nothing.
    expect(response.status).toBe(401)
  })
})

describe('in production', () => {
  it('it is not there, no network without credentials has an address, and it refuses to be made', async () => {
    const live = await openTestServer({ env: { NODE_ENV: 'production', ALLOW_SANDBOX: '1' } })
    try {
      const { body } = await live.call<SocialLogins>(null, 'POST /api/user/social-login/', {})
      expect(Object.values(body)).toEqual(SOCIAL_NETWORKS.map(() => null))
      for (const path of ['/authorize', '/jwks', '/.well-known/openid-configuration']) {
        expect((await fetch(`${live.origin}${PROVIDER}${path}`)).status).toBe(404)
      }
      expect((await fetch(`${live.origin}/api/user/social-login/google/start/`)).status).toBe(404)
    } finally {
      await live.close()
    }
    const key = createSecretKey(Buffer.alloc(32))
    const parts = { issuer: 'https://a.example', key, networks: [], now: () => new Date() }
    expect(() => createOpenIdSandbox({ ...parts, production: true })).toThrow(/must not run in production/)
  })
})
