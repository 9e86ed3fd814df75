import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Ring } from '../../../ui/ring.tsx'
import type { CallClock } from '../connection/call-clock.ts'
import css from './time-ring.module.css'

/** The time left: a ring that drains, its colour, and always the figures. */
export function TimeRing({ clock }: { clock: CallClock }) {
  const { text, fraction, tone, totalSeconds, isLive } = useStore(clock)
  if (totalSeconds === null) return null
  return (
    <div className={css.time} data-clock={isLive ? 'running' : 'stopped'} translate="no">
      <Ring fraction={fraction} tone={tone} weight={6}>
        <span
          role="timer"
          aria-label={t('Time left')}
          data-testid="countdown"
          data-tone={tone}
          data-long={text.length > 5 || undefined}
          className={css.text}
        >
          {text}
        </span>
      </Ring>
    </div>
  )
}

/** Speaks at half, a quarter and one minute. */
export function TimeAnnouncements({ clock }: { clock: CallClock }) {
  return (
    <p aria-live="polite" className="visually-hidden">
      {t(useStore(clock).announcement)}
    </p>
  )
}
