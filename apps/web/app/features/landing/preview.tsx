import { Pause, Play } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import css from './preview.module.css'
import type { Rotation, RotationSnapshot } from './rotation.ts'
import { SLIDES } from './slides.ts'

/** The ring that counts down around the turning pictures. */
export function Preview({ state, rotation }: { state: RotationSnapshot; rotation: Rotation }) {
  const loaded = useRef(0)
  const onLoad = () => {
    loaded.current += 1
    if (loaded.current === SLIDES.length) rotation.mediaLoaded()
  }
  return (
    <div className={classes(css.preview, state.paused && css.paused)}>
      <svg viewBox="0 0 100 100" className={css.ring} aria-hidden="true">
        <circle cx="50" cy="50" r="48.500" className={css.track} />
        <circle cx="50" cy="50" r="48.500" className={css.arc} pathLength="100" />
      </svg>
      <div className={css.inside}>
        {SLIDES.map((slide, index) => (
          <img
            key={slide.picture}
            src={slide.picture}
            alt=""
            width="400"
            height="400"
            onLoad={onLoad}
            className={classes(css.picture, index === state.index && css.shown)}
            fetchPriority={index === 0 ? 'high' : 'low'}
          />
        ))}
      </div>
      <IconButton
        label={state.paused ? 'Play' : 'Pause'}
        className={css.pause ?? ''}
        onClick={rotation.togglePause}
      >
        {state.paused ? <Play size={20} aria-hidden="true" /> : <Pause size={20} aria-hidden="true" />}
      </IconButton>
    </div>
  )
}
