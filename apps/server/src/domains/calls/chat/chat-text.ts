import { CHAT_DIGITS_MAX, CHAT_TEXT_MAX, type ChatRefusal, plainLine } from '@parley/contract'

export interface TextRules {
  links: 'refused' | 'allowed'
  words: readonly string[]
  /** Characters, as code points; those of a chat line by default. */
  atMost?: number
}

/** More combining marks on one letter than any language uses cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu

/** Letters of other alphabets that look like Latin ones, in the order of their likeness. */
const LOOK_ALIKE = new Map(
  [
    ...[
      'аa',
      'вb',
      'еe',
      'ёe',
      'кk',
      'мm',
      'нh',
      'оo',
      'рp',
      'сc',
      'тt',
      'уy',
      'хx',
      'іi',
      'їi',
      'јj',
      'ѕs',
      'ԁd',
    ],
    ...[
      'ԛq',
      'ԝw',
      'һh',
      'ӏl',
      'αa',
      'βb',
      'εe',
      'ηn',
      'ιi',
      'κk',
      'νv',
      'οo',
      'ρp',
      'τt',
      'υu',
      'χx',
      'ıi',
      'ɑa',
      'ɡg',
    ],
  ].map(pair => [pair[0] ?? '', pair[1] ?? '']),
)

/**
 * Text normalised for the search: one form of each letter, no invisible characters, no accents, lower case. Attack: a
 * link or a word that looks the same to a reader and different to a program.
 */
export function searched(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return [...plain].map(letter => LOOK_ALIKE.get(letter) ?? letter).join('')
}

/** Characters and words that replace a dot, with the spaces around them. */
const WRITTEN_DOT =
  /\s*[[({]\s*(?:\.|dot|punkt)\s*[\])}]\s*|\s+(?:dot|punkt)\s+|[\u3002\u2024\u00b7\u2022\u2219]/gu
const WRITTEN_AT = /\s*[[({]\s*(?:@|at)\s*[\])}]\s*/gu
const SCHEME = /[a-z][a-z0-9+-]{1,14}:\/\/|\bwww\.|\b(?:mailto|tel|sms):/u
/** Looked for from the beginning of a run of letters alone: from each of them it would take the square of the time. */
const EMAIL = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+\s?@\s?[\p{L}\p{N}-]+\s?\.\s?\p{L}{2,}/u
/** Names that end as addresses do: any country's, and the other ends that are common. */
const HOST =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}-]{2,}\.(?:[a-z]{2}|com|net|org|info|biz|app|dev|xyz|shop|store|live|link|site|online|club|chat|page|fans|cam|sex|porn|tube|video|social|blog|gg|рф)(?![\p{L}\p{N}])/u
const DIGITS_RUN = /\p{Nd}(?:[\s().+\-/_,*]*\p{Nd})*/gu

export function hasLink(text: string): boolean {
  const read = searched(text).replace(WRITTEN_DOT, '.').replace(WRITTEN_AT, '@')
  return SCHEME.test(read) || EMAIL.test(read) || HOST.test(read)
}

/** Whether a number has enough digits for a phone number, whatever separates them. */
export function hasLongNumber(text: string): boolean {
  const runs = text.normalize('NFKC').match(DIGITS_RUN) ?? []
  return runs.some(run => (run.match(/\p{Nd}/gu)?.length ?? 0) > CHAT_DIGITS_MAX)
}

/** A refused word matches whole words, not parts of them. */
function hasWord(text: string, words: readonly string[]): boolean {
  const read = ` ${searched(text).replace(/[^\p{L}\p{N}]+/gu, ' ')} `
  return words.some(word => {
    const wanted = searched(word)
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    return wanted !== '' && read.includes(` ${wanted} `)
  })
}

/** The shown text of a line, or the reason of its refusal. */
export function readLine(text: string, rules: TextRules): { text: string } | { why: ChatRefusal } {
  const line = plainLine(text).replace(STACKED_MARKS, '$1')
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(line)) return { why: 'empty' }
  if ([...line].length > (rules.atMost ?? CHAT_TEXT_MAX)) return { why: 'long' }
  if (rules.links === 'refused') {
    if (hasLink(line)) return { why: 'link' }
    if (hasLongNumber(line)) return { why: 'number' }
  }
  return hasWord(line, rules.words) ? { why: 'word' } : { text: line }
}
