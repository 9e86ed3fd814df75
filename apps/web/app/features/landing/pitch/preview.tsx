import { CAPTION_ROTATION_MS } from '@parley/contract/constants'
import { Pause, Play } from 'lucide-react'
import type { CSSProperties } from 'react'
import { t } from '../../../language/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import css from './preview.module.css'
import { FILM, IMAGES, SLIDES } from './slides.ts'

/**
 * Each slide has an arc of its own, so that ring and caption stay in step: a part of the ring from the slide's place
 * `--nth` on.
 */
const ARC = { '--nth': 0, '--slides': SLIDES.length, '--turn': `${CAPTION_ROTATION_MS}ms` } as CSSProperties

/**
 * The ring that counts down around the changing pictures and the film. `pitch.ts` changes the elements; React draws
 * them once.
 */
export function Preview() {
  return (
    <div className={css.preview} data-testid="preview" data-pitch="preview" suppressHydrationWarning>
      <svg viewBox="0 0 100 100" className={css.ring} aria-hidden="true">
        <circle cx="50" cy="50" r="48.5" className={css.track} />
        <circle
          cx="50"
          cy="50"
          r="48.5"
          className={css.arc}
          pathLength="100"
          style={ARC}
          data-pitch="arc"
          suppressHydrationWarning
        />
      </svg>
      <div className={css.inside}>
        {IMAGES.map(({ image, caption }, index) => (
          <img
            key={image}
            // The others are loaded after the first view.
            {...(index === 0 ? { src: image, 'data-shown': '' } : { 'data-src': image })}
            alt=""
            width="400"
            height="400"
            className={css.picture}
            fetchPriority={index === 0 ? 'high' : 'low'}
            data-caption={t(caption)}
            suppressHydrationWarning
          />
        ))}
        {/* The first frame is shown until the film plays, and where a browser does not play it. */}
        <video
          className={`${css.picture} ${css.film}`}
          preload="none"
          width="640"
          height="640"
          muted
          loop
          playsInline
          disablePictureInPicture
          aria-hidden="true"
          tabIndex={-1}
          data-pitch="film"
          data-poster={FILM.poster}
          data-caption={t(FILM.caption)}
          suppressHydrationWarning
        >
          <source src={FILM.webm} type="video/webm" />
          <source src={FILM.mp4} type="video/mp4" />
        </video>
      </div>
      <IconButton
        label={t('Pause')}
        className={css.button ?? ''}
        data-early=""
        data-pitch="button"
        data-pause={t('Pause')}
        data-play={t('Play')}
        suppressHydrationWarning
      >
        <Pause size={20} aria-hidden="true" className={css.pause} />
        <Play size={20} aria-hidden="true" className={css.play} />
      </IconButton>
    </div>
  )
}
