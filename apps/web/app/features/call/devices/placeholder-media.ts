const WIDTH_PX = 160
const HEIGHT_PX = 90
/** Two frames a second keep media flowing within the window in which the server calls a side live. */
const FRAMES_PER_SECOND = 2

/** Sent instead of a camera and a microphone. */
export interface PlaceholderMedia {
  stream: MediaStream
  stop(): void
}

/**
 * Black video for a buyer who has neither camera nor microphone, so that the time they watch counts as time together.
 */
export function createDarkVideo(): PlaceholderMedia {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH_PX
  canvas.height = HEIGHT_PX
  const paint = canvas.getContext('2d')
  const draw = () => {
    if (!paint) return
    paint.fillStyle = '#0b0a10'
    paint.fillRect(0, 0, WIDTH_PX, HEIGHT_PX)
  }
  draw()
  const stream = canvas.captureStream(FRAMES_PER_SECOND)
  const timer = setInterval(draw, 1000 / FRAMES_PER_SECOND)
  return {
    stream,
    stop() {
      clearInterval(timer)
      for (const track of stream.getTracks()) track.stop()
    },
  }
}

/** Nothing at all, for an influencer: their time is paid only while they are seen or heard. */
export function createNoMedia(): PlaceholderMedia {
  return { stream: new MediaStream(), stop: () => undefined }
}
