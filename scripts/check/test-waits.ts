/** Where a test waits for a condition with vitest's own limit, which is a second. */
const WAIT = /\bvi\.(?:waitFor|waitUntil)\(/g
const QUOTES = new Set(['"', "'", '`'])
const OPENS = new Set(['(', '[', '{'])
const CLOSES = new Set([')', ']', '}'])

/** Whether a call has a second argument; `start` is where its first one begins. Text in quotes is passed over. */
function hasLimit(text: string, start: number): boolean {
  let depth = 0
  let quote = ''
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at)
    if (quote) {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    } else if (QUOTES.has(char)) quote = char
    else if (OPENS.has(char)) depth++
    else if (CLOSES.has(char) && --depth < 0) return false
    else if (char === ',' && depth === 0) return /^,\s*[^\s)]/.test(text.slice(at))
  }
  return false
}

/** The lines of a test at which a wait has no limit of its own, from 1. */
export function unlimitedWaits(text: string): number[] {
  return [...text.matchAll(WAIT)]
    .filter(({ 0: call, index }) => !hasLimit(text, index + call.length))
    .map(({ index }) => text.slice(0, index).split('\n').length)
}
