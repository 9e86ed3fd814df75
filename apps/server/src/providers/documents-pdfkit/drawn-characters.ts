/** Takes the place of each character that the font of our documents does not have. */
export const MISSING_SIGN = '\ufffd'

/**
 * The code points of `fonts/parley-document.ttf`, in hexadecimal: Latin with its extensions, Greek, Cyrillic,
 * punctuation, currencies. The test draws each of them and reads it back.
 */
const DRAWN = [
  '20-7e a1-ac ae-24f 2b0-34e 350-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-52f 1e00-1eff 2010-2027',
  '2030-205e 2070-2071 2074-208e 2090-209c 20a0-20c0 2100-215f 2183-2184 2189 2212 25cc',
]
  .flatMap(ranges => ranges.split(' '))
  .map(range => range.split('-').map(code => Number.parseInt(code, 16)))

/** Whether the font has a character. */
export function isDrawn(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return DRAWN.some(([from = 0, to = from]) => from <= code && code <= to)
}

/** Joiners, soft hyphens, marks of direction: attack: a line that is read in another order than it is stored in. */
const INVISIBLE = /^\p{Default_Ignorable_Code_Point}$/u
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * A text as our documents can show it, and how many of its characters they cannot: each of these is a visible sign, as
 * a name with letters missing is another name. An emoji counts once, of however many code points it is.
 */
export function drawable(text: string): { text: string; missing: number } {
  let missing = 0
  const drawn = (character: string) => {
    if (isDrawn(character)) return character
    missing++
    return MISSING_SIGN
  }
  const shown = [...clusters.segment(simplified(text))].map(({ segment }) => {
    if (segment === '\n') return segment
    const [base, ...marks] = [...segment].filter(character => !INVISIBLE.test(character))
    if (base === undefined) return ''
    // A sequence such as an emoji or a flag is one character to its reader.
    const shownBase = drawn(base)
    return shownBase === MISSING_SIGN ? shownBase : shownBase + marks.map(drawn).join('')
  })
  return { text: shown.join(''), missing }
}

/** Composed, with spaces and line breaks of one kind. */
function simplified(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\r\n|[\r\v\f\u0085\p{Zl}\p{Zp}]/gu, '\n')
    .replaceAll(/[\t\p{Zs}]/gu, ' ')
}
