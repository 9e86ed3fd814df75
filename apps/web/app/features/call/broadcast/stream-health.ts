import type { VideoSizes } from '@parley/contract/live/video-sizes'
import { msg, plural } from '../../../language/text.ts'

/** The quality of the owner's sent video: good, visibly worse, or none. */
export type SendingHealth = 'unknown' | 'well' | 'weak' | 'silent'

/** The browser's statistics of one sent size of the video. */
interface SentLayer {
  packets: number
  frames: number
  /** Loss of the last packets, as the server reports it; null before its first report. */
  lostFraction: number | null
  isShortOf: 'nothing' | 'bandwidth' | 'computing'
}

/** The browser's statistics of the sent video, at one moment. */
export interface SendingSample {
  atMs: number
  /**
   * By the browser's own ids. LiveKit takes several sizes beside each other, and pauses those that no viewer needs.
   */
  layers: ReadonlyMap<string, SentLayer>
}

/** Two samples must be at least this far apart. */
const SHORTEST_POLL_MS = 1_000
const WEAK_LOSS = 0.06
const WEAK_FRAMES_PER_SECOND = 8

/** Reads the statistics of the sent video from the browser's report; null without any. */
export function sampleOf(report: RTCStatsReport | null): SendingSample | null {
  const layers = new Map<string, SentLayer>()
  let atMs = 0
  for (const entry of report?.values() ?? []) {
    if (entry.type !== 'outbound-rtp' || entry.kind !== 'video') continue
    atMs = entry.timestamp
    layers.set(entry.id, {
      packets: entry.packetsSent ?? 0,
      frames: entry.framesEncoded ?? 0,
      lostFraction: report?.get(entry.remoteId ?? '')?.fractionLost ?? null,
      isShortOf: shortageOf(entry.qualityLimitationReason),
    })
  }
  return layers.size > 0 ? { atMs, layers } : null
}

function shortageOf(reason: unknown): SentLayer['isShortOf'] {
  if (reason === 'bandwidth') return 'bandwidth'
  return reason === 'cpu' ? 'computing' : 'nothing'
}

/** The quality of the sent video from two samples. */
export function healthBetween(before: SendingSample | null, now: SendingSample | null): SendingHealth {
  if (!before || !now) return 'unknown'
  const tookMs = now.atMs - before.atMs
  const layers = [...now.layers].flatMap(([id, layer]) => {
    const earlier = before.layers.get(id)
    return earlier
      ? [{ layer, packets: layer.packets - earlier.packets, frames: layer.frames - earlier.frames }]
      : []
  })
  // A new connection has other ids or counts from zero.
  const isNew = layers.length === 0 || layers.some(({ packets }) => packets < 0)
  if (tookMs < SHORTEST_POLL_MS || isNew) return 'unknown'
  const sent = layers.filter(({ packets }) => packets > 0)
  if (sent.length === 0) return 'silent'
  if (sent.some(({ layer }) => (layer.lostFraction ?? 0) > WEAK_LOSS)) return 'weak'
  const isHalting = (Math.max(...sent.map(({ frames }) => frames)) * 1_000) / tookMs < WEAK_FRAMES_PER_SECOND
  return isHalting && sent.some(({ layer }) => layer.isShortOf !== 'nothing') ? 'weak' : 'well'
}

/** The text for the owner, in English. */
export const healthWords: Readonly<Record<Exclude<SendingHealth, 'unknown'>, string>> = {
  well: msg('Your picture goes out well'),
  weak: msg('Your connection is weak: viewers may see the picture halt'),
  silent: msg('Your picture does not reach the viewers. We keep trying'),
}

/** How many viewers get the small video, in the owner's language; null if nobody does. */
export function sizesSentence({ large, small }: VideoSizes): string | null {
  if (small === 0) return null
  return plural(
    small,
    {
      one: '{count} of {all} sees you small: their connection carries no more.',
      other: '{count} of {all} see you small: their connections carry no more.',
    },
    { all: large + small },
  )
}
