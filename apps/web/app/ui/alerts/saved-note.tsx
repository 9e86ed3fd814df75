import { useLayoutEffect, useRef, useState } from 'react'
import css from './saved-note.module.css'
import { ThumbsUp } from './thumbs-up.tsx'

interface SavedNoteProps {
  /** The note; null before something is saved, and again a moment later. */
  said: string | null
  /** From when its place is kept free: `always` on a page that stays the same, as a form does. */
  place: 'afterwards' | 'always'
}

/** Says for a moment that something is saved. Its place stays, so that no button moves when the note disappears. */
export function SavedNote({ said, place }: SavedNoteProps) {
  const box = useRef<HTMLDivElement>(null)
  const [wasSaid, setWasSaid] = useState(said !== null)
  if (said !== null && !wasSaid) setWasSaid(true)
  useLayoutEffect(() => {
    const node = box.current
    if (node && said !== null) node.style.minHeight = `${node.getBoundingClientRect().height}px`
  }, [said])
  if (place === 'afterwards' && !wasSaid) return null
  return (
    <div ref={box} className={css.place}>
      {said !== null && <ThumbsUp>{said}</ThumbsUp>}
    </div>
  )
}
