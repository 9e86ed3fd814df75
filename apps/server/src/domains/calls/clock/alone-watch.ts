import { CLOCK_LOSS_MAX_MS, MEDIA_FLOW_WINDOW_MS } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { StretchAlone } from '../store.ts'
import type { MediaFlow, Side } from './media-flow.ts'

interface Moment {
  /** By the application's clock, which may be moved. */
  nowMs: number
  /** By the machine's: longer than a look takes, and this process was frozen in between. */
  machineMs: number
}

interface Seen extends Moment {
  side: Side | 'both' | null
}

/**
 * When the media of one party of a call flowed and that of the other did not, as this process saw it. Only what was looked
 * at counts, and only up to the last packet that is sure: a crash, a freeze or a provider that does not answer makes a stretch
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

  /** Takes a change that was told: it begins and ends stretches, and proves nothing of what went before. */
  handleChange(flow: MediaFlow, at: Moment): void {
    const side = sideOf(flow)
    if (side === this.#seen?.side) return
    this.#turn(flow, { ...at, side })
  }

  /** Takes what was seen by looking: whose media flows now flowed since the look before. */
  handleSight(flow: MediaFlow, at: Moment): void {
    this.handleChange(flow, at)
    if (this.#wasFrozen(at)) this.#turn(flow, { ...at, side: sideOf(flow) })
    this.#seen = { ...at, side: sideOf(flow) }
    this.#prove(at.nowMs - MEDIA_FLOW_WINDOW_MS)
  }

  /** What has to be written down since this was last asked. */
  drainUnsaved(): StretchAlone[] {
    const unsaved = [...this.#unsaved.values()]
    this.#unsaved.clear()
    return unsaved
  }

  /** What could not be written down is to be written later. */
  putBack(stretches: readonly StretchAlone[]): void {
    for (const stretch of stretches) {
      if (!this.#unsaved.has(stretch.id)) this.#unsaved.set(stretch.id, stretch)
    }
  }

  #turn(flow: MediaFlow, now: Seen): void {
    const before = this.#wasFrozen(now) ? null : this.#seen
    if (before && this.#open) this.#prove(lastSureMs(flow, this.#open.side, before.nowMs))
    this.#open = null
    this.#seen = now
    if (now.side !== 'buyer' && now.side !== 'influencer') return
    // Who stays when the other one goes has been alone since the other's last packet.
    const other = now.side === 'buyer' ? 'influencer' : 'buyer'
    const sinceMs = before?.side === 'both' ? Math.min(flow.lastFlowedMs(other), now.nowMs) : now.nowMs
    const at = new Date(sinceMs)
    const { side } = now
    this.#open = { id: newId(sinceMs), roomId: this.#roomId, side, startedAt: at, provenUntil: at }
  }

  #prove(untilMs: number): void {
    if (!this.#open || untilMs <= this.#open.provenUntil.getTime()) return
    this.#open = { ...this.#open, provenUntil: new Date(untilMs) }
    this.#unsaved.set(this.#open.id, this.#open)
  }

  #wasFrozen({ machineMs }: Moment): boolean {
    return this.#seen !== null && machineMs - this.#seen.machineMs > CLOCK_LOSS_MAX_MS
  }
}

/** Up to when somebody's media surely flowed: until it stopped, or until it was last looked at. */
function lastSureMs(flow: MediaFlow, side: Side, lookedMs: number): number {
  return flow.flowing(side) ? lookedMs : flow.lastFlowedMs(side)
}

function sideOf(flow: MediaFlow): Seen['side'] {
  if (flow.flowing('buyer')) return flow.flowing('influencer') ? 'both' : 'buyer'
  return flow.flowing('influencer') ? 'influencer' : null
}
