import { countdownText } from '@parley/contract/duration'
import { ButtonLink } from '../../ui/button.tsx'
import { Ring } from '../../ui/ring.tsx'
import css from './screens.module.css'
import { Stage, StageCentre } from './stage.tsx'

export interface EndedScreenProps {
  otherUsername: string
  influencerUsername: string
  totalSeconds: number
  usedSeconds: number
}

/** After the call: the closed ring, what was used, and the way back. */
export function EndedScreen({
  otherUsername,
  influencerUsername,
  totalSeconds,
  usedSeconds,
}: EndedScreenProps) {
  return (
    <Stage>
      <StageCentre>
        <Ring className={css.ended} fraction={1} weight={3} tone="ember">
          <span className={css.used}>
            <strong>{countdownText(usedSeconds)}</strong>
            <span className={css.muted}>of {countdownText(totalSeconds)} used</span>
          </span>
        </Ring>
        <div role="status">
          <h1 className={css.title}>The call has ended</h1>
        </div>
        <p className={css.muted}>That was your time with @{otherUsername}.</p>
        <div className={css.action}>
          <ButtonLink look="primary" to={`/profile/${influencerUsername}`}>
            Back to the profile
          </ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
