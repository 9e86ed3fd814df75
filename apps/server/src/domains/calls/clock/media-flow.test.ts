import { describe, expect, it } from 'vitest'
import type { ParticipantMedia, VideoEvent } from '../video-provider.ts'
import { MediaFlow, type Side } from './media-flow.ts'

const event = (
  type: Exclude<VideoEvent['type'], 'worker-restarted' | 'media-received' | 'sizes-watched'>,
  atMs: number,
): VideoEvent => ({
  type,
  roomId: 'room',
  identity: 'somebody',
  atMs,
})
const seen = (mediaFlowing: boolean, sinceMs: number): ParticipantMedia => ({
  identity: 'somebody',
  joined: true,
  mediaFlowing,
  sinceMs,
})

/** Both in a call, with media from 1,000 ms on. */
function bothFlow(): MediaFlow {
  const flow = new MediaFlow(['buyer', 'influencer'])
  for (const side of ['buyer', 'influencer'] as const) {
    flow.handleEvent(side, event('participant-joined', 900))
    flow.handleEvent(side, event('media-live', 1_000))
  }
  return flow
}
function stopped(buyerMs: number, influencerMs: number): MediaFlow {
  const flow = bothFlow()
  flow.handleEvent('buyer', event('media-stalled', buyerMs))
  flow.handleEvent('influencer', event('media-stalled', influencerMs))
  return flow
}

describe('the media that is paid for', () => {
  it('flows while that of both does', () => {
    const flow = bothFlow()
    expect(flow.isPaidFor).toBe(true)
    flow.handleEvent('buyer', event('media-stalled', 2_000))
    expect([flow.isPaidFor, flow.flowing('buyer'), flow.flowing('influencer')]).toEqual([false, false, true])
    flow.handleEvent('buyer', event('media-live', 3_000))
    expect(flow.isPaidFor).toBe(true)
  })

  it('of an event is its owner’s alone', () => {
    const flow = new MediaFlow(['influencer'])
    flow.handleEvent('influencer', event('media-live', 1_000))
    expect(flow.isPaidFor).toBe(true)
    flow.handleEvent('influencer', event('media-stalled', 4_000))
    expect([flow.isPaidFor, flow.firstStop()]).toEqual([false, { atMs: 4_000, by: 'influencer' }])
  })

  it('stops as somebody leaves, and continues as they are told to have joined', () => {
    const flow = bothFlow()
    flow.handleEvent('buyer', event('participant-joined', 1_200))
    expect(flow.isPaidFor).toBe(true)
    flow.handleEvent('buyer', event('participant-left', 1_500))
    expect(flow.isPaidFor).toBe(false)
    expect(flow.firstStop()).toEqual({ atMs: 1_500, by: 'buyer' })
  })

  it('flows for nobody who only joined', () => {
    const flow = new MediaFlow(['influencer'])
    flow.handleEvent('influencer', event('participant-joined', 1_000))
    expect(flow.isPaidFor).toBe(false)
  })

  it('of somebody before counts for nobody who takes their side', () => {
    const flow = bothFlow()
    flow.reset('buyer')
    expect([flow.isPaidFor, flow.lastFlowedMs('buyer')]).toEqual([false, Number.NEGATIVE_INFINITY])
  })
})

describe('what the provider says when it is asked', () => {
  it('corrects a missed event in both directions', () => {
    const flow = bothFlow()
    flow.handleSight('buyer', { media: seen(false, 1_500), nowMs: 3_000 })
    expect([flow.isPaidFor, flow.lastFlowedMs('buyer')]).toEqual([false, 1_500])
    flow.handleSight('buyer', { media: seen(true, 3_500), nowMs: 4_000 })
    expect([flow.isPaidFor, flow.lastFlowedMs('buyer')]).toEqual([true, 4_000])
  })

  it('does not begin again by an event from before its last packet, which was handled late', () => {
    const flow = stopped(5_000, 6_000)
    flow.handleEvent('buyer', event('media-live', 1_000))
    expect(flow.flowing('buyer')).toBe(false)
    expect(flow.lastFlowedMs('buyer')).toBe(5_000)
    flow.handleEvent('buyer', event('media-live', 7_000))
    expect(flow.flowing('buyer')).toBe(true)
  })

  it('makes no stop later that was told before', () => {
    const flow = stopped(2_000, 9_000)
    flow.handleSight('buyer', { media: seen(false, 8_000), nowMs: 9_500 })
    expect(flow.lastFlowedMs('buyer')).toBe(2_000)
  })
})

describe('whose stop it was', () => {
  it.each<[string, MediaFlow, number, Side | 'platform']>([
    ['the buyer’s came first', stopped(2_000, 2_101), 2_000, 'buyer'],
    ['the influencer’s came first', stopped(2_101, 2_000), 2_000, 'influencer'],
    ['both at once: neither of them', stopped(2_000, 2_100), 2_000, 'platform'],
    ['both at once, the other way round', stopped(2_100, 2_000), 2_000, 'platform'],
  ])('%s', (_what, flow, atMs, by) => {
    expect(flow.firstStop()).toEqual({ atMs, by })
  })

  it('is the one’s whose media stopped while the other’s flows', () => {
    const buyer = bothFlow()
    buyer.handleEvent('buyer', event('media-stalled', 5_000))
    expect(buyer.firstStop()).toEqual({ atMs: 5_000, by: 'buyer' })
    const influencer = bothFlow()
    influencer.handleEvent('influencer', event('media-stalled', 5_000))
    expect(influencer.firstStop()).toEqual({ atMs: 5_000, by: 'influencer' })
  })

  it.each<[Side, 'event' | 'sight']>([
    ['buyer', 'event'],
    ['influencer', 'event'],
    ['buyer', 'sight'],
    ['influencer', 'sight'],
  ])('is nobody’s but the %s’s who left at the same moment, by %s', (side, how) => {
    const flow = stopped(2_000, 2_050)
    if (how === 'event') flow.handleEvent(side, event('participant-left', 2_060))
    else flow.handleSight(side, { media: undefined, nowMs: 2_060 })
    expect(flow.firstStop()).toEqual({ atMs: 2_000, by: 'buyer' })
  })

  it('is nobody’s when who left is back at once', () => {
    const flow = stopped(2_000, 2_050)
    flow.handleEvent('buyer', event('participant-left', 2_060))
    flow.handleEvent('buyer', event('participant-joined', 2_070))
    expect(flow.firstStop()).toEqual({ atMs: 2_000, by: 'platform' })
  })
})
