import { randomBytes } from 'node:crypto'

const LENGTH_MAX = 60
/** After these tries a random word is added, so that a popular title does not cost a hundred tries. */
const NUMBERED_TRIES = 3

/** The words of a title as they are in an address; `event` for a title without Latin letters. */
function wordsOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').slice(0, LENGTH_MAX)
  return words.replace(/^-+|-+$/g, '') || 'event'
}

/** The address to try at the nth try, counted from 1. */
export function slugOf(title: string, nth: number): string {
  const words = wordsOf(title)
  if (nth === 1) return words
  return nth <= NUMBERED_TRIES ? `${words}-${nth}` : `${words}-${randomBytes(6).toString('hex')}`
}
