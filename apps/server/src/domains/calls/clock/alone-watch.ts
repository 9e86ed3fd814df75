import { CLOCK_LOSS_MAX_MS, MEDIA_FLOW_WINDOW_MS } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { StretchAlone } from '../store.ts'
import type { MediaFlow, Side } from './media-flow.ts'

interface Moment {
  /** By the application's clock, which may be moved. */
  nowMs: number
  /** By a clock that nobody can set: after a longer gap between two polls this process was frozen. */
  machineMs: number
}

interface Seen extends Moment {
  side: Side | 'both' | null
}

/**
 * When the media of one party of a call flowed and that of the other did not, as this process saw it. Only polled
 * times count, up to the last certain packet: a crash, a freeze or a provider that does not answer makes an interval
 * shorter, never longer.
 */
export class AloneWatch {
  #roomId: string
  #open: StretchAlone | null = null
  #seen: Seen | null = null
  #unsaved = new Map<string, StretchAlone>()

  constructor(roomId: string) {
    this.#roomId = roomId
  }

  /** Applies an event of the provider: it begins and ends intervals, and proves nothing about the time before. */
  handleChange(flow: MediaFlow, at: Moment): void {
    const side = sideOf(flow)
    if (side === this.#seen?.side) return
    this.#turn(flow, { ...at, side })
  }

  /** Applies a poll: media that flows now has flowed since the last poll. */
  handleSight(flow: MediaFlow, at: Moment): void {
    this.handleChange(flow, at)
    if (this.#wasFrozen(at)) this.#turn(flow, { ...at, side: sideOf(flow) })
    this.#seen = { ...at, side: sideOf(flow) }
    this.#prove(at.nowMs - MEDIA_FLOW_WINDOW_MS)
  }

  /** The machine's clock jumped: what was proven stays, and the next poll begins another interval. */
  jump(): void {
    this.#open = null
    this.#seen = null
  }

  /** The intervals to store since the last call. */
  drainUnsaved(): StretchAlone[] {
    const unsaved = [...this.#unsaved.values()]
    this.#unsaved.clear()
    return unsaved
  }

  /** Keeps intervals that could not be stored for the next time. */
  putBack(stretches: readonly StretchAlone[]): void {
    for (const stretch of stretches) {
      if (!this.#unsaved.has(stretch.id)) this.#unsaved.set(stretch.id, stretch)
    }
  }

  #turn(flow: MediaFlow, now: Seen): void {
    const before = this.#wasFrozen(now) ? null : this.#seen
    if (before && this.#open) this.#endAt(lastSureMs(flow, this.#open.side, before.nowMs))
    this.#open = null
    this.#seen = now
    if (now.side !== 'buyer' && now.side !== 'influencer') return
    // The party who stays has been alone since the other's last packet.
    const other = now.side === 'buyer' ? 'influencer' : 'buyer'
    const sinceMs = before?.side === 'both' ? Math.min(flow.lastFlowedMs(other), now.nowMs) : now.nowMs
    const at = new Date(sinceMs)
    const { side } = now
    this.#open = { id: newId(sinceMs), roomId: this.#roomId, side, startedAt: at, provenUntil: at }
  }

  #prove(untilMs: number): void {
    if (this.#open && untilMs > this.#open.provenUntil.getTime()) this.#endAt(untilMs)
  }

  /** Also earlier than a poll proved: a stall that is noticed late began before that. */
  #endAt(lastMs: number): void {
    if (!this.#open) return
    const untilMs = Math.max(lastMs, this.#open.startedAt.getTime())
    if (untilMs === this.#open.provenUntil.getTime()) return
    this.#open = { ...this.#open, provenUntil: new Date(untilMs) }
    this.#unsaved.set(this.#open.id, this.#open)
  }

  #wasFrozen({ machineMs }: Moment): boolean {
    return this.#seen !== null && machineMs - this.#seen.machineMs > CLOCK_LOSS_MAX_MS
  }
}

/** Until when a person's media certainly flowed: until it stopped, or until the last poll. */
function lastSureMs(flow: MediaFlow, side: Side, polledMs: number): number {
  return flow.flowing(side) ? polledMs : flow.lastFlowedMs(side)
}

function sideOf(flow: MediaFlow): Seen['side'] {
  if (flow.flowing('buyer')) return flow.flowing('influencer') ? 'both' : 'buyer'
  return flow.flowing('influencer') ? 'influencer' : null
}
