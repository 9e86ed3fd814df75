import type { QueueShown } from '@parley/contract/live/queue'
import { type ReactNode, useRef, useState } from 'react'
import { plural, t } from '../../../../language/text.ts'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { Ring } from '../../../../ui/ring.tsx'
import type { StreamParties } from '../../broadcast/stream-admission.ts'
import { HowWasIt } from '../../screens/how-was-it.tsx'
import screens from '../../screens/screens.module.css'
import { Stage, StageCentre } from '../../stage/stage.tsx'
import type { QueueSnapshot } from '../queue-session.ts'
import { ScreenTitle } from '../screen-title.tsx'
import { metOf } from './host-words.ts'
import css from './line-over.module.css'

/** The report of a problem with a turn, where one is possible. With `isListed` it says with whom the turn was. */
export type TurnProblemOf = (turn: { place: string; isListed?: boolean }) => ReactNode

interface LineOverProps {
  shown: QueueShown
  /** Whom the host met on this page, the newest first. */
  met: QueueSnapshot['met']
  parties: StreamParties
  problemOf: TurnProblemOf
}

/** So many turns are listed at first: each asks the server whether its question was answered before. */
const LISTED_FIRST = 5

/**
 * How the turns were and what was wrong with them, the newest first. During the line the next fan is called at once, so
 * that nobody is asked between two turns. What was answered before is not listed again, except for the last turn.
 */
function Turns({ met, problemOf }: Pick<LineOverProps, 'met' | 'problemOf'>) {
  const [hasAll, setAll] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const shown = hasAll ? met : met.slice(0, LISTED_FIRST)
  function showAll() {
    // The pressed button is removed.
    list.current?.focus()
    setAll(true)
  }
  return (
    <div ref={list} tabIndex={-1} className={css.opinions}>
      {shown.map(({ place, other, figures }, index) => (
        <div key={place} className={css.turn}>
          <HowWasIt id={place} figures={figures} name={other} hidesAnswered={index > 0} />
          {problemOf({ place, isListed: true })}
        </div>
      ))}
      {shown.length < met.length && (
        <Button variant="quiet" onClick={showAll}>
          {t('Show earlier turns')}
        </Button>
      )}
    </div>
  )
}

/** After the line, for its host: how many were met, who gets money back, and what the turns were like. */
export function LineOver({ shown, met, parties, problemOf }: LineOverProps) {
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
        <Turns {...{ met, problemOf }} />
        <div className={screens.action}>
          <ButtonLink variant="primary" to={`/profile/${parties.ownerUsername}#sessions`}>
            {t('Your sessions')}
          </ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
