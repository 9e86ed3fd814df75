import { expect, it } from 'vitest'
import { createProgress } from './progress.ts'

function storage(stored: Record<string, string> = {}) {
  const kept = new Map(Object.entries(stored))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
const none = { tried: false, shared: false, dismissed: false }

it('keeps the progress of each influencer in this browser', () => {
  const kept = storage()
  createProgress(kept, 'ivy').mark('shared')
  expect(createProgress(kept, 'ivy').getSnapshot()).toEqual({ ...none, shared: true })
  expect(createProgress(kept, 'otto').getSnapshot()).toEqual(none)
})

it.each(['{', 'null', '"shared"', '{"shared":"yes"}'])('starts again where %s was stored', text => {
  expect(createProgress(storage({ 'onboarding:ivy': text }), 'ivy').getSnapshot()).toEqual(none)
})

it('lasts for this page where storage is refused', () => {
  const refused = {
    getItem: () => null,
    setItem: () => {
      throw new Error('full')
    },
  }
  const progress = createProgress(refused, 'ivy')
  progress.mark('dismissed')
  expect(progress.getSnapshot()).toEqual({ ...none, dismissed: true })
})
