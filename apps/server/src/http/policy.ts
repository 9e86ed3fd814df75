import {
  type AgeState,
  keepsCookie,
  messages,
  needsSchema,
  type StaffRole,
  stepUpNeededSchema,
} from '@parley/contract'
import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { Person } from '../core/person.ts'
import { refuse } from '../core/refusal.ts'

/**
 * Who may make a call. `party` and `payer` need a login here; which row is whose is decided by the operation under
 * the row's lock. `signed` calls prove themselves (webhooks); `operator` calls are for probes and metrics. A `staff`
 * route names the roles that it is for beside the policy; for everybody else it is not there.
 */
export const POLICIES = [
  'anyone',
  'person',
  'self',
  'owner',
  'influencer',
  'party',
  'payer',
  'staff',
  'signed',
  'sandbox',
  'operator',
] as const
export type Policy = (typeof POLICIES)[number]

/** Which roles a route is for; `admin` may call each of them. */
export type StaffRoles = 'any' | readonly StaffRole[]

/** Whether a call asks for the age: always, or when its body has this in it. */
export type RequiresAge = true | ((request: FastifyRequest) => boolean)

export interface ListedRoute {
  method: string
  url: string
  policy: Policy
  /** For `staff`: who beside `admin`. */
  staff: StaffRoles | undefined
  requiresAge: boolean
  /** Whether its answers say that the caller must prove again who they are. */
  requiresProof: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    staff?: StaffRoles
    /** Books, claims or offers: who calls has said a birth date, and is old enough. */
    age?: RequiresAge
    /** The only answer of the call that is no refusal is a redirect, to this place. */
    leadsTo?: string
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

/**
 * What a login may do as staff: its roles, what its person can show as a second factor, and whether it did so lately.
 */
export interface StaffStanding {
  roles: readonly StaffRole[]
  methods: readonly string[]
  steppedUp: boolean
}

export interface PolicyDeps {
  authenticate: Authenticate
  /** For servers that know staff. */
  staffStanding?: ((person: Person) => Promise<StaffStanding>) | undefined
  /** For servers that ask for ages. */
  ageState?: ((person: Person) => Promise<AgeState>) | undefined
}

/** Calls that need no login. */
export const OPEN_POLICIES: ReadonlySet<Policy> = new Set(['anyone', 'signed', 'sandbox', 'operator'])

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

/** Refuses to start with a route that has no policy, and decides every call by its caller. */
export function registerPolicy(app: FastifyInstance, deps: PolicyDeps): void {
  const { authenticate } = deps
  app.decorateRequest('person', null)
  const routeList: ListedRoute[] = []
  app.decorate('routeList', routeList)
  app.addHook('onRoute', route => {
    const policy = policyOf(route.url, route.config?.policy)
    if (!policy || !POLICIES.includes(policy)) {
      throw new Error(`route ${String(route.method)} ${route.url} has no policy`)
    }
    const staff = route.config?.staff
    if ((policy === 'staff') !== (staff !== undefined)) {
      throw new Error(`route ${String(route.method)} ${route.url} does not say for which staff it is`)
    }
    route.config = { ...route.config, policy }
    const requiresAge = route.config.age !== undefined
    const requiresProof =
      isRecord(route.schema?.response) && route.schema.response[403] === stepUpNeededSchema
    if (requiresAge) route.schema = withNeeds(route.schema)
    for (const method of [route.method].flat())
      routeList.push({
        method,
        url: route.url,
        policy,
        staff,
        requiresAge: requiresAge,
        requiresProof: requiresProof,
      })
  })
  app.addHook('onRequest', async request => {
    if (request.is404) return
    const token = bearerToken(request)
    if (token) request.person = await authenticate(token)
    const policy = request.routeOptions.config.policy
    if (policy === 'operator' && pathAsSent(request) !== request.routeOptions.url) throw refuse.notFound()
    // A reader whose token ran out must not be answered as a stranger: they would take "not there" for the truth.
    if (token && !request.person && policy === 'anyone' && request.method === 'GET')
      throw refuse.unauthenticated()
    if (!policy || OPEN_POLICIES.has(policy)) return
    if (policy === 'staff')
      return decideStaff(request, { isSpent: token !== null, standing: deps.staffStanding })
    decide(policy, request, request.person)
  })
  // After the body was read: what is wrong with it is said first, and some calls ask by what is in it.
  app.addHook('preHandler', async request => {
    const { age } = request.routeOptions.config
    if (age !== undefined && request.person && (age === true || age(request)))
      decideAge(await deps.ageState?.(request.person))
  })
}

/** A route that asks for the age says so in its document, beside its own reasons of a 403. */
function withNeeds(schema: FastifySchema | undefined): FastifySchema {
  const responses = isRecord(schema?.response) ? schema.response : {}
  const own = responses[403]
  const either = own instanceof z.ZodMiniObject ? z.extend(own, needsSchema.shape) : needsSchema
  return { ...schema, response: { ...responses, 403: either } }
}

/** The date is asked once; a person who is too young reads that. */
function decideAge(state: AgeState | undefined): void {
  if (state === 'unknown') throw refuse.needs(messages.birthDateNeeded, 'birth_date')
  if (state === 'too_young') throw refuse.needs(messages.tooYoung, 'age')
}

/**
 * Refuses calls that use the login cookie from anywhere but our own pages. The header alone stops forms and images of
 * other sites; their scripts would have to ask first, and are never allowed. This check stands behind it.
 */
export function guardLoginCookie(app: FastifyInstance, publicOrigin: string): void {
  app.addHook('onRequest', async request => {
    if (keepsCookie(request.headers) && !isOwnPage(request, publicOrigin))
      throw refuse.forbidden(`Logins work at ${publicOrigin} alone. Open Parley there`)
  })
}

/** The browser says itself whether page and address are of one origin; an older one names the page's origin. */
function isOwnPage({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? headers.origin === publicOrigin : site === 'same-origin'
}

/**
 * Attack: a proxy hides `/metrics` by its exact path. `/metrics/` and `/%6detrics` pass that proxy, and the router
 * understands them as `/metrics`.
 */
const pathAsSent = (request: FastifyRequest) => request.raw.url?.split('?', 1)[0]

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

/**
 * Staff alone, and with a second factor; who changes something has shown it to this very login lately. Attack: a
 * stolen access token of a member of staff, which reads for ten minutes at most and changes nothing.
 */
async function decideStaff(
  request: FastifyRequest,
  { isSpent, standing }: { isSpent: boolean; standing: PolicyDeps['staffStanding'] },
): Promise<void> {
  const { person } = request
  if (!person && isSpent) throw refuse.unauthenticated()
  if (!person || !standing) throw refuse.notFound()
  const { roles, methods, steppedUp } = await standing(person)
  const wanted = request.routeOptions.config.staff ?? []
  const isMeant = roles.some(role => role === 'admin' || wanted === 'any' || wanted.includes(role))
  if (!isMeant) throw refuse.notFound()
  if (methods.length === 0) throw refuse.needs(messages.staffNeedsFactor, 'second_factor')
  if (request.method !== 'GET' && !steppedUp) throw refuse.stepUp(messages.stepUpNeeded, methods)
}

/** The person of a call whose policy needs one. */
export function personOf(request: FastifyRequest): Person {
  if (!request.person) throw refuse.unauthenticated()
  return request.person
}

/** Whether a value of an unknown kind has fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
