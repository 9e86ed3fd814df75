import { createHash, randomBytes } from 'node:crypto'

/** A code that nobody can guess: 256 bits, safe in a URL. */
export function newCode(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored digest of a code: a person who reads the table cannot use it. */
export function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
