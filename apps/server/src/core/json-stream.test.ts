import { expect, test } from 'vitest'
import { jsonStream } from './json-stream.ts'

async function* of(...items: unknown[]) {
  yield* items
}

async function textOf(object: Record<string, unknown>): Promise<string> {
  let text = ''
  for await (const part of jsonStream(object)) text += part
  return text
}

test('what is read bit by bit is the JSON of the whole', async () => {
  const streamed = { a: 1, none: of(), some: of({ b: 'ü"' }, null), left: undefined, last: [2] }
  expect(JSON.parse(await textOf(streamed))).toEqual({ a: 1, none: [], some: [{ b: 'ü"' }, null], last: [2] })
  expect(await textOf({})).toBe('{}')
})
