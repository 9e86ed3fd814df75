/**
 * How browsers of journeys are started. The camera makes 10 pictures a second: half of a call's CPU is making, sending and
 * drawing pictures, and no journey asks for more than that they move.
 */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream=fps=10',
  '--disable-background-networking',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
]
