/** The comment in a line of source, or an empty text. */
export const commentOf = (line: string) =>
  /^\s*(?:\/\/|\/\*|\*\s)(.*)|(?:\s\/\/|\/\*)\s(.*)/.exec(line)?.[0] ?? ''
/** Words that a reader of English as a second language, or a new engineer, does not understand at once. */
export const UNPLAIN = [
  'whoever|meanwhile|the own|house|ears?|gone(?! (?:out|back|on|quiet)\\b)',
  // Say again, instead of, continues, a ticket, a person who.
  'anew|in (?:the )?place of|what came of|whom people|to and fro|goes on|ways in|(?:for|by|with|from) who (?:is|was|has|had|comes|came|leaves|asks|knows|pays|waits)',
  // A message, an answer, a record.
  "(?:provider|server|owner|clock|network|bank|monitor)['’]s (?:own |last |late )?word|(?:its|their) own word|without a word",
].join('|')
/** The same in documents and titles of tests, where no name of the code can be meant. */
export const UNPLAIN_TEXT = `${UNPLAIN}|seats?|the word of`
/** Words that no name in the code may contain: each has a term of the field instead. */
export const PRIVATE_NAMES = [
  'house',
  'ears?',
  'conferences?',
  'beats?',
  'dealings',
  'lesser',
  'movements?',
  'ownPicture',
  'standIn',
  'wayBack',
]
/** Verbs of a conversation: code publishes, sends, receives, subscribes, handles or polls instead. */
export const PRIVATE_VERBS = ['tells?', 'told', 'untold', 'telling', 'hears?', 'hearing', 'heard', 'unheard']

const TITLE = /(?:\b(?:it|test|describe|suite)\b[^'"`\n;]*\(|\]\)\()\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g
const IN_TITLES = new RegExp(`\\b(${UNPLAIN_TEXT}|${PRIVATE_NAMES.join('|')})\\b`, 'i')

/** The lines, from one, at which the title of a test has a word that is not plain. */
export function unplainTitles(text: string): number[] {
  return [...text.matchAll(TITLE)]
    .filter(([, , title = '']) => IN_TITLES.test(title))
    .map(({ index }) => text.slice(0, index).split('\n').length)
}

const WIDTH_MAX = 120
const DOCUMENT = /\.md$/

/** The lines, from one, of a document or of comments that are too wide to read; tables and links cannot be broken. */
export function wideLines(path: string, text: string): number[] {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    if (DOCUMENT.test(path) && /^\s*```/.test(line)) isCode = !isCode
    const isRead = DOCUMENT.test(path) ? !isCode && !/^\s*\||\]\(/.test(line) : commentOf(line) !== ''
    return isRead && line.length > WIDTH_MAX && !/https?:\/\//.test(line) ? [index + 1] : []
  })
}
