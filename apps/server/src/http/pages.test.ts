import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { type JsonSchema, nameOf, operationsOf } from './testing/open-api.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

/** Every schema within one that has this property. */
function having(schema: JsonSchema | undefined, property: string): JsonSchema[] {
  if (!schema) return []
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...(items ? [items] : [])]
  return [...(property in properties ? [schema] : []), ...inner.flatMap(each => having(each, property))]
}

test('every list of the API says how many there are and where its neighbours are, and takes a page', async () => {
  type Document = Parameters<typeof operationsOf>[0]
  const { body } = await t.call<Document>(null, 'GET /api/openapi.json')
  const lists = operationsOf(body).flatMap(operation =>
    Object.values(operation.responses)
      .flatMap(({ content }) => having(content?.['application/json']?.schema, 'results'))
      .map(schema => ({
        name: nameOf(operation),
        has: Object.keys(schema.properties ?? {}),
        takes: operation.parameters.map(({ name }) => name),
      })),
  )
  expect(lists.length).toBeGreaterThan(20)
  for (const { name, has, takes } of lists) {
    expect(has, name).toEqual(expect.arrayContaining(['count', 'next', 'previous', 'results']))
    expect(takes, name).toEqual(expect.arrayContaining(['page', 'page_size']))
  }
})
