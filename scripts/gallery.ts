/**
 * `npm run gallery`: screenshots of every screen and state of the demo, in three widths and both themes, with a page
 * that shows them. Words narrow it to the screens whose names contain one of them: `npm run gallery -- landing
 * profile`.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { serverProcess } from '../apps/server/src/testing/server-process.ts'
import { openDemo } from '../e2e/support/demo-server.ts'
import { ensureChromium } from './chromium.ts'
import { bindAlbum, openAlbum } from './gallery/album.ts'
import type { Gallery } from './gallery/gallery.ts'
import { indexPage } from './gallery/index-page.ts'
import { shootPages } from './gallery/pages.ts'
import { shootStates } from './gallery/states.ts'
import { ROOT } from './run-command.ts'
import { ensureWebBuilt } from './web-build.ts'

const FOLDER = join(ROOT, 'gallery')
const CAMERA = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--disable-background-networking',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
]

const words = process.argv.slice(2).map(word => word.toLowerCase())
const isChosen = (name: string) => words.length === 0 || words.some(word => name.toLowerCase().includes(word))

if (!(await ensureWebBuilt())) process.exit(1)
const dataDir = await mkdtemp(join(tmpdir(), 'parley-gallery-'))
const server = serverProcess({
  port: await freePort(),
  dataDir,
  env: { DEMO: '1', NODE_ENV: 'development' },
})
const browser = await chromium.launch({ executablePath: await ensureChromium(), args: CAMERA })
const problems: string[] = []
try {
  await server.start()
  const gallery: Gallery = {
    browser,
    demo: await openDemo(server.origin),
    dataDir,
    album: await openAlbum(FOLDER),
    isChosen,
    reportProblem: problem => {
      console.error(problem)
      problems.push(problem)
    },
  }
  await shootPages(gallery)
  await shootStates(gallery)
  for (const { file, violations } of gallery.album.shots) {
    for (const violation of violations) problems.push(`${file}: ${violation}`)
  }
  const path = await bindAlbum(FOLDER, indexPage(gallery.album.shots))
  console.log(`${gallery.album.shots.length} pictures: ${path}`)
} finally {
  await browser.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exitCode = 1
}
