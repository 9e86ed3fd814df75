import { countdownText } from '@parley/contract/duration'
import type { CallFigures } from '@parley/contract/in-call/call-opinion'
import { ReceiptText } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { CallParties } from '../connection/admission.ts'
import { Stage, StageCentre } from '../stage/stage.tsx'
import { CallAttendanceOf, useAttendance } from './call-attendance.tsx'
import { type EndedCall, endedCall } from './ended-call.ts'
import { HowWasIt } from './how-was-it.tsx'
import { nextLink } from './links-after-call.ts'
import css from './screens.module.css'

interface EndedScreenProps extends CallParties {
  figures: CallFigures | null
  /** The report of a problem with the call, where one is possible. */
  problemOf: (call: EndedCall) => ReactNode
}

/** After the call: the closed ring, what was used, its receipt, and the way on. */
export function EndedScreen({ figures, problemOf, ...parties }: EndedScreenProps) {
  const { slug, otherUsername, isInfluencer, isOver, totalSeconds, usedSeconds } = parties
  const on = nextLink(parties)
  const attendance = useAttendance(slug)
  const ended = endedCall(parties, attendance)
  const tookPlace = usedSeconds > 0
  const isUsedUp = tookPlace && usedSeconds >= totalSeconds
  // A person who left before the other came may still return.
  const isDecided = isOver || (attendance !== null && attendance.decision !== null)
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
          <h1 className={css.title}>
            {!tookPlace && isDecided ? t('The call did not take place') : t('The call has ended')}
          </h1>
        </div>
        {tookPlace && (
          <p className={css.muted}>{t('That was your time with @{name}.', { name: otherUsername })}</p>
        )}
        <CallAttendanceOf {...{ attendance, isInfluencer, otherUsername, isUsedUp, tookPlace }} />
        {tookPlace && <HowWasIt id={slug} figures={figures} />}
        <div className={css.actions}>
          <ButtonLink variant="primary" to={on.path}>
            {on.name}
          </ButtonLink>
          <ButtonLink to={`/receipt/${slug}`} icon={<ReceiptText size={18} aria-hidden="true" />}>
            {t('Receipt')}
          </ButtonLink>
        </div>
        {/* A line of its own, which it has before the decision: it may come late. */}
        {!parties.isGift && <div className={css.problemOf}>{ended && problemOf(ended)}</div>}
      </StageCentre>
    </Stage>
  )
}
