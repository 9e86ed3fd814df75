import { afterEach, expect, it, vi } from 'vitest'
import { untilMoreFrames } from './testing/browser.ts'
import { type NarrowEvent, notesOf, openNarrowEvent } from './testing/narrow-event.ts'

/**
 * How soon, and that nothing stops for a second, is measured by `npm run bench event-sizes`; here it may take as long
 * as a busy machine needs.
 */
const WITHIN = { timeout: 60_000, interval: 100 }

let event: NarrowEvent | undefined
afterEach(() => event?.close())

it('who watches an event on 400 kbit/s is sent the small picture and all of the sound, the others the large one', {
  timeout: 180_000,
}, async () => {
  event = await openNarrowEvent(400, 0)
  const { wide, narrow, sizes } = event
  await vi.waitFor(() => expect(sizes()).toEqual({ large: 1, small: 1 }), WITHIN)
  await vi.waitFor(async () => {
    expect((await notesOf(narrow)).frames.at(-1)?.height).toBeLessThanOrEqual(240)
  }, WITHIN)
  await untilMoreFrames(wide, narrow)
  const [before] = (await notesOf(narrow)).sounds.slice(-1)
  await vi.waitFor(async () => {
    const [now] = (await notesOf(narrow)).sounds.slice(-1)
    expect(now?.packets).toBeGreaterThan((before?.packets ?? 0) + 50)
  }, WITHIN)
})
