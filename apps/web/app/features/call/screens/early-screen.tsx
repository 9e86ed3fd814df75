import { type ReactNode, useEffect } from 'react'
import { t } from '../../../language/text.ts'
import { serverClock, serverNowMs } from '../../../store/server-clock.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import { Countdown } from '../../../ui/waiting/countdown.tsx'
import { Stage, StageCentre } from '../stage/stage.tsx'
import { type DayAndTime, dayAndTime } from './opens-at.ts'
import css from './screens.module.css'

export interface EarlyScreenProps {
  opensAtMs: number
  /** Such as "Your call with @nora opens on Tuesday 3 March at 18:50". */
  titleFor: (opening: DayAndTime) => string
  back: { path: string; name: string }
  /** Called once the call opens. */
  onOpen: () => void
  /** The way to a browser that can do calls, said as early as this; nothing in one that can. */
  rescue: ReactNode
}

/** Browsers take longer waits for none at all. */
const LONGEST_WAIT_MS = 60 * 60_000

/** Before a dated call opens: when it does, and how long that is; the page continues by itself. */
export function EarlyScreen({ opensAtMs, titleFor, back, onOpen, rescue }: EarlyScreenProps) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      const leftMs = opensAtMs - serverNowMs()
      if (leftMs <= 0) onOpen()
      else timer = setTimeout(wait, Math.min(leftMs, LONGEST_WAIT_MS))
    }
    wait()
    // What the server's time is may be known only by a later answer.
    const unsubscribe = serverClock.subscribe(wait)
    // The timers of a device that slept are late.
    document.addEventListener('visibilitychange', wait)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', wait)
    }
  }, [opensAtMs, onOpen])
  return (
    <Stage>
      <StageCentre>
        <Ring className={css.loading} breathing fraction={0.8} weight={9} tone="ember" />
        <h1 className={css.title}>{titleFor(dayAndTime(new Date(opensAtMs)))}</h1>
        <p className={css.until}>
          <Countdown to={new Date(opensAtMs).toISOString()} />
        </p>
        <p role="status" className={css.muted}>
          {t('You can leave this page open: it goes on by itself.')}
        </p>
        {rescue}
        <div className={css.actions}>
          <ButtonLink variant="primary" to="/device-check">
            {t('Test camera and microphone')}
          </ButtonLink>
          <ButtonLink to={back.path}>{back.name}</ButtonLink>
        </div>
      </StageCentre>
    </Stage>
  )
}
