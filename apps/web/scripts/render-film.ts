import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { FILM_SECONDS, FILM_SIDE_PX, FRAMES_PER_SECOND, filmFrame } from './film-scene.ts'

/** Renders the landing page's film and writes it beside the pictures; needs Chromium, and ffmpeg on the path. */

const folder = fileURLToPath(new URL('../app/features/landing/images/', import.meta.url))
const FONT = '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'
const FRAMES = FILM_SECONDS * FRAMES_PER_SECOND

const ENCODINGS = {
  'film.webm': ['-c:v', 'libvpx-vp9', '-crf', '34', '-b:v', '0', '-row-mt', '1', '-deadline', 'good'],
  'film.mp4': ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '23', '-movflags', '+faststart'],
} as const

async function drawFrames(into: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage({ viewport: { width: FILM_SIDE_PX, height: FILM_SIDE_PX } })
  const font = await readFile(createRequire(import.meta.url).resolve(FONT), 'base64')
  await page.setContent(
    `<style>@font-face{font-family:Geist;src:url(data:font/woff2;base64,${font});font-weight:100 900}body{margin:0}svg{display:block}</style><body></body>`,
  )
  await page.evaluate(() => document.fonts.load('600 37px Geist'))
  for (let index = 0; index < FRAMES; index++) {
    await page.evaluate(
      svg => {
        document.body.innerHTML = svg
      },
      filmFrame(index / FRAMES_PER_SECOND),
    )
    await page.screenshot({ path: join(into, `${String(index).padStart(4, '0')}.png`) })
  }
  await browser.close()
}

async function encode(frames: string, name: keyof typeof ENCODINGS): Promise<void> {
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(frames, '%04d.png')]
  const output = ['-an', '-pix_fmt', 'yuv420p', ...ENCODINGS[name], join(folder, name)]
  const run = spawn('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output], { stdio: 'inherit' })
  const [code] = await once(run, 'exit')
  if (code !== 0) throw new Error(`ffmpeg could not write ${name}`)
}

const frames = await mkdtemp(join(tmpdir(), 'parley-film-'))
try {
  await drawFrames(frames)
  // The first frame is shown until the film plays.
  const first = await sharp(join(frames, '0000.png')).webp({ quality: 82 }).toBuffer()
  await writeFile(join(folder, 'film.webp'), first)
  await encode(frames, 'film.webm')
  await encode(frames, 'film.mp4')
  for (const name of ['film.webp', 'film.webm', 'film.mp4'])
    process.stdout.write(`${name} ${((await stat(join(folder, name))).size / 1000).toFixed(1)} kB\n`)
} finally {
  await rm(frames, { recursive: true })
}
