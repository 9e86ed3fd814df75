import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryDirectory } from '../../testing/temporary-directory.ts'
import { createFirstView } from './first-view.ts'

const SHEET = 'p{color:red}'

async function build() {
  const clientDir = await temporaryDirectory()
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'assets/style-a1.css'), `${SHEET}\n`)
  return createFirstView(clientDir)
}

it('the style sheet travels in the page, and its link asks for nothing', async () => {
  const firstView = await build()
  const { html, styles } = firstView('<head><link rel="stylesheet" href="/assets/style-a1.css"/></head>')
  expect(html).toBe(
    `<head><style>${SHEET}</style><link rel="stylesheet" href="/assets/style-a1.css" disabled=""/></head>`,
  )
  expect(styles).toEqual([SHEET])
})

it('scripts wait for what is seen', async () => {
  const firstView = await build()
  expect(firstView('<link rel="modulepreload" href="/assets/a.js"/>').html).toBe(
    '<link rel="modulepreload" fetchpriority="low" href="/assets/a.js"/>',
  )
})

it('only a file of the build is ever read into a page', async () => {
  const firstView = await build()
  const page =
    '<link rel="stylesheet" href="/assets/../../secret.css"/><link rel="stylesheet" href="https://else.example/a.css"/>'
  expect(firstView(page)).toEqual({ html: page, styles: [] })
})
