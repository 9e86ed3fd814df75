import { Clapperboard, FileText } from 'lucide-react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { ShareKind } from '../../../video/screen-share.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import css from './share.module.css'

/** Shares a screen or a window, where the browser can. */
export function ShareChoices({ media, onChosen }: { media: LocalMedia; onChosen: () => void }) {
  const { canShare, sharing } = useStore(media)
  if (!canShare || sharing !== 'off') return null
  const share = (kind: ShareKind) => {
    onChosen()
    void media.shareScreen(kind)
  }
  return (
    <section className={css.choices} aria-label={t('Share your screen')}>
      <h3 className={css.heading}>{t('Share your screen')}</h3>
      <p className={css.hint}>{t('It is seen in place of your camera, until you stop.')}</p>
      <div className={css.kinds}>
        <Button icon={<FileText size={18} aria-hidden="true" />} onClick={() => share('text')}>
          {t('Text or slides')}
        </Button>
        <Button icon={<Clapperboard size={18} aria-hidden="true" />} onClick={() => share('film')}>
          {t('Film or a game')}
        </Button>
      </div>
    </section>
  )
}
