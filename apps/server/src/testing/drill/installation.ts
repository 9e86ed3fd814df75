import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  LIVEKIT_KEYS,
  type LivekitServer,
  livekitServer,
  WEBHOOK_PATH,
} from '../../providers/video-livekit/testing/livekit-server.ts'
import { freePort } from '../free-port.ts'
import { type OperatorsPostgres, startOperatorsPostgres } from '../operators-postgres.ts'
import { type RedisServer, startRedisServer } from '../redis-server.ts'
import { type ServerProcess, serverProcess } from '../server-process.ts'
import { findServerProgram } from '../server-programs.ts'
import type { OwnNetwork } from './own-network.ts'
import { type StandbyPostgres, startStandby } from './standby-postgres.ts'
import { openTcpGate, type TcpGate, throughGate } from './tcp-gate.ts'

/** Whether a machine has the servers that an installation of two processes needs. */
export const hasInstallation = (['postgres', 'redis-server', 'livekit-server'] as const).every(name =>
  findServerProgram(name),
)

/** The gates between one process and the servers that it depends on. */
export type Gates = Record<'database' | 'redis' | 'livekit', TcpGate>

export interface Installation {
  publicOrigin: string
  /** The database of both processes. */
  databaseUrl: string
  /** The DATA_DIR of both processes. */
  folder: string
  postgres: OperatorsPostgres
  redis: RedisServer
  livekit: LivekitServer
  /**
   * Another node of LiveKit on the same Redis, and the function that makes it the one that people and processes reach.
   */
  otherLivekit: { server: LivekitServer; takeOver(): void } | null
  servers: readonly [ServerProcess, ServerProcess]
  /** The gates of each process; empty where none were requested. */
  gates: readonly Gates[]
  /** The network namespace of the second process, where one was requested. */
  secondNetwork: OwnNetwork | null
  /** The standby of the Postgres, where one was requested. */
  standby: StandbyPostgres | null
  /** What an operator does after a standby took over: sets another database for the next start of both processes. */
  moveTo(databaseUrl: string): void
  close(): Promise<void>
}

export interface Settings {
  ports: readonly [number, number]
  /** The port for people and webhooks. */
  publicPort: number
  /** Which Redis LiveKit uses: a single node needs none. */
  livekitRedis?: 'none' | 'ours'
  /** Whether a second node of LiveKit runs behind the same address; both then use our Redis. */
  hasOtherLivekit?: boolean
  /** Whether each process reaches its database, Redis and LiveKit through gates of the drill. */
  isGated?: boolean
  /** Whether a standby follows the Postgres. */
  hasStandby?: boolean
  /** The DATA_DIR of both processes; a temporary one by default. */
  folder?: string
  /** The folder of Postgres's data; the system's temporary folder by default. */
  postgresFolder?: string
  /** Additional variables of the second process. */
  secondEnv?: Record<string, string>
  /** The network namespace in which the second process runs; it reaches the other servers through gates. */
  secondNetwork?: OwnNetwork
}

type Undo = () => Promise<unknown>

/** Two processes of the application on one Postgres, one Redis and one LiveKit, all real. */
export async function openInstallation(settings: Settings): Promise<Installation> {
  const undo: Undo[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return Object.assign(await openParts(settings, undo), { close })
  } catch (error) {
    await close()
    throw error
  }
}

async function openParts(settings: Settings, undo: Undo[]): Promise<Omit<Installation, 'close'>> {
  const { ports, publicPort, isGated = false, secondNetwork } = settings
  const folder = settings.folder ?? (await mkdtemp(join(tmpdir(), 'parley-two-')))
  if (folder !== settings.folder) undo.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startOperatorsPostgres(
    findServerProgram('postgres') ?? '',
    'throw-away',
    settings.postgresFolder,
  )
  undo.push(() => postgres.remove())
  const databaseUrl = await postgres.createDatabase('parley')
  const standby = settings.hasStandby ? await startStandby(postgres) : null
  if (standby) undo.push(() => standby.remove())
  const redis = await startRedisServer()
  undo.push(() => redis.close())
  const { livekit, otherLivekit } = await openLivekit(settings, redis, undo)

  const publicOrigin = `http://localhost:${publicPort}`
  const urls = { database: databaseUrl, redis: redis.url, livekit: livekit.url }
  const gates: Gates[] = []
  const servers: ServerProcess[] = []
  for (const [index, port] of ports.entries()) {
    const network = index === 1 ? secondNetwork : undefined
    const own = isGated || network ? await openGates(urls, network?.machine.address, undo) : null
    if (own) gates.push(own)
    const env = {
      DATABASE_URL: own ? throughGate(urls.database, own.database) : urls.database,
      REDIS_URL: own ? throughGate(urls.redis, own.redis) : urls.redis,
      LIVEKIT_URL: own ? throughGate(urls.livekit, own.livekit) : urls.livekit,
      LIVEKIT_API_KEY: LIVEKIT_KEYS.apiKey,
      LIVEKIT_API_SECRET: LIVEKIT_KEYS.apiSecret,
      // All processes of an installation have one public origin, because tokens contain it.
      PUBLIC_ORIGIN: publicOrigin,
      ...(index === 1 ? settings.secondEnv : {}),
    }
    const server = serverProcess({
      port,
      dataDir: join(folder, String(index)),
      env,
      ...(network ? { network } : {}),
    })
    undo.push(async () => {
      server.thaw()
      if (server.isRunning()) await server.kill()
    })
    await server.start()
    servers.push(server)
  }
  const [first, second] = servers
  if (!first || !second) throw new Error('an installation has two processes')
  const parts = { publicOrigin, databaseUrl, folder, postgres, standby, redis, livekit, otherLivekit, gates }
  const opened: Omit<Installation, 'close'> = {
    ...parts,
    secondNetwork: secondNetwork ?? null,
    servers: [first, second],
    moveTo(changed) {
      opened.databaseUrl = changed
      for (const server of servers) server.changeEnv({ DATABASE_URL: changed })
    },
  }
  return opened
}

/** One node, or two of them behind one address. */
async function openLivekit(
  { publicPort, livekitRedis = 'none', hasOtherLivekit = false, secondNetwork }: Settings,
  redis: RedisServer,
  undo: Undo[],
): Promise<Pick<Installation, 'livekit' | 'otherLivekit'>> {
  const startNode = async () => {
    const isOnRedis = livekitRedis === 'ours' || hasOtherLivekit
    const server = await livekitServer({
      webhookUrl: `http://127.0.0.1:${publicPort}${WEBHOOK_PATH}`,
      ...(isOnRedis ? { redisAddress: new URL(redis.url).host } : {}),
      ...(secondNetwork ? { mediaAt: secondNetwork.machine } : {}),
    })
    undo.push(() => server.stop())
    await server.start()
    return server
  }
  const livekit = await startNode()
  if (!hasOtherLivekit) return { livekit, otherLivekit: null }
  const server = await startNode()
  const balancer = await openTcpGate(portOf(livekit.url))
  undo.push(() => balancer.close())
  const takeOver = () => balancer.turnTo(portOf(server.url))
  return {
    livekit: { ...livekit, url: throughGate(livekit.url, balancer) },
    otherLivekit: { server, takeOver },
  }
}

const portOf = (url: string) => Number(new URL(url).port)

async function openGates(
  urls: Record<keyof Gates, string>,
  host: string | undefined,
  undo: Undo[],
): Promise<Gates> {
  const open = async (url: string) => {
    const gate = await openTcpGate(portOf(url), host)
    undo.push(() => gate.close())
    return gate
  }
  return {
    database: await open(urls.database),
    redis: await open(urls.redis),
    livekit: await open(urls.livekit),
  }
}

/** Like `openInstallation`; people use the first process by default. */
export async function openPlainInstallation(more: Partial<Settings> = {}): Promise<Installation> {
  const ports = [await freePort(), await freePort()] as const
  return openInstallation({ ports, publicPort: ports[0], ...more })
}
