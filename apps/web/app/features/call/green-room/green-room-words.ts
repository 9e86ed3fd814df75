import { countdownText } from '@parley/contract/duration'
import { zonedText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import type { CallSnapshot } from '../connection/call-state.ts'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'
import { sentOf } from '../devices/sent-media.ts'

/** Who comes to a call joins it; the owner of an event goes live. */
export type JoinAction = 'join' | 'go-live'

interface Meeting {
  action: JoinAction
  waitsFor: string | null
  startsAt: string | null
}

const isAhead = (startsAt: string | null): startsAt is string =>
  startsAt !== null && Date.parse(startsAt) > serverNowMs()

/** The present state, in one sentence. */
export function sentenceOf(now: CallSnapshot, { waitsFor, startsAt }: Meeting): string {
  if (isAhead(startsAt)) {
    const date = zonedText(new Date(startsAt), { dateStyle: 'long', timeStyle: 'short' })
    return t('It begins on {date}. Nobody sees or hears you yet.', { date })
  }
  if (waitsFor === null) return t('Nobody sees or hears you yet.')
  if (now.otherIsHere)
    return t('@{name} is here. The clock starts when you have both joined.', { name: waitsFor })
  const { totalCallTime, remainingCallTime } = now
  if (totalCallTime === null) return t('It starts when you have both joined.')
  const left = countdownText(remainingCallTime)
  return t('{left} on the clock. It starts when you have both joined.', { left })
}

export const actionText = (action: JoinAction) => (action === 'join' ? t('Join') : t('Go live'))

interface Pressing {
  action: JoinAction
  /** Whether no time counts while nothing flows from this person. */
  needsMedia: boolean
}

/** The effect of a press of Join or Go live now, in a few words. */
export function pressText(devices: LocalMediaSnapshot, { action, needsMedia }: Pressing): string {
  const sent = sentOf(devices)
  if (sent === 'both') return t('Press {action} when you are ready.', { action: actionText(action) })
  if (sent === 'sound') return t('You would be heard, not seen.')
  if (sent === 'video') return t('You would be seen, not heard.')
  if (action === 'go-live') return t('Turn on camera or microphone to go live.')
  // Devices that are open and switched off send darkness and silence, which flow.
  return needsMedia && devices.stream === null
    ? t('You send neither sound nor video: no time runs until you switch one on.')
    : t('You would be neither seen nor heard. The time runs all the same.')
}
