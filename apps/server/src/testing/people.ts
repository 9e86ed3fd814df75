import type { CreatedUser } from '@parley/contract'
import sharp from 'sharp'
import { buildApp } from '../app.ts'
import { type MovableClock, stillClock } from '../core/clock.ts'
import type { Core, Log, OutboxWriter } from '../core/core.ts'
import type { Db } from '../db/client.ts'
import { loginRoutes } from '../domains/accounts/login/login-routes.ts'
import {
  type AccountsDeps,
  authenticate,
  createPasswords,
  knownDevices,
  loadServerSecrets,
  movedUsername,
  type Passwords,
  passwordTries,
} from '../domains/accounts/public.ts'
import { accountRoutes } from '../domains/accounts/routes.ts'
import { socialLoginRoutes } from '../domains/accounts/social-login/social-login-routes.ts'
import { profilePageRoutes } from '../domains/discovery/public.ts'
import { type LiveEventsDeps, liveEventRoutes } from '../domains/live-events/public.ts'
import { imageRoutes } from '../domains/profiles/image-routes.ts'
import { type ImageStore, influencerProfiles, type ProfilesDeps } from '../domains/profiles/public.ts'
import { imageMakerOfTests } from '../domains/profiles/testing/made-images.ts'
import type { App, Routes } from '../http/app-type.ts'
import { countHitsHere } from '../http/count-hits-here.ts'
import { limitFactor, limitsFor } from '../http/rate-limits.ts'
import { selfDeclaredAge } from '../providers/age-self-declared/index.ts'
import { CHEAP_HASH } from './cheap-hash.ts'

export const PASSWORD = 'correct horse battery'

const quietLog: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

/** The accounts and profiles of a server over a test database, with a stopped clock. */
export interface PeopleServer {
  app: App
  clock: MovableClock
  accounts: AccountsDeps
  profiles: ProfilesDeps
  liveEvents: LiveEventsDeps
  /** Pairs of ids of people who have a request with each other. */
  sharedRequests: Set<string>
  /** The work in the outbox, newest last. */
  outboxWork: { topic: string; payload: object }[]
}

export interface PeopleServerOptions {
  db: Db
  images: ImageStore
  routes?: readonly Routes[]
  demoLogins?: AccountsDeps['demoLogins']
  publicOrigin?: string
  /** By default those with cheap hashes. */
  passwords?: Passwords
}

/** Builds that server; it does not listen on a port. */
export async function createPeopleServer(options: PeopleServerOptions): Promise<PeopleServer> {
  const clock = stillClock()
  const sharedRequests = new Set<string>()
  const outboxWork: PeopleServer['outboxWork'] = []
  const outbox: OutboxWriter = {
    async add(_tx, topic, payload) {
      outboxWork.push({ topic: topic.name, payload })
    },
    addLater: async () => undefined,
    nudge: ignore,
  }
  const { db, publicOrigin = 'http://localhost:3000' } = options
  const core: Core = { db, clock, log: quietLog, outbox, publicOrigin }
  const sharesRequest = async (one: string, other: string) => sharedRequests.has([one, other].sort().join())
  const areApart = async () => false
  const prepareImage = imageMakerOfTests()
  const secrets = await loadServerSecrets(options.db, { by: null, known: [] })
  const hitCounts = countHitsHere()
  const accounts: AccountsDeps = {
    ...core,
    secrets,
    passwords: options.passwords ?? createPasswords({ cost: CHEAP_HASH }),
    passwordTries: passwordTries(hitCounts, limitFactor(false)),
    devices: knownDevices({ keys: secrets.device, publicOrigin: core.publicOrigin }),
    influencerProfiles: influencerProfiles({
      ...core,
      images: options.images,
      prepareImage,
    }),
    cardsOf: async () => [],
    sharesRequest,
    areApart,
    isStaff: async () => false,
    minAge: 0,
    ageCheck: selfDeclaredAge,
    socialNetworks: {},
    exportOtherDomains: async () => ({}),
    deletion: {
      closeUnpaid: nothing,
      deletionBlockers: async () => [],
      lastPence: async () => null,
      payOutLast: nothing,
      forgo: nothing,
      erase: nothing,
    },
    demoLogins: options.demoLogins ?? 'allowed',
  }
  const profiles: ProfilesDeps = {
    ...core,
    images: options.images,
    prepareImage,
    feePercent: 10,
    sharesRequest,
    areApart,
  }
  const liveEvents: LiveEventsDeps = {
    ...profiles,
    placesHeld: async () => new Map(),
    minAge: 0,
    dropLine: async () => undefined,
    checkHolds: async () => undefined,
    airtime: async () => ({ usedMs: 0, isLive: false, lastEndedAt: null, countedUntil: null }),
  }
  const limitOf = limitsFor(false)
  const app = await buildApp({
    authenticate: token => authenticate(accounts, token),
    findMoved: input => movedUsername(accounts, input),
    limitOf,
    hitCounts,
    publicOrigin: core.publicOrigin,
    trustedProxies: [],
    logger: false,
    routes: [
      loginRoutes(accounts, limitOf),
      accountRoutes(accounts, limitOf),
      socialLoginRoutes(accounts, limitOf),
      profilePageRoutes(liveEvents, limitOf),
      imageRoutes({ images: options.images, isHidden: async () => false }),
      liveEventRoutes(liveEvents),
      ...(options.routes ?? []),
    ],
  })
  return { app, clock, accounts, profiles, liveEvents, sharedRequests, outboxWork }
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  as?: CreatedUser | string | null
  json?: unknown
  form?: FormData
}

export interface Answer<T> {
  status: number
  body: T
  headers: Record<string, unknown>
}

/** Makes a request as a person, with a token, or as a visitor. */
export async function call<T = unknown>(app: App, request: Call): Promise<Answer<T>> {
  const token = typeof request.as === 'object' ? request.as?.token.access : request.as
  const body = request.form
    ? await encodeForm(request.form)
    : request.json === undefined
      ? null
      : { payload: JSON.stringify(request.json), type: 'application/json' }
  const answer = await app.inject({
    method: request.method,
    url: request.url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': body.type } : {}),
    },
    ...(body ? { payload: body.payload } : {}),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    body: isJson ? answer.json<T>() : (answer.body as T),
    headers: answer.headers,
  }
}

/** A form as a browser would send it. */
export async function encodeForm(form: FormData): Promise<{ payload: Buffer; type: string }> {
  const encoded = new Response(form)
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    type: encoded.headers.get('content-type') ?? '',
  }
}

/** The account step of a person with this username. */
export function accountForm(username: string, change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    username,
    first_name: 'Ann',
    last_name: 'Example',
    email: `${username}@example.com`,
    password: PASSWORD,
    confirmpassword: PASSWORD,
    ...change,
  }
}

/** The complete form of an influencer with this username; an undefined field is left out. */
export async function influencerForm(
  username: string,
  change: Record<string, string | Blob | undefined> = {},
): Promise<FormData> {
  const fields = {
    ...accountForm(username),
    price: '25.00',
    duration: '900',
    duration_display: '2',
    description: 'Ask me about chess',
    file: new Blob([new Uint8Array(await smallImage())]),
    ...change,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof Blob) form.append(name, value, 'me.jpg')
    else if (value !== undefined) form.append(name, String(value))
  }
  return form
}

/** Signs a fan up. */
export async function signUpFan(app: App, username: string): Promise<CreatedUser> {
  return created(
    await call<CreatedUser>(app, { method: 'POST', url: '/api/user/', json: accountForm(username) }),
  )
}

/** Signs up an influencer who sells 15 minutes for 25 pounds. */
export async function signUpInfluencer(app: App, username: string): Promise<CreatedUser> {
  const form = await influencerForm(username)
  return created(await call<CreatedUser>(app, { method: 'POST', url: '/api/user/', form }))
}

function created(answer: Answer<CreatedUser>): CreatedUser {
  if (answer.status !== 201)
    throw new Error(`signing up gave ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** A valid JPEG of 64 by 48 pixels. */
export function smallImage(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background: '#4488cc' } })
    .jpeg()
    .toBuffer()
}

async function nothing(): Promise<void> {}
function ignore(): void {}
