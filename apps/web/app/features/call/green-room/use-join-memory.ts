import { useEffect, useRef } from 'react'
import { forgetJoined, hasJoined, rememberJoined } from '../connection/joined-before.ts'
import type { LocalMedia } from '../devices/local-media.ts'

/**
 * A reload in mid-call is back at once, with the switches as they were; who goes to another page of the site
 * comes back by way of the green room. Answers what is to be called before the call is loaded anew in place.
 */
export function useJoinMemory(slug: string | null, media: LocalMedia | null): () => void {
  const last = useRef(slug)
  useEffect(() => {
    if (slug !== null) last.current = slug
  }, [slug])
  const keep = () => {
    if (slug !== null && media && hasJoined(slug)) rememberJoined(slug, media.getSnapshot())
  }
  const keeping = useRef(keep)
  keeping.current = keep
  useEffect(() => {
    const onHide = () => keeping.current()
    addEventListener('pagehide', onHide)
    return () => {
      removeEventListener('pagehide', onHide)
      if (last.current !== null) forgetJoined(last.current)
    }
  }, [])
  return keep
}
