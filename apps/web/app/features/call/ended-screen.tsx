import { countdownText } from '@parley/contract/duration'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Ring } from '../../ui/ring.tsx'
import css from './screens.module.css'
import { Stage, StageCentre } from './stage.tsx'
import { wayBack } from './way-back.ts'

export interface EndedScreenProps {
  otherUsername: string
  influencerUsername: string
  requestType: 'private' | 'prepaid'
  totalSeconds: number
  usedSeconds: number
}

/** After the call: the closed ring, what was used, and the way back. */
export function EndedScreen(props: EndedScreenProps) {
  const { otherUsername, totalSeconds, usedSeconds } = props
  const back = wayBack(props)
  return (
    <Stage>
      <StageCentre>
        <Ring className={css.ended} fraction={1} weight={3} tone="ember">
          <span className={css.used}>
            <strong>{countdownText(usedSeconds)}</strong>
            <span className={css.muted}>{t('of {total} used', { total: countdownText(totalSeconds) })}</span>
          </span>
        </Ring>
        <div role="status">
          <h1 className={css.title}>{t('The call has ended')}</h1>
        </div>
        <p className={css.muted}>{t('That was your time with @{name}.', { name: otherUsername })}</p>
        <div className={css.action}>
          <ButtonLink look="primary" to={back.path}>
            {back.name}
          </ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
