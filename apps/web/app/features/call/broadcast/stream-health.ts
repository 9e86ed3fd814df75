import type { PictureSizes } from '@parley/contract/live/picture-sizes'
import { msg, plural } from '../../../language/text.ts'

/** How the owner's picture goes out: well, so that viewers may notice, or not at all. */
export type SendingHealth = 'unknown' | 'well' | 'weak' | 'silent'

/** What the browser says of one size of the picture that is sent. */
interface SentLayer {
  packets: number
  frames: number
  /** Of the last packets, as the server reports it; null before it has. */
  lostFraction: number | null
  isShortOf: 'nothing' | 'bandwidth' | 'computing'
}

/** What the browser says of the picture that is sent, at one moment. */
export interface SendingSample {
  atMs: number
  /** By the browser's own ids. LiveKit takes several sizes beside each other, and pauses those that no viewer needs. */
  layers: ReadonlyMap<string, SentLayer>
}

/** A look of at least this long says something. */
const SHORTEST_POLL_MS = 1_000
const WEAK_LOSS = 0.06
const WEAK_FRAMES_PER_SECOND = 8

/** Reads the picture that is sent out of the browser's report; null where it has no figures of one. */
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

/** What two looks at the picture that goes out say together. */
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

/** What the owner reads of it, in English. */
export const healthWords: Readonly<Record<Exclude<SendingHealth, 'unknown'>, string>> = {
  well: msg('Your picture goes out well'),
  weak: msg('Your connection is weak: viewers may see the picture halt'),
  silent: msg('Your picture does not reach the viewers. We keep trying'),
}

/** How many see the owner small, in the owner's language; null where nobody does. */
export function sizesSentence({ large, small }: PictureSizes): string | null {
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
