import { afterEach, expect, it } from 'vitest'
import { priceText } from './prices.ts'
import { ENGLISH, readLanguageFrom } from './text.ts'

afterEach(() => readLanguageFrom(() => ENGLISH))

it('a price has pence, and the pound sign and the thousands separator of the language', () => {
  expect([priceText('25.00'), priceText('10000.50')]).toEqual(['£25.00', '£10,000.50'])
  readLanguageFrom(() => ({ language: 'de', catalogue: {} }))
  expect(priceText('2500.00').replace(/\s/g, ' ')).toBe('2.500,00 £')
})
