/**
 * Characters that show nothing and change how what follows them is shown or stored: controls, marks of direction,
 * spaces without width. Attack: a name whose end is read from right to left, or one that nobody can see.
 * Joiners stay: emoji and Persian are written with them.
 */
const UNSEEN = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u206F\uFEFF\uFFF9-\uFFFB]/gu
/** Attack: a name of letters that are drawn empty, so that a mail, a report or a chat names nobody. */
const SEEN = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g

/** Text of several lines as people see it: line breaks of one kind, and nothing unseen; '' where nothing is seen. */
export function plainText(text: string): string {
  const plain = text.replace(LINE_BREAKS, '\n').replace(UNSEEN, '').trim()
  return SEEN.test(plain) ? plain : ''
}

/** Text of one line as people see it: line breaks and runs of spaces are one space. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}
