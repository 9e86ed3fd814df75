const WORDS_MAX = 8
const ACCENTS = /[\u0300-\u036f]/g
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * What somebody typed, as a Postgres query of the beginnings of words; null where there is no word in it. Only letters
 * and digits come through, so that nothing typed is read as an operator (attack: a query that costs or breaks).
 */
export function wordsQuery(typed: string): string | null {
  const words = typed.normalize('NFKD').replace(ACCENTS, '').match(WORD) ?? []
  return words.length === 0
    ? null
    : words
        .slice(0, WORDS_MAX)
        .map(word => `${word}:*`)
        .join(' & ')
}
