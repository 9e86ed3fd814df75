import { expect, test, vi } from 'vitest'
import { batchLookups } from './batch-lookups.ts'

/** Questions that are answered one by one, when the test says so. */
function countedLookups() {
  const queries: { keys: readonly string[]; answer(): void; fail(error: Error): void }[] = []
  const lookUp = batchLookups<string>(keys => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    const found = new Map(keys.filter(key => key !== 'nobody').map(key => [key, `${key}!`]))
    queries.push({ keys, answer: () => resolve(found), fail: reject })
    return promise
  })
  return { queries, lookUp }
}
/** A query begins a moment after the one before has ended. */
const untilSent = (queries: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(queries).toHaveLength(count), { timeout: 60_000, interval: 1 })

test('one is asked for at once; who comes while two are under way is asked for together', async () => {
  const { queries, lookUp } = countedLookups()
  const answers = ['a', 'b', 'c', 'd', 'nobody'].map(key => lookUp(key))
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  queries[1]?.answer()
  await untilSent(queries, 3)
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd', 'nobody']])
  queries[0]?.answer()
  queries[2]?.answer()
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', undefined])
})

test('who comes one by one, each after the one before was found, is asked for together all the same', async () => {
  const { queries, lookUp } = countedLookups()
  for (const key of ['a', 'b']) {
    const found = lookUp(key)
    queries.at(-1)?.answer()
    await found
  }
  const answers = [lookUp('c'), lookUp('d')]
  expect(queries).toHaveLength(2)
  await untilSent(queries, 3)
  answers.push(lookUp('e'))
  queries[2]?.answer()
  await untilSent(queries, 4)
  queries[3]?.answer()
  expect(await Promise.all(answers)).toEqual(['c!', 'd!', 'e!'])
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd'], ['e']])
})

test('nobody gets an answer to a question that began before they asked', async () => {
  const { queries, lookUp } = countedLookups()
  const first = lookUp('a')
  const second = lookUp('a')
  const third = lookUp('a')
  expect(queries).toHaveLength(2)
  queries[0]?.answer()
  await untilSent(queries, 3)
  for (const each of queries) each.answer()
  expect(await Promise.all([first, second, third])).toEqual(['a!', 'a!', 'a!'])
})

test('a question that fails fails for those it was for, and the next is asked', async () => {
  const { queries, lookUp } = countedLookups()
  const [first, second] = [lookUp('a'), lookUp('b')]
  const third = lookUp('c')
  queries[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await untilSent(queries, 3)
  expect(queries[2]?.keys).toEqual(['c'])
  for (const each of queries) each.answer()
  expect([await second, await third, queries.length]).toEqual(['b!', 'c!', 3])
})

test('a flood is asked for in bounded questions', async () => {
  const { queries, lookUp } = countedLookups()
  const answers = Array.from({ length: 1_202 }, (_, n) => lookUp(`key ${n}`))
  for (let n = 0; n < 5; n++) {
    await untilSent(queries, Math.min(5, n + 2))
    queries[n]?.answer()
  }
  expect(queries.map(({ keys }) => keys.length)).toEqual([1, 1, 500, 500, 200])
  expect(await Promise.all(answers)).toHaveLength(1_202)
})
