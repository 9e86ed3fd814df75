import { SOCIAL_NETWORKS, type SocialNetworkName } from '@parley/contract'
import * as client from 'openid-client'
import { Outage } from '../../core/outage.ts'
import type {
  SocialChecks,
  SocialNetwork,
  SocialNetworks,
  SocialPerson,
} from '../../domains/accounts/public.ts'
import { NETWORKS, type Network, type OAuthNetwork, type OpenIdNetwork, openIdPerson } from './networks.ts'

export interface ClientCredentials {
  clientId: string
  clientSecret: string
}

export interface SocialSettings {
  credentials: Partial<Record<SocialNetworkName, ClientCredentials>>
  /** Other places than the networks' own, for tests with a server of their own; these alone may be plain http. */
  networks?: Partial<Record<SocialNetworkName, Network>>
  /** An OpenID provider instead of the networks without credentials; none in production. */
  sandboxNetwork?: SandboxNetwork
}

export interface SandboxNetwork {
  issuer: string
  credentialsOf(network: SocialNetworkName): ClientCredentials
  /** Where this process reaches an address of the provider that browsers reach by its own name. */
  reachedAt(url: string): string
}

const TIMEOUT_SECONDS = 10

/** The networks that have credentials, through the OpenID Foundation's certified client library. */
export function createSocialNetworks(settings: SocialSettings): SocialNetworks {
  const networks: SocialNetworks = {}
  for (const name of SOCIAL_NETWORKS) {
    const credentials = settings.credentials[name]
    if (!credentials) {
      const { sandboxNetwork } = settings
      if (sandboxNetwork)
        networks[name] = createNetwork(name, sandboxNetwork.credentialsOf(name), placeOf(sandboxNetwork))
      continue
    }
    const elsewhere = settings.networks?.[name]
    const place = { network: elsewhere ?? NETWORKS[name], http: elsewhere ? 'allowed' : 'refused' } as const
    networks[name] = createNetwork(name, credentials, place)
  }
  return networks
}

interface Place {
  network: Network
  http: 'allowed' | 'refused'
  fetch?: client.CustomFetch
}

function placeOf({ issuer, reachedAt }: SandboxNetwork): Place {
  const network: OpenIdNetwork = {
    kind: 'openid',
    issuer,
    scope: 'openid email profile',
    pkce: 'yes',
    nonce: 'yes',
    secret: 'post',
    personOf: openIdPerson,
  }
  return { network, http: 'allowed', fetch: (url, options) => fetch(reachedAt(url), options as RequestInit) }
}

function createNetwork(name: SocialNetworkName, credentials: ClientCredentials, place: Place): SocialNetwork {
  const { network } = place
  let found: Promise<client.Configuration> | undefined
  /** Asked for at first need and again after a failure: a network that is down must not stop the start. */
  const configuration = (): Promise<client.Configuration> => {
    found ??= configure(credentials, place).catch(error => {
      found = undefined
      throw new Outage(name, 'yes', error)
    })
    return found
  }
  return {
    async startUrl({ state, nonce, verifier, callbackUrl }) {
      const parameters: Record<string, string> = { redirect_uri: callbackUrl, scope: network.scope, state }
      if (network.kind === 'openid' && network.nonce === 'yes') parameters.nonce = nonce
      if (network.pkce === 'yes') {
        parameters.code_challenge = await client.calculatePKCECodeChallenge(verifier)
        parameters.code_challenge_method = 'S256'
      }
      return client.buildAuthorizationUrl(await configuration(), parameters).href
    },
    async finish({ callbackUrl, query, ...checks }) {
      if (wasRefused(query)) return null
      const answered = new URL(`${callbackUrl}?${query}`)
      const config = await configuration()
      const tokens = await client.authorizationCodeGrant(config, answered, checksOf(network, checks))
      return fetchPerson(config, network, tokens)
    },
  }
}

/** The person, or the network for them, said no; anything else that is wrong with the answer is thrown. */
function wasRefused(query: string): boolean {
  const error = new URLSearchParams(query).get('error')
  return error === 'access_denied' || error === 'user_cancelled_login' || error === 'user_cancelled_authorize'
}

function checksOf(network: Network, checks: SocialChecks): client.AuthorizationCodeGrantChecks {
  return {
    expectedState: checks.state,
    ...(network.pkce === 'yes' ? { pkceCodeVerifier: checks.verifier } : {}),
    ...(network.kind === 'openid'
      ? { idTokenExpected: true, ...(network.nonce === 'yes' ? { expectedNonce: checks.nonce } : {}) }
      : {}),
  }
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>

async function fetchPerson(
  config: client.Configuration,
  network: Network,
  tokens: Tokens,
): Promise<SocialPerson> {
  if (network.kind === 'openid') {
    const claims = tokens.claims()
    if (!claims) throw new Error('an OpenID answer has an ID token')
    // The ID token says who; only the userinfo endpoint may have the address.
    const more = await client.fetchUserInfo(config, tokens.access_token, claims.sub)
    return network.personOf({ ...claims, ...more })
  }
  const url = new URL(network.profileEndpoint)
  const response = await client.fetchProtectedResource(config, tokens.access_token, url, 'GET')
  if (!response.ok) throw new Error(`the profile was answered with ${response.status}`)
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null) throw new Error('the profile is not an object')
  return network.personOf(answer as Record<string, unknown>)
}

async function configure(credentials: ClientCredentials, place: Place): Promise<client.Configuration> {
  const { network } = place
  const { clientId, clientSecret } = credentials
  const secret =
    network.secret === 'post' ? client.ClientSecretPost(clientSecret) : client.ClientSecretBasic(clientSecret)
  const execute = place.http === 'allowed' ? [client.allowInsecureRequests] : []
  if (network.kind === 'openid') {
    const options = {
      execute,
      timeout: TIMEOUT_SECONDS,
      ...(place.fetch ? { [client.customFetch]: place.fetch } : {}),
    }
    return client.discovery(new URL(network.issuer), clientId, undefined, secret, options)
  }
  const config = new client.Configuration(
    {
      issuer: new URL(network.authorizationEndpoint).origin,
      authorization_endpoint: network.authorizationEndpoint,
      token_endpoint: network.tokenEndpoint,
    },
    clientId,
    undefined,
    secret,
  )
  config.timeout = TIMEOUT_SECONDS
  for (const allow of execute) allow(config)
  if (network.tokenType === 'unsaid') config[client.customFetch] = fetchNamingTokenType(network)
  return config
}

/** Says what the network leaves unsaid, so that the library's strict reading of the answer can stay. */
function fetchNamingTokenType(network: OAuthNetwork): client.CustomFetch {
  return async (url, options) => {
    const response = await fetch(url, options as RequestInit)
    if (url !== network.tokenEndpoint || !response.ok) return response
    const body = (await response.json()) as Record<string, unknown>
    return Response.json({ token_type: 'bearer', ...body }, { status: response.status })
  }
}
