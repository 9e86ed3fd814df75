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

it('the style sheet travels in the page, and its link asks for nothing', async () => {
  const firstView = await build()
  const { html, styles } = firstView('<head><link rel="stylesheet" href="/assets/style-a1.css"/></head>', 200)
  expect(html).toBe(
    `<head><style>${SHEET}</style><link rel="stylesheet" href="/assets/style-a1.css" disabled=""/></head>`,
  )
  expect(styles).toEqual([SHEET])
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

it('a page that starts later asks for no code and runs none by itself; one with nothing to show starts at once', async () => {
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
    expect(firstView(page(starts), status).html).toContain('<script type="module" async="">')
  }
})

it('a page that starts later has the styles that it uses, and its code finds the whole sheet', async () => {
  const firstView = await build()
  const page = (starts: string) =>
    `<!DOCTYPE html><html lang="en"${starts}><link rel="stylesheet" href="/assets/style-a1.css"/><p class="text">`
  const { html, styles } = firstView(page(' data-starts="used"'), 200)
  expect(styles).toEqual(['p{color:red}'])
  expect(html).toContain(
    '<style>p{color:red}</style><link rel="stylesheet" href="/assets/style-a1.css" disabled=""/>',
  )
  expect(firstView(page(''), 200).styles).toEqual([SHEET])
  expect(firstView(page(' data-starts="used"'), 404).styles).toEqual([SHEET])
})
