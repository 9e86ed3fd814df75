import type { OwnDispute } from '@parley/contract'
import { expect, test } from 'vitest'
import { createAddingPolls } from './adding-polls.ts'

/** A dispute with a statement of this date, which is not yet a part of our answer. */
const adding = (at: string) =>
  ({
    id: 'dp_1',
    state: 'open',
    statement: { text: 'We spoke', at, staged_at: null },
    pack: null,
  }) as OwnDispute
const FIRST = adding('2026-03-02T10:00:00Z')
const SECOND = adding('2026-03-02T10:05:00Z')

/** How often the list is loaded again, of ten times and some more. */
function polls(next: ReturnType<typeof createAddingPolls>, dispute: OwnDispute, loadsBefore: number): number {
  let loads = loadsBefore
  while (next([dispute], loads) !== false && loads < loadsBefore + 20) loads++
  return loads - loadsBefore
}

test('words that are being added are looked for ten times, however often the list was loaded before', () => {
  const next = createAddingPolls()
  expect(polls(next, FIRST, 30)).toBe(10)
  expect(next([FIRST], 41)).toBe(false)
})

test('words that are written while earlier ones were not yet added are looked for as often', () => {
  const next = createAddingPolls()
  expect(polls(next, FIRST, 1)).toBe(10)
  expect(polls(next, SECOND, 12)).toBe(10)
})
