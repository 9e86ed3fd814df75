/** Ten pictures a second instead of 20: half the CPU of making, sending and drawing them, and still no picture that halts. */
const CAMERA = '--use-fake-device-for-media-stream=fps=10'

/** Chromium without windows where there is one: it does the same with less CPU. */
export const BROWSER_PATH =
  process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** How browsers of journeys are started. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  CAMERA,
  '--disable-background-networking',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
]

/** Calls ask for no more than that pictures move. A host on air is told how well they go out, and has more of them. */
export const CALL_ARGS = BROWSER_ARGS.map(arg => (arg === CAMERA ? arg.replace('fps=10', 'fps=5') : arg))
