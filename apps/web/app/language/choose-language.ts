import { LANGUAGE_COOKIE, type Language } from './languages.ts'

const A_YEAR_S = 365 * 24 * 3600

/** Stores the choice in this browser, and reloads the page in that language. */
export function chooseLanguage(language: Language): void {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that makes calls.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${A_YEAR_S}; samesite=lax${secure}`
  location.reload()
}
