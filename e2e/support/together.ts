import type { CallPage } from '../pages/call-page.ts'
import type { Kept } from './two-people.ts'

const POLL_EVERY_MS = 250
/** A video without a new frame for longer than this has stopped. */
const STANDS_AFTER_MS = 1_500
/** A sender sends more packets than this in a second, audio and video together. */
const PACKETS_PER_SECOND_MIN = 10
/** A person whose call runs for so long is back. */
const STEADY_MS = 2_500

interface Stretch {
  fromMs: number
  toMs: number
}

/** What one page showed, by the clock of this machine. */
interface Seen {
  movesMs: number[]
  /** When the poll found that it had sent more audio or video. */
  sentMs: number[]
  /** Intervals in which it said that it is connected and that the clock runs. */
  connected: Stretch[]
}

/** Watches both sides of a call from outside: when their videos had new frames, and when they said that all is well. */
export class Together {
  #seen: Seen[]
  #isStopped = false
  /** The longest time between two polls of one page: a busy page answers late. */
  longestPollMs = 0
  /** How long in all pages were not polled beyond what counts as a stop: what they did in that time is unknown. */
  unseenMs = 0
  #polling: Promise<unknown>

  constructor(pages: readonly CallPage[]) {
    this.#seen = pages.map(() => ({ movesMs: [], sentMs: [], connected: [] }))
    this.#polling = Promise.all(
      pages.map((page, index) =>
        this.#watch(page, this.#seen[index] ?? { movesMs: [], sentMs: [], connected: [] }),
      ),
    )
  }

  async #watch(page: CallPage, seen: Seen): Promise<void> {
    let [frames, packets, wasConnected] = [0, 0, false]
    let polledMs = Date.now()
    while (!this.#isStopped) {
      // A page that reloads answers nothing; the next sample does.
      const now = await page.page.evaluate(readStats).catch(() => null)
      const atMs = Date.now()
      if (now && now.frames > frames) seen.movesMs.push(atMs)
      if (now) {
        seen.sentMs.push(...sentBetween({ polledMs, atMs }, now.packets - packets))
        this.longestPollMs = Math.max(this.longestPollMs, atMs - polledMs)
        this.unseenMs += atMs - polledMs > STANDS_AFTER_MS ? atMs - polledMs : 0
        ;[frames, packets, polledMs] = [now.frames, now.packets, atMs]
      }
      const last = seen.connected.at(-1)
      if (now?.isConnected && wasConnected && last) last.toMs = atMs
      else if (now?.isConnected) seen.connected.push({ fromMs: atMs, toMs: atMs })
      wasConnected = now?.isConnected ?? false
      await new Promise(resolve => setTimeout(resolve, POLL_EVERY_MS))
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#polling
  }

  /** How long both videos had new frames. */
  get bothMs(): number {
    return overlapMs(this.#seen.map(({ movesMs }) => stretchesOf(movesMs)))
  }

  /** How long both sent; the pages must have been opened with `keepConnections`. */
  get bothSentMs(): number {
    return overlapMs(this.#seen.map(({ sentMs }) => stretchesOf(sentMs)))
  }

  /** Since when each page has been well without a break; null while one is not, or not for long enough. */
  get wellSinceMs(): number[] | null {
    const since = this.#seen.map(({ movesMs, connected }) => {
      const lasts = [stretchesOf(movesMs).at(-1), connected.at(-1)]
      const isOn = lasts.every(last => last && Date.now() - last.toMs < STANDS_AFTER_MS)
      return isOn ? Math.max(...lasts.map(last => last?.fromMs ?? 0)) : Number.POSITIVE_INFINITY
    })
    return Math.max(...since) < Date.now() - STEADY_MS ? since : null
  }
}

/**
 * Moments at which a page sent, by the packets that it sent since the last poll: a late poll does not mean that the
 * page stopped.
 */
function sentBetween({ polledMs, atMs }: { polledMs: number; atMs: number }, packets: number): number[] {
  if (packets <= 0) return []
  const isThroughout = packets >= ((atMs - polledMs) / 1_000) * PACKETS_PER_SECOND_MIN
  if (!isThroughout) return [atMs]
  const steps = Math.floor((atMs - polledMs) / POLL_EVERY_MS)
  return [...Array.from({ length: steps }, (_, step) => polledMs + step * POLL_EVERY_MS), atMs]
}

function overlapMs([one = [], other = []]: Stretch[][]): number {
  let sum = 0
  for (const a of one)
    for (const b of other) sum += Math.max(0, Math.min(a.toMs, b.toMs) - Math.max(a.fromMs, b.fromMs))
  return sum
}

function stretchesOf(moves: readonly number[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const atMs of moves) {
    const last = stretches.at(-1)
    if (last && atMs - last.toMs <= STANDS_AFTER_MS) last.toMs = atMs
    else stretches.push({ fromMs: atMs, toMs: atMs })
  }
  return stretches
}

/**
 * In the page: frames of the other person so far, packets sent, and whether it says that they are connected and the
 * time runs.
 */
async function readStats(): Promise<{ frames: number; packets: number; isConnected: boolean }> {
  const video = document.querySelector<HTMLVideoElement>('[data-testid="remote-video"]')
  const words = [...document.querySelectorAll('[role="status"]')].map(each => each.textContent?.trim())
  let packets = 0
  for (const connection of (window as Kept).keptConnections ?? []) {
    for (const report of (await connection.getStats()).values()) {
      if (report.type === 'outbound-rtp') packets += report.packetsSent
    }
  }
  return {
    frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
    packets,
    isConnected: words.includes('Connected'),
  }
}
