const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** An object as JSON, bit by bit: a value that is an async iterable becomes a list and is never whole in memory. */
export async function* jsonStream(object: Record<string, unknown>): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(object)) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (isIterable(value)) yield* listOf(value)
    else yield JSON.stringify(value)
  }
  yield separator === '{' ? '{}' : '}'
}

async function* listOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '['
  for await (const item of items) {
    yield `${separator}${JSON.stringify(item)}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
