import { countdownText } from '@parley/contract/duration'
import { dateText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import type { CallSnapshot } from '../call-state.ts'
import type { AutoJoinSnapshot } from './auto-join.ts'

/** Who comes to a call joins it; the owner of an event goes live. */
export type JoinAction = 'join' | 'go-live'

interface Meeting {
  action: JoinAction
  waitsFor: string | null
  startsAt: string | null
}

const isAhead = (startsAt: string | null): startsAt is string =>
  startsAt !== null && Date.parse(startsAt) > Date.now()

/** What is going on, in one sentence. */
export function sentenceOf(now: CallSnapshot, { waitsFor, startsAt }: Meeting): string {
  if (isAhead(startsAt)) {
    const date = dateText(new Date(startsAt), { dateStyle: 'long', timeStyle: 'short' })
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
export const actionNowText = (action: JoinAction) => (action === 'join' ? t('Join now') : t('Go live now'))

/** What will happen, in a few words. */
export function countText({ secondsLeft, isHeld }: AutoJoinSnapshot, meeting: Meeting): string {
  const { action, waitsFor, startsAt } = meeting
  if (isHeld) return t('Press {action} when you are ready.', { action: actionText(action) })
  if (secondsLeft !== null) {
    const seconds = { seconds: secondsLeft }
    return action === 'join' ? t('Joining in {seconds}', seconds) : t('Going live in {seconds}', seconds)
  }
  if (isAhead(startsAt))
    return action === 'join' ? t('Joins by itself when it begins.') : t('Goes live by itself when it begins.')
  return waitsFor === null ? '' : t('Joins by itself once @{name} is here.', { name: waitsFor })
}
