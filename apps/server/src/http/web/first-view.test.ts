import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { createFirstView } from './first-view.ts'

const SHEET = 'p{color:red}.menu{color:red}'

async function build() {
  const clientDir = await temporaryDirectory()
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'assets/style-a1.css'), `${SHEET}\n`)
  return createFirstView(clientDir)
}

it('the styles that a page uses travel in it; the whole sheet is preloaded where the code starts at once', async () => {
  const firstView = await build()
  const page = '<head><link rel="stylesheet" href="/assets/style-a1.css"/></head>'
  const sheet = '<link rel="stylesheet" href="/assets/style-a1.css" disabled=""/>'
  const preload = '<link rel="preload" as="style" href="/assets/style-a1.css"/>'
  expect(firstView(page, 200)).toEqual({
    html: `<head><style>p{color:red}</style>${preload}${sheet}</head>`,
    styles: ['p{color:red}'],
  })
  expect(firstView(`${page}<p class="menu">`, 404).styles).toEqual([SHEET])
  const later = firstView(`<!DOCTYPE html><html data-starts="used">${page}`, 200)
  expect(later.html).toContain(`<style>p{color:red}</style>${sheet}`)
})

it('scripts wait for what is seen', async () => {
  const firstView = await build()
  expect(firstView('<link rel="modulepreload" href="/assets/a.js"/>', 200).html).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>',
  )
})

it('only a file of the build is ever read into a page', async () => {
  const firstView = await build()
  const page =
    '<link rel="stylesheet" href="/assets/../../secret.css"/><link rel="stylesheet" href="https://else.example/a.css"/>'
  expect(firstView(page, 200)).toEqual({ html: page, styles: [] })
})

it('a page that starts later asks for no code; the code of one with nothing to show starts at once', async () => {
  const firstView = await build()
  const code = 'import "/assets/a.js"'
  const page = (starts: string) =>
    `<!DOCTYPE html><html lang="en"${starts}><link rel="modulepreload" href="/assets/a.js"/><script type="module" async="">${code}</script>`
  const { html } = firstView(page(' data-starts="used"'), 200)
  expect(html).toBe(
    `<!DOCTYPE html><html lang="en" data-starts="used"><link rel="later" href="/assets/a.js"/><script type="later">${code}</script>`,
  )
  for (const [starts, status] of [
    ['', 200],
    [' data-starts="used"', 404],
    [' data-starts="used"', 503],
  ] as const) {
    expect(firstView(page(starts), status).html).toContain('<link rel="modulepreload" fetchpriority="low"')
    expect(firstView(page(starts), status).html).toContain(`<script type="later">${code}</script>`)
    expect(firstView(page(starts), status).html).not.toContain('data-starts')
  }
})
