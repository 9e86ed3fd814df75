import { type Catalogue, ENGLISH, readLanguageFrom } from '../text.ts'

const [BEGIN, END] = ['⟦', '⟧']
const marked = (source: string) => BEGIN + source + END
const formsOf = (source: string) => ({ one: marked(source), other: marked(source) })

/**
 * A catalogue that answers every text between marks; one that begins with its number, or counts hours, gets plural
 * forms.
 */
const MARKED: Catalogue = new Proxy<Catalogue>(
  {},
  {
    get: (_target, source) =>
      /^{count} |{count} hours/.test(String(source)) ? formsOf(String(source)) : marked(String(source)),
  },
)

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g
const READ_OUT = /\s(?:aria-label|aria-valuetext|alt|title|placeholder)="([^"]*)"/g

/** The visible and accessible texts of a page, one a line. */
function shownIn(html: string): string {
  const attributes = [...html.matchAll(READ_OUT)].map(match => match[1] ?? '')
  return [html.replaceAll(SCRIPT, '\n').replaceAll(/<[^>]*>/g, '\n'), ...attributes].join('\n')
}

function outsideOfMarks(text: string): string {
  let depth = 0
  let outside = ''
  for (const character of text) {
    if (character === BEGIN) depth += 1
    else if (character === END) depth -= 1
    else if (depth === 0) outside += character
  }
  return outside
}

/** The texts of a page that are in no catalogue, except names and other typed texts. */
export function wordsInNoCatalogue(render: () => string, typed: readonly string[] = []): string[] {
  readLanguageFrom(() => ({ language: 'de', catalogue: MARKED }))
  try {
    const words = outsideOfMarks(shownIn(render())).match(/\p{L}{2,}/gu) ?? []
    return words.filter(word => word !== 'Parley' && !typed.includes(word))
  } finally {
    readLanguageFrom(() => ENGLISH)
  }
}
