import type { Locator, Page } from '@playwright/test'

/** In the page: draws what stands for a shared window, twice as wide as high. */
export function drawScreen(): void {
  const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 320 })
  const pen = canvas.getContext('2d')
  let step = 0
  setInterval(() => {
    if (!pen) return
    pen.fillStyle = step++ % 2 ? '#fff' : '#000'
    pen.fillRect(0, 0, 640, 320)
  }, 100)
  navigator.mediaDevices.getDisplayMedia = async () => canvas.captureStream(10)
}

/** The width of the other person's video divided by its height. */
export const shapeOf = (page: Page) =>
  page.getByTestId('remote-video').evaluate(video => {
    const { videoWidth, videoHeight } = video as HTMLVideoElement
    return Math.round((10 * videoWidth) / videoHeight) / 10
  })

/** How far the words about a shared screen stand above its image, in CSS pixels; negative where they lie on it. */
export async function wordsAbove(page: Page, words: Locator): Promise<number> {
  const [picture, wordsBox] = [
    await page.getByTestId('remote-video').boundingBox(),
    await words.boundingBox(),
  ]
  return picture && wordsBox ? picture.y - (wordsBox.y + wordsBox.height) : Number.NaN
}
