import { useLayoutEffect, useRef } from 'react'
import { Spinner } from './waiting/spinner.tsx'
import css from './words-place.module.css'

export interface WordsPlaceProps {
  error: string | null
  /** Before the error, in bold. */
  title?: string | undefined
  /** What is under way; shown while there is no error. */
  status?: string | null | undefined
  /** What is true while nothing happens. */
  rest?: string | undefined
}

/**
 * Where a form says how it stands. Its place is kept, and stays as high as it once was: no button moves under a
 * finger because words come or go.
 */
export function WordsPlace({ error, title, status, rest }: WordsPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const node = place.current
    if (node && error !== null) node.style.minHeight = `${node.offsetHeight}px`
  }, [error])
  return (
    <div ref={place} className={css.place}>
      {error !== null && (
        <p role="alert" className={css.error}>
          {title && <strong>{title}</strong>} <span>{error}</span>
        </p>
      )}
      {error === null && status && (
        <p role="status" className={css.status}>
          <Spinner /> {status}
        </p>
      )}
      {error === null && !status && rest && <p className={css.rest}>{rest}</p>}
    </div>
  )
}
