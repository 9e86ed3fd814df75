import type { QueueShown } from '@parley/contract/live/queue'
import { plural, t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { StreamParties } from '../broadcast/stream-admission.ts'
import screens from '../screens/screens.module.css'
import { Stage, StageCentre } from '../stage/stage.tsx'
import { metOf } from './host-words.ts'
import { ScreenTitle } from './screen-title.tsx'

/** After the line, for its host: how many were met, and who gets money back. */
export function LineOver({ shown, parties }: { shown: QueueShown; parties: StreamParties }) {
  const met = metOf(shown)
  return (
    <Stage>
      <StageCentre>
        <Ring className={screens.problem} fraction={1} weight={6} tone="ember" />
        <div role="status">
          <ScreenTitle className={screens.title}>{t('The line is over')}</ScreenTitle>
        </div>
        <p className={screens.muted}>
          {plural(met, { one: 'You met {count} person.', other: 'You met {count} people.' })}
        </p>
        <p className={screens.muted}>
          {t(
            'Everybody who was not reached gets all of their money back by itself. A fan who had a part of their turn gets back what was not used.',
          )}
        </p>
        <div className={screens.action}>
          <ButtonLink look="primary" to={`/profile/${parties.ownerUsername}#sessions`}>
            {t('Your sessions')}
          </ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
