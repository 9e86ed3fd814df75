import { useEffect, useRef } from 'react'
import { forgetJoined } from './joined-before.ts'

/** Whoever goes to another page of the site comes back by way of the green room; a reload does not pass here. */
export function useForgetOnLeave(slug: string | null): void {
  const last = useRef(slug)
  useEffect(() => {
    if (slug !== null) last.current = slug
  }, [slug])
  useEffect(
    () => () => {
      if (last.current !== null) forgetJoined(last.current)
    },
    [],
  )
}
