import { DEFAULT_LANGUAGE, type Language } from './languages.ts'
import type { ActiveLanguage, Catalogue } from './text.ts'

type Load = () => Promise<{ default: Catalogue }>

/** English needs none: it stands in the code, and catalogues/en.json lists it for those who translate. */
const CATALOGUES: Readonly<Record<Exclude<Language, typeof DEFAULT_LANGUAGE>, Load>> = {
  de: () => import('./catalogues/de.json'),
}

/** Loads a language; English costs nothing. */
export async function loadLanguage(language: Language): Promise<ActiveLanguage> {
  const catalogue = language === DEFAULT_LANGUAGE ? {} : (await CATALOGUES[language]()).default
  return { language, catalogue }
}
