import type { ParticipantMedia, VideoEvent } from '../video-provider.ts'

export type Side = 'buyer' | 'influencer'

interface Flow {
  isIn: boolean
  isFlowing: boolean
  /** While flowing the last moment that is known, else the last packet. */
  lastFlowedMs: number
}

/** How a stretch of paid time ended. */
export interface Stop {
  atMs: number
  by: Side | 'platform'
}

/** If both media stopped within this time, and nobody left, neither stopped by themselves. */
const STOPPED_TOGETHER_MS = 100

/**
 * Whether the paid media flows (of both parties of a call, or of an event's owner), and if not, whose stopped first;
 * computed from events and corrected by polls.
 */
export class MediaFlow {
  #flows: Record<Side, Flow> = { buyer: absent(), influencer: absent() }
  #paidFor: readonly Side[]

  constructor(paidFor: readonly Side[]) {
    this.#paidFor = paidFor
  }

  get isPaidFor(): boolean {
    return this.#paidFor.every(side => this.#flows[side].isFlowing)
  }

  /** Another person is on this side from now on: nothing seen of the former person counts. */
  reset(side: Side): void {
    this.#flows[side] = absent()
  }

  /** The machine's clock jumped. */
  jump(ms: number): void {
    for (const flow of Object.values(this.#flows)) flow.lastFlowedMs += ms
  }

  flowing(side: Side): boolean {
    return this.#flows[side].isFlowing
  }

  /** While it flows the last moment that is known, else the last packet. */
  lastFlowedMs(side: Side): number {
    return this.#flows[side].lastFlowedMs
  }

  /** Applies an event: the only source of the exact time of a stop. */
  handleEvent(side: Side, event: VideoEvent): void {
    const flow = this.#flows[side]
    if (event.type === 'participant-joined') flow.isIn = true
    if (event.type === 'participant-left') flow.isIn = false
    // An event may be handled late, after the provider said more: what is older than the last packet is no beginning.
    if (event.type === 'media-live' && event.atMs >= flow.lastFlowedMs)
      this.#flows[side] = { isIn: true, isFlowing: true, lastFlowedMs: event.atMs }
    if (event.type === 'media-stalled' || event.type === 'participant-left') stop(flow, event.atMs)
  }

  /** Applies a poll of a participant; undefined if they are not in the room. */
  handleSight(side: Side, seen: { media: ParticipantMedia | undefined; nowMs: number }): void {
    const flow = this.#flows[side]
    const { media, nowMs } = seen
    flow.isIn = media !== undefined
    if (media?.mediaFlowing) {
      flow.isFlowing = true
      flow.lastFlowedMs = nowMs
    } else stop(flow, media?.sinceMs ?? flow.lastFlowedMs)
  }

  /** The last moment all of it flowed, and whose stop it was. */
  firstStop(): Stop {
    const { buyer, influencer } = this.#flows
    if (!this.#paidFor.includes('buyer')) return { atMs: influencer.lastFlowedMs, by: 'influencer' }
    const buyerMs = buyer.isFlowing ? Number.POSITIVE_INFINITY : buyer.lastFlowedMs
    const influencerMs = influencer.isFlowing ? Number.POSITIVE_INFINITY : influencer.lastFlowedMs
    const together = Math.abs(buyerMs - influencerMs) <= STOPPED_TOGETHER_MS
    if (together && buyer.isIn && influencer.isIn) {
      return { atMs: Math.min(buyerMs, influencerMs), by: 'platform' }
    }
    return buyerMs <= influencerMs ? { atMs: buyerMs, by: 'buyer' } : { atMs: influencerMs, by: 'influencer' }
  }
}

/** A stop is reported once, by an event or a poll, and a second report never makes it later. */
function stop(flow: Flow, atMs: number): void {
  if (flow.isFlowing) flow.lastFlowedMs = atMs
  flow.isFlowing = false
}

function absent(): Flow {
  return { isIn: false, isFlowing: false, lastFlowedMs: Number.NEGATIVE_INFINITY }
}
