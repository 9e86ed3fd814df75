import type { SessionRequest } from '@parley/contract'
import { useEffect, useRef } from 'react'
import { useShownZone } from '../../language/shown-zone.ts'
import { t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import css from './held-note.module.css'
import { timeText } from './slot-text.ts'
import { useZonedSlotText } from './zoned-slot-text.ts'

/** The server ends a hold within some seconds of its time. */
const ENDED_WITHIN_MS = 2_500

/** Until when a time is held for payment, and what happens then; renders nothing for a request without a held time. */
export function HeldNote({ request, onEnd }: { request: SessionRequest; onEnd: () => void }) {
  const zone = useShownZone()
  const zonedSlotText = useZonedSlotText()
  const start = (request.slot ?? request.timeRange)?.start
  const until = request.slot?.hold_expires_at ?? request.hold_expires_at
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (!until) return
    const timer = setTimeout(() => end.current(), Date.parse(until) - serverNowMs() + ENDED_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [until])
  if (!start || !until) return null
  // The line above it names the zone.
  const time = timeText(until, zone)
  return (
    <div className={css.held} role="note">
      <p className={css.when}>{zonedSlotText(start)}</p>
      <p>
        <strong>{t('Held for you until {time}', { time })}</strong>
      </p>
      <p className={css.then}>
        {t('If it is not paid by then, the time is free for others and nothing is taken.')}
      </p>
    </div>
  )
}
