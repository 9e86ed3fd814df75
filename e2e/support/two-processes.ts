import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, test } from '@playwright/test'
import {
  LIVEKIT_KEYS,
  type LivekitServer,
  livekitServer,
  WEBHOOK_PATH,
} from '../../apps/server/src/providers/video-livekit/testing/livekit-server.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { startOperatorsPostgres } from '../../apps/server/src/testing/operators-postgres.ts'
import { startRedisServer } from '../../apps/server/src/testing/redis-server.ts'
import { type ServerProcess, serverProcess } from '../../apps/server/src/testing/server-process.ts'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'
import { openBalancer } from './balancer.ts'

export const SIDES = ['fan', 'influencer'] as const
export type Side = (typeof SIDES)[number]

export interface TwoProcesses {
  /** The address of the site, the same for both browsers. */
  origin: string
  databaseUrl: string
  livekit: LivekitServer
  /** The process that each side's browser is sent to while it answers. */
  processOf: Record<Side, ServerProcess>
  /** A browser that comes to the site by its side's door. */
  openBrowser(side: Side): Promise<Browser>
  close(): Promise<void>
}

type Undo = () => Promise<unknown>

/** Two processes of the application on one Postgres, one Redis and one LiveKit, all real, behind one address. */
export async function openTwoProcesses(): Promise<TwoProcesses> {
  const undo: Undo[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { ...(await openParts(undo)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openParts(undo: Undo[]): Promise<Omit<TwoProcesses, 'close'>> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-two-'))
  undo.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startOperatorsPostgres(findServerProgram('postgres') ?? '', 'throw-away')
  undo.push(() => postgres.remove())
  const databaseUrl = await postgres.createDatabase('parley')
  const redis = await startRedisServer()
  undo.push(() => redis.close())
  const [first, second] = [await freePort(), await freePort()]
  const balancer = await openBalancer([
    [first, second],
    [second, first],
  ])
  undo.push(() => balancer.close())
  const [fansPort = 0, influencersPort = 0] = balancer.ports
  const livekit = await livekitServer({ webhookUrl: `http://127.0.0.1:${fansPort}${WEBHOOK_PATH}` })
  undo.push(() => livekit.stop())
  await livekit.start()

  const origin = `http://localhost:${fansPort}`
  const env = {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    LIVEKIT_URL: livekit.url,
    LIVEKIT_API_KEY: LIVEKIT_KEYS.apiKey,
    LIVEKIT_API_SECRET: LIVEKIT_KEYS.apiSecret,
    PUBLIC_ORIGIN: origin,
  }
  const processOf = {
    fan: serverProcess({ port: first, dataDir: join(folder, 'first'), env }),
    influencer: serverProcess({ port: second, dataDir: join(folder, 'second'), env }),
  }
  for (const side of SIDES) {
    undo.push(async () => {
      processOf[side].thaw()
      if (processOf[side].isRunning()) await processOf[side].kill()
    })
    await processOf[side].start()
  }
  return {
    origin,
    databaseUrl,
    livekit,
    processOf,
    async openBrowser(side) {
      const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
      // Both pages are of one origin, as behind any balancer; what differs is the door that they come by.
      const rule = `--host-resolver-rules=MAP localhost:${fansPort} 127.0.0.1:${influencersPort}`
      const more = side === 'influencer' ? [rule] : []
      const browser = await chromium.launch({
        args: [...args, ...more],
        ...(executablePath ? { executablePath } : {}),
      })
      undo.push(() => browser.close())
      return browser
    },
  }
}

/** The process whose clock counts the one call that there is; null while none does. */
export async function holderOf({ processOf }: TwoProcesses): Promise<Side | null> {
  for (const side of SIDES) if ((await figure(processOf[side], 'parley_live_calls')) > 0) return side
  return null
}

/** One of the figures that a process tells Prometheus. */
export async function figure({ origin }: ServerProcess, name: string): Promise<number> {
  const signal = AbortSignal.timeout(2_000)
  const answer = await fetch(`${origin}/metrics`, { signal }).catch(() => undefined)
  const line = (await answer?.text())
    ?.split('\n')
    .find(each => each.startsWith(`${name} `) || each.startsWith(`${name}{`))
  return Number(line?.split(' ').at(-1) ?? 0)
}
