import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { type AccountClaims, Provider } from 'oidc-provider'

export interface OpenIdPersona {
  sub: string
  [claim: string]: unknown
}

export interface OpenIdServer {
  issuer: string
  /**
   * Logs a persona in on the server's own pages and consents; answers the address to which the server redirects the
   * browser.
   */
  logIn(authorizationUrl: string, sub: string): Promise<string>
  /** Refuses on the server's own pages; answers the address to which the server redirects the browser. */
  refuse(authorizationUrl: string): Promise<string>
  close(): Promise<void>
}

export interface OpenIdServerOptions {
  port: number
  redirectUris: readonly string[]
  client: { clientId: string; clientSecret: string }
  personas: readonly OpenIdPersona[]
}

/** A real OpenID server with its own pages, for tests: the certified `oidc-provider`. */
export async function openOpenIdServer(options: OpenIdServerOptions): Promise<OpenIdServer> {
  const issuer = `http://localhost:${options.port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: options.client.clientId,
        client_secret: options.client.clientSecret,
        redirect_uris: [...options.redirectUris],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the tests alone'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'preferred_username', 'first_name', 'last_name'],
    },
    pkce: { required: () => false },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, sub) => {
      const persona = options.personas.find(each => each.sub === sub)
      return persona && { accountId: sub, claims: () => persona as AccountClaims }
    },
  })
  const server = createServer(provider.callback()).listen(options.port, '127.0.0.1')
  await once(server, 'listening')
  return {
    issuer,
    logIn: (url, sub) => visit(issuer, url, form => ({ ...form, login: sub, password: 'any' })),
    refuse: url => visit(issuer, url, () => 'abort'),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

type Fill = (hidden: Record<string, string>) => Record<string, string> | 'abort'
const PAGES_MAX = 12

/** Follows the server's pages as a browser would, with its cookies, until a redirect leaves the server. */
async function visit(issuer: string, start: string, fill: Fill): Promise<string> {
  const cookies = new Map<string, string>()
  let url = start
  let body: URLSearchParams | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body ? { method: 'POST', body } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    body = undefined
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url).href
      if (!url.startsWith(issuer)) return url
      continue
    }
    const html = await response.text()
    const filled = fill(hiddenFields(html))
    if (filled === 'abort') url = new URL(attribute(html, /href="([^"]*\/abort)"/), url).href
    else {
      url = new URL(attribute(html, /action="([^"]*)"/), url).href
      body = new URLSearchParams(filled)
    }
  }
  throw new Error('the pages of the OpenID server lead nowhere')
}

function hiddenFields(html: string): Record<string, string> {
  const fields = html.matchAll(/<input type="hidden" name="(\w+)" value="(\w*)"/g)
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]))
}

function attribute(html: string, pattern: RegExp): string {
  const [, value] = pattern.exec(html) ?? []
  if (value === undefined) throw new Error('the page of the OpenID server has no such place')
  return value
}
