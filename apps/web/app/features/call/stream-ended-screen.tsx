import { countdownText } from '@parley/contract/duration'
import { ButtonLink } from '../../ui/button.tsx'
import { Ring } from '../../ui/ring.tsx'
import css from './screens.module.css'
import { Stage, StageCentre } from './stage.tsx'
import type { StreamParties } from './stream-admission.ts'

export interface StreamEndedScreenProps {
  parties: StreamParties
  /** Null where the page came after the end. */
  usedSeconds: number | null
}

/** After an event: the closed ring, how long it was, and the way back to its owner's profile. */
export function StreamEndedScreen({ parties, usedSeconds }: StreamEndedScreenProps) {
  const { title, ownerUsername, isOwner, totalSeconds, state } = parties
  const isCancelled = state === 'cancelled'
  const thanks = isOwner ? 'Everybody who watched thanks you.' : `That was “${title}” with @${ownerUsername}.`
  return (
    <Stage>
      <StageCentre>
        <Ring className={css.ended} fraction={1} weight={3} tone={isCancelled ? 'quiet' : 'ember'}>
          {!isCancelled && (
            <span className={css.used}>
              <strong>{countdownText(usedSeconds ?? totalSeconds)}</strong>
              <span className={css.muted}>of {countdownText(totalSeconds)}</span>
            </span>
          )}
        </Ring>
        <div role="status">
          <h1 className={css.title}>{isCancelled ? 'This event was cancelled' : 'The event has ended'}</h1>
        </div>
        <p className={css.muted}>
          {isCancelled ? 'Everybody who paid for a place gets all of it back.' : thanks}
        </p>
        <div className={css.action}>
          <ButtonLink look="primary" to={`/profile/${ownerUsername}`}>
            Back to the profile
          </ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
