/**
 * Ten frames a second, not 20: half the CPU of encoding, sending and drawing, and still a video that does not freeze.
 */
const CAMERA = '--use-fake-device-for-media-stream=fps=10'

/** Chromium's headless shell where there is one: it does the same with less CPU. */
export const BROWSER_PATH =
  process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** Arguments with which journeys start browsers. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  CAMERA,
  '--disable-background-networking',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
]

/**
 * In calls the tests only need a moving video. A host on air sees the quality of the broadcast, so a host's camera has
 * more frames.
 */
export const CALL_ARGS = BROWSER_ARGS.map(arg => (arg === CAMERA ? arg.replace('fps=10', 'fps=5') : arg))
