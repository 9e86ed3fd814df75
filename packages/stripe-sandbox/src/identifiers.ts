import { randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Text of `length` letters and digits that cannot be guessed: 24 of them carry 142 bits. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) text += ALPHABET.charAt(randomInt(ALPHABET.length))
  return text
}

/** A new id in Stripe's form, such as `pi_...` or `req_...`. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}
