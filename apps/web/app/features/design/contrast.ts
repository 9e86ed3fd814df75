import type { Tokens } from './tokens.ts'

/** WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for borders and icons. */
export const WORDS_LEAST_RATIO = 4.5
const MARKS_LEAST_RATIO = 3

export interface ColourPair {
  on: string
  colour: string
  leastRatio: number
}

const pairs = (leastRatio: number, colour: string, grounds: readonly string[]): ColourPair[] =>
  grounds.map(on => ({ on, colour, leastRatio }))

/** Each pair of tokens that is text or an icon on a background somewhere. */
export const COLOUR_PAIRS: readonly ColourPair[] = [
  ...pairs(WORDS_LEAST_RATIO, 'ink', ['page', 'surface', 'raised', 'iris-wash']),
  ...pairs(WORDS_LEAST_RATIO, 'muted', ['page', 'surface', 'raised']),
  ...pairs(WORDS_LEAST_RATIO, 'on-ember', ['ember', 'ember-press']),
  ...pairs(WORDS_LEAST_RATIO, 'iris', ['page', 'surface', 'iris-wash']),
  ...pairs(WORDS_LEAST_RATIO, 'good', ['page', 'surface', 'good-wash']),
  ...pairs(WORDS_LEAST_RATIO, 'bad', ['page', 'surface', 'bad-wash']),
  ...pairs(WORDS_LEAST_RATIO, 'on-status', ['good', 'bad']),
  ...pairs(WORDS_LEAST_RATIO, 'on-paper', ['paper']),
  ...pairs(WORDS_LEAST_RATIO, 'on-stage', ['stage', 'glass-hover']),
  ...pairs(WORDS_LEAST_RATIO, 'on-danger', ['danger', 'danger-press']),
  ...pairs(WORDS_LEAST_RATIO, 'on-warning', ['warning']),
  ...pairs(MARKS_LEAST_RATIO, 'control', ['page', 'surface']),
  ...pairs(MARKS_LEAST_RATIO, 'ember', ['page', 'surface']),
]

/** Relative luminance of `#rrggbb`, 0 to 1. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours `#rrggbb`, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The contrast of a pair in a theme. */
export function contrastOf({ on, colour }: ColourPair, tokens: Tokens): number {
  return contrast(tokens.get(colour) ?? '', tokens.get(on) ?? '')
}
