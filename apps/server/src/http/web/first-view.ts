import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const SHEET = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g
const LATER = /<link rel="modulepreload"/g

export interface FirstView {
  html: string
  /** The exact text of each style element, for the page's policy. */
  styles: string[]
}

/**
 * Makes a page's first view complete with its first bytes: the style sheet is written into it, and scripts wait for
 * pictures and fonts. On slow 4G each file that the first paint waits for costs half a second (see `bench/page-speed.ts`).
 */
export function createFirstView(clientDir: string): (html: string) => FirstView {
  const sheets = new Map<string, string>()
  const read = (href: string): string => {
    const kept = sheets.get(href) ?? readFileSync(join(clientDir, href), 'utf8').trim()
    sheets.set(href, kept)
    return kept
  }
  return html => {
    const styles: string[] = []
    const inlined = html.replace(SHEET, (_link, href: string) => {
      const text = read(href)
      styles.push(text)
      // The link stays, since the page's script expects it there, but a disabled one is not downloaded.
      return `<style>${text}</style><link rel="stylesheet" href="${href}" disabled=""/>`
    })
    return { html: inlined.replace(LATER, '<link rel="modulepreload" fetchpriority="low"'), styles }
  }
}
