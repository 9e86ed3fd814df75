import type { KeyObject } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
import type { Bus } from '../domains/calls/bus.ts'
import type { VideoProvider } from '../domains/calls/video-provider.ts'
import type { Routes } from '../http/app-type.ts'
import { createEmbeddedVideo } from '../providers/video-embedded/embedded-video.ts'
import type { RawPath } from '../realtime/upgrade.ts'

export interface VideoDeps {
  config: Config
  /** The keys of joins of the embedded provider: the first one signs, all verify. */
  tokenKeys(): readonly KeyObject[]
  publicOrigin: string
  now: () => number
  log: Log
  bus: Bus
  /** Whether a lease on this call's clock is valid in the database. */
  isCounted(roomId: string): Promise<boolean>
}

export interface OpenVideo {
  video: VideoProvider
  /** Sockets that the provider answers itself. */
  rawSockets: RawPath[]
  /** Calls that the provider needs of this server, such as its webhook. */
  routes: Routes[]
  /** Sends a signal to the processes that forward or monitor media, for drills. */
  signalWorkers: ((signal: NodeJS.Signals) => void) | null
}

/** Where pages reach a video provider of its own; nothing while it is this site. */
export function videoOriginOf({ video }: Config): { videoOrigin?: string } {
  return video.provider === 'livekit' ? { videoOrigin: new URL(video.url.replace(/^http/, 'ws')).origin } : {}
}

/** The video provider that the configuration names. */
export async function openVideo({ config, ...deps }: VideoDeps): Promise<OpenVideo> {
  const settings = config.video
  switch (settings.provider) {
    case 'embedded': {
      const { bindIp, publicIp, ports, workers, videoSizes, turn } = settings
      const video = createEmbeddedVideo({
        ...deps,
        ...(bindIp ? { bindIp } : {}),
        ...(publicIp ? { publicIps: [publicIp] } : {}),
        ports,
        workers,
        videoSizes,
        ...(turn ? { turn } : {}),
      })
      const { path, handleUpgrade } = video.signalling
      return {
        video,
        rawSockets: [{ path, handleUpgrade }],
        routes: [],
        signalWorkers: signal => video.signalWorkers(signal),
      }
    }
    case 'livekit': {
      // LiveKit's SDK is large: only who uses it loads it.
      const { createLivekitVideo } = await import('../providers/video-livekit/livekit-video.ts')
      const { url, apiKey, apiSecret } = settings
      const video = createLivekitVideo({ ...deps, url: url.replace(/^http/, 'ws'), apiKey, apiSecret })
      return {
        video,
        rawSockets: [],
        routes: [video.routes],
        signalWorkers: signal => video.signalMonitor(signal),
      }
    }
  }
}
