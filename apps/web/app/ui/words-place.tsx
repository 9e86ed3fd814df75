import { useLayoutEffect, useRef } from 'react'
import { Spinner } from './waiting/spinner.tsx'
import css from './words-place.module.css'

export interface WordsPlaceProps {
  error: string | null
  /** Before the error, in bold. */
  title?: string | undefined
  /** The running step; shown while there is no error. */
  status?: string | null | undefined
  /** The text while nothing is running. */
  rest?: string | undefined
}

/**
 * The place of a form's messages. Its space is reserved, and stays as high as its highest text so far: no button moves
 * under a finger when a message changes.
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
