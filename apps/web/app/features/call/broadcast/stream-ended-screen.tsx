import { countdownText } from '@parley/contract/duration'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import css from '../screens/screens.module.css'
import { Stage, StageCentre } from '../stage/stage.tsx'
import type { StreamParties } from './stream-admission.ts'

export interface StreamEndedScreenProps {
  parties: StreamParties
  /** Null if the page was opened after the end. */
  usedSeconds: number | null
  /** The page of the event, on which a viewer reads what comes back to which card. */
  eventPath: string
}

/** What the end means to its reader. */
function endedText({ parties, usedSeconds }: Omit<StreamEndedScreenProps, 'eventPath'>): string {
  const { title, ownerUsername, isOwner, totalSeconds, state } = parties
  if (state === 'cancelled') return t('Everybody who paid for a place gets all of it back.')
  const leftSeconds = usedSeconds === null ? 0 : totalSeconds - usedSeconds
  if (leftSeconds > 0) {
    const left = countdownText(leftSeconds)
    return isOwner
      ? t('It ended {left} early: that part of every place goes back by itself.', { left })
      : t('It ended {left} early: that part of your place comes back to you by itself.', { left })
  }
  return isOwner
    ? t('Everybody who watched thanks you.')
    : t('That was “{title}” with @{name}.', { title, name: ownerUsername })
}

/** After an event: the closed ring, how long it was, and the way on: to the ticket, or to the earnings. */
export function StreamEndedScreen({ parties, usedSeconds, eventPath }: StreamEndedScreenProps) {
  const { ownerUsername, totalSeconds, state, isOwner } = parties
  const isCancelled = state === 'cancelled'
  return (
    <Stage>
      <StageCentre>
        <Ring className={css.ended} fraction={1} weight={3} tone={isCancelled ? 'quiet' : 'ember'}>
          {usedSeconds !== null && !isCancelled && (
            <span className={css.used}>
              <strong>{countdownText(usedSeconds)}</strong>
              <span className={css.muted}>{t('of {total}', { total: countdownText(totalSeconds) })}</span>
            </span>
          )}
        </Ring>
        <div role="status">
          <h1 className={css.title}>
            {isCancelled ? t('This event was cancelled') : t('The event has ended')}
          </h1>
        </div>
        <p className={css.muted}>{endedText({ parties, usedSeconds })}</p>
        <div className={css.actions}>
          <ButtonLink variant="primary" to={isOwner ? '/earnings' : eventPath}>
            {isOwner ? t('Your earnings') : usedSeconds === null ? t('Back to the event') : t('Your ticket')}
          </ButtonLink>
          <ButtonLink to={`/profile/${ownerUsername}`}>{t('Back to the profile')}</ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
