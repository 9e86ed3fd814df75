import { expect, it } from 'vitest'
import type { FormGroup } from './form-encoding.ts'
import { Parameters } from './parameters.ts'

const group = (entries: Record<string, string | FormGroup>): FormGroup => new Map(Object.entries(entries))
const parameters = (entries: Record<string, string | FormGroup>) => new Parameters(group(entries))

it.each<[string, number | undefined]>([
  ['0', 0],
  ['-5', -5],
  ['2500', 2500],
  ['', undefined],
])('reads the integer "%s"', (text, value) => {
  expect(parameters({ amount: text }).integer('amount')).toBe(value)
})

it.each(['25.00', '1e3', ' 1', 'x', '1234567890123'])('refuses the integer "%s"', text => {
  expect(() => parameters({ amount: text }).integer('amount')).toThrow()
})

it('reads flags and choices, and refuses any other word', () => {
  expect(parameters({ on: 'true', off: 'false' }).flag('on')).toBe(true)
  expect(parameters({ on: 'true', off: 'false' }).flag('off')).toBe(false)
  expect(parameters({}).flag('on')).toBe(false)
  expect(parameters({ on: '' }).flag('on')).toBe(false)
  expect(() => parameters({ on: 'yes' }).flag('on')).toThrow()
  expect(parameters({ type: 'card' }).choice('type', ['card'])).toBe('card')
  expect(() => parameters({ type: 'cash' }).choice('type', ['card'])).toThrow()
})

it('names a nested parameter in full where it is missing, as Stripe does', () => {
  const nested = parameters({ card: group({ number: '' }) }).group('card')
  expect(nested?.nameOf('number')).toBe('card[number]')
  expect(() => nested?.required('number')).toThrow()
  expect(() => parameters({ card: 'x' }).group('card')).toThrow()
})

it('merges metadata, takes out a key that is given empty, and all of it by an empty metadata', () => {
  const before = { one: '1', two: '2' }
  expect(parameters({ metadata: group({ two: '', three: '3' }) }).metadata(before)).toEqual({
    one: '1',
    three: '3',
  })
  expect(parameters({ metadata: '' }).metadata(before)).toEqual({})
  expect(parameters({}).metadata(before)).toEqual(before)
})

it('refuses what Stripe would not know', () => {
  expect(() => parameters({ amout: '1' }).refuseUnknown(['amount'])).toThrow()
  expect(() => parameters({ amount: '1' }).refuseUnknown(['amount'])).not.toThrow()
})
