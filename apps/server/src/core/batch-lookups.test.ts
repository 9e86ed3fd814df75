import { expect, test } from 'vitest'
import { batchLookups } from './batch-lookups.ts'

/** Questions that are answered one by one, when the test says so. */
function questions() {
  const asked: { keys: readonly string[]; answer(): void; fail(error: Error): void }[] = []
  const ask = batchLookups<string>(keys => {
    const { promise, resolve, reject } = Promise.withResolvers<Map<string, string>>()
    const found = new Map(keys.filter(key => key !== 'nobody').map(key => [key, `${key}!`]))
    asked.push({ keys, answer: () => resolve(found), fail: reject })
    return promise
  })
  return { asked, ask }
}
const flushed = () => new Promise(resolve => setImmediate(resolve))

test('one is asked for at once; who comes while two are under way is asked for together', async () => {
  const { asked, ask } = questions()
  const answers = ['a', 'b', 'c', 'd', 'nobody'].map(key => ask(key))
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b']])
  asked[1]?.answer()
  await flushed()
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b'], ['c', 'd', 'nobody']])
  asked[0]?.answer()
  asked[2]?.answer()
  expect(await Promise.all(answers)).toEqual(['a!', 'b!', 'c!', 'd!', undefined])
})

test('nobody gets an answer to a question that began before they asked', async () => {
  const { asked, ask } = questions()
  const first = ask('a')
  const second = ask('a')
  const third = ask('a')
  expect(asked).toHaveLength(2)
  asked[0]?.answer()
  await flushed()
  expect(asked).toHaveLength(3)
  for (const each of asked) each.answer()
  expect(await Promise.all([first, second, third])).toEqual(['a!', 'a!', 'a!'])
})

test('a question that fails fails for those it was for, and the next is asked', async () => {
  const { asked, ask } = questions()
  const [first, second] = [ask('a'), ask('b')]
  const third = ask('c')
  asked[0]?.fail(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await flushed()
  expect(asked[2]?.keys).toEqual(['c'])
  for (const each of asked) each.answer()
  expect([await second, await third, asked.length]).toEqual(['b!', 'c!', 3])
})

test('a flood is asked for in bounded questions', async () => {
  const { asked, ask } = questions()
  const answers = Array.from({ length: 1_202 }, (_, n) => ask(`key ${n}`))
  for (let n = 0; n < 5; n++) {
    asked[n]?.answer()
    await flushed()
  }
  expect(asked.map(({ keys }) => keys.length)).toEqual([1, 1, 500, 500, 200])
  expect(await Promise.all(answers)).toHaveLength(1_202)
})
