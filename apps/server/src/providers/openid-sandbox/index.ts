import type { KeyObject } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import { keysFrom } from './keys.ts'
import { openIdRoutes } from './routes.ts'

export interface OpenIdSandboxOptions {
  production: boolean
  /** Its own address, as browsers see it. */
  issuer: string
  /** A key of the installation's own, from which all others are made. */
  key: KeyObject
  /** The networks it stands in for, by name. */
  networks: readonly { name: string; title: string; callbackUrl: string }[]
  now: () => Date
}

export interface OpenIdSandbox {
  issuer: string
  plugin: FastifyPluginAsync
  credentialsOf(network: string): { clientId: string; clientSecret: string }
}

const clientIdOf = (network: string) => `sandbox-${network}`

/** The sandbox's own identity provider: OpenID Connect with made-up people. Never in production. */
export function createOpenIdSandbox(options: OpenIdSandboxOptions): OpenIdSandbox {
  // Attack: anybody could log in as its people, so where real people are it must not be there at all.
  if (options.production) throw new Error("the sandbox's identity provider must not run in production")
  const { issuer, now } = options
  const keys = keysFrom(options.key)
  const clients = options.networks.map(({ name, title, callbackUrl }) => ({
    id: clientIdOf(name),
    title,
    redirectUri: callbackUrl,
  }))
  return {
    issuer,
    plugin: openIdRoutes({ issuer, keys, clients, now }),
    credentialsOf(network) {
      const clientId = clientIdOf(network)
      return { clientId, clientSecret: keys.secretOf(clientId) }
    },
  }
}
