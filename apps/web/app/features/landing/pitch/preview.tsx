import { CAPTION_ROTATION_MS } from '@parley/contract/constants'
import { Pause, Play } from 'lucide-react'
import type { CSSProperties } from 'react'
import { t } from '../../../language/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import css from './preview.module.css'
import { FILM, IMAGES, SLIDES } from './slides.ts'

const COUNTDOWN = {
  '--nth': 0,
  '--slides': SLIDES.length,
  '--turn': `${CAPTION_ROTATION_MS}ms`,
} as CSSProperties

/**
 * What is left of the countdown: two halves that turn out of view behind the middle, one after the other, and the round
 * end. They only turn, which costs the page nothing, where a stroke that becomes shorter is drawn again for each frame.
 * `pitch.ts` keeps them in step with the captions.
 */
function Arc() {
  return (
    <div className={css.arc} style={COUNTDOWN} data-pitch="arc" aria-hidden="true" suppressHydrationWarning>
      <span className={css.right}>
        <svg viewBox="0 0 100 100" aria-hidden="true">
          {/* A little more than half, so that nothing shines through where the halves meet. */}
          <path d="M49.66 1.5012A48.5 48.5 0 1 1 49.66 98.4988" />
        </svg>
      </span>
      <span className={css.left}>
        <svg viewBox="0 0 100 100" aria-hidden="true">
          <path d="M50 98.5A48.5 48.5 0 0 1 50 1.5" />
        </svg>
      </span>
      <svg viewBox="0 0 100 100" className={css.end} aria-hidden="true">
        <circle cx="50" cy="1.5" r="1.2" />
      </svg>
    </div>
  )
}

/**
 * The ring that counts down around the changing pictures and the film. `pitch.ts` changes the elements; React draws
 * them once.
 */
export function Preview() {
  return (
    <div className={css.preview} data-testid="preview" data-pitch="preview" suppressHydrationWarning>
      <svg viewBox="0 0 100 100" className={css.ring} aria-hidden="true">
        <circle cx="50" cy="50" r="48.5" className={css.track} />
        <circle cx="50" cy="1.5" r="1.2" className={css.start} />
      </svg>
      <Arc />
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
        label={t('Pause the pictures')}
        className={css.button ?? ''}
        data-early=""
        data-pitch="button"
        data-pause={t('Pause the pictures')}
        data-play={t('Play the pictures')}
        suppressHydrationWarning
      >
        <Pause size={20} aria-hidden="true" className={css.pause} />
        <Play size={20} aria-hidden="true" className={css.play} />
      </IconButton>
    </div>
  )
}
