import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

type Text = string | { other: string }

const CATALOGUE: Readonly<Record<string, Text>> = JSON.parse(
  readFileSync(new URL('../../apps/web/app/language/catalogues/de.json', import.meta.url), 'utf8'),
)
const PLACEHOLDER = /\\\{\w+\\\}/g

/** A text of the catalogue: its English, as a pattern where it has placeholders, and its German. */
interface Entry {
  pattern: string | null
  /** In the order of the English; the names of its placeholders. */
  names: string[]
  german: string
}

function entryOf(english: string, text: Text): Entry {
  const german = typeof text === 'string' ? text : text.other
  const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const escaped = english.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return { pattern: names.length > 0 ? `^${escaped.replace(PLACEHOLDER, '(.+?)')}$` : null, names, german }
}

const ENTRIES = Object.entries(CATALOGUE).map(([english, text]): [string, Entry] => [
  english,
  entryOf(english, text),
])

type WithEntries = Window & { germanEntries?: [string, Entry][] }

/** In the page: replaces its texts by the German ones; answers how many, null while the catalogue is not loaded. */
function writeInGerman(): number | null {
  const entries = (window as WithEntries).germanEntries
  if (!entries) return null
  const exact = new Map(entries.filter(([, { pattern }]) => !pattern))
  const patterns = entries.flatMap(([, { pattern, names, german }]) =>
    pattern && !pattern.startsWith('^(.+?)') ? [{ regex: new RegExp(pattern, 's'), names, german }] : [],
  )
  const toGerman = (english: string): string | null => {
    const found = exact.get(english)
    if (found) return found.german
    for (const { regex, names, german } of patterns) {
      const values = regex.exec(english)?.slice(1)
      if (values) return german.replace(/\{(\w+)\}/g, (whole, name) => values[names.indexOf(name)] ?? whole)
    }
    return null
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let written = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const english = node.nodeValue?.trim() ?? ''
    const german = english.length > 1 && !node.parentElement?.closest('script, style') && toGerman(english)
    if (!german) continue
    node.nodeValue = german
    written++
  }
  return written
}

/**
 * Replaces the texts of an open page by the German ones: this shows how much room longer words need without a second
 * load. Dates and prices do not change.
 */
export async function writeTextsInGerman(page: Page): Promise<number> {
  const written = await page.evaluate(writeInGerman)
  if (written !== null) return written
  await page.evaluate(entries => {
    Object.assign(window, { germanEntries: entries })
  }, ENTRIES)
  return (await page.evaluate(writeInGerman)) ?? 0
}
