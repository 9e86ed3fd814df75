import { expect } from '@playwright/test'

const LOOK_EVERY_MS = 300
const LOOKS = 6
const GROWN = 4

/**
 * A picture moves: of six looks one after the other four find more frames than the look before. Not all of them: a
 * browser that had no core for a third of a second drew nothing in it.
 */
export async function expectMoving(framesShown: () => Promise<number>, withinMs: number): Promise<void> {
  let seen = await framesShown()
  const grew: boolean[] = []
  const look = async () => {
    const shown = await framesShown()
    grew.push(shown > seen)
    seen = shown
    return grew.slice(-LOOKS).filter(Boolean).length
  }
  await expect.poll(look, { timeout: withinMs, intervals: [LOOK_EVERY_MS] }).toBeGreaterThanOrEqual(GROWN)
}
