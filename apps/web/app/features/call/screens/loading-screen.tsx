import { t } from '../../../language/text.ts'
import { Ring } from '../../../ui/ring.tsx'
import { Stage, StageCentre } from '../stage/stage.tsx'
import css from './screens.module.css'

/** Shown until the call is ready. */
export function LoadingScreen({ what = 'call' }: { what?: 'call' | 'event' }) {
  return (
    <Stage>
      <StageCentre>
        <Ring className={css.loading} breathing fraction={0.8} weight={9} tone="ember" />
        <p role="status" className={css.muted}>
          {what === 'call' ? t('Getting your call ready') : t('Getting the event ready')}
        </p>
      </StageCentre>
    </Stage>
  )
}
