/** The LiveKit provider on a real server, with native participants, for the port's contract suite. */
import { LivekitClient } from '@parley/media/testing/livekit'
import Fastify from 'fastify'
import type {
  JoinManner,
  VideoHarness,
  VideoTestClient,
} from '../../../domains/calls/video-provider.contract.ts'
import type { App } from '../../../http/app-type.ts'
import { registerErrors } from '../../../http/errors.ts'
import { registerPolicy } from '../../../http/policy.ts'
import { createMemoryBus } from '../../bus-memory/memory-bus.ts'
import { createLivekitVideo, type LivekitVideo } from '../livekit-video.ts'
import type { LivekitOptions } from '../options.ts'
import { LIVEKIT_KEYS, type LivekitServer } from './livekit-server.ts'

const QUIET = { info: () => {}, warn: () => {}, error: () => {} }

/** A provider of a process of its own; several with one bus are one application. */
export function openLivekitVideo(url: string, change: Partial<LivekitOptions> = {}): LivekitVideo {
  return createLivekitVideo({
    ...LIVEKIT_KEYS,
    ...{ url, bus: createMemoryBus(), now: Date.now, log: QUIET, isCounted: async () => false },
    ...change,
  })
}

/** Receives LiveKit's webhooks for a provider; returns a function that stops it. */
export async function receiveWebhooks(video: LivekitVideo, port: number): Promise<() => Promise<void>> {
  const app = Fastify() as unknown as App
  registerErrors(app)
  registerPolicy(app, { authenticate: async () => null })
  video.routes(app)
  await app.listen({ port, host: '127.0.0.1' })
  return () => app.close()
}

/** Joins with a native participant; rejects when it is turned away. */
export async function joinLivekit(
  ticket: { url: string; token: string },
  manner: JoinManner = 'sending',
): Promise<VideoTestClient> {
  const client = new LivekitClient(ticket)
  if (manner === 'silent') client.mute()
  await (manner === 'early' ? client.connected : client.admitted)
  if (manner === 'unasked') client.publishWithoutRequest()
  return {
    packetsReceived: () => client.packetsReceived,
    packetsByStream: () => client.packetsByStream,
    transcript: () => client.transcript.join('\n'),
    traces: () => client.traces,
    ended: client.ended,
    insist: () => client.insist(),
    mute: () => client.mute(),
    unmute: () => client.unmute(),
    sendOnly: what => client.sendOnly(what),
    leave: () => client.leave(),
  }
}

const UP_WITHIN_MS = 50_000

/** Resolves when the provider answers; gives up before its test does, so that the test can end what it started. */
export async function untilUp(video: LivekitVideo): Promise<void> {
  const until = performance.now() + UP_WITHIN_MS
  while (!(await video.health()).ok) {
    if (performance.now() > until) throw new Error('the provider did not come up')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** The harness of the port's contract suite, on a server that others may use too. */
export async function livekitHarness(
  server: LivekitServer,
  webhookPort: number,
): Promise<VideoHarness & { provider: LivekitVideo }> {
  const provider = openLivekitVideo(server.url)
  let stopWebhooks = async () => {}
  try {
    stopWebhooks = await receiveWebhooks(provider, webhookPort)
    await untilUp(provider)
  } catch (error) {
    // A harness that was never answered is never stopped: its process and its port would stay.
    await provider.close()
    await stopWebhooks()
    throw error
  }
  const clients: VideoTestClient[] = []
  const rooms = new Set<string>()
  let restarted = Promise.resolve()
  return {
    provider,
    async join(ticket, manner) {
      rooms.add(ticket.room)
      const client = await joinLivekit(ticket, manner)
      clients.push(client)
      return client
    },
    killMedia() {
      restarted = server.kill().then(() => server.start())
    },
    async stop() {
      await restarted
      for (const client of clients) client.leave()
      // A room that LiveKit does not close in time is empty all the same.
      await Promise.allSettled([...rooms].map(room => provider.closeRoom(room, 'over')))
      await provider.close()
      await stopWebhooks()
    },
  }
}
