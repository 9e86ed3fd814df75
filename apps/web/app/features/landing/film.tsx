import { useEffect, useRef } from 'react'
import { FILM } from './slides.ts'

export interface FilmProps {
  /** False until the pictures are loaded: the film must not delay the first screen. */
  wanted: boolean
  playing: boolean
  className: string
  onThere: () => void
}

/** The short film of a call; its first frame is shown until it plays, and where autoplay is off. */
export function Film({ wanted, playing, className, onThere }: FilmProps) {
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (!playing) video.current?.pause()
    // A browser that saves power refuses to play: the first frame stays.
    else video.current?.play().catch(() => undefined)
  }, [playing])
  return (
    <video
      ref={video}
      className={className}
      poster={FILM.poster}
      preload={wanted ? 'auto' : 'none'}
      width="640"
      height="640"
      muted
      loop
      playsInline
      disablePictureInPicture
      aria-hidden="true"
      tabIndex={-1}
      onLoadedData={onThere}
    >
      <source src={FILM.webm} type="video/webm" />
      <source src={FILM.mp4} type="video/mp4" />
    </video>
  )
}
