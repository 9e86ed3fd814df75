import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPageStyles } from './page-styles.ts'

const SHEET = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/g
const PRELOAD = /<link rel="modulepreload"/g
const CODE = '<script type="module" async="">'
/** The page says of itself that its code starts later (`start/page-start.ts` of the web). */
const STARTS_LATER = /^(<!DOCTYPE html><html[^>]*) data-starts="[^"]*"/

export interface FirstView {
  html: string
  /** The exact text of each style element, for the page's policy. */
  styles: string[]
}

/** A sheet of the build, and the part of it that a page uses before its code runs. */
interface Sheet {
  usedBy: (html: string) => string
}

/**
 * Makes a page's first view complete with its first bytes: the rules that it uses are written into it, and scripts wait
 * for images and fonts, or for somebody who uses the page. On slow 4G each file that the first paint waits for costs
 * half a second (see `bench/page-speed.ts`), and a phone parses every rule before it draws. The page's start script
 * loads the whole sheet, and then runs the code, which may need all of it.
 */
export function createFirstView(clientDir: string): (html: string, status: number) => FirstView {
  const sheets = new Map<string, Sheet>()
  const read = (href: string): Sheet => {
    const kept = sheets.get(href)
    if (kept) return kept
    const text = readFileSync(join(clientDir, href), 'utf8').trim()
    const sheet = { usedBy: createPageStyles(text) }
    sheets.set(href, sheet)
    return sheet
  }
  return (html, status) => {
    // A page that shows no finished content has to do something by itself.
    const startsLater = status === 200 && STARTS_LATER.test(html)
    const styles: string[] = []
    const inlined = html.replace(SHEET, (_link, href: string) => {
      const text = read(href).usedBy(html)
      styles.push(text)
      const soon = startsLater ? '' : `<link rel="preload" as="style" href="${href}"/>`
      // The link stays, since the page's script expects it there, but a disabled one is not downloaded.
      return `<style>${text}</style>${soon}<link rel="stylesheet" href="${href}" disabled=""/>`
    })
    // Neither asked for nor run until the page's start script makes them what they were.
    const still = inlined.replace(CODE, '<script type="later">')
    if (startsLater) return { html: still.replace(PRELOAD, '<link rel="later"'), styles }
    // Without the attribute the start script waits for nothing.
    const atOnce = still.replace(STARTS_LATER, '$1')
    return { html: atOnce.replace(PRELOAD, '<link rel="modulepreload" fetchpriority="low"'), styles }
  }
}
