import { useEffect, useRef } from 'react'
import { clearJoined, hasJoined, rememberJoined } from '../connection/joined-before.ts'
import type { LocalMedia } from '../devices/local-media.ts'

/**
 * After a reload during a call the person returns at once, with the same switches; after a visit to another page they
 * pass the green room again. Returns what to call before the call is loaded again in place.
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
      if (last.current !== null) clearJoined(last.current)
    }
  }, [])
  return keep
}
