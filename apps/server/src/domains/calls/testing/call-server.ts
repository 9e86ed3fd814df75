import type { TokenPair } from '@parley/contract'
import { createOutbox, type OutboxRunner } from '../../../jobs/outbox.ts'
import { createMemoryBus } from '../../../providers/bus-memory/memory-bus.ts'
import {
  type ListeningServer,
  listen,
  openSocket,
  type SocketClient,
} from '../../../realtime/testing/socket-client.ts'
import { createUpgrades, type Upgrades } from '../../../realtime/upgrade.ts'
import { createTestDatabase } from '../../../testing/database.ts'
import { call, createPeopleServer, PASSWORD, type PeopleServer, signUpFan } from '../../../testing/people.ts'
import { activeLogins, createSocketAuthentication, findUserByUsername } from '../../accounts/public.ts'
import type { ImageStore } from '../../profiles/public.ts'
import { apartFrom } from '../../safety/public.ts'
import { type Calls, createCalls } from '../calls.ts'
import { type NewCall, paidRequest, subjectsOf } from './call-requests.ts'
import { createScriptedVideo, type ScriptedVideo } from './scripted-video.ts'

export type Name = 'fan' | 'star' | 'stranger'

/** A listening server with real accounts, requests, presence and clock; only media is scripted. */
export interface CallServer {
  people: PeopleServer
  calls: Calls
  upgrades: Upgrades
  server: ListeningServer
  outbox: OutboxRunner
  video: ScriptedVideo
  /** All that was logged. */
  logged: readonly unknown[]
  /** What happens while the server asks from whom a person is apart. */
  hooks: { whileApartIsRead(): Promise<void> }
  /** The notes on the bus that were given an end, and after how long. */
  notesEnd: Map<string, number>
  /** A paid request between the fan and the star. */
  book(change?: Omit<NewCall, 'buyerId' | 'influencerId'>): Promise<{ id: string; slug: string }>
  /** A login of now: the tests move the clock further than a token lives. */
  logIn(name: Name): Promise<TokenPair>
  /** Opens a socket with a fresh login's bearer. */
  enter(path: string, name: Name): Promise<SocketClient>
  /** Opens a socket with this `t`. */
  enterWith(path: string, t: string): Promise<SocketClient>
  close(): Promise<void>
}

export async function createCallServer(): Promise<CallServer> {
  const database = await createTestDatabase()
  const { db } = database
  let people: PeopleServer | undefined
  const clock = {
    now: () => people?.clock.now() ?? new Date(0),
    jumpedMs: () => people?.clock.jumpedMs() ?? 0,
  }
  const logged: unknown[] = []
  const note = (facts: object, words: string) => void logged.push([facts, words])
  const log = { debug: note, info: note, warn: note, error: note }
  const outbox = createOutbox({ db, clock, log })
  const core = { db, clock, log, outbox, publicOrigin: 'http://localhost' }
  const video = createScriptedVideo(clock)
  const hooks: CallServer['hooks'] = { whileApartIsRead: async () => undefined }
  const [bus, notesEnd] = [createMemoryBus(), new Map<string, number>()]
  const endIn = (name: string, ttlMs: number) => {
    notesEnd.set(name, ttlMs)
    return bus.endIn(name, ttlMs)
  }
  const calls = createCalls({
    ...core,
    video,
    bus: { ...bus, endIn },
    subjects: subjectsOf(core),
    makeKeepsake: () => Promise.reject(new Error('nobody keeps a picture here')),
    ageStateOf: async () => 'old_enough',
    async apartFrom(personId) {
      await hooks.whileApartIsRead()
      return apartFrom(db, personId)
    },
    activeLogins: loginIds => activeLogins(db, loginIds),
  })
  for (const work of calls.work) outbox.on(work)
  const { app, accounts, ...others } = await createPeopleServer({
    db,
    images: {} as ImageStore, // Nobody here has an image.
    routes: calls.routes,
  })
  people = { app, accounts, ...others }
  const upgrades = createUpgrades({
    ...core,
    authenticateSocket: createSocketAuthentication(accounts),
    channels: calls.channels,
    raw: [],
  })
  const server = await listen(upgrades)
  await calls.start()
  for (const name of ['fan', 'star', 'stranger']) await signUpFan(app, name)
  const idOf = async (name: Name) => (await findUserByUsername(db, name))?.id ?? ''
  const [buyerId, influencerId] = [await idOf('fan'), await idOf('star')]
  const enterWith = (path: string, t: string) => openSocket(`${server.origin}${path}`, { t })
  async function logIn(name: Name): Promise<TokenPair> {
    const json = { email: `${name}@example.com`, password: PASSWORD }
    return (await call<TokenPair>(app, { method: 'POST', url: '/api/auth/jwt/create/', json })).body
  }
  return {
    people,
    calls,
    upgrades,
    server,
    outbox,
    video,
    logged,
    hooks,
    notesEnd,
    logIn,
    enterWith,
    enter: async (path, name) => enterWith(path, `Bearer ${(await logIn(name)).access}`),
    book: change => paidRequest(core, { buyerId, influencerId, ...change }),
    async close() {
      await calls.drain()
      await server.close()
      await outbox.stop()
      await app.close()
      await database.close()
    },
  }
}
