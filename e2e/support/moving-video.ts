import { expect } from '@playwright/test'

const POLL_EVERY_MS = 300
const POLLS = 6
const GROWN = 4

/**
 * Expects that a video plays: of six readings in a row, four find more frames than the reading before. Not all six,
 * because a browser that got no CPU for a third of a second drew nothing in it.
 */
export async function expectMoving(framesShown: () => Promise<number>, withinMs: number): Promise<void> {
  let seen = await framesShown()
  const grew: boolean[] = []
  const countGrowths = async () => {
    const shown = await framesShown()
    grew.push(shown > seen)
    seen = shown
    return grew.slice(-POLLS).filter(Boolean).length
  }
  await expect
    .poll(countGrowths, { timeout: withinMs, intervals: [POLL_EVERY_MS] })
    .toBeGreaterThanOrEqual(GROWN)
}

/** A video whose frames Firefox counted. */
type Counted = HTMLVideoElement & { framesCounted?: number }

/**
 * In a page: frames of this video that were shown so far. Firefox gives no playback quality for a WebRTC stream, so
 * there each frame is counted from the first call on.
 */
export function countFrames(element: Element): number {
  const video = element as Counted
  if (!navigator.userAgent.includes('Firefox')) return video.getVideoPlaybackQuality().totalVideoFrames
  if (video.framesCounted !== undefined) return video.framesCounted
  video.framesCounted = 0
  const count = () => {
    video.framesCounted = (video.framesCounted ?? 0) + 1
    video.requestVideoFrameCallback(count)
  }
  video.requestVideoFrameCallback(count)
  return 0
}
