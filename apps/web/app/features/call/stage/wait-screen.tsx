import { countdownText } from '@parley/contract/duration'
import { zonedText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { Button } from '../../../ui/button.tsx'
import type { CallSnapshot } from '../connection/call-state.ts'
import { LevelMeter } from '../devices/level-meter.tsx'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'
import type { MicLevel } from '../devices/mic-level.ts'
import { SelfRing } from '../devices/self-view/self-ring.tsx'
import { sentOf } from '../devices/sent-media.ts'
import css from './wait-screen.module.css'

export interface WaitScreenProps {
  call: CallSnapshot
  media: LocalMediaSnapshot
  mic: MicLevel
  /** ISO 8601; null for a call without a date. */
  startsAt: string | null
  /** Switches camera and microphone on. */
  onTurnOn: () => void
}

/** The present state, in one sentence. */
function waitingSentence(
  { call, media, startsAt }: Omit<WaitScreenProps, 'mic' | 'onTurnOn'>,
  now: Date,
): string {
  const { otherUser, totalCallTime, remainingCallTime } = call
  if (media.phase === 'requesting') return t('Allow camera and microphone when your browser asks.')
  if (startsAt !== null && new Date(startsAt) > now) {
    const date = zonedText(new Date(startsAt), { dateStyle: 'long', timeStyle: 'short' })
    return t('Your call begins on {date}.', { date })
  }
  if (call.otherIsHere) return t('@{name} is here. Connecting you now.', { name: otherUser })
  const left = countdownText(remainingCallTime)
  if (totalCallTime !== null && remainingCallTime < totalCallTime)
    return t('The clock is stopped with {left} left.', { left })
  if (totalCallTime === null) return t('The clock starts when you are both here.')
  return t('{left} on the clock. It starts when you are both here.', { left })
}

/**
 * What it means for the paid time that a person is neither seen nor heard. Of an influencer without any device nothing
 * flows, so no time runs; devices that are switched off send darkness and silence.
 */
export const silentSentence = (
  { isInfluencer }: Pick<CallSnapshot, 'isInfluencer'>,
  { stream }: Pick<LocalMediaSnapshot, 'stream'>,
) =>
  isInfluencer && stream === null
    ? t('You send neither sound nor video: no time runs until you switch one on.')
    : t('You are neither seen nor heard. The time runs all the same.')

/** Before the other person comes: one's own video in the breathing ring, and whether everything works. */
export function WaitScreen({ call, media, mic, startsAt, onTurnOn }: WaitScreenProps) {
  const isSilent = media.phase !== 'requesting' && sentOf(media) === 'nothing'
  return (
    <SelfRing
      devices={media}
      size="large"
      words={
        <>
          <div role="status">
            <h1 className={css.title}>{t('Waiting for @{name}', { name: call.otherUser })}</h1>
          </div>
          <p className={css.sentence}>
            {waitingSentence({ call, media, startsAt }, new Date(serverNowMs()))}
          </p>
          <div className={css.checks}>
            {media.microphone === 'on' && media.audioAllowed && <LevelMeter mic={mic} />}
            <p role="status" className={css.connection}>
              {isSilent && !call.isBlocked ? silentSentence(call, media) : t(call.connection)}
            </p>
            {isSilent && (
              <Button variant="primary" onClick={onTurnOn}>
                {t('Turn on camera and microphone')}
              </Button>
            )}
          </div>
        </>
      }
    />
  )
}
