import { Camera } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { CallKeepsakeStore } from './keepsake.ts'
import css from './keepsake-bar.module.css'

interface KeepsakeProps {
  keepsake: CallKeepsakeStore
  /** The other person. */
  name: string
}

interface KeepsakeButtonProps extends KeepsakeProps {
  /** Whether the call has begun, and both cameras are seen. */
  canRequest: boolean
}

/**
 * The button that asks for a keepsake; not shown while one was asked for or made, nor where none can be asked for.
 */
export function KeepsakeButton({ keepsake, name, canRequest }: KeepsakeButtonProps) {
  const { keepsake: now, isBusy } = useStore(keepsake)
  if (!canRequest) return null
  if (now?.state !== 'none' && now?.state !== 'refused') return null
  const label = t('Ask @{name} for a keepsake', { name })
  return (
    <button
      type="button"
      className={css.button}
      aria-label={label}
      title={label}
      aria-busy={isBusy || undefined}
      onClick={() => void keepsake.request()}
    >
      <Camera size={20} aria-hidden="true" />
    </button>
  )
}

/** How long the stage says that a keepsake was made. */
const KEPT_SHOWN_MS = 10_000

/** Whether the sentence was shown for `KEPT_SHOWN_MS`. */
function useRead(isKept: boolean): boolean {
  const [isRead, setRead] = useState(false)
  useEffect(() => {
    if (!isKept) return
    const timer = setTimeout(() => setRead(true), KEPT_SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isKept])
  return isKept && isRead
}

/**
 * The request for a keepsake and its answer, on the stage. The element always exists, so a screen reader reads each
 * change.
 */
export function KeepsakeBar({ keepsake, name }: KeepsakeProps) {
  const { keepsake: now, countdown, isBusy, problem } = useStore(keepsake)
  const state = now?.state ?? 'none'
  const isOffered = state === 'asked' && !now?.asked_by_you
  const isRead = useRead(state === 'kept')
  const said =
    problem ??
    (state === 'asked'
      ? isOffered
        ? t('@{name} asks for a keepsake: one picture of you both, which both of you have for 90 days.', {
            name,
          })
        : t('You asked @{name} for a keepsake: one picture of you both.', { name })
      : state === 'agreed'
        ? countdown === null
          ? t('The picture is on its way.')
          : t('Look into the camera!')
        : state === 'kept'
          ? t('You both have the picture now, under Keepsakes in the menu.')
          : null)
  const words = isRead ? null : said
  return (
    <>
      {countdown !== null && (
        <p className={css.countdown} role="timer" aria-live="assertive">
          {countdown}
        </p>
      )}
      <div
        role="status"
        className={words === null ? undefined : css.bar}
        // The person's own video is above it.
        data-keepsake={words === null ? undefined : ''}
      >
        {words !== null && <p>{words}</p>}
        {isOffered && (
          <>
            <Button variant="primary" busy={isBusy} onClick={() => void keepsake.answer(true)}>
              {t('Yes, take it')}
            </Button>
            <Button aria-disabled={isBusy || undefined} onClick={() => void keepsake.answer(false)}>
              {t('No')}
            </Button>
          </>
        )}
        {((state === 'asked' && !isOffered) || state === 'agreed') && (
          <Button busy={isBusy} onClick={() => void keepsake.withdraw()}>
            {t('Take it back')}
          </Button>
        )}
        {state === 'kept' && !isRead && (
          <Button variant="quiet" busy={isBusy} onClick={() => void keepsake.withdraw()}>
            {t('Take it away for both')}
          </Button>
        )}
      </div>
    </>
  )
}
