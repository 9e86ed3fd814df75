import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { THEMES, type Theme, violations } from '../../e2e/support/axe.ts'

export const WIDTHS_PX: readonly number[] = [390, 768, 1280]
const HEIGHTS_PX: Record<number, number> = { 390: 844, 768: 1024, 1280: 800 }
const JPEG_QUALITY = 80

/** One screenshot of one screen. */
export interface Shot {
  file: string
  title: string
  role: string
  widthPx: number
  theme: Theme
  /** The violations that axe finds; axe checks the states here, and the sweep checks the pages. */
  violations: readonly string[]
}

export interface Screen {
  title: string
  role: string
  /** `whole` shows the whole page, `window` the part that a person sees at once. */
  frame: 'whole' | 'window'
  check?: 'axe'
}

/** Keeps the screenshots, numbered in the order in which they were taken. */
export interface Album {
  shots: readonly Shot[]
  /** Takes screenshots of a screen as it is, in every width and theme. */
  take(page: Page, screen: Screen): Promise<void>
}

const fileName = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** Waits for all images of the page, also those below the window that load lazily. */
async function showImages(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (const picture of document.images) picture.loading = 'eager'
    // An image that cannot be decoded is shown as the browser shows it.
    const waits = [...document.images].map(picture => picture.decode().catch(() => undefined))
    await Promise.race([Promise.all(waits), new Promise(resolve => setTimeout(resolve, 3_000))])
  })
}

/** The content is otherwise as high as the window, which gets the height of the page: the footer would be below it. */
const pageHeight = (page: Page) =>
  page.evaluate(() => {
    document.querySelector('main')?.style.setProperty('min-height', '0')
    window.scrollTo(0, 0)
    return document.documentElement.scrollHeight
  })

/** An empty album in a folder; deletes the old screenshots, unless only some screens are taken again. */
export async function openAlbum(folder: string): Promise<Album> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const shots: Shot[] = []
  let screens = 0

  async function take(page: Page, { title, role, frame, check }: Screen): Promise<void> {
    const name = `${String(++screens).padStart(3, '0')}-${fileName(`${title}-${role}`)}`
    await showImages(page)
    for (const widthPx of WIDTHS_PX) {
      const height = HEIGHTS_PX[widthPx] ?? 800
      await page.setViewportSize({ width: widthPx, height })
      // The window gets the height of the page: otherwise sticky elements would cover the middle.
      if (frame === 'whole') await page.setViewportSize({ width: widthPx, height: await pageHeight(page) })
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
        const file = `${name}-${widthPx}-${theme}.jpg`
        const path = join(folder, file)
        await page.screenshot({ path, type: 'jpeg', quality: JPEG_QUALITY })
        const wrong = check === 'axe' && widthPx === WIDTHS_PX[0] ? await violations(page, theme) : []
        shots.push({ file, title, role, widthPx, theme, violations: wrong })
      }
    }
    console.log(`  ${title} (${role})`)
  }
  return { shots, take }
}

/** Writes the page that shows the album. */
export async function bindAlbum(folder: string, html: string): Promise<string> {
  const path = join(folder, 'index.html')
  await writeFile(path, html)
  return path
}
