import { DEFAULT_LANGUAGE, type Language } from './languages.ts'
import type { ActiveLanguage, Catalogue } from './text.ts'

type Load = () => Promise<{ default: Catalogue }>

/** English needs no catalogue: it is in the code, and catalogues/en.json lists it for translators. */
const CATALOGUES: Readonly<Record<Exclude<Language, typeof DEFAULT_LANGUAGE>, Load>> = {
  de: () => import('./catalogues/de.json'),
}

/** Loads a language; English needs no request. */
export async function loadLanguage(language: Language): Promise<ActiveLanguage> {
  const catalogue = language === DEFAULT_LANGUAGE ? {} : (await CATALOGUES[language]()).default
  return { language, catalogue }
}
