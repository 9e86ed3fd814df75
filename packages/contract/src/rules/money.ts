import { AMOUNT_MAX_PENCE, AMOUNT_MIN_PENCE, CURRENCY_SIGN } from '../constants.ts'

/** A whole number of pence. Money is never a float. */
export type Pence = number & { readonly __unit: 'pence' }

/** Brands a whole number as pence; anything else is a bug. */
export function pence(value: number): Pence {
  if (!Number.isSafeInteger(value)) throw new TypeError('pence must be a whole number')
  return value as Pence
}

/** Reads pounds from what people and clients send ("25", "25.5", 25.50); null when it is not an amount we take. */
export function parseAmount(input: string | number): Pence | null {
  const value = parsePounds(input)
  return value !== null && value >= AMOUNT_MIN_PENCE && value <= AMOUNT_MAX_PENCE ? value : null
}

/** Pounds as text or number, of any size; null when it is no amount of money. */
export function parsePounds(input: string | number): Pence | null {
  const text = typeof input === 'number' ? String(input) : input.trim()
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  return pence(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
}

/** The pence of an amount that the API wrote ("25.00", "-3.20"): `formatAmount` reversed; anything else is a bug. */
export function penceOf(amount: string): Pence {
  const match = /^(-?)(\d+)(?:\.(\d{2}))?$/.exec(amount)
  if (!match) throw new TypeError('an amount of the API has whole pounds and two digits')
  const value = Number(match[2]) * 100 + Number(match[3] ?? '0')
  return pence(match[1] && value > 0 ? -value : value)
}

/** Whether an amount of the API is more than nothing; null, where there is no amount, is not. */
export const isSomething = (amount: string | null | undefined): amount is string =>
  typeof amount === 'string' && penceOf(amount) > 0

/** Pence as the wire writes pounds: "25.00". */
export function formatAmount(value: number): string {
  const sign = value < 0 ? '-' : ''
  const whole = Math.abs(value)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** An amount of the API as English texts outside the pages write it: "£2,500.00". */
export const poundsInEnglish = (amount: string): string =>
  `${CURRENCY_SIGN}${amount.replace(/\B(?=(?:\d{3})+\.)/g, ',')}`
