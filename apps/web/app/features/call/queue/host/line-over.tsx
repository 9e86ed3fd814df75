import type { QueueShown } from '@parley/contract/live/queue'
import { plural, t } from '../../../../language/text.ts'
import { ButtonLink } from '../../../../ui/button.tsx'
import { Ring } from '../../../../ui/ring.tsx'
import type { StreamParties } from '../../broadcast/stream-admission.ts'
import { HowWasIt } from '../../screens/how-was-it.tsx'
import screens from '../../screens/screens.module.css'
import { Stage, StageCentre } from '../../stage/stage.tsx'
import type { QueueSnapshot } from '../queue-session.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { metOf } from './host-words.ts'

interface LineOverProps {
  shown: QueueShown
  /** Whom the host met last on this page, if anybody. */
  met: QueueSnapshot['met']
  parties: StreamParties
}

/** After the line, for its host: how many were met, who gets money back, and what the last turn was like. */
export function LineOver({ shown, met, parties }: LineOverProps) {
  const count = metOf(shown)
  return (
    <Stage>
      <StageCentre>
        <Ring className={screens.problem} fraction={1} weight={6} tone="ember" />
        <div role="status">
          <ScreenTitle className={screens.title}>{t('The line is over')}</ScreenTitle>
        </div>
        <p className={screens.muted}>
          {plural(count, { one: 'You met {count} person.', other: 'You met {count} people.' })}
        </p>
        <p className={screens.muted}>
          {t(
            'Everybody who was not reached gets all of their money back by itself. A fan who had a part of their turn gets back what was not used.',
          )}
        </p>
        {met && <HowWasIt id={met.place} figures={met.figures} name={met.other} />}
        <div className={screens.action}>
          <ButtonLink look="primary" to={`/profile/${parties.ownerUsername}#sessions`}>
            {t('Your sessions')}
          </ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
