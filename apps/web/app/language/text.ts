import { readSaid } from '@parley/contract/rules/message-templates'
import { keptFormat } from './kept-formats.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts'

/** A text for each plural form of the language; `other` is always there. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Translations by their English text; a missing text stays English. */
export type Catalogue = Readonly<Record<string, string | PluralForms>>

export interface ActiveLanguage {
  language: Language
  catalogue: Catalogue
}

export const ENGLISH: ActiveLanguage = { language: DEFAULT_LANGUAGE, catalogue: {} }

let active: () => ActiveLanguage = () => ENGLISH

/** Sets where the language is read from: a browser has one, a server has one for each page that it renders. */
export function readLanguageFrom(source: () => ActiveLanguage): void {
  active = source
}

/** The names between braces: 'Pay {amount}' has `amount`. */
type Placeholder<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
type Values<Name extends string> = Readonly<Record<Name, string | number>>
type ValuesOf<S extends string> = [Placeholder<S>] extends [never] ? [] : [values: Values<Placeholder<S>>]

function fill(text: string, values: Values<string> | undefined): string {
  return values ? text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : text
}

/**
 * The text in the language of the page, with its placeholders filled. English texts of the server are translated too.
 */
export function t<S extends string>(source: S, ...[values]: ValuesOf<S>): string {
  const { language, catalogue } = active()
  // Texts are written in this language, and its catalogue is empty.
  if (language === DEFAULT_LANGUAGE) return fill(source, values as Values<string> | undefined)
  const found = catalogue[source]
  if (typeof found === 'string') return fill(found, values as Values<string> | undefined)
  // The catalogue has the server's texts without their values.
  const template = values === undefined ? readSaid(source) : null
  const known = template && catalogue[template.template]
  if (template && typeof known === 'string') return fill(known, inWords(template.values))
  return fill(source, values as Values<string> | undefined)
}

/** Formats the moments among the values, in the reader's zone. */
function inWords(values: Values<string>): Values<string> {
  const format = new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' })
  const isMoment = (value: unknown) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isMoment(value) ? format.format(new Date(value)) : value,
    ]),
  )
}

/**
 * Marks a text for the catalogues where it is not translated yet: a module's constant is evaluated before the language
 * is known.
 */
export const msg = <S extends string>(source: S): S => source

/** The plural form of a text for a count; `{count}` is the number. */
export function plural(
  count: number,
  forms: { one: string; other: string },
  values?: Values<string>,
): string {
  const { language, catalogue } = active()
  const found = catalogue[forms.other]
  const known: PluralForms = typeof found === 'object' ? found : forms
  const rules = keptFormat(`plural ${language}`, () => new Intl.PluralRules(LANGUAGES[language].tag))
  const rule = rules.select(count)
  return fill(known[rule] ?? known.other, { count, ...values })
}

/** The locale for dates, numbers and money, such as en-GB. */
export function locale(): string {
  return LANGUAGES[active().language].tag
}

export function activeLanguage(): Language {
  return active().language
}
