import type { SocialNetworkName } from '@parley/contract'
import type { SocialPerson } from '../../domains/accounts/public.ts'

type Json = Record<string, unknown>

/** The protocol of one network: its addresses, the scopes that it is asked to grant, the shape of its answer. */
interface NetworkRules {
  scope: string
  /** PKCE, where the network takes it. */
  pkce: 'yes' | 'no'
  /** How the client's secret travels. */
  secret: 'post' | 'basic'
  personOf(answer: Json): SocialPerson
}

export interface OpenIdNetwork extends NetworkRules {
  kind: 'openid'
  issuer: string
  /** Whether the ID token repeats the nonce. */
  nonce: 'yes' | 'no'
}

export interface OAuthNetwork extends NetworkRules {
  kind: 'oauth'
  authorizationEndpoint: string
  tokenEndpoint: string
  /** Answers who the owner of an access token is. */
  profileEndpoint: string
  /** The token answer leaves `token_type` out, against RFC 6749, 5.1. */
  tokenType?: 'unsaid'
}

export type Network = OpenIdNetwork | OAuthNetwork

const word = (value: unknown) => (typeof value === 'string' ? value : '')
const within = (answer: Json, name: string): Json => {
  const value = answer[name]
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function namesOf(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = fullName.trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

/** The claims of OpenID Connect Core 5.1; an address counts only when the network says that it checked it. */
export function openIdPerson(claims: Json): SocialPerson {
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const names = namesOf(word(claims.name))
  return {
    verifiedEmail: isVerified && word(claims.email) ? word(claims.email) : null,
    firstName: word(claims.given_name) || names.firstName,
    lastName: word(claims.family_name) || names.lastName,
    nickname: word(claims.preferred_username) || word(claims.nickname),
  }
}

/**
 * Each network by its own documentation. Instagram and Snapchat never send an address, so they cannot vouch for one.
 */
export const NETWORKS: Record<SocialNetworkName, Network> = {
  google: {
    kind: 'openid',
    issuer: 'https://accounts.google.com',
    scope: 'openid email profile',
    pkce: 'yes',
    nonce: 'yes',
    secret: 'post',
    personOf: openIdPerson,
  },
  linkedin: {
    kind: 'openid',
    issuer: 'https://www.linkedin.com/oauth',
    scope: 'openid profile email',
    // LinkedIn refuses PKCE from clients with a secret, and its ID tokens carry no nonce.
    pkce: 'no',
    nonce: 'no',
    secret: 'post',
    personOf: openIdPerson,
  },
  facebook: {
    kind: 'oauth',
    authorizationEndpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    profileEndpoint: 'https://graph.facebook.com/v23.0/me?fields=id,first_name,last_name,email',
    scope: 'email public_profile',
    pkce: 'yes',
    secret: 'post',
    // Facebook sends an address only once its owner has confirmed it (Graph API reference, User.email).
    personOf: answer => ({
      verifiedEmail: word(answer.email) || null,
      firstName: word(answer.first_name),
      lastName: word(answer.last_name),
      nickname: '',
    }),
  },
  twitter: {
    kind: 'oauth',
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    profileEndpoint: 'https://api.x.com/2/users/me?user.fields=confirmed_email',
    scope: 'tweet.read users.read users.email',
    pkce: 'yes',
    secret: 'basic',
    personOf: answer => {
      const data = within(answer, 'data')
      return {
        verifiedEmail: word(data.confirmed_email) || null,
        ...namesOf(word(data.name)),
        nickname: word(data.username),
      }
    },
  },
  instagram: {
    kind: 'oauth',
    authorizationEndpoint: 'https://www.instagram.com/oauth/authorize',
    tokenEndpoint: 'https://api.instagram.com/oauth/access_token',
    profileEndpoint: 'https://graph.instagram.com/v23.0/me?fields=user_id,username,name',
    scope: 'instagram_business_basic',
    pkce: 'no',
    secret: 'post',
    tokenType: 'unsaid',
    personOf: answer => ({
      verifiedEmail: null,
      ...namesOf(word(answer.name)),
      nickname: word(answer.username),
    }),
  },
  snapchat: {
    kind: 'oauth',
    authorizationEndpoint: 'https://accounts.snapchat.com/accounts/oauth2/auth',
    tokenEndpoint: 'https://accounts.snapchat.com/accounts/oauth2/token',
    profileEndpoint: `https://kit.snapchat.com/v1/me?${new URLSearchParams({ query: '{me{externalId displayName}}' })}`,
    scope:
      'https://auth.snapchat.com/oauth2/api/user.external_id https://auth.snapchat.com/oauth2/api/user.display_name',
    pkce: 'yes',
    secret: 'post',
    personOf: answer => {
      const me = within(within(answer, 'data'), 'me')
      return { verifiedEmail: null, ...namesOf(word(me.displayName)), nickname: word(me.displayName) }
    },
  },
}
