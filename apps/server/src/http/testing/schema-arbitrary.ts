import fc from 'fast-check'
import type { JsonSchema } from './open-api.ts'

/** Values worth trying for a property, by its name: those that lead further into the product. */
export type Hints = Readonly<Record<string, readonly unknown[]>>

const JUNK_STRINGS = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '../../etc/passwd',
  "'; drop table users; --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%00%ff',
  '‮gpj.exe',
  '__proto__',
  'constructor',
  '𝒳'.repeat(600),
  'a'.repeat(5000),
  '9'.repeat(400),
  '-1',
  '1e309',
  'NaN',
  'null',
  '2026-02-30T25:61:61Z',
  '0000-00-00T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

export const junkString: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...JUNK_STRINGS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
)

/** Anything JSON can say, and more of what breaks things. */
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  junkString,
  fc.constantFrom(null, true, false, 0, -1, 0.1, 1e308, -1e308, 2 ** 31, 2 ** 53, [], {}, [[[]]]),
  fc.constantFrom({ __proto__: { admin: true } }, { constructor: { prototype: 1 } }, [{ id: null }]),
  fc.jsonValue({ maxDepth: 2 }),
)

/** How far values keep to what is allowed: `wild` ones are junk in parts. */
export type Care = 'careful' | 'wild'
export interface Tries {
  hints: Hints
  care: Care
}

/** Values that a schema allows, mixed with hinted ones and, when wild, with junk. */
export function arbitraryOf(schema: JsonSchema, tries: Tries, name = ''): fc.Arbitrary<unknown> {
  const hinted = tries.hints[name]
  return fc.oneof(
    { weight: hinted?.length ? 1 : 12, arbitrary: allowedBy(schema, tries) },
    ...(hinted?.length ? [{ weight: 12, arbitrary: fc.constantFrom(...hinted) }] : []),
    ...(tries.care === 'wild' ? [{ weight: 3, arbitrary: junk }] : []),
  )
}

function allowedBy(schema: JsonSchema, tries: Tries): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return fc.oneof(...options.map(option => arbitraryOf(option, tries)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map(type => allowedBy({ ...schema, type }, tries)))
  }
  switch (schema.type) {
    case 'string':
      return stringOf(schema)
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(arbitraryOf(schema.items ?? {}, tries), { maxLength: 3 })
    case 'object':
      return objectOf(schema, tries)
    default:
      return junk
  }
}

function stringOf({ format, minLength = 0, maxLength = 60 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
      .map(date => date.toISOString())
  }
  // At the limits and just past them, where rules are wrong by one.
  return fc.oneof(
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) }),
    fc
      .constantFrom(minLength - 1, minLength, maxLength, maxLength + 1)
      .map(size => 'x'.repeat(Math.max(0, size))),
    fc.integer({ min: -10, max: 100_000 }).map(String),
  )
}

function numberOf({ minimum = -10, maximum = 100_000 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) }),
    fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
}

function objectOf({ properties = {}, required = [] }: JsonSchema, tries: Tries): fc.Arbitrary<unknown> {
  const shapes = Object.entries(properties).map(
    ([name, property]) => [name, arbitraryOf(property, tries, name)] as const,
  )
  const shape = Object.fromEntries(shapes)
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(shape, { requiredKeys: required }) },
    ...(tries.care === 'wild' ? [{ weight: 2, arbitrary: fc.record(shape, { requiredKeys: [] }) }] : []),
  )
}
