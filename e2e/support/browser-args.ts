const CAMERA = '--use-fake-device-for-media-stream'

/** How browsers of journeys are started. */
export const BROWSER_ARGS = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  CAMERA,
  '--disable-background-networking',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
]

/**
 * The camera of calls makes 10 pictures a second instead of 20: much of a call's CPU is making, sending and drawing them,
 * and these journeys ask for no more than that they move. A host on air is told how well the pictures go out, so its
 * camera has all of them.
 */
export const CALL_ARGS = BROWSER_ARGS.map(arg => (arg === CAMERA ? `${CAMERA}=fps=10` : arg))
