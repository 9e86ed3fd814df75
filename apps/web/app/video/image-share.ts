/** An image is sent as large as a shared screen, at most. */
const MAX_WIDTH_PX = 1920
const MAX_HEIGHT_PX = 1080
/** A still canvas sends nothing, so the image is drawn again and again: as often as a shared text is. */
const FRAMES_PER_SECOND = 5

/** What the browser does for it; a test has its own. */
export interface ImageTools {
  /** Rejects for a file that is no image. */
  decode(file: Blob): Promise<ImageBitmap>
  createCanvas(): HTMLCanvasElement
}

/** Whether this browser can send a drawn image as video; phones can too, which mostly cannot share a screen. */
export const canSendImages = (): boolean =>
  typeof createImageBitmap === 'function' && typeof HTMLCanvasElement.prototype.captureStream === 'function'

const browserTools: ImageTools = {
  decode: file => createImageBitmap(file),
  createCanvas: () => document.createElement('canvas'),
}

/** The largest size of the same shape within the limits, never larger than the image; video has even sides. */
export function sentSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height)
  const side = (length: number) => Math.max(2, 2 * Math.floor((length * scale) / 2))
  return { width: side(width), height: side(height) }
}

/** A video that shows the image of a file until its track is stopped. Rejects for a file that is no image. */
export async function openImage(file: Blob, tools = browserTools): Promise<MediaStreamTrack> {
  const picture = await tools.decode(file)
  const { width, height } = sentSize(picture)
  const canvas = Object.assign(tools.createCanvas(), { width, height })
  const pen = canvas.getContext('2d')
  const [track] = canvas.captureStream(FRAMES_PER_SECOND).getVideoTracks()
  if (!pen || !track) throw new Error('the browser does not draw')
  track.contentHint = 'text'
  const draw = () => {
    // What is transparent in the image is white, and not the black of an empty canvas.
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, width, height)
    pen.drawImage(picture, 0, 0, width, height)
  }
  draw()
  const timer = setInterval(() => {
    if (track.readyState === 'live') return draw()
    clearInterval(timer)
    picture.close()
  }, 1000 / FRAMES_PER_SECOND)
  return track
}
