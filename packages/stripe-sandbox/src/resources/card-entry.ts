import { invalidCard, missingParameter, noSuchReference, StripeError } from '../errors.ts'
import type { Parameters } from '../http/parameters.ts'
import { cardByNumber, cardByToken, hasValidCheckDigit, type TestCard } from './cards.ts'

/** What is kept of the card somebody typed: never its number, never its security code. */
export interface CardEntry {
  card: TestCard
  expiryMonth: number
  expiryYear: number
  securityCode: 'given' | 'absent'
}

/** Reads `card[number|exp_month|exp_year|cvc]` or `card[token]`; anything but a published test card is refused. */
export function readCard(params: Parameters, seconds: number): CardEntry {
  const token = params.text('token')
  if (token !== undefined) return cardOfToken(token, params.nameOf('token'), seconds)
  const card = testCard(params.required('number'))
  const { expiryMonth, expiryYear } = readExpiry(params, seconds)
  const securityCode = params.text('cvc')
  const digits = card.brand === 'amex' ? 4 : 3
  if (securityCode !== undefined && !new RegExp(`^\\d{${digits}}$`).test(securityCode)) {
    throw invalidCard('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  return { card, expiryMonth, expiryYear, securityCode: securityCode === undefined ? 'absent' : 'given' }
}

/** The card behind a published token such as `pm_card_visa`. */
export function cardOfToken(token: string, param: string, seconds: number): CardEntry {
  const card = cardByToken(token)
  if (card === undefined) throw noSuchReference('PaymentMethod', token.slice(0, 60), param)
  const expiryYear = new Date(seconds * 1000).getUTCFullYear() + 2
  return { card, expiryMonth: 12, expiryYear, securityCode: 'given' }
}

function testCard(number: string): TestCard {
  const card = cardByNumber(number)
  if (card !== undefined) return card
  if (!hasValidCheckDigit(number)) {
    throw invalidCard('incorrect_number', 'number', 'Your card number is incorrect.')
  }
  // A real card typed by mistake: refused before anything is stored, and never quoted back.
  throw new StripeError({
    status: 402,
    body: {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: 'Your card was declined. Your request was in test mode, but used a non test card.',
      param: 'number',
    },
    kept: 'not_kept',
  })
}

function readExpiry(params: Parameters, seconds: number) {
  const expiryMonth = params.integer('exp_month')
  const typedYear = params.integer('exp_year')
  if (expiryMonth === undefined) throw missingParameter(params.nameOf('exp_month'))
  if (typedYear === undefined) throw missingParameter(params.nameOf('exp_year'))
  const expiryYear = typedYear < 100 ? typedYear + 2000 : typedYear
  const today = new Date(seconds * 1000)
  const year = today.getUTCFullYear()
  if (expiryMonth < 1 || expiryMonth > 12) {
    throw invalidCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  if (expiryYear < year || expiryYear > year + 50) {
    throw invalidCard('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  if (expiryYear === year && expiryMonth < today.getUTCMonth() + 1) {
    throw invalidCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  return { expiryMonth, expiryYear }
}
