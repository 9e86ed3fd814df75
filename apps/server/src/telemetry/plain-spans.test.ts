import { expect, it } from 'vitest'
import { plainSpan } from './plain-spans.ts'

type Span = Parameters<typeof plainSpan>[0]
const span = (name: string, attributes: Record<string, unknown> = {}) =>
  ({
    name,
    attributes,
    status: { code: 2, message: 'no person ann@example.org' },
    events: [{ name: 'x' }],
  }) as unknown as Span

it.each<[string, Record<string, unknown>, string]>([
  ['GET /profile/ann', { 'http.route': '/profile/:username' }, 'GET /profile/:username'],
  ['GET /profile/ann', {}, 'GET'],
  ['pg.query:select parley', {}, 'pg.query:select parley'],
  ['async (request) => { return "ann@example.org" }', {}, 'handler'],
])('a span that is called %s has no address in its name', (name, attributes, plain) => {
  expect(plainSpan(span(name, attributes)).name).toBe(plain)
})

it('tells of a query its table, and neither its values nor the words of an error', () => {
  const plain = plainSpan(
    span('pg.query', {
      'db.statement': "select * from users where email = 'ann@example.org'",
      'http.url': '/x?t=token',
    }),
  )
  expect(plain.attributes).toEqual({ 'db.collection.name': 'users' })
  expect(plain.status).toEqual({ code: 2 })
  expect(plain.events).toEqual([])
})
