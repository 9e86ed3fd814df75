/** The catalogues of the web's texts: English as the code has it, and whether each other language is complete. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findTexts } from './catalogue-texts.ts'
import type { PartResult } from './part.ts'
import { serverTexts } from './server-texts.ts'

type Entry = string | Record<string, string>
export type Texts = Record<string, Entry>

const APP = 'apps/web/app'
const FOLDER = `${APP}/language/catalogues`
const ENGLISH = 'en.json'
/** No visitor sees the page of the design system, nor the tests and their test doubles. */
const LEFT_OUT =
  /^(features\/design\/|routes\/design\.tsx|language\/(?!durations|[\w-]+-words))|\.test(ing)?\.tsx?$|(^|\/)testing\//

const sorted = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The English texts of the code, and the visible texts that no catalogue has. */
export async function readEnglish(root: string): Promise<{ english: Texts; bare: string[] }> {
  const { marked, plurals, bare } = await findTexts(join(root, APP), LEFT_OUT)
  const english: Texts = {}
  for (const text of [...marked, ...(await serverTexts(root))]) english[text] = text
  for (const [other, one] of plurals) english[other] = { one, other }
  return { english: sorted(english), bare }
}

export async function readCatalogue(root: string, file: string): Promise<Texts> {
  return JSON.parse(await readFile(join(root, FOLDER, file), 'utf8')) as Texts
}

/** The path of a catalogue and its text, sorted so that a change is one line; nobody would see a bare soft hyphen. */
export function catalogueFile(root: string, file: string, texts: Texts): { path: string; text: string } {
  const json = JSON.stringify(sorted(texts), null, 2).replaceAll('\u00ad', '\\u00ad')
  return { path: join(root, FOLDER, file), text: `${json}\n` }
}

/** The {placeholders} and <tags> that a translation must share with the English text. */
function marksOf(text: string): string {
  return (text.match(/\{\w+\}|<\/?\w+>/g) ?? []).sort().join(' ')
}

function faultsOf(source: string, english: Entry, found: Entry | undefined): string[] {
  if (found === undefined) return [`"${source}" is not translated`]
  if (typeof found !== typeof english) return [`"${source}" has plural forms in one language only`]
  const texts = typeof found === 'string' ? [found] : Object.values(found)
  if (typeof found !== 'string' && !('other' in found)) return [`"${source}" has no form for "other"`]
  return texts.flatMap(text => {
    if (text.trim() === '') return [`"${source}" is empty`]
    const isSame = typeof found === 'string' ? marksOf(text) === marksOf(source) : marksFit(text, source)
    return isSame ? [] : [`"${source}" has other placeholders or tags than "${text}"`]
  })
}

/** A singular form may leave out the number: "one place left". */
function marksFit(form: string, other: string): boolean {
  return marksOf(form).replace('{count}', '').trim() === marksOf(other).replace('{count}', '').trim()
}

/** Names of the languages beside English that have a catalogue. */
export async function translations(root: string): Promise<string[]> {
  const files = await readdir(join(root, FOLDER))
  return files.filter(file => file.endsWith('.json') && file !== ENGLISH)
}

/**
 * Checks that every visible text is in a catalogue, that English is up to date, and that every other language is
 * complete.
 */
export async function checkCatalogues(root: string): Promise<PartResult> {
  const { english, bare } = await readEnglish(root)
  const problems = bare.map(words => `in no catalogue: ${words}`)
  const { path, text } = catalogueFile(root, ENGLISH, english)
  // A missing file differs from what the code says.
  if ((await readFile(path, 'utf8').catch(() => '')) !== text)
    problems.push('catalogues/en.json is not what the code says: run `npm run catalogues`')
  const files = await translations(root)
  for (const file of files) {
    const texts = await readCatalogue(root, file)
    for (const [source, entry] of Object.entries(english))
      problems.push(...faultsOf(source, entry, texts[source]).map(fault => `${file}: ${fault}`))
    for (const source of Object.keys(texts))
      if (!(source in english)) problems.push(`${file}: "${source}" is said nowhere any more`)
  }
  return { problems, fact: `${Object.keys(english).length} texts, ${files.length + 1} languages` }
}
