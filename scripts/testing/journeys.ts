/** Journeys with cameras, by the names of their files in `e2e/`: two browsers in a call and a server. */
export const CAMERA_JOURNEYS = [
  'call',
  'live-event',
  'green-room',
  'journey',
  'keepsake',
  'keyboard',
  'prepaid',
  'queue-turns',
  'safety-in-call',
  'stage',
  'talk',
]
/** Journeys that run on LiveKit too. */
export const LIVEKIT_JOURNEYS = ['call', 'live-event', 'queue-turns', 'stage']
/** Journeys with two processes of the application on real servers. */
export const REAL_PARTS_JOURNEYS = ['two-processes']

/** Journeys in other browsers than Chromium: calls in Firefox, and pages in WebKitGTK, which has no WebRTC. */
export const FIREFOX_JOURNEYS = ['firefox']
export const WEBKIT_JOURNEYS = ['webkit']

export const specFiles = (names: readonly string[]) => names.map(name => `${name}.spec.ts`)

/** Whether a spec needs cameras; the others only visit pages. */
export function isCameraJourney(file: string): boolean {
  const name = file.split('/').at(-1)?.replace('.spec.ts', '') ?? ''
  return [...CAMERA_JOURNEYS, ...REAL_PARTS_JOURNEYS, ...FIREFOX_JOURNEYS].includes(name)
}
