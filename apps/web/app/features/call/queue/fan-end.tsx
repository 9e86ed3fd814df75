import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { StreamParties } from '../broadcast/stream-admission.ts'
import { HowWasIt } from '../screens/how-was-it.tsx'
import screens from '../screens/screens.module.css'
import { Stage, StageCentre } from '../stage/stage.tsx'
import { endMoney, endTitle, type OwnTurn } from './line-words.ts'
import type { QueueSnapshot } from './queue-session.ts'
import { ScreenTitle } from './screen-title.tsx'

interface FanEndProps {
  you: OwnTurn
  queue: NonNullable<QueueSnapshot['shown']>['state']
  /** The turns that this page saw, if any. */
  met: QueueSnapshot['met']
  parties: StreamParties
  eventPath: string
  /** The report of a problem with the turn, where one is possible. */
  problem: ReactNode
}

/** How a fan's turn ended, what it means for the money, and the way on. */
export function FanEnd({ you, queue, met, parties, eventPath, problem }: FanEndProps) {
  const { ownerUsername } = parties
  const isServed = you.state === 'served' || you.state === 'part'
  const figures = met.find(({ place }) => place === you.place)?.figures ?? null
  const mayComeBack = you.state === 'skipped' && queue !== 'ended'
  return (
    <Stage>
      <StageCentre>
        <Ring className={screens.problem} fraction={1} weight={6} tone={isServed ? 'ember' : 'quiet'} />
        <div role="status">
          <ScreenTitle className={screens.title}>{endTitle(you)}</ScreenTitle>
        </div>
        {isServed && <p className={screens.muted}>{t('You met @{name}.', { name: ownerUsername })}</p>}
        <p className={screens.muted}>{endMoney(you, parties.amount)}</p>
        {isServed && <HowWasIt id={you.place} figures={figures} />}
        {mayComeBack && (
          <p className={screens.muted}>
            {t('Keep this page open: as long as the line goes on, the host can let you in again.')}
          </p>
        )}
        <div className={screens.actions}>
          <ButtonLink variant="primary" to={eventPath}>
            {t('Your ticket')}
          </ButtonLink>
          <ButtonLink to={`/profile/${ownerUsername}`}>
            {t('Go to @{name}', { name: ownerUsername })}
          </ButtonLink>
          {problem}
        </div>
      </StageCentre>
    </Stage>
  )
}
