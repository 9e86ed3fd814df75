import { test } from '@playwright/test'
import {
  LIVEKIT_KEYS,
  type LivekitServer,
  livekitServer,
  WEBHOOK_PATH,
} from '../../apps/server/src/providers/video-livekit/testing/livekit-server.ts'

const enginesByPort = new Map<number, LivekitServer>()

interface Engine {
  env: Record<string, string>
  stop(): Promise<void>
}

/** The media server of the running test. */
export const carriesMedia = () => (test.info().project.name === 'calls-livekit' ? 'livekit' : 'embedded')

/**
 * The media server for an application on this port, as the project of the running test says; LiveKit is started for it.
 */
export async function openVideoEngine(port: number): Promise<Engine> {
  if (carriesMedia() === 'embedded') return { env: {}, stop: async () => undefined }
  const livekit = await livekitServer({ webhookUrl: `http://localhost:${port}${WEBHOOK_PATH}` })
  await livekit.start()
  enginesByPort.set(port, livekit)
  const { apiKey, apiSecret } = LIVEKIT_KEYS
  return {
    env: { LIVEKIT_URL: livekit.url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret },
    async stop() {
      enginesByPort.delete(port)
      await livekit.stop()
    },
  }
}

/** The LiveKit server of the application at this address. */
export function livekitOf(origin: string): LivekitServer | undefined {
  return enginesByPort.get(Number(new URL(origin).port))
}
