/**
 * The languages of the pages: `tag` decides the format of dates, numbers and money, `name` is the language's own name.
 */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en-GB' },
  de: { name: 'Deutsch', tag: 'de-DE' },
} as const

export type Language = keyof typeof LANGUAGES
export const DEFAULT_LANGUAGE = 'en' satisfies Language
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly Language[]

/** The cookie of the chosen language, for a year. */
export const LANGUAGE_COOKIE = 'parley_language'

/** The language of a tag such as de-AT; undefined when the pages do not have it. */
export function languageOf(tag: string | undefined): Language | undefined {
  const primary = tag?.trim().split('-', 1)[0]?.toLowerCase()
  return LANGUAGE_NAMES.find(name => name === primary)
}

function chosen(cookies: string | undefined): Language | undefined {
  const pair = cookies?.split(';').find(part => part.trim().startsWith(`${LANGUAGE_COOKIE}=`))
  return languageOf(pair?.split('=')[1])
}

/** The first language of an Accept-Language header that the pages have, by weight (RFC 9110, 12.5.4). */
function accepted(header: string | undefined): Language | undefined {
  const offers = (header ?? '').split(',').flatMap(part => {
    const [tag, ...parameters] = part.split(';')
    const weight = parameters.map(each => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find(each => each)
    const language = languageOf(tag)
    return language && Number(weight ?? 1) > 0 ? [{ language, weight: Number(weight ?? 1) }] : []
  })
  return offers.sort((a, b) => b.weight - a.weight)[0]?.language
}

/** The language of the answer: the chosen one, else the browser's, else English. */
export function preferredLanguage(headers: {
  cookie?: string | undefined
  'accept-language'?: string | undefined
}): Language {
  return chosen(headers.cookie) ?? accepted(headers['accept-language']) ?? DEFAULT_LANGUAGE
}
