import { msg } from '../../../language/text.ts'
/** How the owner's picture goes out: well, so that viewers may notice, or not at all. */
export type SendingHealth = 'unknown' | 'well' | 'weak' | 'silent'

/** What the browser says of the picture that is sent, at one moment. */
export interface SendingSample {
  atMs: number
  packets: number
  frames: number
  /** Of the last packets, as the server reports it; null before it has. */
  lostFraction: number | null
  isShortOf: 'nothing' | 'bandwidth' | 'computing'
}

/** A look of at least this long says something. */
const SHORTEST_POLL_MS = 1_000
const WEAK_LOSS = 0.06
const WEAK_FRAMES_PER_SECOND = 8

/** Reads the picture that is sent out of the browser's report; null where it has no figures of one. */
export function sampleOf(report: RTCStatsReport | null): SendingSample | null {
  for (const entry of report?.values() ?? []) {
    if (entry.type !== 'outbound-rtp' || entry.kind !== 'video') continue
    return {
      atMs: entry.timestamp,
      packets: entry.packetsSent ?? 0,
      frames: entry.framesEncoded ?? 0,
      lostFraction: report?.get(entry.remoteId ?? '')?.fractionLost ?? null,
      isShortOf: shortageOf(entry.qualityLimitationReason),
    }
  }
  return null
}

function shortageOf(reason: unknown): SendingSample['isShortOf'] {
  if (reason === 'bandwidth') return 'bandwidth'
  return reason === 'cpu' ? 'computing' : 'nothing'
}

/** What two looks at the picture that goes out say together. */
export function healthBetween(before: SendingSample | null, now: SendingSample | null): SendingHealth {
  if (!before || !now) return 'unknown'
  const tookMs = now.atMs - before.atMs
  // A new connection counts from zero.
  if (tookMs < SHORTEST_POLL_MS || now.packets < before.packets) return 'unknown'
  if (now.packets === before.packets) return 'silent'
  const framesPerSecond = ((now.frames - before.frames) * 1_000) / tookMs
  const isHalting = framesPerSecond < WEAK_FRAMES_PER_SECOND
  if ((now.lostFraction ?? 0) > WEAK_LOSS) return 'weak'
  return isHalting && now.isShortOf !== 'nothing' ? 'weak' : 'well'
}

/** What the owner reads of it, in English. */
export const healthWords: Readonly<Record<Exclude<SendingHealth, 'unknown'>, string>> = {
  well: msg('Your picture goes out well'),
  weak: msg('Your connection is weak: viewers may see the picture halt'),
  silent: msg('Your picture does not reach the viewers. We keep trying'),
}
