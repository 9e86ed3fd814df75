import { countdownText } from '@parley/contract/duration'
import type { CallFigures } from '@parley/contract/in-call/call-opinion'
import { ReceiptText } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { CallParties } from '../connection/admission.ts'
import { Stage, StageCentre } from '../stage/stage.tsx'
import { CallAttendanceOf } from './call-attendance.tsx'
import { HowWasIt } from './how-was-it.tsx'
import { nextLink } from './links-after-call.ts'
import css from './screens.module.css'
import { SomethingWrong } from './something-wrong.tsx'

/** After the call: the closed ring, what was used, its receipt, and the way on. */
export function EndedScreen(parties: CallParties & { figures: CallFigures | null }) {
  const { figures, slug, otherUsername, isInfluencer, isOver, totalSeconds, usedSeconds } = parties
  const on = nextLink(parties)
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
        <CallAttendanceOf slug={slug} isInfluencer={isInfluencer} otherUsername={otherUsername} />
        {usedSeconds > 0 && <HowWasIt id={slug} figures={figures} />}
        <div className={css.actions}>
          <ButtonLink look="primary" to={on.path}>
            {on.name}
          </ButtonLink>
          <ButtonLink to={`/receipt/${slug}`} icon={<ReceiptText size={18} aria-hidden="true" />}>
            {t('Receipt')}
          </ButtonLink>
          {isOver && <SomethingWrong slug={slug} isInfluencer={isInfluencer} otherUsername={otherUsername} />}
        </div>
      </StageCentre>
    </Stage>
  )
}
