import { Clapperboard, FileText, Image } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { ShareKind } from '../../../video/screen-share.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import css from './share.module.css'

/** Chooses the file of an image; a phone offers its photos and its camera. */
function ImageChoice({ media, onChosen }: { media: LocalMedia; onChosen: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const share = (file: File | undefined) => {
    if (!file) return
    onChosen()
    void media.shareImage(file)
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        data-testid="shared-picture"
        onChange={({ target }) => share(target.files?.[0])}
      />
      <Button icon={<Image size={18} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {t('A picture')}
      </Button>
    </>
  )
}

/** Shares a screen, a window or an image, where the browser can. */
export function ShareChoices({ media, onChosen }: { media: LocalMedia; onChosen: () => void }) {
  const { canShare, sharing } = useStore(media)
  if (!(canShare.screen || canShare.picture) || sharing !== 'off') return null
  const heading = canShare.screen ? t('Share your screen or a picture') : t('Share a picture')
  const share = (kind: ShareKind) => {
    onChosen()
    void media.shareScreen(kind)
  }
  return (
    <section className={css.choices} aria-label={heading}>
      <h3 className={css.heading}>{heading}</h3>
      <p className={css.hint}>{t('It is seen in place of your camera, until you stop.')}</p>
      <div className={css.kinds}>
        {canShare.screen && (
          <>
            <Button icon={<FileText size={18} aria-hidden="true" />} onClick={() => share('text')}>
              {t('Text or slides')}
            </Button>
            <Button icon={<Clapperboard size={18} aria-hidden="true" />} onClick={() => share('film')}>
              {t('Film or a game')}
            </Button>
          </>
        )}
        {canShare.picture && <ImageChoice media={media} onChosen={onChosen} />}
      </div>
    </section>
  )
}
