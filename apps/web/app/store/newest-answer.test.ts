import { expect, it } from 'vitest'
import { newestAnswer } from './newest-answer.ts'

function setUp() {
  const used: string[] = []
  const show = newestAnswer<string>(answer => used.push(answer))
  const request = () => {
    const answer = Promise.withResolvers<string>()
    return { ...answer, done: show(answer.promise) }
  }
  return { used, request }
}

it('an answer that comes after that to a later request is not used', async () => {
  const { used, request } = setUp()
  const [first, second] = [request(), request()]
  second.resolve('nobody waits')
  await second.done
  first.resolve('sam waits')
  await first.done
  expect(used).toEqual(['nobody waits'])
})

it('answers in the order of their requests are all used, and a failure takes the place of none', async () => {
  const { used, request } = setUp()
  const [first, second, third] = [request(), request(), request()]
  first.resolve('sam waits')
  await first.done
  third.reject(new Error('No connection'))
  await third.done
  second.resolve('nobody waits')
  await second.done
  expect(used).toEqual(['sam waits', 'nobody waits'])
})
