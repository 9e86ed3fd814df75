/** A part of a style sheet with the classes that its selectors need; a rule without classes is for every page. */
interface Part {
  /** What stands before the braces; without braces it is a statement. */
  head: string
  body: string
  parts?: Part[]
}

const GROUP = /^@(?:media|supports|container|layer)\b/
const KEYFRAMES = /^@keyframes\s+(\S+)$/
const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g
const BRACKETS = /\([^()]*\)|\[[^[\]]*\]/g

/** The end of the block whose brace opens at this place: the place of its closing brace. */
function closingBrace(css: string, openAt: number): number {
  let depth = 0
  for (let at = openAt; at < css.length; at++) {
    const sign = css[at]
    if (sign === '"' || sign === "'") at = css.indexOf(sign, at + 1)
    else if (sign === '{') depth++
    else if (sign === '}' && --depth === 0) return at
    if (at === -1) break
  }
  throw new Error('the style sheet ends inside a block')
}

/** The parts of a minified style sheet, in their order. */
function partsOf(css: string): Part[] {
  const parts: Part[] = []
  let from = 0
  while (from < css.length) {
    const open = css.indexOf('{', from)
    const end = css.indexOf(';', from)
    if (end !== -1 && (open === -1 || end < open)) {
      parts.push({ head: css.slice(from, end + 1), body: '' })
      from = end + 1
      continue
    }
    if (open === -1) break
    const close = closingBrace(css, open)
    const head = css.slice(from, open).trim()
    const body = css.slice(open + 1, close)
    parts.push({ head, body, ...(GROUP.test(head) ? { parts: partsOf(body) } : {}) })
    from = close + 1
  }
  return parts
}

/** The classes that an element and those around it must have for each of these selectors. */
function classesOf(selectors: string): string[][] {
  let plain = selectors
  // What `:not()`, `:is()` or `:has()` names is no condition that an element must meet for certain.
  while (BRACKETS.test(plain)) plain = plain.replace(BRACKETS, '')
  return plain.split(',').map(selector => [...selector.matchAll(CLASS)].map(([, name]) => name ?? ''))
}

type Chooser = (used: ReadonlySet<string>) => string

function chooserOf({ head, body, parts }: Part): Chooser {
  if (parts) {
    const choosers = parts.map(chooserOf)
    return used => {
      const chosen = choosers.map(choose => choose(used)).join('')
      return chosen === '' ? '' : `${head}{${chosen}}`
    }
  }
  const text = head.endsWith(';') ? head : `${head}{${body}}`
  if (head.startsWith('@')) return () => text
  const needed = classesOf(head)
  return used => (needed.some(names => names.every(name => used.has(name))) ? text : '')
}

/**
 * Chooses from a built style sheet, in its order, the rules that a finished page can use before its code runs: a class
 * that no element has comes with the code only. States (a pointer over a button, an open popover) and attributes count
 * as possible.
 */
export function createPageStyles(sheet: string): (html: string) => string {
  const parts = partsOf(sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '')).map(part => ({
    keyframes: KEYFRAMES.exec(part.head)?.[1],
    choose: chooserOf(part),
  }))
  return html => {
    const used = new Set<string>()
    for (const [, names = ''] of html.matchAll(/\sclass="([^"]*)"/g)) {
      for (const name of names.split(/\s+/)) used.add(name)
    }
    const chosen = parts.map(part => ({ ...part, text: part.choose(used) }))
    const rules = chosen.map(part => (part.keyframes ? '' : part.text)).join('')
    return chosen.map(part => (part.keyframes && !rules.includes(part.keyframes) ? '' : part.text)).join('')
  }
}
