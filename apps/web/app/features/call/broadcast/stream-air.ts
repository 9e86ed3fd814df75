import { t } from '../../../language/text.ts'
import { type CallSnapshot, NO_WAY_FOR_VIDEO } from '../connection/call-state.ts'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'

/** The state of an owner's broadcast. */
export interface Air {
  /** `early`: viewers see it, and the clock waits for the agreed time. */
  state: 'off' | 'early' | 'live' | 'interrupted'
  /** Short, beside the clock. */
  words: string
  /** The state, and what starts the clock, while it does not run. */
  more: string | null
  /** Whether a press of Go live can help: the page must open the devices again. */
  canGoLive: boolean
}

interface AirFacts {
  now: Pick<CallSnapshot, 'callIsLive' | 'connection' | 'isBlocked' | 'totalCallTime' | 'remainingCallTime'>
  media: Pick<LocalMediaSnapshot, 'phase' | 'stream' | 'support'>
  startsAt: string | null
  nowMs: number
}

/** Whether viewers see the owner now, and why not, in words. */
export function airOf({ now, media, startsAt, nowMs }: AirFacts): Air {
  const { totalCallTime, remainingCallTime } = now
  const hasBegun = totalCallTime !== null && remainingCallTime < totalCallTime
  const words = hasBegun ? t('You are off air') : t('You are not live yet')
  const off = { state: 'off', words, canGoLive: false } as const
  if (media.phase === 'requesting')
    return { ...off, more: t('Allow camera and microphone when your browser asks.') }
  if (media.support === 'none') {
    return { ...off, more: t('This browser has no camera for pages. Open the link in Safari or Chrome.') }
  }
  if (media.stream === null) {
    const more = t('Your camera and microphone are off. Allow both for this page, and go live.')
    return { ...off, more, canGoLive: true }
  }
  if (now.callIsLive && now.connection === 'Connected') {
    return { state: 'live', words: t('Live'), more: null, canGoLive: false }
  }
  if (now.isBlocked) {
    const state = hasBegun ? 'interrupted' : 'off'
    return { ...off, state, more: t(NO_WAY_FOR_VIDEO) }
  }
  const isBroken = now.connection === 'Reconnecting' || now.connection === 'Connecting'
  if (hasBegun && isBroken) {
    const more = t('Your viewers wait, and the clock stands still until you are back.')
    return { state: 'interrupted', words: t('Reconnecting'), more, canGoLive: false }
  }
  if (!isBroken && startsAt !== null && Date.parse(startsAt) > nowMs) {
    const more = t('Whoever is here sees you already. No time is counted before.')
    const clock = t('On air, the clock starts at the agreed time')
    return { state: 'early', words: clock, more, canGoLive: false }
  }
  return {
    ...off,
    more: t('You go live by yourself in a moment. The clock starts when your picture goes out.'),
  }
}
