import { isDark, pixelReader } from '../../../video/video-content.ts'

const WIDTH_PX = 1080
const HEIGHT_PX = 720
const QUALITY = 0.9

/** A frame of a stream; null where it shows none, or a black one: a camera that is off. */
async function frameOf(stream: MediaStream | null): Promise<HTMLVideoElement | null> {
  if (!stream || stream.getVideoTracks().length === 0) return null
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = stream
  await video.play()
  const pixels = pixelReader(video)()
  if (pixels && !isDark(pixels)) return video
  video.srcObject = null
  return null
}

/** The middle of a video frame, which fills half of the keepsake. */
function fill(canvas: CanvasRenderingContext2D, video: HTMLVideoElement, leftPx: number): void {
  const [width, height] = [WIDTH_PX / 2, HEIGHT_PX]
  const scale = Math.max(width / video.videoWidth, height / video.videoHeight)
  const [fromWidth, fromHeight] = [width / scale, height / scale]
  const fromX = (video.videoWidth - fromWidth) / 2
  const fromY = (video.videoHeight - fromHeight) / 2
  canvas.drawImage(video, fromX, fromY, fromWidth, fromHeight, leftPx, 0, width, height)
}

/** One photo of two people, side by side; null unless both are seen. */
export async function drawBoth(one: MediaStream | null, other: MediaStream | null): Promise<Blob | null> {
  const videos = await Promise.all([frameOf(one), frameOf(other)])
  const [left, right] = videos
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH_PX
  canvas.height = HEIGHT_PX
  const context = canvas.getContext('2d')
  const isWhole = left && right && context
  if (isWhole) {
    fill(context, left, 0)
    fill(context, right, WIDTH_PX / 2)
  }
  for (const video of videos) if (video) video.srcObject = null
  if (!isWhole) return null
  return new Promise(resolve => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
}
