import { type Browser, chromium, test } from '@playwright/test'
import type { LivekitServer } from '../../apps/server/src/providers/video-livekit/testing/livekit-server.ts'
import { openInstallation } from '../../apps/server/src/testing/drill/installation.ts'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import type { RedisServer } from '../../apps/server/src/testing/redis-server.ts'
import type { ServerProcess } from '../../apps/server/src/testing/server-process.ts'
import { openBalancer } from './balancer.ts'

export const SIDES = ['fan', 'influencer'] as const
export type Side = (typeof SIDES)[number]

export interface TwoProcesses {
  /** The address of the site, the same for both browsers. */
  origin: string
  databaseUrl: string
  livekit: LivekitServer
  redis: RedisServer
  /** The process to which each side's browser is sent while that process answers. */
  processOf: Record<Side, ServerProcess>
  /** A browser that reaches the site by its side's port of the balancer. */
  openBrowser(side: Side): Promise<Browser>
  close(): Promise<void>
}

/** Two processes of the application on one Postgres, one Redis and one LiveKit, all real, behind one address. */
export async function openTwoProcesses(
  settings: { livekitRedis?: 'none' | 'ours' } = {},
): Promise<TwoProcesses> {
  const ports = [await freePort(), await freePort()] as const
  const balancer = await openBalancer([ports, [...ports].reverse()])
  const [fansPort = 0, influencersPort = 0] = balancer.ports
  const browsers: Browser[] = []
  const opening = openInstallation({ ports, publicPort: fansPort, ...settings })
  const installation = await opening.catch(async error => {
    await balancer.close()
    throw error
  })
  const { publicOrigin: origin, databaseUrl, livekit, redis, servers } = installation
  return {
    origin,
    databaseUrl,
    livekit,
    redis,
    processOf: { fan: servers[0], influencer: servers[1] },
    async openBrowser(side) {
      const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
      // Both pages have one origin, as behind any balancer; they differ in the balancer's port that they reach.
      const rule = `--host-resolver-rules=MAP localhost:${fansPort} 127.0.0.1:${influencersPort}`
      const more = side === 'influencer' ? [rule] : []
      const browser = await chromium.launch({
        args: [...args, ...more],
        ...(executablePath ? { executablePath } : {}),
      })
      browsers.push(browser)
      return browser
    },
    async close() {
      for (const browser of browsers) await browser.close()
      await balancer.close()
      await installation.close()
    },
  }
}

/** The process that holds the clock of the one call; null while none does. */
export async function holderOf({ processOf }: TwoProcesses): Promise<Side | null> {
  for (const side of SIDES) if ((await figure(processOf[side], 'parley_live_calls')) > 0) return side
  return null
}

/** One of the metrics that a process exports to Prometheus. */
export async function figure({ origin }: ServerProcess, name: string): Promise<number> {
  const signal = AbortSignal.timeout(2_000)
  // A process that is down has no figures.
  const answer = await fetch(`${origin}/metrics`, { signal }).catch(() => undefined)
  const line = (await answer?.text())
    ?.split('\n')
    .find(each => each.startsWith(`${name} `) || each.startsWith(`${name}{`))
  return Number(line?.split(' ').at(-1) ?? 0)
}
