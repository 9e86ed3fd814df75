/**
 * An event in browsers: a host whose video needs more than a narrow line carries, a viewer with a wide line and one
 * with a narrow one.
 */
import type { Page } from '@playwright/test'
import { launchBrowser } from './browser.ts'
import { startCallSite } from './call-page.ts'
import { type Impairment, openLossyPath } from './lossy-path.ts'

const CLEAN: Impairment = { loss: 0, delayMs: 25, kbps: Number.POSITIVE_INFINITY }
const EVENT = { roomId: 'event', kind: 'broadcast' } as const
/** Chromium's made-up camera moves too little to fill 400 kbit/s; a field of changing squares does. */
const LIVELY_CAMERA = `navigator.mediaDevices.getUserMedia = async () => {
  const canvas = document.createElement('canvas')
  canvas.width = 640
  canvas.height = 360
  const pen = canvas.getContext('2d')
  setInterval(() => {
    for (let i = 0; i < 12; i++) {
      pen.fillStyle = 'hsl(' + Math.random() * 360 + ' 60% 50%)'
      pen.fillRect(Math.random() * 600, Math.random() * 320, 40, 40)
    }
  }, 50)
  const sound = new AudioContext()
  const tone = sound.createOscillator()
  const out = sound.createMediaStreamDestination()
  tone.connect(out)
  tone.start()
  return new MediaStream([...canvas.captureStream(20).getTracks(), ...out.stream.getTracks()])
}`
/**
 * Notes when a frame was shown and how large, and how many packets of sound and bytes of the video had come by when.
 */
const NOTES = `window.notes = { frames: [], sounds: [], received: [] }
addEventListener('DOMContentLoaded', () => {
  const video = document.querySelector('#remote')
  const note = (_now, { height }) => {
    window.notes.frames.push({ atMs: performance.now(), height })
    video.requestVideoFrameCallback(note)
  }
  video.requestVideoFrameCallback(note)
  setInterval(async () => {
    for (const entry of (await window.room?.stats())?.values() ?? []) {
      if (entry.type !== 'inbound-rtp') continue
      const atMs = performance.now()
      if (entry.kind === 'audio') window.notes.sounds.push({ atMs, packets: entry.packetsReceived })
      else window.notes.received.push({ atMs, bytes: entry.bytesReceived })
    }
  }, 100)
})`

export interface ViewerNotes {
  frames: { atMs: number; height: number }[]
  sounds: { atMs: number; packets: number }[]
  received: { atMs: number; bytes: number }[]
}

export const notesOf = (page: Page): Promise<ViewerNotes> => page.evaluate('window.notes')

export interface NarrowEvent {
  wide: Page
  narrow: Page
  /** How many watch which size, by the last report. */
  sizes(): { large: number; small: number }
  /** From the narrow viewer's coming to the report of the small video; null before. */
  smallAfterMs(): number | null
  close(): Promise<void>
}

/** `place` distinguishes several at the same time. */
export async function openNarrowEvent(kbps: number, place: number): Promise<NarrowEvent> {
  const path = { publicIp: '127.0.0.3', workerIp: '127.0.0.1', port: 42_530 + place }
  const ways = [CLEAN, CLEAN, { ...CLEAN, kbps }]
  const closePath = await openLossyPath(path, (client, direction) =>
    direction === 'down' ? (ways[client] ?? CLEAN) : CLEAN,
  )
  const ports = { kind: 'shared', port: path.port } as const
  const site = await startCallSite({
    bindIp: path.workerIp,
    publicIps: [path.publicIp],
    ports,
    videoSizes: 2,
  })
  const browser = await launchBrowser()
  let sizes = { large: 0, small: 0 }
  let cameMs: number | null = null
  let smallMs: number | null = null
  site.video.subscribe(event => {
    if (event.type !== 'sizes-watched') return
    sizes = { large: event.large, small: event.small }
    if (cameMs !== null && event.small > 0) smallMs ??= performance.now() - cameMs
  })
  const context = await browser.newContext()
  await context.addInitScript(LIVELY_CAMERA)
  await (await context.newPage()).goto(site.page('host', { ...EVENT, canSubscribe: false }))
  const join = async (identity: string) => {
    const viewer = await (await browser.newContext()).newPage()
    await viewer.addInitScript(NOTES)
    await viewer.goto(site.page(identity, { ...EVENT, canPublish: false }))
    return viewer
  }
  const wide = await join('wide')
  await wide.waitForFunction('window.notes.frames.length > 20')
  cameMs = performance.now()
  const narrow = await join('narrow')
  return {
    wide,
    narrow,
    sizes: () => sizes,
    smallAfterMs: () => smallMs,
    async close() {
      await browser.close()
      await site.stop()
      closePath()
    },
  }
}
