import { CAPTION_ROTATION_MS } from '@parley/contract/constants'
import { Pause, Play } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { t } from '../../language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Film } from './film.tsx'
import { createMediaCount } from './media-count.ts'
import css from './preview.module.css'
import type { Rotation, RotationSnapshot } from './rotation.ts'
import { FILM, IMAGES, SLIDES } from './slides.ts'

/** The arc of a slide: its start, in hundredths of the ring. */
function partOf(index: number): CSSProperties {
  const each = 100 / SLIDES.length
  return {
    '--from': index * each,
    '--to': (index + 1) * each,
    '--turn': `${CAPTION_ROTATION_MS}ms`,
  } as CSSProperties
}

/** The ring that counts down around the changing pictures and the film. */
export function Preview({ state, rotation }: { state: RotationSnapshot; rotation: Rotation }) {
  const [filmWanted, setFilmWanted] = useState(false)
  const [isThere] = useState(() => createMediaCount(SLIDES.length, rotation.mediaLoaded))
  const [isImageThere] = useState(() => createMediaCount(IMAGES.length, () => setFilmWanted(true)))
  function imageThere(address: string) {
    isThere(address)
    isImageThere(address)
  }
  const filmShown = state.index === SLIDES.indexOf(FILM)
  return (
    <div
      className={classes(css.preview, state.started && css.turning, state.paused && css.paused)}
      data-testid="preview"
    >
      <svg viewBox="0 0 100 100" className={css.ring} aria-hidden="true">
        <circle cx="50" cy="50" r="48.5" className={css.track} />
        {/* Each slide has an arc of its own, so that ring and caption stay in step. */}
        <circle
          key={state.index}
          cx="50"
          cy="50"
          r="48.5"
          className={css.arc}
          pathLength="100"
          style={partOf(state.index)}
        />
      </svg>
      <div className={css.inside}>
        {IMAGES.map(({ image: address }, index) => (
          <img
            key={address}
            src={address}
            alt=""
            width="400"
            height="400"
            // An image may be loaded before React hydrates, which then sees no load event.
            ref={image => {
              if (image?.complete && image.naturalWidth > 0) imageThere(address)
            }}
            onLoad={() => imageThere(address)}
            className={classes(css.picture, index === state.index && css.shown)}
            fetchPriority={index === 0 ? 'high' : 'low'}
          />
        ))}
        <Film
          wanted={filmWanted}
          playing={filmShown && !state.paused}
          className={classes(css.picture, css.film, filmShown && css.shown)}
          onThere={() => isThere(FILM.webm)}
        />
      </div>
      <IconButton
        label={state.paused ? t('Play') : t('Pause')}
        className={css.pause ?? ''}
        onClick={rotation.togglePause}
      >
        {state.paused ? <Play size={20} aria-hidden="true" /> : <Pause size={20} aria-hidden="true" />}
      </IconButton>
    </div>
  )
}
