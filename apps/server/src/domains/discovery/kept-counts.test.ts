import { expect, test, vi } from 'vitest'
import { stillClock } from '../../core/clock.ts'
import { COUNT_KEPT_MS, createKeptCounts } from './kept-counts.ts'

const clock = stillClock()

test('a count is read once in some seconds for each search, and only the call that read it calls it new', async () => {
  const counts = createKeptCounts(clock)
  const read = vi.fn(async () => 3)
  expect(await counts('chess', read)).toEqual({ count: 3, isNew: true })
  expect(await counts('chess', read)).toEqual({ count: 3, isNew: false })
  await counts('music', read)
  expect(read).toHaveBeenCalledTimes(2)
  clock.advance(COUNT_KEPT_MS / 1000)
  expect(await counts('chess', async () => 4)).toEqual({ count: 4, isNew: true })
})

test('calls at the same time share one query, and a failed query is not kept', async () => {
  const counts = createKeptCounts(clock)
  const pending = Promise.withResolvers<number>()
  const both = [counts('chess', () => pending.promise), counts('chess', async () => 9)]
  pending.reject(new Error('no database'))
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await counts('chess', async () => 5)).toEqual({ count: 5, isNew: true })
})
