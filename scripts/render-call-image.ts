import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { FIRST_PEOPLE, MORE_PEOPLE } from '../apps/server/src/domains/profiles/demo/demo-cast.ts'
import { drawPortrait } from '../apps/server/src/domains/profiles/demo/draw-portrait.ts'
import { CallPage } from '../e2e/pages/call-page.ts'
import type { Role } from '../e2e/support/demo-pages.ts'
import { openDemo } from '../e2e/support/demo-server.ts'
import { logIn } from '../e2e/support/log-in.ts'
import { ensureChromium } from './chromium.ts'

/**
 * Records the call that the landing page shows: a real call between two demo people, whose cameras show their drawn
 * portraits. `node scripts/render-call-image.ts http://localhost:3000` with a demo server there.
 */
const OUT = 'apps/web/app/features/landing/images'
const FRAMES = 30
const WARM_UP_MS = 2_500
const SHOWN_MS = 600

async function cameraOf(username: string): Promise<string> {
  const person = [...FIRST_PEOPLE, ...MORE_PEOPLE].find(each => each.username === username)
  if (!person?.portrait) throw new Error(`${username} has no portrait`)
  const drawn = Buffer.from(await (await drawPortrait(person.portrait)).arrayBuffer())
  const frame = await sharp(drawn)
    .resize(560, 560)
    .extend({ top: 160, left: 360, right: 360, extendWith: 'copy' })
    .jpeg({ quality: 92 })
    .toBuffer()
  const path = join(await mkdtemp(join(tmpdir(), 'parley-camera-')), 'camera.mjpeg')
  await writeFile(path, Buffer.concat(Array.from({ length: FRAMES }, () => frame)))
  return path
}

const origin = process.argv[2]
if (!origin) throw new Error('Say where the demo server is: http://localhost:3000')
const demo = await openDemo(origin)

async function sit(role: Role, camera: string, viewport: { width: number; height: number }) {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: [
      '--no-sandbox',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${await cameraOf(camera)}`,
    ],
  })
  const context = await browser.newContext({
    permissions: ['camera', 'microphone'],
    viewport,
    deviceScaleFactor: 2,
  })
  await logIn(context, await demo.logIn(role))
  return { browser, page: await context.newPage() }
}

const fan = await sit('fay-fan', 'sofia-songs', { width: 960, height: 600 })
const influencer = await sit('nora-chess', 'nora-chess', { width: 960, height: 600 })
await fan.page.goto(demo.addressOf('/chat/:call'))
await influencer.page.goto(demo.addressOf('/paidchat/:call'))
const calls = [new CallPage(fan.page), new CallPage(influencer.page)]
for (const call of calls) await call.join()
for (const call of calls) await call.remoteVideo.waitFor({ timeout: 60_000 })
await fan.page.getByRole('status').filter({ hasText: 'Connected' }).first().waitFor()
for (const [name, viewport] of [
  ['call', { width: 960, height: 600 }],
  ['call-phone', { width: 390, height: 720 }],
] as const) {
  await fan.page.setViewportSize(viewport)
  await delay(WARM_UP_MS)
  // The controls fade while the mouse rests.
  await fan.page.mouse.move(180, 300)
  await fan.page.mouse.move(190, 310)
  await delay(SHOWN_MS)
  const shot = await fan.page.screenshot()
  await sharp(shot).webp({ quality: 76 }).toFile(`${OUT}/${name}.webp`)
}
for (const { browser } of [fan, influencer]) await browser.close()
