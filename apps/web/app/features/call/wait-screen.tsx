import { countdownText } from '@parley/contract/duration'
import { Ring } from '../../ui/ring.tsx'
import type { CallSnapshot } from './call-state.ts'
import { LevelMeter } from './level-meter.tsx'
import type { LocalMediaSnapshot } from './local-media.ts'
import type { MicLevel } from './mic-level.ts'
import { OwnPicture } from './own-picture.tsx'
import css from './wait-screen.module.css'

export interface WaitScreenProps {
  call: CallSnapshot
  media: LocalMediaSnapshot
  mic: MicLevel
  /** ISO 8601; null for a call without a date. */
  startsAt: string | null
}

/** What is going on, in one sentence. */
function waitingSentence({ call, media, startsAt }: Omit<WaitScreenProps, 'mic'>, now: Date): string {
  const { otherUser, totalCallTime, remainingCallTime } = call
  if (media.phase === 'asking') return 'Allow camera and microphone when your browser asks.'
  if (startsAt !== null && new Date(startsAt) > now) return `Your call begins on ${dateText(startsAt)}.`
  if (call.otherIsHere) return `@${otherUser} is here. Connecting you now.`
  const left = countdownText(remainingCallTime)
  if (totalCallTime !== null && remainingCallTime < totalCallTime)
    return `The clock is stopped with ${left} left.`
  if (totalCallTime === null) return 'The clock starts when you are both here.'
  return `${left} on the clock. It starts when you are both here.`
}

function dateText(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(iso))
}

/** Before the other person comes: the own picture in the breathing ring, and whether everything works. */
export function WaitScreen({ call, media, mic, startsAt }: WaitScreenProps) {
  return (
    <div className={css.wait}>
      <Ring className={css.ring} breathing weight={2.4} tone="ember" fraction={0.86}>
        <span className={css.picture}>
          <OwnPicture media={media} />
        </span>
      </Ring>
      <div className={css.words}>
        <div role="status">
          <h1 className={css.title}>Waiting for @{call.otherUser}</h1>
        </div>
        <p className={css.sentence}>{waitingSentence({ call, media, startsAt }, new Date())}</p>
        <div className={css.checks}>
          {media.microphone === 'on' && media.audioAllowed && <LevelMeter mic={mic} />}
          <p role="status" className={css.connection}>
            {call.connection}
          </p>
        </div>
      </div>
    </div>
  )
}
