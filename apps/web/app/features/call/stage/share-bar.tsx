import { Pause, Play, ScreenShareOff } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { LocalMedia } from '../devices/local-media.ts'
import type { Talk } from '../talk/talk.ts'
import css from './share.module.css'

interface OwnShareProps {
  media: LocalMedia
  /** Over the video, above one row of controls; or one of the rows at the foot of a broadcast. */
  place?: 'over' | 'row'
}

function ownWords(shared: 'screen' | 'picture', isPaused: boolean): string {
  if (shared === 'picture')
    return isPaused
      ? t('The picture you chose is paused: nobody sees it.')
      : t('The picture you chose is seen in place of your camera.')
  return isPaused
    ? t('Your screen is paused: nobody sees it.')
    : t('Your screen is seen in place of your camera.')
}

/** Says to a person who shares what the others see, with the way to pause and to stop. */
export function OwnShare({ media, place = 'over' }: OwnShareProps) {
  const { sharing, shared } = useStore(media)
  if (sharing === 'off') return null
  const isPaused = sharing === 'paused'
  return (
    <section className={css.bar} data-place={place} aria-label={t('What you share')}>
      <p role="status">{ownWords(shared, isPaused)}</p>
      <Button
        icon={isPaused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
        onClick={() => media.pauseSharing(isPaused ? 'on' : 'paused')}
      >
        {isPaused ? t('Go on sharing') : t('Pause sharing')}
      </Button>
      <Button
        variant="danger"
        icon={<ScreenShareOff size={18} aria-hidden="true" />}
        onClick={() => media.stopSharing()}
      >
        {t('Stop sharing')}
      </Button>
    </section>
  )
}

/** Says to the others whose screen or image they see. */
export function OthersShare({ talk, name }: { talk: Pick<Talk, 'sharing'>; name: string }) {
  const state = useStore(talk.sharing).get(name) ?? 'off'
  if (state === 'off') return null
  return (
    <p role="status" className={css.note}>
      {state === 'on'
        ? t('@{name} shares a screen or a picture', { name })
        : t('@{name} has paused sharing', { name })}
    </p>
  )
}
