import type { SocialNetworkName } from '@parley/contract'

/** What a callback is checked against: kept on the server from the start to the callback. */
export interface SocialChecks {
  state: string
  nonce: string
  /** PKCE: proves that who began is who ends. */
  verifier: string
}

/** The person as the network describes them. */
export interface SocialPerson {
  /** Null unless the network vouches that the mailbox is this person's. */
  verifiedEmail: string | null
  firstName: string
  lastName: string
  /** The person's name there; a wish for the username. */
  nickname: string
}

/** Logs people in by another network, with OAuth 2 or OpenID Connect. Failures of the network are `Outage`s. */
export interface SocialNetwork {
  /** The network's page to send the browser to. */
  startUrl(input: SocialChecks & { callbackUrl: string }): Promise<string>
  /** Checks the callback and asks who it is; null when the person or the network said no. Throws on a forged answer. */
  finish(input: SocialChecks & { callbackUrl: string; query: string }): Promise<SocialPerson | null>
}

export type SocialNetworks = Partial<Record<SocialNetworkName, SocialNetwork>>
