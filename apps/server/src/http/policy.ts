import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Person } from '../core/person.ts'
import { refuse } from '../core/refusal.ts'

/**
 * Who may make a call. `party` and `payer` need a login here; which row is whose is decided by the operation under
 * the row's lock. `signed` calls prove themselves (webhooks); `operator` calls are for probes and metrics.
 */
export const POLICIES = [
  'anyone',
  'person',
  'self',
  'owner',
  'influencer',
  'party',
  'payer',
  'signed',
  'sandbox',
  'operator',
] as const
export type Policy = (typeof POLICIES)[number]

export interface ListedRoute {
  method: string
  url: string
  policy: Policy
}

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
  }
  interface FastifyInstance {
    /** Every route there is, for tests that must leave none out. */
    routeList: readonly ListedRoute[]
  }
  interface FastifyRequest {
    /** Who asks; null for visitors. Set before any handler of a route that is not `anyone`'s runs. */
    person: Person | null
  }
}

/** Finds the person behind a bearer token; null when the token is not good. */
export type Authenticate = (token: string) => Promise<Person | null>

const OPEN: ReadonlySet<Policy> = new Set(['anyone', 'signed', 'sandbox', 'operator'])

/** Routes of plugins that are not ours, by the path they are mounted at. */
const MOUNTED: ReadonlyMap<string, Policy> = new Map([
  ['/api/docs', 'anyone'],
  ['/sandbox/stripe', 'sandbox'],
  ['/sandbox/openid', 'sandbox'],
])

function policyOf(url: string, own: Policy | undefined): Policy | undefined {
  if (own) return own
  for (const [mount, policy] of MOUNTED) if (url === mount || url.startsWith(`${mount}/`)) return policy
  return undefined
}

/** Refuses to start with a route that has no policy, and decides every call by who asks. */
export function registerPolicy(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorateRequest('person', null)
  const routeList: ListedRoute[] = []
  app.decorate('routeList', routeList)
  app.addHook('onRoute', route => {
    const policy = policyOf(route.url, route.config?.policy)
    if (!policy || !POLICIES.includes(policy)) {
      throw new Error(`route ${String(route.method)} ${route.url} has no policy`)
    }
    route.config = { ...route.config, policy }
    for (const method of [route.method].flat()) routeList.push({ method, url: route.url, policy })
  })
  app.addHook('onRequest', async request => {
    if (request.is404) return
    const token = bearerToken(request)
    if (token) request.person = await authenticate(token)
    const policy = request.routeOptions.config.policy
    // A reader whose token ran out must not be answered as a stranger: they would take "not there" for the truth.
    if (token && !request.person && policy === 'anyone' && request.method === 'GET')
      throw refuse.unauthenticated()
    if (!policy || OPEN.has(policy)) return
    decide(policy, request, request.person)
  })
}

function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  return header?.toLowerCase().startsWith('bearer ') ? header.slice(7).trim() : null
}

function decide(policy: Policy, request: FastifyRequest, person: Person | null): void {
  if (!person) throw refuse.unauthenticated()
  const params = request.params as Record<string, string | undefined>
  if (policy === 'self' && params.id !== undefined && params.id !== person.id) throw refuse.forbidden()
  if (policy === 'owner' && params.username?.toLowerCase() !== person.username) throw refuse.forbidden()
  if (policy === 'influencer' && !person.isInfluencer) throw refuse.forbidden('This is for influencers')
}

/** The person of a call whose policy needs one. */
export function personOf(request: FastifyRequest): Person {
  if (!request.person) throw refuse.unauthenticated()
  return request.person
}
