/** A real LiveKit server on the loopback, for tests: killed and started again at will. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../testing/free-port.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'

export const WEBHOOK_PATH = '/api/webhooks/livekit/'
const START_WITHIN_MS = 50_000

export const LIVEKIT_KEYS = {
  apiKey: 'parley-tests',
  apiSecret: 'a secret of the tests alone, long enough',
} as const

export interface LivekitServer {
  url: string
  /** Where its media comes in and goes out. */
  udpPort: number
  start(): Promise<void>
  /** Ends it without a warning, as a crash does. */
  kill(): Promise<void>
  /** Processor seconds that it used so far. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

interface ServerSettings {
  /** Where it sends its webhooks. */
  webhookUrl?: string
  /** Several nodes find each other by it. */
  redisAddress?: string
  /** Where its media is besides the loopback. */
  mediaAt?: { address: string; device: string }
}

/** Prepares a server of its own on free ports; `start` starts it, again after each `kill`. */
export async function livekitServer({
  webhookUrl,
  redisAddress,
  mediaAt,
}: ServerSettings = {}): Promise<LivekitServer> {
  const program = findServerProgram('livekit-server')
  if (!program) throw new Error('there is no livekit-server on this machine')
  const [port, tcpPort, udpPort] = [await freePort(), await freePort(), await freePort()]
  const folder = await mkdtemp(join(tmpdir(), 'parley-livekit-'))
  const file = join(folder, 'livekit.json')
  // JSON is YAML too.
  const config = {
    port,
    bind_addresses: ['127.0.0.1'],
    rtc: {
      tcp_port: tcpPort,
      udp_port: udpPort,
      use_external_ip: false,
      node_ip: mediaAt?.address ?? '127.0.0.1',
      enable_loopback_candidate: true,
      interfaces: { includes: ['lo', ...(mediaAt ? [mediaAt.device] : [])] },
      stun_servers: [],
    },
    keys: { [LIVEKIT_KEYS.apiKey]: LIVEKIT_KEYS.apiSecret },
    logging: { level: process.env.LIVEKIT_LOG ?? 'fatal' },
    ...(webhookUrl ? { webhook: { api_key: LIVEKIT_KEYS.apiKey, urls: [webhookUrl] } } : {}),
    ...(redisAddress ? { redis: { address: redisAddress } } : {}),
  }
  await writeFile(file, JSON.stringify(config))
  let child: ChildProcess | undefined
  let exited: Promise<unknown> = Promise.resolve()

  return {
    url: `ws://127.0.0.1:${port}`,
    udpPort,
    async start() {
      const started = spawn(program, ['--config', file], { stdio: ['ignore', 'inherit', 'inherit'] })
      child = started
      exited = once(started, 'exit')
      const limit = Date.now() + START_WITHIN_MS
      for (;;) {
        if (started.exitCode !== null || Date.now() > limit) throw new Error('livekit-server did not start')
        // It does not listen yet.
        const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
        if (answer?.ok) return
        await delay(40)
      }
    },
    async kill() {
      child?.kill('SIGKILL')
      await exited
    },
    async cpuSeconds() {
      const { readFile } = await import('node:fs/promises')
      const stat = await readFile(`/proc/${child?.pid}/stat`, 'utf8')
      const [user = 0, system = 0] = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 13)
        .map(Number)
      return (user + system) / 100
    },
    async stop() {
      // Asked politely it would wait for everyone to leave.
      child?.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}
