import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sayExpected } from './say-expected.ts'

const listed = z.array(z.string()).check(z.minLength(2), z.maxLength(3))
const bounded = z.int().check(z.gte(0), z.lte(9))
const titled = z.string().check(z.minLength(3), z.maxLength(5))

it.each([
  ['nothing', z.string(), undefined, 'This field is required'],
  ['null', z.object({}), null, 'This field is required'],
  ['an empty text that is required', z.string().check(z.minLength(1)), '', 'This field is required'],
  ['a number for a text', z.string(), 5, 'This should be text'],
  ['a text for a number', z.number(), '5', 'This should be a number'],
  ['half a number', bounded, 1.5, 'This should be a whole number'],
  ['a number too small', bounded, -1, 'Please use a number from 0'],
  ['a number too large', bounded, 10, 'Please use a number up to 9'],
  ['a text for a switch', z.boolean(), 'on', 'This should be true or false'],
  ['a number for a list', listed, 7, 'This should be a list'],
  ['a list too short', listed, ['a'], 'Please give at least 2'],
  ['a list too long', listed, ['a', 'b', 'c', 'd'], 'Please give at most 3'],
  ['a text too short', titled, 'ab', 'Please use at least 3 characters'],
  ['a text too long', titled, 'abcdef', 'Please use at most 5 characters'],
  ['another date', z.iso.date(), '28.3.2027', 'Please give a date such as 2027-03-28'],
  ['another word', z.enum(['yes', 'no']), 'maybe', 'Please choose one of these: yes, no'],
  ['no id', z.uuid(), '7', 'This should be an id'],
  ['what is neither', z.union([z.literal(1), z.literal(2)]), 3, 'This is not valid'],
])('%s', (_, schema, value, message) => {
  const { error } = z.safeParse<z.ZodMiniType>(schema, value, { error: sayExpected })
  expect(error?.issues.map(issue => issue.message)).toEqual([message])
})
