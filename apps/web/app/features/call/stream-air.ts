import type { CallSnapshot } from './call-state.ts'
import type { LocalMediaSnapshot } from './local-media.ts'

/** Where an owner's broadcast stands. */
export interface Air {
  /** `early`: it is seen, and the clock waits for the agreed time. */
  state: 'off' | 'early' | 'live' | 'interrupted'
  /** Short, beside the clock. */
  words: string
  /** What is going on, and what starts the clock, while it does not run. */
  more: string | null
  /** Whether a press of Go live can help: the devices have to be asked for again. */
  canGoLive: boolean
}

interface AirFacts {
  now: Pick<CallSnapshot, 'callIsLive' | 'connection' | 'totalCallTime' | 'remainingCallTime'>
  media: Pick<LocalMediaSnapshot, 'phase' | 'stream' | 'support'>
  startsAt: string | null
  nowMs: number
}

const OFF = { state: 'off', words: 'You are not live yet', canGoLive: false } as const

/** Whether viewers see the owner now, and why not, in words. */
export function airOf({ now, media, startsAt, nowMs }: AirFacts): Air {
  const { totalCallTime, remainingCallTime } = now
  const hasBegun = totalCallTime !== null && remainingCallTime < totalCallTime
  const off = hasBegun ? { ...OFF, words: 'You are off air' } : OFF
  if (media.phase === 'asking') return { ...off, more: 'Allow camera and microphone when your browser asks.' }
  if (media.support === 'none') {
    return { ...off, more: 'This browser has no camera for pages. Open the link in Safari or Chrome.' }
  }
  if (media.stream === null) {
    const more = 'Your camera and microphone are off. Allow both for this page, and go live.'
    return { ...off, more, canGoLive: true }
  }
  if (now.callIsLive && now.connection === 'Connected') {
    return { state: 'live', words: 'Live', more: null, canGoLive: false }
  }
  const isBroken = now.connection === 'Reconnecting' || now.connection === 'Connecting'
  if (hasBegun && isBroken) {
    const more = 'Your viewers wait, and the clock stands still until you are back.'
    return { state: 'interrupted', words: 'Reconnecting', more, canGoLive: false }
  }
  if (!isBroken && startsAt !== null && Date.parse(startsAt) > nowMs) {
    const more = 'Whoever is here sees you already. No time is counted before.'
    return { state: 'early', words: 'On air, the clock starts at the agreed time', more, canGoLive: false }
  }
  return { ...off, more: 'You go live by yourself in a moment. The clock starts when your picture goes out.' }
}
