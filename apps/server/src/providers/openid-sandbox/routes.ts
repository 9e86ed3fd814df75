import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { exportJWK } from 'jose'
import type { SandboxKeys } from './keys.ts'
import { chooserPage, PAGE_HEADERS, refusedPage } from './page.ts'
import { claimsOf, findMadeUpPerson } from './people.ts'
import { createTokens, SIGNED_BY, TOKEN_TTL_SECONDS } from './tokens.ts'

/** Who may send people here, and the one address each gets them back at. */
export interface SandboxClient {
  id: string
  title: string
  redirectUri: string
}

export interface OpenIdDeps {
  issuer: string
  keys: SandboxKeys
  clients: readonly SandboxClient[]
  now: () => Date
}

type Fields = Readonly<Record<string, string | undefined>>
/** What travels from the first look at the page to its answer. */
const CARRIED = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
] as const

/** The provider's four places and its two documents (OpenID Connect Core 3.1, Discovery 4). */
export function openIdRoutes(deps: OpenIdDeps): FastifyPluginAsync {
  const tokens = createTokens(deps)
  return async app => {
    readForms(app)
    app.get('/.well-known/openid-configuration', () => discovery(deps.issuer))
    app.get('/jwks', async () => ({
      keys: [{ ...(await exportJWK(deps.keys.verifying)), use: 'sig', alg: SIGNED_BY }],
    }))
    app.get('/authorize', (request, reply) => {
      const fields = fieldsOf(request.query)
      const client = clientOf(deps, fields)
      if (!client || fields.response_type !== 'code') return refuse(reply)
      const carried = CARRIED.flatMap(name => (fields[name] === undefined ? [] : [[name, fields[name]]]))
      return reply.headers(PAGE_HEADERS).send(chooserPage(client.title, Object.fromEntries(carried)))
    })
    app.post('/authorize', async (request, reply) => {
      const fields = fieldsOf(request.body)
      const client = clientOf(deps, fields)
      if (!client || fields.response_type !== 'code') return refuse(reply)
      const back = new URL(client.redirectUri)
      if (fields.state !== undefined) back.searchParams.set('state', fields.state)
      const person = findMadeUpPerson(fields.person)
      if (person) {
        const { nonce, code_challenge } = fields
        const facts = { sub: person.id, client_id: client.id, redirect_uri: client.redirectUri }
        const code = await tokens.newCode({ ...facts, nonce, code_challenge })
        back.searchParams.set('code', code)
      } else if (fields.person === '') back.searchParams.set('error', 'access_denied')
      else return refuse(reply)
      return reply.redirect(back.href, 303)
    })
    app.post('/token', async (request, reply) => {
      const fields = fieldsOf(request.body)
      const clientId = fields.client_id ?? ''
      if (!isSecret(deps.keys.secretOf(clientId), fields.client_secret))
        return reply.status(401).send({ error: 'invalid_client' })
      if (fields.grant_type !== 'authorization_code')
        return reply.status(400).send({ error: 'unsupported_grant_type' })
      const facts = await tokens.consumeCode({
        code: fields.code ?? '',
        clientId,
        redirectUri: fields.redirect_uri ?? '',
        verifier: fields.code_verifier,
      })
      const person = findMadeUpPerson(facts?.sub)
      if (!facts || !person) return reply.status(400).send({ error: 'invalid_grant' })
      return {
        access_token: await tokens.accessToken(person),
        id_token: await tokens.idToken(person, facts),
        token_type: 'Bearer',
        expires_in: TOKEN_TTL_SECONDS,
        scope: 'openid email profile',
      }
    })
    app.get('/userinfo', async (request, reply) => {
      const person = findMadeUpPerson((await tokens.ownerOf(bearerOf(request))) ?? undefined)
      if (person) return claimsOf(person)
      return reply.status(401).header('www-authenticate', 'Bearer error="invalid_token"').send({})
    })
  }
}

function discovery(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNED_BY],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'email', 'profile'],
  }
}

/** A client by name and by the address it was registered with (attack: having the code sent elsewhere). */
function clientOf(deps: OpenIdDeps, fields: Fields): SandboxClient | undefined {
  return deps.clients.find(
    ({ id, redirectUri }) => id === fields.client_id && redirectUri === fields.redirect_uri,
  )
}

function refuse(reply: FastifyReply): FastifyReply {
  return reply.status(400).headers(PAGE_HEADERS).send(refusedPage())
}

function isSecret(expected: string, given: string | undefined): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given ?? '')]
  return one.length === other.length && timingSafeEqual(one, other)
}

function bearerOf(request: FastifyRequest): string {
  const header = request.headers.authorization ?? ''
  return header.toLowerCase().startsWith('bearer ') ? header.slice(7).trim() : ''
}

/** Each field once, as text; what comes twice counts as not said. */
function fieldsOf(input: unknown): Fields {
  if (typeof input !== 'object' || input === null) return {}
  const texts = Object.entries(input).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts)
}

function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
